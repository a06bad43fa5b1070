import { beforeEach, describe, expect, test } from 'vitest';
import { UNKNOWN_ID, useRest } from '#tests/rest/app.ts';
import { useParties } from '#tests/rest/setups.ts';
import { type ApiClient, answerOf, apiClient, errorAnswer } from '#tests/support/api-client.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aTutor, aUser, HOUR, NEXT_MONDAY_NINE, NOW } from '#tests/support/factories.ts';
import { expectNoWrites } from '#tests/support/table-contents.ts';

const database = useDatabase();
const rest = useRest(database);
const restricted = useRest(database, { env: { HOME_VISITS_UNVERIFIED: 'off' } });
let api: ApiClient;
const parties = useParties(database, rest);
beforeEach(() => {
  api = apiClient(rest, parties.studentToken);
});

const at = (hours: number, from = NEXT_MONDAY_NINE) => new Date(from.getTime() + hours * HOUR).toISOString();
const REQUEST_BODY = { contactNumber: '0771234567', learningMethod: 'online' as const };
const requestBody = (more: object = {}) => ({
  tutorId: parties.tutor.id,
  subjectId: parties.tutor.subjectId,
  startTime: at(0),
  endTime: at(1),
  ...REQUEST_BODY,
  ...more,
});
const requesting = (body: ReturnType<typeof requestBody>) => [
  () => api.POST('/api/bookings', { body }),
  () => api.POST('/api/students/bookings', { body }),
];

describe('a request for a booking', () => {
  test.each<[number, string, string, (() => object) | object]>([
    [400, 'booking.subject_unknown', 'Selected subject not found', { subjectId: UNKNOWN_ID }],
    [400, 'booking.time_invalid', 'Please choose a valid date and time', { startTime: at(2) }],
    [400, 'booking.in_past', 'Booking date must be in the future', { startTime: at(-2, NOW), endTime: at(-1, NOW) }],
    [400, 'booking.too_soon', 'Please book at least one day ahead', { startTime: at(1, NOW), endTime: at(2, NOW) }],
    [400, 'booking.too_far', 'Bookings can be made up to 28 days ahead', { startTime: at(28 * 24), endTime: at(28 * 24 + 1) }],
    [400, 'booking.duration', 'Duration must be 1, 2 or 3 hours', { endTime: at(4) }],
    [400, 'booking.duration_mismatch', 'Duration does not match the selected time', { duration: 2 }],
    [400, 'booking.group', 'Group sessions cannot be booked', { learningMethod: 'group' }],
    [400, 'booking.mode_unavailable', 'The tutor does not offer this learning method', { learningMethod: 'individual' }],
    [404, 'tutor.not_found', 'Tutor Not Found', { tutorId: UNKNOWN_ID }],
    [409, 'booking.outside_slots', 'The tutor is not available at this time', { startTime: at(0.5), endTime: at(1.5) }],
  ])('answers %i %s under either path: %s', async (status, code, sentence, more) => {
    for (const request of requesting(requestBody(more))) {
      const { status: answered, body } = answerOf(await expectNoWrites(database, request));
      expect({ status: answered, body }).toEqual({ status, body: expect.objectContaining({ success: false, code, message: sentence }) });
    }
  });

  test("within the tutor's own notice is rejected", async () => {
    parties.tutor = await aTutor(database.db, { minimumNoticeHours: 168 });
    // The session begins in 167 hours.
    const refusal = { code: 'booking.notice', message: "This tutor needs at least 1 week's notice", params: { notice: "1 week's" } };
    for (const request of requesting(requestBody())) {
      const { status, body } = answerOf(await expectNoWrites(database, request));
      expect({ status, body }).toEqual({ status: 400, body: { success: false, ...refusal } });
    }
  });

  test('to a tutor on vacation is rejected', async () => {
    parties.tutor = await aTutor(database.db, { vacationMode: true });
    const sentence = 'Tutor is on Vacation. This tutor is not accepting new bookings.';
    for (const request of requesting(requestBody())) {
      expect(answerOf(await expectNoWrites(database, request))).toEqual(errorAnswer(409, 'booking.tutor_on_vacation', sentence));
    }
  });

  // spec s8-development.3
  test('for a home visit of an unverified tutor is rejected where the site forbids it', async () => {
    parties.tutor = await aTutor(database.db, { subjects: [{ modes: [{ type: 'home-visit', rateCents: 200_000 }] }] });
    const strict = apiClient(restricted, await restricted.tokenOf(parties.student));
    const body = requestBody({ learningMethod: 'individual' });
    const sentence =
      'Only verified tutors can be booked for home visits, and this tutor is not verified yet. Please choose another learning method or tutor.';
    for (const path of ['/api/bookings', '/api/students/bookings'] as const) {
      expect(answerOf(await expectNoWrites(database, () => strict.POST(path, { body })))).toEqual(
        errorAnswer(409, 'booking.home_visit_unverified', sentence),
      );
    }
    expect((await api.POST('/api/bookings', { body })).response.status).toBe(201);
  });

  test('for a time that is taken answers the next free times', async () => {
    await aBooking(database.db, { tutor: parties.tutor });
    const free = { nextFree: [at(1), at(2), at(3)] };
    for (const request of requesting(requestBody())) {
      expect(answerOf(await expectNoWrites(database, request))).toEqual(errorAnswer(409, 'booking.slot_taken', 'This time is already booked', free));
    }
  });

  test('with the key of another request is rejected', async () => {
    const params = { header: { 'Idempotency-Key': 'of the first' } };
    const first = await api.POST('/api/bookings', { params, body: requestBody() });
    expect(first.response.status).toBe(201);
    expect(answerOf(await expectNoWrites(database, () => api.POST('/api/bookings', { params, body: requestBody() })))).toEqual(answerOf(first));
    const other = await expectNoWrites(database, () => api.POST('/api/bookings', { params, body: requestBody({ endTime: at(2) }) }));
    expect(answerOf(other)).toEqual(errorAnswer(409, 'request.key_reused', 'This request key was already used'));
  });
});

