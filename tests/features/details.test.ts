import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refreshListing } from '#db/listing.ts';
import { listingCounts } from '#db/schema/listing.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { type Delivery, tutorTopic } from '#server/core/deliver.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { tutorsProjector } from '#server/features/tutors/tutors.projector.ts';
import type { UpdateDetailsInput } from '#shared/contracts/auth.ts';
import type { VerificationStatus } from '#shared/vocabulary/people.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { callerWithEvents } from '#tests/support/events.ts';
import { anAdmin, aStudent, aTutor, aUser, HOUR, NOW, type User, unique } from '#tests/support/factories.ts';
import { aCompleteProfile, anUpload } from '#tests/support/profiles.ts';

const database = useDatabase();
const LATER = new Date(NOW.getTime() + HOUR);
const SITE = 'http://127.0.0.1';

const getAccount = async ({ id }: User) => {
  const [account] = await database.db.select().from(users).where(eq(users.id, id));
  if (!account) throw new Error('the account has gone');
  return account;
};
const authAs = (person: User, options: CallerOptions = {}) => callerAs(database, person, { now: () => LATER, ...options }).auth;

describe('auth.setLocale', () => {
  // spec s15-choice.1 | S15 2 | The language that somebody has chosen stands on the account, and on no other |
  //   src/server/features/auth/details.commands.ts
  test('is the language of the account, which its pages know', async () => {
    const [person, other] = [await aStudent(database.db), await aStudent(database.db)];
    expect(await authAs(person).me()).toMatchObject({ locale: null });
    expect(await authAs(person).setLocale({ locale: 'ta' })).toEqual({ message: 'Your details were saved successfully' });
    expect(await authAs(person).me()).toMatchObject({ locale: 'ta' });
    expect(await getAccount(person)).toMatchObject({ locale: 'ta', updatedAt: LATER });
    expect(await getAccount(other)).toMatchObject({ locale: null });
  });

  test('is one that the product writes', async () => {
    const person = await aStudent(database.db);
    await expect(authAs(person).setLocale({ locale: 'fr' as 'en' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await getAccount(person)).toMatchObject({ locale: null });
  });
});

describe('auth.updateDetails', () => {
  test('changes the given fields and leaves the others', async () => {
    const person = await aStudent(database.db, { name: 'Nimal Perera', phone: '0771234567', childName: 'Kasun' });
    expect(await authAs(person).updateDetails({ name: '  Nimal Silva ' })).toMatchObject({
      id: person.id,
      name: 'Nimal Silva',
      email: person.email,
      phone: '0771234567',
      childName: 'Kasun',
      updatedAt: LATER,
    });
    expect(await authAs(person).updateDetails({ phone: '', childName: 'Sahan' })).toMatchObject({
      name: 'Nimal Silva',
      phone: '',
      childName: 'Sahan',
    });
    expect(await authAs(person).updateDetails({ phone: '0112345678', childName: '' })).toMatchObject({ phone: '0112345678', childName: '' });
    expect(await getAccount(person)).toMatchObject({ name: 'Nimal Silva', phone: '0112345678', childName: '', role: 'student', email: person.email });
  });

  test.each<[UpdateDetailsInput, string]>([
    [{ name: 'N' }, 'Name must be at least 2 characters'],
    [{ name: '   ' }, 'Name must be at least 2 characters'],
    [{ name: 'x'.repeat(151) }, 'Name cannot be longer than 150 characters'],
    [{ phone: '077123456' }, 'Phone number must be 10 digits'],
    [{ phone: '077-123456' }, 'Phone number must be 10 digits'],
    [{ childName: 'x'.repeat(151) }, "Child's first name cannot be longer than 150 characters"],
  ])('refuses %j', async (input, message) => {
    const person = await aStudent(database.db);
    await expect(authAs(person).updateDetails(input)).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
    expect(await getAccount(person)).toEqual(person);
  });

  test("stores a child's name for students only", async () => {
    for (const role of ['tutor', 'admin', null] as const) {
      const person = await aUser(database.db, { role });
      expect(await authAs(person).updateDetails({ childName: 'Kasun' })).toMatchObject({ childName: '' });
    }
  });

  test('records an event only for what has changed', async () => {
    const person = await aStudent(database.db);
    const { caller, events } = callerWithEvents(database, person);
    await caller.auth.updateDetails({ name: person.name, phone: person.phone });
    await caller.auth.updateDetails({});
    expect(events).toEqual([]);
    expect(await getAccount(person)).toEqual(person);
    await caller.auth.updateDetails({ name: 'Somebody Else', phone: person.phone });
    expect(events).toEqual([{ type: 'account.changed', userId: person.id, role: 'student', changed: ['name'] }]);
  });

  test('needs a session and an account', async () => {
    const { auth } = callerAs(database, null);
    await expect(auth.updateDetails({ name: 'Nobody' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const deletedAccount = await aStudent(database.db);
    await database.db.delete(users).where(eq(users.id, deletedAccount.id));
    await expect(authAs(deletedAccount).updateDetails({ name: 'Nobody' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('the photo of an account', () => {
  // spec validation.11 | R §4.1 4 | profileImage: one's own upload, none, or the one already stored | src/server/features/auth/details.commands.ts
  test.each([
    ['root-relative', ''],
    ['on our site', SITE],
  ])('may be an upload of its own with a %s address', async (_, site) => {
    const person = await aStudent(database.db);
    const { path } = await anUpload(database.db, person, 'photo');
    expect(await authAs(person).updateDetails({ profileImage: `${site}/files/${path}` })).toMatchObject({ profileImage: `/files/${path}` });
  });

  test('may be removed', async () => {
    const person = await aStudent(database.db, { profileImage: '/files/photos/old.webp' });
    const { caller, events } = callerWithEvents(database, person);
    expect(await caller.auth.updateDetails({ profileImage: '' })).toMatchObject({ profileImage: '' });
    expect(events).toEqual([
      { type: 'account.changed', userId: person.id, role: 'student', changed: ['profileImage'] },
      { type: 'photo.replaced', url: '/files/photos/old.webp' },
    ]);
  });

  // spec validation.11
  test.each(['/files/photos/seeded.svg', 'https://lh3.example.com/photo'])('may stay as it is: %s', async (profileImage) => {
    const person = await aStudent(database.db, { profileImage });
    const { caller, events } = callerWithEvents(database, person);
    const addresses = profileImage.startsWith('/') ? [profileImage, SITE + profileImage] : [profileImage];
    for (const address of addresses) expect(await caller.auth.updateDetails({ profileImage: address })).toMatchObject({ profileImage });
    expect(events).toEqual([]);
  });

  // spec validation.11
  test.each<[string, (owner: User, other: User) => Promise<string> | string]>([
    ["somebody else's upload", async (_, other) => `/files/${(await anUpload(database.db, other, 'photo')).path}`],
    ['a document', async (owner) => `/files/${(await anUpload(database.db, owner, 'document')).path}`],
    ['a document by way of the photos', async (owner) => `/files/photos/../${(await anUpload(database.db, owner, 'document')).path}`],
    ['an upload on another site', async (owner) => `http://evil.test/files/${(await anUpload(database.db, owner, 'photo')).path}`],
    ['another site by way of two slashes', async (owner) => `//evil.test/files/${(await anUpload(database.db, owner, 'photo')).path}`],
    ['a file that is not there', () => '/files/photos/nothing.webp'],
    ['a foreign address', () => 'https://example.com/me.jpg'],
    ['a script', () => 'javascript:alert(1)'],
    ['an image inside the address', () => 'data:image/png;base64,AAAA'],
    ['no address', () => 'me.jpg'],
    ['a page of ours', () => '/tutors'],
  ])('may not be %s', async (_, createAddress) => {
    const [person, other] = [await aStudent(database.db), await aStudent(database.db)];
    const profileImage = await createAddress(person, other);
    await expect(authAs(person).updateDetails({ name: 'Changed', profileImage })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Invalid profile image URL',
      cause: { code: 'upload.photo_url', refusal: { field: 'profileImage' } },
    });
    expect(await getAccount(person)).toEqual(person);
  });
});

const searchTutors = async (name: string) => (await callerAs(database, null).tutors.search({ search: name })).tutors.map(({ id }) => id);

describe('a tutor in the search', () => {
  test('is found by the new name at once, and no longer by the old one', async () => {
    const [previousName, nextName] = [unique('Anura'), unique('Bandula')];
    const tutor = await aTutor(database.db, { user: { name: previousName } });
    expect(await searchTutors(previousName)).toEqual([tutor.id]);
    await authAs(tutor.user).updateDetails({ name: nextName });
    expect([await searchTutors(previousName), await searchTutors(nextName)]).toEqual([[], [tutor.id]]);
  });

  test('leaves the counts when the account is closed, and notifies those who watch the free times', async () => {
    const { id, user, subjectId } = await aTutor(database.db);
    const listCounts = async () =>
      (await database.db.select().from(listingCounts).where(eq(listingCounts.scope, subjectId))).map(({ tutors }) => tutors);
    expect(await listCounts()).toEqual([1]);
    const closed = { type: 'account.closed', userId: user.id, role: 'tutor', name: user.name, email: user.email, by: 'self' } as const;

    const delivered: Delivery[] = [];
    const projection = { ...contextAs(database, user), record: () => {}, deliver: (delivery: Delivery) => void delivered.push(delivery) };
    await tutorsProjector(projection, [closed]);
    expect(delivered).toEqual([{ topic: tutorTopic(id) }]);

    await inUnitOfWork(contextAs(database, user), async ({ record }) => record(closed));
    expect(await listCounts()).toEqual([0]);
    expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id))).toEqual([]);
  });

  test('has its counters recomputed after figures.outdated', async () => {
    const { id } = await aTutor(database.db);
    await database.db.update(tutorProfiles).set({ totalStudents: 9 }).where(eq(tutorProfiles.id, id));
    await inUnitOfWork(contextAs(database, null), async ({ record }) => record({ type: 'figures.outdated', tutorIds: [id] }));
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id));
    expect(profile?.totalStudents).toBe(0);
  });
});

describe('an account that completes a tutor profile', () => {
  async function aTutorWithoutPhoto(status: VerificationStatus) {
    const user = await aUser(database.db, { role: 'tutor', name: unique('Tutor') });
    const { tutor } = await callerAs(database, user).tutors.saveProfile(await aCompleteProfile(database.db, user));
    const [isVerified, rejectionReason] = [status === 'approved', status === 'rejected' ? 'Blurred photo' : ''];
    await database.db.update(tutorProfiles).set({ verificationStatus: status, isVerified, rejectionReason }).where(eq(tutorProfiles.id, tutor.id));
    await refreshListing(database.db, [tutor.id]);
    const photo = `/files/${(await anUpload(database.db, user, 'photo')).path}`;
    return { id: tutor.id, user, photo, admin: await anAdmin(database.db) };
  }
  const getVerification = async (id: string) => {
    const [row] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id));
    return [row?.verificationStatus, row?.rejectionReason];
  };
  const listNotificationKinds = async ({ id }: User) =>
    (await database.db.select({ kind: notifications.kind }).from(notifications).where(eq(notifications.userId, id))).map(({ kind }) => kind);

  // spec validation.12 | R §4.1 4, §4.2 35 | A photo or document may complete a tutor's profile, which is then submitted, and takes it back when it
  //   goes; a rejected one is submitted again by saving it only | src/server/features/tutors/verification.steps.ts
  test('submits the profile, and notifies tutor and admins once', async () => {
    const { id, user, photo, admin } = await aTutorWithoutPhoto('not_started');
    await authAs(user).updateDetails({ profileImage: photo });
    expect(await getVerification(id)).toEqual(['pending', '']);
    await authAs(user).updateDetails({ name: unique('Tutor') });
    expect([await listNotificationKinds(user), await listNotificationKinds(admin)]).toEqual([['profile.submitted'], ['profile.to_review']]);
  });

  // spec validation.12
  test('withdraws the profile from review when it is incomplete again', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('not_started');
    await authAs(user).updateDetails({ profileImage: photo });
    await authAs(user).updateDetails({ profileImage: '' });
    expect(await getVerification(id)).toEqual(['not_started', '']);
  });

  // spec validation.12
  test('leaves a rejected profile rejected until the tutor saves it', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('rejected');
    expect(await searchTutors(user.name)).toEqual([]);
    await authAs(user).updateDetails({ phone: '0112345678' });
    expect(await getVerification(id)).toEqual(['rejected', 'Blurred photo']);
    await authAs(user).updateDetails({ profileImage: photo });
    expect(await getVerification(id)).toEqual(['rejected', 'Blurred photo']);
    expect(await searchTutors(user.name)).toEqual([]);
    await callerAs(database, user).tutors.saveProfile({ bio: 'I teach with a photo now.' });
    expect(await getVerification(id)).toEqual(['pending', '']);
    expect(await searchTutors(user.name)).toEqual([id]);
  });

  test('does not resubmit a rejected profile by a change of name', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('not_started');
    await authAs(user).updateDetails({ profileImage: photo });
    await database.db.update(tutorProfiles).set({ verificationStatus: 'rejected', rejectionReason: 'Forged' }).where(eq(tutorProfiles.id, id));
    await authAs(user).updateDetails({ name: unique('Tutor') });
    expect(await getVerification(id)).toEqual(['rejected', 'Forged']);
  });

  test('changes nothing of a verified profile', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('approved');
    for (const profileImage of [photo, '']) await authAs(user).updateDetails({ profileImage });
    expect(await getVerification(id)).toEqual(['approved', '']);
    expect(await listNotificationKinds(user)).toEqual([]);
  });

  test('leaves a profile alone that is still incomplete', async () => {
    const { id, user, photo } = await aTutorWithoutPhoto('not_started');
    await callerAs(database, user).tutors.saveProfile({ documents: [] });
    await authAs(user).updateDetails({ profileImage: photo });
    expect(await getVerification(id)).toEqual(['not_started', '']);
  });
});
