import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, NOW } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { useVerification } from '#tests/support/verification.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, SITE, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const { findProfile, listNotifications } = useVerification(database);

const REASON = 'The documents are blurred';
const CALLS = [
  ['approve', {}],
  ['reject', { reason: REASON }],
  ['toggle-verification', {}],
] as const;
const ALL = { documents: true, education: true, experience: true, background: true, interview: true };
const NONE = { documents: false, education: false, experience: false, background: false, interview: false };
const TUTOR_NOT_FOUND = { success: false, message: 'Tutor Not Found', code: 'tutor.not_found' };

type Decided = { success: boolean; message: string; tutor: Record<string, unknown> };
const adminToken = async () => rest.tokenOf(await anAdmin(database.db));
const pathOf = (id: string, call: string) => `/api/admin/tutors/${id}/${call}`;

async function decide(id: string, call: string, body?: unknown) {
  return rest.call<Decided>('PATCH', pathOf(id, call), { as: await adminToken(), body });
}
const aWaitingTutor = () => aTutor(database.db, { verificationStatus: 'pending' });
const aVerifiedTutor = () => aTutor(database.db, { verificationStatus: 'approved', isVerified: true });

describe('PATCH /api/admin/tutors/{id}/approve', () => {
  // spec rest-admin.1 | C §7, R §4.9 69 | PATCH /api/admin/tutors/{id}/approve | src/server/rest/admin.ts
  test('verifies the tutor and answers the profile as admins see it', async () => {
    const tutor = await aTutor(database.db, { verificationStatus: 'rejected', rejectionReason: REASON, totalEarningsCents: 12_300 });
    const upload = await anUpload(database.db, tutor.user);
    const owner = await rest.tokenOf(tutor.user);
    await rest.call('PUT', '/api/tutors/profile', { as: owner, body: { documents: [{ id: upload.id, url: '' }] } });

    const { status, body } = await decide(tutor.id, 'approve', {});
    expect([status, body.success, body.message]).toEqual([200, true, 'Tutor verified successfully']);
    expect(body.tutor).toMatchObject({
      ...{ _id: tutor.id, id: tutor.id, isVerified: true, verificationStatus: 'approved', verificationChecks: ALL },
      ...{ verificationDate: NOW.toISOString(), rejectionReason: '' },
      documents: [{ _id: upload.id, id: upload.id, url: expect.stringMatching(`^${SITE}/files/`) }],
    });
    expect(body.tutor).not.toHaveProperty('revision');
  });

  // spec rest-admin.4 | R §4.9 69 | PATCH /api/admin/tutors/{id}/approve: absent checks mean all five; one that is not true is refused, as are null,
  //   an empty text and whatever else is no checks | src/server/rest/wire/admin.ts
  // spec vacation.4
  test.each<[string, unknown]>([
    ['nothing at all', undefined],
    ['all five', { verificationChecks: ALL }],
    ['all five as texts', { verificationChecks: Object.fromEntries(Object.keys(ALL).map((check) => [check, ' True '])) }],
    ['more than is known', { verificationChecks: { ...ALL, references: false }, isVerified: false, __proto__: null }],
  ])('treats %s as all checks ticked', async (_, body) => {
    expect((await decide((await aWaitingTutor()).id, 'approve', body)).status).toBe(200);
  });

  // spec s5-bad-input.2 | S5 | Approving with an unticked item | src/server/features/verification/verification.commands.ts
  // spec vacation.4, rest-admin.1, rest-admin.4, errors.65
  test.each<[string, unknown]>([
    ['one is false', { ...ALL, interview: false }],
    ['one is false as a text', { ...ALL, interview: 'false' }],
    ['one is missing', { documents: true, education: true, experience: true, background: true }],
    ['one is null', { ...ALL, background: null }],
    ['one is a number', { ...ALL, background: 1 }],
    ['one is no answer', { ...ALL, education: 'perhaps' }],
    ['one is an object', { ...ALL, documents: {} }],
    ['all are missing', {}],
    ['all are null', null],
    ['all are an empty text', ''],
    ['all are a blank', ' '],
    ['all are a list', []],
    ['all are one word', 'all'],
    ['all are one answer', true],
    ['all are one number', 5],
  ])('rejects checks when %s', async (_, verificationChecks) => {
    const tutor = await aWaitingTutor();
    const { status, body } = await decide(tutor.id, 'approve', { verificationChecks });
    expect([status, body]).toMatchObject([400, { message: 'Please complete all verification checks before approving', code: 'verification.checks' }]);
    expect((await findProfile(tutor.id)).isVerified).toBe(false);
    expect(await listNotifications(tutor.user)).toEqual([]);
  });

  // spec vacation.4, rest-admin.4
  test('keeps a verified tutor verified', async () => {
    const { status, body } = await decide((await aVerifiedTutor()).id, 'approve', {});
    expect([status, body]).toMatchObject([409, { success: false, message: 'Tutor is already verified', code: 'verification.verified' }]);
  });
});

