import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import { NO_CLIENT } from '#server/core/context.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, NOW, type Tutor, type User, unique } from '#tests/support/factories.ts';

const database = useDatabase();
const [PER_ADDRESS, PER_ACCOUNT] = [RATE_LIMITS.tutorContactByAddress[0].times, RATE_LIMITS.tutorContactByAccount[0].times];
const WALKED = 75;
let tutors: Tutor[];
let admin: User;

beforeAll(async () => {
  admin = await anAdmin(database.db);
  tutors = [];
  for (let index = 0; index < WALKED; index += 1) tutors.push(await aTutor(database.db, { phone: `07123${String(index).padStart(5, '0')}` }));
});

let addresses = 0;
function as(person: User | null, { address = `198.51.100.${++addresses}`, now = () => NOW } = {}) {
  return callerAs(database, person, { client: { ...NO_CLIENT, address }, now });
}
const aConfirmedStudent = () => aStudent(database.db, { emailVerifiedAt: NOW });
const first = () => tutors[0] as Tutor;

/** Requests one tutor after the other, and counts how many contacts were shown. */
async function walk(caller: ReturnType<typeof as>): Promise<number> {
  let shown = 0;
  for (const { id, user } of tutors) {
    const contact = await caller.tutors.contact({ id }).catch((error: unknown) => error);
    if (contact instanceof Error) {
      expect(contact).toMatchObject({ cause: { code: 'tutor.contact_limited', refusal: { retryAfter: 3600 } } });
      continue;
    }
    expect(contact).toMatchObject({ email: user.email });
    shown += 1;
  }
  return shown;
}

// spec s8-contact.1 | S8 G, P §2 Tutor profile page | Phone and email come by a call of their own; the profile itself holds none for others than the
//   tutor and admins | src/server/features/tutors/contact.queries.ts
describe('the contact details of tutors', () => {
  test('are phone and the address of the account, for every viewer', async () => {
    const { id, user } = first();
    for (const person of [null, await aConfirmedStudent(), tutors[1]?.user ?? null, user, admin]) {
      expect(await as(person).tutors.contact({ id })).toEqual({ phone: '0712300000', email: user.email });
    }
  });

  test('of one who is not found are not found, but for the tutor and admins', async () => {
    const rejected = await aTutor(database.db, { verificationStatus: 'rejected' });
    const suspended = await aTutor(database.db, { user: { status: 'suspended' } });
    for (const { id, user } of [rejected, suspended]) {
      await expect(as(null).tutors.contact({ id })).rejects.toMatchObject({ message: 'Tutor Not Found' });
      expect((await as(admin).tutors.contact({ id })).email).toBe(user.email);
    }
    await expect(as(null).tutors.contact({ id: 'none' })).rejects.toMatchObject({ message: 'Tutor Not Found' });
  });

  test('are in no answer of the profile itself', async () => {
    const { id, user } = first();
    for (const person of [null, await aConfirmedStudent(), tutors[1]?.user ?? null]) {
      const profile = await as(person).tutors.byId({ id });
      expect([profile.phone, profile.user.email, profile.contactEmail]).toEqual(['', '', null]);
    }
    for (const person of [user, admin]) {
      const profile = await as(person).tutors.byId({ id });
      expect([profile.phone, profile.user.email]).toEqual(['0712300000', user.email]);
    }
  });
});

// spec s8-contact.2 | S8 G | A stranger who walks the profiles gets at most 30 an hour per address, an account 60; accounts of an unconfirmed address
//   are counted by both; admins and the tutor are not counted | src/server/features/tutors/contact.queries.ts
describe('how many are shown', () => {
  test('to a stranger who walks the profiles: as many as one address may see in an hour', async () => {
    const address = '203.0.113.1';
    expect(await walk(as(null, { address }))).toBe(PER_ADDRESS);
    expect(await walk(as(null, { address }))).toBe(0);
    expect(await walk(as(null, { address: '203.0.113.2' }))).toBe(PER_ADDRESS);
    const later = new Date(NOW.getTime() + 3_600_000);
    await expect(as(null, { address, now: () => later }).tutors.contact({ id: first().id })).resolves.toBeDefined();
  });

  test('to an account: as many as it may see, from however many addresses', async () => {
    const student = await aConfirmedStudent();
    expect(await walk(as(student))).toBe(PER_ACCOUNT);
    expect(await walk(as(student))).toBe(0);
  });

  test('to an account of a confirmed address they do not depend on who else is behind its address', async () => {
    const address = '203.0.113.3';
    expect(await walk(as(null, { address }))).toBe(PER_ADDRESS);
    expect(await walk(as(await aConfirmedStudent(), { address }))).toBe(PER_ACCOUNT);
  });

  test('to accounts whose address is not confirmed they are counted together, by where they come from', async () => {
    const address = '203.0.113.4';
    const strangers = [await aStudent(database.db, { emailVerifiedAt: null }), await aStudent(database.db, { emailVerifiedAt: null })];
    let shown = 0;
    for (const stranger of strangers) shown += await walk(as(stranger, { address }));
    expect(shown).toBe(PER_ADDRESS);
  });

  test('to admins all, and to tutors their own however often', async () => {
    expect(await walk(as(admin))).toBe(WALKED);
    const { id, user } = first();
    for (let index = 0; index <= PER_ACCOUNT; index += 1) await as(user, { address: '203.0.113.5' }).tutors.contact({ id: id.toUpperCase() });
  });
});

