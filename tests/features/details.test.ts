import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refreshListing } from '#db/listing.ts';
import { listingCounts } from '#db/schema/listing.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { createCaller } from '#server/api/router.ts';
import { type Delivery, tutorTopic } from '#server/core/deliver.ts';
import type { DomainEvent } from '#server/core/events.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { tutorsProjector } from '#server/features/tutors/tutors.projector.ts';
import type { UpdateDetailsInput } from '#shared/contracts/auth.ts';
import type { VerificationStatus } from '#shared/vocabulary/people.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, aUser, HOUR, NOW, type User, unique } from '#tests/support/factories.ts';
import { aCompleteProfile, anUpload } from '#tests/support/profiles.ts';

const database = useDatabase();
const LATER = new Date(NOW.getTime() + HOUR);
const SITE = 'http://127.0.0.1';

const detailsOf = async ({ id }: User) => {
  const [account] = await database.db.select().from(users).where(eq(users.id, id));
  if (!account) throw new Error('the account has gone');
  return account;
};
const as = (person: User, options: CallerOptions = {}) => callerAs(database, person, { now: () => LATER, ...options }).auth;

/** As this person, with what happened. */
function listening(person: User) {
  const events: DomainEvent[] = [];
  const ctx = contextAs(database, person);
  const listener = async (_: unknown, batch: readonly DomainEvent[]) => void events.push(...batch);
  return { auth: createCaller({ ...ctx, projectors: [...ctx.projectors, listener] }).auth, events };
}

