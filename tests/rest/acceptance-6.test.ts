import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { MALFORMED_IDS, NOT_FOUND, UNKNOWN_ID, useRest } from './app.ts';
import { type CallerRole, useActors } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const everyone = useActors(database, rest);

type Row = [call: string, as: CallerRole, says: string, body?: unknown];
const TUTOR = 'Tutor Not Found';
const BOOKING = 'Booking not found';
const ENTRY = 'Selected subject not found';
const REVIEW = { rating: 5, review: 'A patient teacher.' };

const NOT_FOUND_CALLS: readonly Row[] = [
  ['DELETE /api/upload/{id}', 'tutor', 'Image not found'],
  ['GET /api/subjects/{id}', 'student', 'Subject not found'],
  ['GET /api/subjects/{id}/tutor-count', 'student', 'Subject not found'],
  ['PUT /api/subjects/{id}', 'admin', 'Subject not found', { name: 'Renamed' }],
  ['DELETE /api/subjects/{id}', 'admin', 'Subject not found'],
  ['PATCH /api/subjects/{id}/toggle', 'admin', 'Subject not found'],
  ['PATCH /api/subjects/{id}/toggle-status', 'admin', 'Subject not found'],
  ['GET /api/subject-categories/{id}', 'student', 'Category not found'],
  ['PUT /api/subject-categories/{id}', 'admin', 'Category not found', { name: 'Renamed' }],
  ['DELETE /api/subject-categories/{id}', 'admin', 'Category not found'],
  ['PATCH /api/subject-categories/{id}/toggle-status', 'admin', 'Category not found'],
  ['GET /api/topics/{id}', 'student', 'Topic not found'],
  ['GET /api/topics/{id}/tutor-count', 'student', 'Topic not found'],
  ['PUT /api/topics/{id}', 'admin', 'Topic not found', { name: 'Renamed' }],
  ['DELETE /api/topics/{id}', 'admin', 'Topic not found'],
  ['GET /api/tutors/{id}', 'student', TUTOR],
  ['GET /api/tutors/{id}/reviews', 'student', TUTOR],
  ['GET /api/tutors/{id}/stats', 'student', TUTOR],
  ['GET /api/tutors/{id}/availability', 'student', TUTOR],
  ['GET /api/tutors/{id}/blogs', 'student', TUTOR],
  ['PATCH /api/tutors/subjects/{subjectId}', 'tutor', ENTRY, {}],
  ['DELETE /api/tutors/subjects/{subjectId}', 'tutor', ENTRY],
  ['PATCH /api/tutors/subjects/{subjectId}/availability', 'tutor', ENTRY, { availability: [] }],
  ['PATCH /api/tutors/bookings/{id}', 'tutor', BOOKING, { status: 'confirmed' }],
  ['GET /api/tutors/blogs/{id}', 'student', 'Blog not found'],
  ['PUT /api/tutors/blogs/{id}', 'tutor', 'Blog not found', { title: 'Renamed' }],
  ['DELETE /api/tutors/blogs/{id}', 'tutor', 'Blog not found'],
  ['GET /api/blogs/{id}', 'student', 'Blog not found'],
  ['POST /api/blogs/{id}/like', 'student', 'Blog not found'],
  ['POST /api/students/favorites/{tutorId}', 'student', TUTOR],
  ['GET /api/ratings/tutor/{tutorId}', 'student', TUTOR],
  ['GET /api/ratings/booking/{bookingId}', 'student', 'No review found for this booking'],
  ['PUT /api/ratings/{id}', 'student', 'Review not found', REVIEW],
  ['DELETE /api/ratings/{id}', 'student', 'Review not found'],
  ['DELETE /notifications/{id}', 'student', 'Notification not found'],
  ['DELETE /api/notifications/{id}', 'student', 'Notification not found'],
  ['GET /api/bookings/{id}', 'student', BOOKING],
  ['PATCH /api/bookings/{id}/status', 'student', BOOKING, { status: 'cancelled' }],
  ['DELETE /api/bookings/{id}', 'student', BOOKING],
  ['POST /api/bookings/{id}/reminder', 'tutor', BOOKING],
  ['PATCH /api/admin/tutors/{id}/approve', 'admin', TUTOR, {}],
  ['PATCH /api/admin/tutors/{id}/reject', 'admin', TUTOR, { reason: 'Blurred documents' }],
  ['PATCH /api/admin/tutors/{id}/toggle-verification', 'admin', TUTOR, {}],
  ['DELETE /api/admin/tutors/{id}', 'admin', TUTOR],
  ['POST /api/admin/tutors/{id}/send-profile-reminder', 'admin', TUTOR],
  ['GET /api/admin/tutors/{id}/verification', 'admin', TUTOR],
  ['DELETE /api/admin/students/{id}', 'admin', 'Student not found'],
  ['PATCH /api/admin/users/{id}/status', 'admin', 'User not found', { status: 'suspended', reason: 'Spam' }],
  ['POST /api/admin/bookings/{id}/notify', 'admin', BOOKING],
];

