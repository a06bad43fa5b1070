import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { tutorApprovalDocuments, tutorApprovals } from '#db/schema/tutors.ts';
import { createCaller } from '#server/api/router.ts';
import type { DomainEvent } from '#server/core/events.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import type { VerificationStatus } from '#shared/vocabulary/people.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { aBooking, anAdmin, aStudent, aUser, NOW } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { listErrorMessages, raceRounds } from '#tests/support/races.ts';
import { createRecordingDb } from '#tests/support/statements.ts';
import { useVerification } from '#tests/support/verification.ts';

const database = useDatabase();
const { createTutor, findProfile, listNotifications } = useVerification(database);
const ticked = (are: boolean) => ({ documents: are, education: are, experience: are, background: are, interview: are });
const REASON = 'The documents are blurred';
const VERIFIED = { isVerified: true, verificationStatus: 'approved', verificationChecks: ticked(true), verificationDate: NOW, rejectionReason: '' };
const REJECTED = {
  ...{ isVerified: false, verificationStatus: 'rejected', verificationChecks: ticked(false) },
  ...{ verificationDate: NOW, rejectionReason: REASON },
};
const UNVERIFIED = { ...REJECTED, verificationStatus: 'pending', verificationDate: null, rejectionReason: '' };

describe('an admin decides', () => {
  // spec vacation.4 | P §4, §5, D Tutor profile and verification, R §4.9 69 | Approving: all five checks, which absent ones mean, and nothing else
  //   that is sent; "Tutor is already verified" | src/server/features/verification/verification.commands.ts
  // spec mail.16
  test.each<VerificationStatus>(['pending', 'rejected', 'not_started'])('a tutor who is %s is verified, and told once', async (status) => {
    const { id, user, verification } = await createTutor(status);
    expect(await verification.approve({ id, verificationChecks: ticked(true) })).toEqual({ message: 'Tutor verified successfully' });
    expect(await findProfile(id)).toMatchObject(VERIFIED);
    expect(await listNotifications(user)).toEqual([{ kind: 'profile.verified', params: {} }]);
    const delivered = await database.db.select().from(inboxEvents).where(eq(inboxEvents.userId, user.id));
    expect(delivered.map(({ kind }) => kind)).toEqual(['new_notification']);
  });

  // spec vacation.5 | P §4, §5, R §4.9 70 | Rejecting: a reason of at most 1,000 characters; a verified tutor is unverified first |
  //   src/server/features/verification/verification.commands.ts
  // spec mail.16
  test.each<VerificationStatus>(['pending', 'rejected', 'not_started'])('a tutor who is %s is rejected, and told why', async (status) => {
    const { id, user, verification } = await createTutor(status);
    expect(await verification.reject({ id, reason: ` ${REASON} ` })).toEqual({ message: 'Tutor rejected successfully' });
    expect(await findProfile(id)).toMatchObject(REJECTED);
    expect(await listNotifications(user)).toEqual([{ kind: 'profile.rejected', params: { reason: REASON } }]);
  });

  // spec vacation.5
  test('the longest reason fits its notification', async () => {
    const { id, user, verification } = await createTutor('pending');
    await verification.reject({ id, reason: 'x'.repeat(1000) });
    expect(await listNotifications(user)).toHaveLength(1);
  });

  // spec vacation.6 | P §4, R §4.9 71 | Toggling: a verified tutor is unverified and under review again, without a date |
  //   src/server/features/tutors/verification.steps.ts
  test('a verified tutor is unverified and verified again, and notified of both', async () => {
    const { id, user, verification } = await createTutor('approved');
    expect(await verification.toggle({ id })).toEqual({ message: 'Tutor unverified successfully' });
    expect(await findProfile(id)).toMatchObject(UNVERIFIED);
    expect(await verification.toggle({ id })).toEqual({ message: 'Tutor verified successfully' });
    expect(await findProfile(id)).toMatchObject(VERIFIED);
    expect((await listNotifications(user)).map(({ kind }) => kind).sort()).toEqual(['profile.unverified', 'profile.verified']);
  });

  // spec vacation.4
  test('a suspended tutor can be verified too', async () => {
    const { id, user, verification } = await createTutor('pending');
    await database.sql`update users set status = 'suspended' where id = ${user.id}`;
    await verification.approve({ id });
    expect(await findProfile(id)).toMatchObject(VERIFIED);
  });

  // spec vacation.4
  test('what is refused changes nothing and tells nobody', async () => {
    const [verified, waiting] = [await createTutor('approved'), await createTutor('pending')];
    await expect(verified.verification.approve(verified)).rejects.toThrow('Tutor is already verified');
    await expect(verified.verification.reject({ id: verified.id, reason: REASON })).rejects.toThrow('Unverify this tutor first');
    const verificationChecks = { ...ticked(true), interview: false };
    const unticked = waiting.verification.approve({ id: waiting.id, verificationChecks });
    await expect(unticked).rejects.toThrow('Please complete all verification checks before approving');
    expect(await findProfile(verified.id)).toMatchObject({ isVerified: true, verificationDate: null });
    expect(await findProfile(waiting.id)).toMatchObject({ verificationStatus: 'pending', verificationDate: null });
    expect([await listNotifications(verified.user), await listNotifications(waiting.user)]).toEqual([[], []]);
  });

  test('an admin who is gone decides nothing', async () => {
    const { id, admin, verification } = await createTutor('pending');
    await database.sql`delete from users where id = ${admin.id}`;
    await expect(verification.approve({ id })).rejects.toThrow('Session expired. Please login again.');
    expect((await findProfile(id)).verificationStatus).toBe('pending');
  });
});

