import { describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aUser } from '#tests/support/factories.ts';
import { aCompleteProfile, anUpload } from '#tests/support/profiles.ts';
import { useVerification } from '#tests/support/verification.ts';

const database = useDatabase();
const { createTutor, listNotifications } = useVerification(database);
const SUBMITTED = 'Profile updated successfully! Your profile is now complete and submitted for admin review.';
const DRAFT = 'Profile draft saved successfully! Complete all sections to submit for review.';

describe('submitting a profile', () => {
  // spec states.47 | P §4 Tutor verification | A complete profile is submitted for review, otherwise saved as a draft |
  //   src/server/features/tutors/profile.steps.ts
  // spec mail.15
  test('a complete profile goes under review, and tutor and admins are notified once', async () => {
    const { user, caller, input, admin } = await createTutor('not_started');
    expect(await caller.tutors.saveProfile(input)).toMatchObject({ message: SUBMITTED, tutor: { verificationStatus: 'pending', isVerified: false } });
    expect(await listNotifications(user)).toEqual([{ kind: 'profile.submitted', params: {} }]);
    expect(await listNotifications(admin)).toEqual([{ kind: 'profile.to_review', params: { tutor: user.name } }]);

    expect(await caller.tutors.saveProfile(input)).toMatchObject({ message: SUBMITTED, tutor: { verificationStatus: 'pending' } });
    expect(await listNotifications(user)).toHaveLength(1);
    expect(await listNotifications(admin)).toHaveLength(1);
  });

  test('the profile image of the account is one of the ten items', async () => {
    const user = await aUser(database.db, { role: 'tutor' });
    const answer = await callerAs(database, user).tutors.saveProfile(await aCompleteProfile(database.db, user));
    expect(answer).toMatchObject({ message: DRAFT, tutor: { verificationStatus: 'not_started' } });
  });

  // spec errors.55 | C §8 Profile and uploads | The two answers to saving a profile, submitted and draft | src/shared/messages.ts
  test('a missing item withdraws the profile from review, and completing it submits it again', async () => {
    const { user, caller, input } = await createTutor('pending');
    expect(await caller.tutors.saveProfile({ documents: [] })).toMatchObject({ message: DRAFT, tutor: { verificationStatus: 'not_started' } });
    expect(await caller.tutors.saveProfile({ documents: input.documents })).toMatchObject({
      message: SUBMITTED,
      tutor: { verificationStatus: 'pending' },
    });
    expect((await listNotifications(user)).map(({ kind }) => kind)).toEqual(['profile.submitted']);
  });

  test('a rejected profile stays rejected while it is incomplete, and is submitted again once complete', async () => {
    const { user, caller, input, admin } = await createTutor('rejected');
    const draft = await caller.tutors.saveProfile({ education: [] });
    expect(draft).toMatchObject({ message: DRAFT, tutor: { verificationStatus: 'rejected', rejectionReason: 'Blurred documents' } });
    expect(await listNotifications(user)).toEqual([]);
    const saved = await caller.tutors.saveProfile({ education: input.education });
    expect(saved).toMatchObject({ message: SUBMITTED, tutor: { verificationStatus: 'pending', rejectionReason: '' } });
    expect((await listNotifications(admin)).map(({ kind }) => kind)).toEqual(['profile.to_review']);
  });
});

// spec states.48 | D Tutor profile and verification, R §5 E19 | E19: an edit of a verified profile keeps the badge, and admins are told what changed
//   | src/server/features/tutors/profile.steps.ts
describe('editing a verified profile', () => {
  test('the profile stays verified, complete or not', async () => {
    const { user, caller, input, admin } = await createTutor('approved');
    for (const edit of [{ bio: 'Newer' }, { phone: '' }, { subjects: [] }, input]) {
      const { message, tutor } = await caller.tutors.saveProfile(edit);
      expect([message, tutor.verificationStatus, tutor.isVerified]).toEqual(['Profile updated successfully!', 'approved', true]);
    }
    expect([await listNotifications(user), await listNotifications(admin)]).toEqual([[], []]);
  });

  test('admins are only notified when education, experience or documents change, and of which', async () => {
    const { user, caller, input, admin } = await createTutor('approved');
    await caller.tutors.saveProfile({ ...input, documents: [...input.documents] });
    expect(await listNotifications(admin)).toEqual([]);

    const documents = [...input.documents, (await anUpload(database.db, user)).id];
    await caller.tutors.saveProfile({ ...input, education: input.education.slice(1), documents });
    await caller.tutors.saveProfile({ experience: [] });
    expect(await listNotifications(admin)).toEqual([
      { kind: 'profile.changed', params: { tutor: user.name, changed: ['education', 'documents'] } },
      { kind: 'profile.changed', params: { tutor: user.name, changed: ['experience'] } },
    ]);
    await caller.tutors.saveProfile({ documents: documents.toReversed() });
    expect(await listNotifications(admin)).toHaveLength(2);
  });
});