describe('changing the details of the own account', () => {
  test('what is sent is stored and answered, what is absent stays', async () => {
    const person = await aStudent(database.db, { name: 'Nimal Perera', phone: '0771234567', childName: 'Kasun' });
    expect(await as(person).updateDetails({ name: '  Nimal Silva ' })).toMatchObject({
      id: person.id,
      name: 'Nimal Silva',
      email: person.email,
      phone: '0771234567',
      childName: 'Kasun',
      updatedAt: LATER,
    });
    expect(await as(person).updateDetails({ phone: '', childName: 'Sahan' })).toMatchObject({ name: 'Nimal Silva', phone: '', childName: 'Sahan' });
    expect(await as(person).updateDetails({ phone: '0112345678', childName: '' })).toMatchObject({ phone: '0112345678', childName: '' });
    expect(await detailsOf(person)).toMatchObject({ name: 'Nimal Silva', phone: '0112345678', childName: '', role: 'student', email: person.email });
  });

  test.each<[UpdateDetailsInput, string]>([
    [{ name: 'N' }, 'Name must be at least 2 characters'],
    [{ name: '   ' }, 'Name must be at least 2 characters'],
    [{ name: 'x'.repeat(151) }, 'Name cannot be longer than 150 characters'],
    [{ phone: '077123456' }, 'Phone number must be 10 digits'],
    [{ phone: '077-1234567' }, 'Phone number must be 10 digits'],
    [{ childName: 'x'.repeat(151) }, "Child's first name cannot be longer than 150 characters"],
  ])('%j is refused', async (input, message) => {
    const person = await aStudent(database.db);
    await expect(as(person).updateDetails(input)).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
    expect(await detailsOf(person)).toEqual(person);
  });

  test('only a student has a child to name', async () => {
    for (const role of ['tutor', 'admin', null] as const) {
      const person = await aUser(database.db, { role });
      expect(await as(person).updateDetails({ childName: 'Kasun' })).toMatchObject({ childName: '' });
    }
  });

  test('others hear of what has really changed, and of nothing else', async () => {
    const person = await aStudent(database.db);
    const { auth, events } = listening(person);
    await auth.updateDetails({ name: person.name, phone: person.phone });
    await auth.updateDetails({});
    expect(events).toEqual([]);
    expect(await detailsOf(person)).toEqual(person);
    await auth.updateDetails({ name: 'Somebody Else', phone: person.phone });
    expect(events).toEqual([{ type: 'account.changed', userId: person.id, role: 'student', changed: ['name'] }]);
  });

  test('is for whoever is signed in', async () => {
    const { auth } = callerAs(database, null);
    await expect(auth.updateDetails({ name: 'Nobody' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const gone = await aStudent(database.db);
    await database.db.delete(users).where(eq(users.id, gone.id));
    await expect(as(gone).updateDetails({ name: 'Nobody' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('the photo of the account', () => {
  // spec validation.11 | R §4.1 4 | profileImage: one's own upload, none, or the one already stored | src/server/features/auth/details.commands.ts
  test.each([
    ['root-relative', ''],
    ['on our site', SITE],
  ])('is an upload of ones own, its address %s', async (_, site) => {
    const person = await aStudent(database.db);
    const { path } = await anUpload(database.db, person, 'photo');
    expect(await as(person).updateDetails({ profileImage: `${site}/files/${path}` })).toMatchObject({ profileImage: `/files/${path}` });
  });

  test('may be none', async () => {
    const person = await aStudent(database.db, { profileImage: '/files/photos/old.webp' });
    const { auth, events } = listening(person);
    expect(await auth.updateDetails({ profileImage: '' })).toMatchObject({ profileImage: '' });
    expect(events).toEqual([
      { type: 'account.changed', userId: person.id, role: 'student', changed: ['profileImage'] },
      { type: 'photo.replaced', url: '/files/photos/old.webp' },
    ]);
  });

  // spec validation.11
  test.each(['/files/photos/seeded.svg', 'https://lh3.example.com/photo'])('that is there already passes: %s', async (profileImage) => {
    const person = await aStudent(database.db, { profileImage });
    const { auth, events } = listening(person);
    const sent = profileImage.startsWith('/') ? [profileImage, SITE + profileImage] : [profileImage];
    for (const address of sent) expect(await auth.updateDetails({ profileImage: address })).toMatchObject({ profileImage });
    expect(events).toEqual([]);
  });

  // spec validation.11
  test.each<[string, (mine: User, other: User) => Promise<string> | string]>([
    ["somebody else's upload", async (_, other) => `/files/${(await anUpload(database.db, other, 'photo')).path}`],
    ['a document', async (mine) => `/files/${(await anUpload(database.db, mine, 'document')).path}`],
    ['a document by way of the photos', async (mine) => `/files/photos/../${(await anUpload(database.db, mine, 'document')).path}`],
    ['an upload on another site', async (mine) => `http://evil.test/files/${(await anUpload(database.db, mine, 'photo')).path}`],
    ['another site by way of two slashes', async (mine) => `//evil.test/files/${(await anUpload(database.db, mine, 'photo')).path}`],
    ['a file that is not there', () => '/files/photos/nothing.webp'],
    ['a foreign address', () => 'https://example.com/me.jpg'],
    ['a script', () => 'javascript:alert(1)'],
    ['an image inside the address', () => 'data:image/png;base64,AAAA'],
    ['no address', () => 'me.jpg'],
    ['a page of ours', () => '/tutors'],
  ])('is not %s', async (_, addressOf) => {
    const [person, other] = [await aStudent(database.db), await aStudent(database.db)];
    const profileImage = await addressOf(person, other);
    await expect(as(person).updateDetails({ name: 'Changed', profileImage })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Invalid profile image URL',
      cause: { code: 'upload.photo_url', refusal: { field: 'profileImage' } },
    });
    expect(await detailsOf(person)).toEqual(person);
  });
});

const found = async (name: string) => (await callerAs(database, null).tutors.search({ search: name })).tutors.map(({ id }) => id);

describe('a tutor in the lists', () => {
  test('is found by the new name at once, and no longer by the old one', async () => {
    const [before, after] = [unique('Anura'), unique('Bandula')];
    const tutor = await aTutor(database.db, { user: { name: before } });
    expect(await found(before)).toEqual([tutor.id]);
    await as(tutor.user).updateDetails({ name: after });
    expect([await found(before), await found(after)]).toEqual([[], [tutor.id]]);
  });

  test('is counted no longer once the account is closed, and whoever watches the free times hears of it', async () => {
    const { id, user, subjectId } = await aTutor(database.db);
    const counted = async () =>
      (await database.db.select().from(listingCounts).where(eq(listingCounts.scope, subjectId))).map(({ tutors }) => tutors);
    expect(await counted()).toEqual([1]);
    const closed = { type: 'account.closed', userId: user.id, role: 'tutor', name: user.name, email: user.email, by: 'self' } as const;

    const delivered: Delivery[] = [];
    const settling = { ...contextAs(database, user), record: () => {}, deliver: (delivery: Delivery) => void delivered.push(delivery) };
    await tutorsProjector(settling, [closed]);
    expect(delivered).toEqual([{ topic: tutorTopic(id) }]);

    await inUnitOfWork(contextAs(database, user), async ({ record }) => record(closed));
    expect(await counted()).toEqual([0]);
    expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id))).toEqual([]);
  });

  test('has the figures that can be counted, once it is said that they are outdated', async () => {
    const { id } = await aTutor(database.db);
    await database.db.update(tutorProfiles).set({ totalStudents: 9 }).where(eq(tutorProfiles.id, id));
    await inUnitOfWork(contextAs(database, null), async ({ record }) => record({ type: 'figures.outdated', tutorIds: [id] }));
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id));
    expect(profile?.totalStudents).toBe(0);
  });
});

describe('an account that completes a profile', () => {
  /** All but the photo, in that state. */
  async function aTutorWithoutPhoto(status: VerificationStatus) {
    const user = await aUser(database.db, { role: 'tutor', name: unique('Tutor') });
    const { tutor } = await callerAs(database, user).tutors.saveProfile(await aCompleteProfile(database.db, user));
    const [isVerified, rejectionReason] = [status === 'approved', status === 'rejected' ? 'Blurred photo' : ''];
    await database.db.update(tutorProfiles).set({ verificationStatus: status, isVerified, rejectionReason }).where(eq(tutorProfiles.id, tutor.id));
    await refreshListing(database.db, [tutor.id]);
    const photo = `/files/${(await anUpload(database.db, user, 'photo')).path}`;
    return { id: tutor.id, user, photo, admin: await anAdmin(database.db) };
  }
  const standing = async (id: string) => {
    const [row] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id));
    return [row?.verificationStatus, row?.rejectionReason];
  };
  const kindsOf = async ({ id }: User) =>
    (await database.db.select({ kind: notifications.kind }).from(notifications).where(eq(notifications.userId, id))).map(({ kind }) => kind);

  // spec validation.12 | R §4.1 4, §4.2 35 | A photo or document may complete a tutor's profile, which is then submitted, and takes it back when it
  //   goes; a rejected one is submitted again by saving it only | src/server/features/tutors/submission.steps.ts
  test('submits it, and tutor and admins are told once', async () => {
    const { id, user, photo, admin } = await aTutorWithoutPhoto('not_started');
    await as(user).updateDetails({ profileImage: photo });
    expect(await standing(id)).toEqual(['pending', '']);
    await as(user).updateDetails({ name: unique('Tutor') });
    expect([await kindsOf(user), await kindsOf(admin)]).toEqual([['profile.submitted'], ['profile.to_review']]);
  });

  // spec validation.12
  test('no longer complete, it is taken back from the review', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('not_started');
    await as(user).updateDetails({ profileImage: photo });
    await as(user).updateDetails({ profileImage: '' });
    expect(await standing(id)).toEqual(['not_started', '']);
  });

  // spec validation.12
  test('leaves a rejected one rejected, with its reason; saving it submits it again, and it is found from then on', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('rejected');
    expect(await found(user.name)).toEqual([]);
    await as(user).updateDetails({ phone: '0112345678' });
    expect(await standing(id)).toEqual(['rejected', 'Blurred photo']);
    await as(user).updateDetails({ profileImage: photo });
    expect(await standing(id)).toEqual(['rejected', 'Blurred photo']);
    expect(await found(user.name)).toEqual([]);
    await callerAs(database, user).tutors.saveProfile({ bio: 'I teach with a photo now.' });
    expect(await standing(id)).toEqual(['pending', '']);
    expect(await found(user.name)).toEqual([id]);
  });

  test('another name alone does not bring back a complete one that was rejected', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('not_started');
    await as(user).updateDetails({ profileImage: photo });
    await database.db.update(tutorProfiles).set({ verificationStatus: 'rejected', rejectionReason: 'Forged' }).where(eq(tutorProfiles.id, id));
    await as(user).updateDetails({ name: unique('Tutor') });
    expect(await standing(id)).toEqual(['rejected', 'Forged']);
  });

  test('changes nothing of one that is verified', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('approved');
    for (const profileImage of [photo, '']) await as(user).updateDetails({ profileImage });
    expect(await standing(id)).toEqual(['approved', '']);
    expect(await kindsOf(user)).toEqual([]);
  });

  test('leaves alone what still lacks something', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('not_started');
    await callerAs(database, user).tutors.saveProfile({ documents: [] });
    await as(user).updateDetails({ profileImage: photo });
    expect(await standing(id)).toEqual(['not_started', '']);
  });
});
