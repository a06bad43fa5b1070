import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, NOW, unique } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { useVerification } from '#tests/support/verification.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, SITE, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
let now = NOW;
const rest = useRest(database, { now: () => now });
const { createTutor, listNotifications } = useVerification(database);

type Table = { tutors: Record<string, unknown>[]; totalPages: number; currentPage: number; total: number; totalTutors: number };
const adminToken = async () => rest.tokenOf(await anAdmin(database.db));
const table = async (query: string) => (await rest.get<Table>(`/api/admin/tutors${query}`, await adminToken())).body;
const TUTOR_NOT_FOUND = { success: false, message: 'Tutor Not Found', code: 'tutor.not_found' };

// spec rest-admin.6 | C §7, R §4.9 67 | GET /api/admin/tutors with page, search, verified, sortBy, rating; the owner's view |
//   src/server/rest/admin.ts
describe('GET /api/admin/tutors', () => {
  test('lists complete profiles as their owners see them', async () => {
    const tutor = await aTutor(database.db, {
      totalEarningsCents: 0,
      verificationStatus: 'rejected',
      rejectionReason: 'Blurred',
      phone: '0712345678',
    });
    const upload = await anUpload(database.db, tutor.user);
    await database.sql`insert into tutor_documents (upload_id, tutor_id, position) values (${upload.id}, ${tutor.id}, 0)`;
    const body = await table(`?search=${encodeURIComponent(tutor.user.email)}`);
    expect(body).toMatchObject({ totalPages: 1, currentPage: 1, total: 1, totalTutors: expect.any(Number) });
    const { id, name, email } = tutor.user;
    expect(body.tutors).toMatchObject([
      {
        ...{
          _id: tutor.id,
          id: tutor.id,
          user: { _id: id, id, name, email, profileImage: '' },
          phone: '0712345678',
          gender: 'Male',
          bio: 'Teaches.',
        },
        ...{ education: [], experience: [], isVerified: false, verificationStatus: 'rejected', rejectionReason: 'Blurred', status: 'active' },
        ...{
          rating: 0,
          totalRatings: 0,
          teachingMediums: ['english'],
          availableLocations: 'Colombo',
          createdAt: tutor.profile.createdAt.toISOString(),
        },
        documents: [{ _id: upload.id, id: upload.id, url: expect.stringMatching(`^${SITE}/files/documents/.+[?]`) }],
        subjects: [{ subject: { name: expect.any(String) }, teachingModes: [{ type: 'online', enabled: true, rate: 1500 }, { type: 'home-visit' }] }],
      },
    ]);
    expect(body.tutors[0]).not.toHaveProperty('revision');
  });

  test('searches, filters, sorts and pages, and ignores unknown values', async () => {
    const term = unique('Rest').replace(' ', '');
    for (const [index, name] of ['B', 'A', 'C'].entries()) {
      const isVerified = index === 0;
      const { id } = await aTutor(database.db, {
        user: { name: `${name} ${term}`, email: `${name}+${term}@example.com` },
        ...{ isVerified, verificationStatus: isVerified ? 'approved' : 'pending', createdAt: new Date(NOW.getTime() + index * 1000) },
      });
      await database.sql`update tutor_profiles set rating = ${index + 2.5} where id = ${id}`;
    }
    const named = async (query: string) => (await table(`?search=${term}${query}`)).tutors.map(({ user }) => nameOf(user)[0]);
    const nameOf = (user: unknown) => (typeof user === 'object' && user !== null && 'name' in user ? String(user.name) : '');
    expect(await named('')).toEqual(['C', 'A', 'B']);
    expect(await named('&sortBy=oldest')).toEqual(['B', 'A', 'C']);
    expect(await named('&sortBy=name')).toEqual(['A', 'B', 'C']);
    expect(await named('&sortBy=rating&rating=3')).toEqual(['C', 'A']);
    expect(await named('&verified=verified')).toEqual(['B']);
    expect(await named('&verified=true&rating=all')).toEqual(['B']);
    expect(await named('&verified=false')).toEqual(['C', 'A']);
    expect(await named('&verified=all&sortBy=strange&rating=9&page=abc&limit=0')).toEqual(['C', 'A', 'B']);
    expect(await table(`?search=${term}&limit=2&page=2`)).toMatchObject({ totalPages: 2, currentPage: 2, total: 3, tutors: [{}] });
    expect(await table(`?search=${term}&page=7`)).toMatchObject({ totalPages: 1, currentPage: 7, total: 3, tutors: [] });
    // An unescaped plus arrives as a blank.
    expect((await table(`?search=a+${term}@example.com`)).total).toBe(1);
    expect((await table(`?search=${'x'.repeat(10_000)}`)).total).toBe(0);
    expect((await table(`?search=%25${term}`)).total).toBe(0);
    expect((await table('?search=undefined')).total).toBeGreaterThanOrEqual(3);
  });
});

describe('GET /api/admin/tutors/{id}/verification', () => {
  // spec rest-admin.12 | R §8 | GET /api/admin/tutors/{id}/verification: bare, documents freshly signed | src/server/rest/admin.ts
  test('answers the bare profile with newly signed links', async () => {
    const { id, input } = await createTutor('rejected');
    const { status, body } = await rest.get<Record<string, unknown>>(`/api/admin/tutors/${id}/verification`, await adminToken());
    expect([status, body]).toMatchObject([200, { _id: id, rejectionReason: 'Blurred documents' }]);
    expect(body.documents).toMatchObject([{ id: input.documents[0], url: expect.stringMatching(`^${SITE}/files/documents/.+[?]`) }]);
    expect(body).not.toHaveProperty('revision');
  });
});