type OtherCall = [call: string, as: CallerRole, status: number, answer: unknown];
const OTHER_CALLS: readonly OtherCall[] = [
  ['DELETE /api/tutors/documents/{id}', 'tutor', 400, { success: false, message: 'Invalid document ID' }],
  ['GET /api/topics/subject/{subjectId}', 'student', 200, []],
  ['GET /api/topics/subject/{subjectId}/tutor-counts', 'student', 200, []],
  ['DELETE /api/students/favorites/{tutorId}', 'student', 200, { success: true, message: 'Tutor removed from favorites.' }],
];

const send = (call: string, as: CallerRole, id: string, body?: unknown) => {
  const [method = '', path = ''] = call.split(' ');
  return rest.call(method, path.replace(/\{\w+\}/, id), { as: everyone.tokenOf(as), body });
};
const IDS = [UNKNOWN_ID, ...MALFORMED_IDS];

describe('acceptance check 6: malformed ids and unknown paths', () => {
  // spec rest.11 | R §2.3 | A malformed id is one that does not exist, at every path with an id | src/server/core/ids.ts
  // spec s7-checks.6 | R §10 6 | 6. Malformed ids on every path with one; unknown paths | src/server/core/ids.ts
  test.each(NOT_FOUND_CALLS)('%s as a %s answers 404: %s', async (call, as, message, body) => {
    for (const id of IDS) {
      const answer = await send(call, as, id, body);
      expect({ id, status: answer.status, body: answer.body }).toMatchObject({ id, status: 404, body: { success: false, message } });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  // spec rest.11, s7-checks.6
  test.each(OTHER_CALLS)('%s as a %s answers %d', async (call, as, status, answer) => {
    for (const id of IDS) expect(await send(call, as, id)).toMatchObject({ status, body: answer });
  });

  // spec rest.11
  test.each(['/notifications/mark-read', '/api/notifications/mark-read'])('PATCH %s skips malformed ids', async (path) => {
    const notificationIds = [...IDS, everyone.data.review.id];
    const answer = await rest.call('PATCH', path, { as: everyone.tokenOf('student'), body: { notificationIds } });
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { updatedCount: 0 } } });
  });

  // spec rest.11, s7-checks.6
  test('covers every path with an id', async () => {
    const { paths } = (await rest.get<{ paths: Record<string, object> }>('/api/openapi.json')).body;
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      /\{(id|\w+Id)\}/.test(path) ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`) : [],
    );
    expect([...NOT_FOUND_CALLS, ...OTHER_CALLS].map(([call]) => call).sort()).toEqual(documented.sort());
  });

  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const UNKNOWN_PATHS: readonly [methods: readonly string[], path: string][] = [
    [METHODS, '/api/x'],
    [METHODS, '/api/x/y/z'],
    [METHODS, '/notifications/x/y'],
    [['POST', 'PUT', 'PATCH', 'DELETE'], '/api'],
    [['GET', 'PUT', 'PATCH', 'DELETE'], '/api/auth/login'],
    [['PATCH', 'DELETE'], '/api/subjects'],
    [['PUT', 'PATCH', 'DELETE'], '/api/tutors'],
    [['GET', 'PUT', 'POST'], '/notifications/mark-read'],
    [METHODS, '/api/locations'],
    [METHODS, '/api/locations/colombo'],
    [METHODS, `/api/locations/${UNKNOWN_ID}/tutors`],
    ...['bio', 'education', 'experience', 'hourly-rate', 'locations', 'preferences'].map((part): [string[], string] => [
      ['POST', 'PUT', 'PATCH', 'DELETE'],
      `/api/tutors/${part}`,
    ]),
    [['PUT'], '/api/tutors/availability'],
  ];
  // spec rest.3 | R §2.1, §8 | Unknown and retired paths and methods are 404 JSON, whatever the client accepts | src/server/rest/rest.ts
  // spec s7-checks.6
  test.each(UNKNOWN_PATHS)('%j %s answers 404 in JSON', async (methods, path) => {
    for (const method of methods) {
      for (const role of [undefined, 'admin'] as const) {
        const answer = await rest.call(method, path, { as: everyone.tokenOf(role), headers: { Accept: 'text/html' } });
        expect({ method, status: answer.status, body: answer.body }).toEqual({ method, status: 404, body: NOT_FOUND });
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
    }
  });
});