// spec vacation.7 | D Search | Lists, marks and counters follow with the same commit; a rejected profile is there for its owner and admins, and its
//   bookings stay | src/server/features/tutors/verification.steps.ts
describe('what follows a decision at once', () => {
  const findTutors = async (name: string) => (await callerAs(database, null).tutors.search({ search: name })).tutors;

  test('search lists, marks and leaves out, and its counters are right', async () => {
    const { id, user, verification } = await createTutor('pending');
    await verification.approve({ id });
    expect(await findTutors(user.name)).toMatchObject([{ id, isVerified: true }]);
    await verification.toggle({ id });
    expect(await findTutors(user.name)).toMatchObject([{ id, isVerified: false }]);
    await verification.reject({ id, reason: REASON });
    expect((await findTutors(user.name)).filter((tutor) => tutor.id === id)).toEqual([]);
    expect(await findWrongListings(database)).toEqual([]);
    await verification.approve({ id });
    expect(await findTutors(user.name)).toMatchObject([{ id, isVerified: true }]);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('the bookings of a tutor who is rejected stay, and can be answered', async () => {
    const { id, user, caller, verification } = await createTutor('approved');
    const booking = await aBooking(database.db, { tutorId: id, tutorUserId: user.id, student: await aStudent(database.db) });
    await verification.toggle({ id });
    await verification.reject({ id, reason: REASON });
    const stored = await database.db.select().from(bookings).where(eq(bookings.id, booking.id));
    expect(stored).toEqual([booking]);
    expect(await caller.bookings.setStatus({ id: booking.id, status: 'confirmed' })).toMatchObject({ status: 'confirmed' });
  });

  test('a rejected profile is there for its owner and admins only, until it is submitted again', async () => {
    const { id, caller, input, admin, verification } = await createTutor('pending');
    await verification.reject({ id, reason: REASON });
    const visitors = [null, await aStudent(database.db), await aUser(database.db, { role: 'tutor' })];
    for (const visitor of visitors) await expect(callerAs(database, visitor).tutors.byId({ id })).rejects.toThrow('Tutor Not Found');
    for (const person of [caller, callerAs(database, admin)]) expect((await person.tutors.byId({ id })).rejectionReason).toBe(REASON);

    expect(await caller.tutors.saveProfile(input)).toMatchObject({ tutor: { verificationStatus: 'pending', rejectionReason: '' } });
    for (const visitor of visitors) expect((await callerAs(database, visitor).tutors.byId({ id })).verificationStatus).toBe('pending');
    expect((await listNotifications(admin)).map(({ kind }) => kind)).toEqual(['profile.to_review']);
  });

  test('those who watch the tutor are notified', async () => {
    const { id, verification } = await createTutor('pending');
    expect(await collectEvents(database, () => verification.approve({ id }))).toContain(`tutor:${id}`);
  });
});

// spec vacation.9 | D Tutor profile and verification | Approval keeps a copy of education, experience and documents, which the next one replaces |
//   src/server/features/verification/verification.projector.ts
describe('the copy of what was approved', () => {
  const copyOf = async (tutorId: string) => {
    const documents = await database.db.select().from(tutorApprovalDocuments).where(eq(tutorApprovalDocuments.tutorId, tutorId));
    return { ...only(await database.db.select().from(tutorApprovals).where(eq(tutorApprovals.tutorId, tutorId))), documents };
  };

  test('stays as it was while the profile changes, and the next approval replaces it', async () => {
    const { id, user, caller, input, admin, verification } = await createTutor('pending');
    const first = input.documents[0] ?? expect.fail('the profile has a document');
    await verification.approve({ id });
    const { education, experience } = input;
    const approval = { education, experience, approvedBy: admin.id, createdAt: NOW, documents: [{ uploadId: first, type: 'other' }] };
    expect(await copyOf(id)).toMatchObject(approval);

    const next = (await anUpload(database.db, user)).id;
    await caller.tutors.saveProfile({ education: education.slice(1), experience: [], documents: [next] });
    await verification.toggle({ id });
    expect(await copyOf(id)).toMatchObject(approval);

    const recorded: DomainEvent[] = [];
    const { projectors, ...ctx } = contextAs(database, await anAdmin(database.db));
    const listening = createCaller({ ...ctx, projectors: [...projectors, async (_, events) => void recorded.push(...events)] });
    await listening.verification.toggle({ id });
    const { documents, ...copy } = await copyOf(id);
    expect(copy).toMatchObject({ education: education.slice(1), experience: [], approvedBy: ctx.session.state === 'actor' && ctx.session.actor.id });
    expect(documents.map(({ uploadId }) => uploadId)).toEqual([next]);
    const detached = recorded.filter(({ type }) => type === 'uploads.detached');
    expect(detached).toEqual([{ type: 'uploads.detached', uploadIds: [first] }]);
  });

  test('takes as many statements for much as for little', async () => {
    const counts: number[] = [];
    for (const more of [0, 4]) {
      const { id, user, caller, input, admin } = await createTutor('pending');
      const documents = [...input.documents];
      for (let index = 0; index < more; index += 1) documents.push((await anUpload(database.db, user)).id);
      const education = Array.from({ length: 1 + more * 4 }, () => ({ degree: 'BSc', institution: 'Colombo', year: 2012 }));
      await caller.tutors.saveProfile({ documents, education });
      const { db, statements } = createRecordingDb(database);
      await callerAs({ db }, admin).verification.approve({ id });
      counts.push(statements.length);
    }
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts[1]).toBe(counts[0]);
  });
});

// spec vacation.8 | S3 | Two admins, or an admin and the tutor, at once: one after the other |
//   src/server/features/verification/verification.commands.ts
describe('two admins decide at once', () => {
  const rounds = Array.from({ length: raceRounds(6) }, (_, index) => index);
  async function aCase() {
    const tutor = await createTutor('pending');
    return { ...tutor, other: callerAs(database, await anAdmin(database.db)).verification };
  }

  // spec s5-bad-input.3 | S5 | Approving twice in two tabs | src/server/features/verification/verification.commands.ts
  // spec manage-tutors.5
  test('to verify: one succeeds, the other gets a conflict', async () => {
    for (const _ of rounds) {
      const { id, user, verification, other } = await aCase();
      expect(listErrorMessages(await Promise.allSettled([verification.approve({ id }), other.approve({ id })]))).toEqual([
        'Tutor is already verified',
      ]);
      expect(await listNotifications(user)).toHaveLength(1);
    }
  });

  test('to verify and to reject: badge and rejection are never stored together', async () => {
    for (const index of rounds) {
      const { id, user, verification, other } = await aCase();
      const deciding = [() => verification.approve({ id }), () => other.reject({ id, reason: REASON })];
      const answers = await Promise.allSettled((index % 2 ? deciding : deciding.toReversed()).map((decide) => decide()));
      expect(['', 'Unverify this tutor first']).toContain(listErrorMessages(answers).join());
      expect(await findProfile(id)).toMatchObject(VERIFIED);
      expect(await listNotifications(user)).toHaveLength(2 - listErrorMessages(answers).length);
    }
  });

  test('while the tutor saves: nothing of either is lost', async () => {
    for (const _ of rounds) {
      const { id, caller, verification } = await aCase();
      const answers = await Promise.allSettled([caller.tutors.saveProfile({ bio: 'Newer' }), verification.approve({ id })]);
      expect(listErrorMessages(answers)).toEqual([]);
      expect(await findProfile(id)).toMatchObject({ ...VERIFIED, bio: 'Newer' });
    }
  });

  test('while one of the parties leaves: it is decided before, or refused', async () => {
    const passwordHash = await createPasswords().hash('correct horse');
    for (const index of rounds) {
      const { id, user, admin, verification } = await aCase();
      const leaver = index % 2 ? user : admin;
      await database.db.update(users).set({ passwordHash }).where(eq(users.id, leaver.id));
      const leaving = callerAs(database, leaver).account.leave({ password: 'correct horse' });
      const answers = await Promise.allSettled([leaving, verification.approve({ id })]);
      expect(answers[0]).toMatchObject({ status: 'fulfilled' });
      expect(['', leaver === user ? 'Tutor Not Found' : 'Session expired. Please login again.']).toContain(listErrorMessages(answers).join());
    }
    expect(await findWrongListings(database)).toEqual([]);
  });
});