// spec s8-contact.8 | S8 G | A tutor shows the address of the account, another one, or none | src/client/features/tutor-profile/personal-section.tsx
describe('the address that a tutor shows', () => {
  const ownerOf = (tutor: Tutor) => as(tutor.user);
  const shownOf = async ({ id }: Tutor) => (await as(null).tutors.contact({ id })).email;

  test('is another one, or none, or that of the account again', async () => {
    const tutor = await aTutor(database.db);
    const { tutor: saved } = await ownerOf(tutor).tutors.saveProfile({ contactEmail: { kind: 'other', address: ' Maths.Class@Example.com ' } });
    expect(saved.contactEmail).toEqual({ kind: 'other', address: 'maths.class@example.com' });
    expect(saved.user.email).toBe(tutor.user.email);
    expect(await shownOf(tutor)).toBe('maths.class@example.com');

    expect((await ownerOf(tutor).tutors.saveProfile({ contactEmail: { kind: 'none' } })).tutor.contactEmail).toEqual({ kind: 'none', address: '' });
    expect(await shownOf(tutor)).toBe('');

    await ownerOf(tutor).tutors.saveProfile({ contactEmail: { kind: 'sign-in' } });
    expect(await shownOf(tutor)).toBe(tutor.user.email);
    const moved = `${unique('moved').replace(' ', '.')}@example.com`;
    await database.db.update(users).set({ email: moved }).where(eq(users.id, tutor.user.id));
    expect(await shownOf(tutor)).toBe(moved);
  });

  test('raises the revision of the profile, and stays where something else is saved', async () => {
    const tutor = await aTutor(database.db);
    const { revision } = await ownerOf(tutor).tutors.own();
    await ownerOf(tutor).tutors.saveProfile({ contactEmail: { kind: 'none' }, revision });
    await ownerOf(tutor).tutors.saveProfile({ bio: 'Patient.' });
    expect(await ownerOf(tutor).tutors.own()).toMatchObject({ contactEmail: { kind: 'none' }, revision: revision + 2, bio: 'Patient.' });
    await expect(ownerOf(tutor).tutors.saveProfile({ contactEmail: { kind: 'sign-in' }, revision })).rejects.toMatchObject({
      cause: { code: 'tutor.profile_changed' },
    });
  });

  test.each([
    [{ kind: 'other', address: 'no address' }, 'contactEmail.address'],
    [{ kind: 'other', address: '' }, 'contactEmail.address'],
    [{ kind: 'other' }, 'contactEmail.address'],
  ] as const)('has to be one: %j', async (contactEmail, path) => {
    const tutor = await aTutor(database.db);
    // As a program could send it, whatever the types say.
    const sent = { contactEmail } as Parameters<ReturnType<typeof as>['tutors']['saveProfile']>[0];
    await expect(ownerOf(tutor).tutors.saveProfile(sent)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: path.split('.'), message: 'Please enter a valid email address' }] },
    });
    expect(await shownOf(tutor)).toBe(tutor.user.email);
  });

  test.each([
    ['another one without an address', { contactEmailKind: 'other', contactEmail: '' }],
    ['an address that is not shown', { contactEmailKind: 'none', contactEmail: 'a@example.com' }],
    ['a second one beside that of the account', { contactEmailKind: 'sign-in', contactEmail: 'a@example.com' }],
  ] as const)('is never stored as %s', async (_, values) => {
    const { id } = await aTutor(database.db);
    await expect(database.db.update(profiles).set(values).where(eq(profiles.id, id))).rejects.toMatchObject({
      cause: { constraint_name: 'tutor_profiles_contact_email_given' },
    });
  });
});