describe('POST /api/admin/tutors/{id}/send-profile-reminder', () => {
  // spec rest-admin.9 | C §7, R §4.9 73 | POST /api/admin/tutors/{id}/send-profile-reminder | src/server/rest/admin.ts
  test('sends one reminder an hour, and none for a complete profile', async () => {
    const send = async (id: string, body?: unknown) =>
      rest.call('POST', `/api/admin/tutors/${id}/send-profile-reminder`, { as: await adminToken(), ...(body !== undefined && { body }) });
    const tutor = await aTutor(database.db);
    expect(await send(tutor.id)).toMatchObject({ status: 200, body: { success: true, message: 'Profile reminder sent successfully' } });
    const tooSoon = { status: 409, body: { success: false, message: 'A reminder was sent less than an hour ago', code: 'verification.reminded' } };
    expect(await send(tutor.id, {})).toMatchObject(tooSoon);
    now = new Date(NOW.getTime() + 60 * 60_000);
    expect(await send(tutor.id, {})).toMatchObject({ status: 200 });
    now = NOW;
    expect(await listNotifications(tutor.user)).toHaveLength(2);
    const complete = await createTutor('pending');
    expect(await send(complete.id, {})).toMatchObject({ status: 409, body: { message: 'This profile is already complete' } });
  });
});

describe('DELETE /api/admin/tutors/{id}', () => {
  // spec rest-admin.8 | C §7, R §4.9 72 | DELETE /api/admin/tutors/{id} | src/server/rest/admin.ts
  // spec suspending.8
  test('removes profile and account, ends sessions, cancels bookings and frees the email address', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    const booking = await aBooking(database.db, { tutor, student, status: 'confirmed' });
    const [as, foreign] = [await adminToken(), await rest.tokenOf(tutor.user)];
    const answer = await rest.call('DELETE', `/api/admin/tutors/${tutor.id}`, { as });
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'Tutor deleted successfully' } });
    expect((await rest.get('/api/auth/me', foreign)).status).toBe(401);
    expect((await rest.get(`/api/tutors/${tutor.id}`)).status).toBe(404);
    const own = await rest.get<{ bookings: unknown[] }>('/api/students/bookings', await rest.tokenOf(student));
    expect(own.body.bookings).toMatchObject([{ id: booking.id, status: 'cancelled', cancellationReason: 'Tutor is no longer available' }]);
    const registration = { name: 'Somebody', email: tutor.user.email, password: 'secret1', role: 'tutor' };
    expect((await rest.call('POST', '/api/auth/register', { body: registration })).status).toBe(201);
    expect(await rest.call('DELETE', `/api/admin/tutors/${tutor.id}`, { as })).toMatchObject({ status: 404, body: TUTOR_NOT_FOUND });
  });
});

describe.each([
  ['GET', '', '/verification'],
  ['DELETE', '', ''],
  ['POST', '', '/send-profile-reminder'],
] as const)('%s /api/admin/tutors/{id}%s', (method, _, call) => {
  // spec rest-admin.8
  test('requires an admin and answers 404 for a malformed id', async () => {
    const tutor = await aTutor(database.db);
    const pathOf = (id: string) => `/api/admin/tutors/${id}${call}`;
    expect(await rest.call(method, pathOf(tutor.id))).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    for (const person of [tutor.user, await aStudent(database.db)]) {
      const answer = await rest.call(method, pathOf(tutor.id), { as: await rest.tokenOf(person) });
      expect(answer).toMatchObject({ status: 403, body: { message: 'Only admins can manage tutors' } });
    }
    const as = await adminToken();
    for (const id of [UNKNOWN_ID, tutor.user.id, ...MALFORMED_IDS]) {
      expect(await rest.call(method, pathOf(id), { as })).toMatchObject({ status: 404, body: TUTOR_NOT_FOUND });
    }
  });
});

// spec rest-admin.6
test('GET /api/admin/tutors requires an admin', async () => {
  expect((await rest.get('/api/admin/tutors')).status).toBe(401);
  const answer = await rest.get('/api/admin/tutors', await rest.tokenOf(await aStudent(database.db)));
  expect(answer).toMatchObject({ status: 403, body: { message: 'Only admins can manage tutors' } });
});

// spec rest-admin.15 | R §10 | From submission to approval and a change afterwards, as the contract's acceptance has it |
//   src/server/rest/admin.ts
test('verification works from submission to a change of the verified profile', async () => {
  const { id, user, input, admin } = await createTutor('not_started');
  const [owner, as] = [await rest.tokenOf(user), await rest.tokenOf(admin)];
  const body = { ...input, documents: input.documents.map((document) => ({ id: document, url: '' })) };
  const save = () => rest.call('PUT', '/api/tutors/profile', { as: owner, body });
  expect((await save()).body).toMatchObject({ tutor: { verificationStatus: 'pending' } });
  expect((await listNotifications(admin)).map(({ kind }) => kind)).toEqual(['profile.to_review']);
  const decide = (call: string, decision: unknown = {}) => rest.call('PATCH', `/api/admin/tutors/${id}/${call}`, { as, body: decision });
  expect((await decide('approve', { verificationChecks: { documents: true } })).status).toBe(400);
  expect((await decide('approve')).status).toBe(200);
  expect((await save()).body).toMatchObject({ message: 'Profile updated successfully!' });
  expect((await decide('toggle-verification')).body).toMatchObject({ tutor: { isVerified: false, verificationStatus: 'pending' } });
  expect((await decide('reject', { reason: ' ' })).status).toBe(400);
  expect((await decide('reject', { reason: 'Blurred' })).status).toBe(200);
  const statuses = await Promise.all([rest.get(`/api/tutors/${id}`), rest.get(`/api/tutors/${id}`, owner), rest.get(`/api/tutors/${id}`, as)]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200]);
});