describe('PATCH /api/admin/tutors/{id}/reject', () => {
  // spec rest-admin.2 | C §7, R §4.9 70 | PATCH /api/admin/tutors/{id}/reject | src/server/rest/admin.ts
  test('rejects with the reason and hides the profile from all but its owner and admins', async () => {
    const tutor = await aWaitingTutor();
    const { status, body } = await decide(tutor.id, 'reject', { reason: `  ${REASON} ` });
    expect([status, body]).toMatchObject([200, { success: true, message: 'Tutor rejected successfully' }]);
    expect(body.tutor).toMatchObject({
      ...{ isVerified: false, verificationStatus: 'rejected', verificationChecks: NONE },
      ...{ verificationDate: NOW.toISOString(), rejectionReason: REASON },
    });
    const statusFor = async (as?: string) => (await rest.get(`/api/tutors/${tutor.id}`, as)).status;
    expect([await statusFor(), await statusFor(await rest.tokenOf(await aStudent(database.db)))]).toEqual([404, 404]);
    expect([await statusFor(await rest.tokenOf(tutor.user)), await statusFor(await adminToken())]).toEqual([200, 200]);
    expect((await rest.get<{ tutors: unknown[] }>(`/api/tutors?search=${encodeURIComponent(tutor.user.name)}`)).body.tutors).toEqual([]);
  });

  // spec s5-bad-input.1 | S5 | A blank reason, of a rejection and of a suspension | src/shared/contracts/verification.ts
  // spec vacation.5, errors.65
  test.each([undefined, {}, { reason: '' }, { reason: ' \n\t ' }, { reason: null }, { reason: 5 }, { reason: ['no'] }])(
    'requires a reason, which %j does not give',
    async (input) => {
      const tutor = await aWaitingTutor();
      const { status, body } = await decide(tutor.id, 'reject', input);
      expect([status, body]).toMatchObject([400, { success: false, message: 'Please provide a reason for rejection' }]);
      expect((await findProfile(tutor.id)).verificationStatus).toBe('pending');
    },
  );

  // spec vacation.5
  test('limits the reason to 1,000 characters', async () => {
    const tutor = await aWaitingTutor();
    const { status, body } = await decide(tutor.id, 'reject', { reason: 'x'.repeat(1001) });
    expect([status, body.message]).toEqual([400, 'Reason cannot be longer than 1000 characters']);
    expect((await decide(tutor.id, 'reject', { reason: ` ${'x'.repeat(1000)} ` })).status).toBe(200);
  });

  // spec vacation.5
  test('stores markup in a reason as text', async () => {
    const tutor = await aWaitingTutor();
    const reason = '<script>alert(1)</script> නැත இல்லை';
    expect((await decide(tutor.id, 'reject', { reason })).body.tutor).toMatchObject({ rejectionReason: reason });
  });

  // spec vacation.5
  test('requires a verified tutor to be unverified first', async () => {
    const tutor = await aVerifiedTutor();
    const apiError = await decide(tutor.id, 'reject', { reason: REASON });
    expect([apiError.status, apiError.body]).toMatchObject([409, { message: 'Unverify this tutor first', code: 'verification.unverify_first' }]);
    await decide(tutor.id, 'toggle-verification');
    expect((await decide(tutor.id, 'reject', { reason: REASON })).status).toBe(200);
  });
});

describe('PATCH /api/admin/tutors/{id}/toggle-verification', () => {
  // spec rest-admin.3 | C §7, R §4.9 71 | PATCH /api/admin/tutors/{id}/toggle-verification | src/server/rest/admin.ts
  // spec vacation.6
  test('removes and restores the badge, and says which', async () => {
    const { id } = await aVerifiedTutor();
    const unverified = await decide(id, 'toggle-verification', {});
    expect([unverified.status, unverified.body]).toMatchObject([200, { success: true, message: 'Tutor unverified successfully' }]);
    expect(unverified.body.tutor).toMatchObject({ isVerified: false, verificationStatus: 'pending', verificationChecks: NONE, rejectionReason: '' });
    const on = await decide(id, 'toggle-verification');
    expect([on.status, on.body]).toMatchObject([200, { success: true, message: 'Tutor verified successfully' }]);
    expect(on.body.tutor).toMatchObject({ isVerified: true, verificationStatus: 'approved', verificationChecks: ALL });
  });
});

describe.each(CALLS)('%s', (call, body) => {
  // spec roles.8
  test('requires an admin', async () => {
    const tutor = await aWaitingTutor();
    expect(await rest.call('PATCH', pathOf(tutor.id, call), { body })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    for (const person of [tutor.user, await aStudent(database.db)]) {
      const answer = await rest.call('PATCH', pathOf(tutor.id, call), { as: await rest.tokenOf(person), body });
      expect(answer).toMatchObject({ status: 403, body: { success: false, message: 'Only admins can manage tutors', code: 'auth.role' } });
    }
    expect(await findProfile(tutor.id)).toEqual(tutor.profile);
  });

  // spec rest-admin.3
  test('answers 404 for an id that is unknown, malformed or of an account', async () => {
    const { user } = await aWaitingTutor();
    const as = await adminToken();
    for (const id of [UNKNOWN_ID, user.id, ...MALFORMED_IDS]) {
      expect(await rest.call('PATCH', pathOf(id, call), { as, body })).toMatchObject({ status: 404, body: TUTOR_NOT_FOUND });
    }
  });

  test('finds a tutor by an id in upper case', async () => {
    const { id } = await aWaitingTutor();
    expect((await decide(id.toUpperCase(), call, body)).body.tutor).toMatchObject({ id });
  });
});