describe('the status of a booking', () => {
  const params = ({ id }: { id: string }) => ({ path: { id } });
  const PATH = '/api/bookings/{id}/status';

  test('cannot be changed by an account without a role', async () => {
    const booking = await aBooking(database.db, { student: parties.student, tutor: parties.tutor });
    const newcomer = apiClient(rest, await rest.tokenOf(await aUser(database.db, { role: null })));
    const answer = await expectNoWrites(database, () => newcomer.PATCH(PATH, { params: params(booking), body: { status: 'cancelled' } }));
    expect(answerOf(answer)).toEqual(errorAnswer(403, 'auth.role', 'This is not available for your account'));
  });

  test('cannot become completed before it was confirmed', async () => {
    const booking = await aBooking(database.db, { student: parties.student, tutor: parties.tutor, startTime: new Date(NOW.getTime() - 3 * HOUR) });
    const foreign = apiClient(rest, await rest.tokenOf(parties.tutor.user));
    const answer = await expectNoWrites(database, () => foreign.PATCH(PATH, { params: params(booking), body: { status: 'completed' } }));
    expect(answerOf(answer)).toEqual(errorAnswer(409, 'booking.not_confirmed', 'Only confirmed bookings can be completed'));
  });

  // spec s7.19
  test('goes from pending to confirmed to cancelled, and both parties read the same', async () => {
    const { data: created } = await api.POST('/api/students/bookings', { body: requestBody() });
    const booking = { id: `${created?.booking.id}` };
    expect(created?.booking).toMatchObject({ status: 'pending', amount: 1500, duration: 1, paymentStatus: 'pending' });
    const foreign = apiClient(rest, await rest.tokenOf(parties.tutor.user));
    const link = { status: 'confirmed' as const, meetingLink: 'https://meet.example/room' };
    const { data: confirmed } = await foreign.PATCH('/api/tutors/bookings/{id}', { params: params(booking), body: link });
    expect(confirmed).toMatchObject({ status: 'confirmed', meetingLink: 'https://meet.example/room' });
    const reason = { status: 'cancelled' as const, cancellationReason: 'An examination' };
    const { data: cancelled } = await api.PATCH(PATH, { params: params(booking), body: reason });
    expect(cancelled?.booking).toMatchObject({ status: 'cancelled', cancellationReason: 'An examination' });
    expect((await api.GET('/api/bookings/{id}', { params: params(booking) })).data).toEqual(cancelled?.booking);
    expect((await foreign.GET('/api/tutors/bookings')).data).toEqual([cancelled?.booking]);
    expect((await api.GET('/api/students/bookings')).data?.bookings).toEqual([cancelled?.booking]);
  });
});
