import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOT_FOUND, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

const NOTIFICATIONS = [
  ['GET', '', 401],
  ['GET', '/unread-count', 401],
  ['GET', '/stats', 401],
  ['PATCH', '/mark-read', 401],
  ['PATCH', '/mark-all-read', 401],
  ['DELETE', '/delete-read', 401],
  ['DELETE', '/clear-all', 401],
  ['DELETE', '/{id}', 401],
  ['POST', '', 401],
] as const;
const CALLS: readonly (readonly [string, string, number])[] = [
  ['GET', '/api', 200],
  ['POST', '/api/auth/login', 400],
  ['POST', '/api/auth/register', 400],
  ['GET', '/api/auth/me', 401],
  ['PUT', '/api/auth/me', 401],
  ['GET', '/api/auth/profile', 401],
  ['PUT', '/api/auth/profile', 401],
  ['POST', '/api/upload/profile-photo', 401],
  ['POST', '/api/auth/logout', 200],
  ['POST', '/api/auth/forgot-password', 400],
  ['POST', '/api/auth/reset-password', 400],
  ['POST', '/api/auth/change-password', 401],
  ['POST', '/api/auth/confirm-password', 401],
  ['POST', '/api/auth/verify-email', 400],
  ['POST', '/api/auth/resend-verification', 401],
  ['PUT', '/api/auth/google/update-role', 401],
  ['GET', '/api/subjects', 200],
  ['GET', '/api/subject-categories', 200],
  ['GET', '/api/topics', 200],
  ['GET', '/api/topics/subject/{subjectId}', 200],
  ['GET', '/api/topics/subject/{subjectId}/tutor-counts', 200],
  ['POST', '/api/subjects', 401],
  ['GET', '/api/subjects/tutor-counts', 200],
  ['GET', '/api/subjects/{id}', 404],
  ['PUT', '/api/subjects/{id}', 401],
  ['DELETE', '/api/subjects/{id}', 401],
  ['GET', '/api/subjects/{id}/tutor-count', 404],
  ['PATCH', '/api/subjects/{id}/toggle', 401],
  ['PATCH', '/api/subjects/{id}/toggle-status', 401],
  ['POST', '/api/subject-categories', 401],
  ['GET', '/api/subject-categories/{id}', 404],
  ['PUT', '/api/subject-categories/{id}', 401],
  ['DELETE', '/api/subject-categories/{id}', 401],
  ['PATCH', '/api/subject-categories/{id}/toggle-status', 401],
  ['POST', '/api/topics', 401],
  ['GET', '/api/topics/{id}', 404],
  ['PUT', '/api/topics/{id}', 401],
  ['DELETE', '/api/topics/{id}', 401],
  ['GET', '/api/topics/{id}/tutor-count', 404],
  ['GET', '/api/stats/public', 200],
  ['GET', '/api/tutors', 200],
  ['GET', '/api/tutors/profile', 401],
  ['PUT', '/api/tutors/profile', 401],
  ['PATCH', '/api/tutors/profile', 401],
  ['GET', '/api/tutors/bookings', 401],
  ['PATCH', '/api/tutors/bookings/{id}', 401],
  ['POST', '/api/upload/verification-docs', 401],
  ['DELETE', '/api/upload/{id}', 401],
  ['POST', '/api/tutors/documents', 401],
  ['DELETE', '/api/tutors/documents/{id}', 401],
  ['POST', '/api/tutors', 401],
  ['DELETE', '/api/tutors/profile', 401],
  ['POST', '/api/tutors/subjects', 401],
  ['PATCH', '/api/tutors/subjects/{subjectId}', 401],
  ['DELETE', '/api/tutors/subjects/{subjectId}', 401],
  ['PATCH', '/api/tutors/subjects/{subjectId}/availability', 401],
  ['PATCH', '/api/tutors/vacation-mode', 401],
  ['GET', '/api/tutors/blogs', 401],
  ['GET', '/api/tutors/blogs/{id}', 404],
  ['POST', '/api/tutors/blogs', 401],
  ['PUT', '/api/tutors/blogs/{id}', 401],
  ['DELETE', '/api/tutors/blogs/{id}', 401],
  ['GET', '/api/blogs', 200],
  ['GET', '/api/blogs/{id}', 404],
  ['POST', '/api/blogs/{id}/like', 401],
  ['GET', '/api/tutors/{id}/blogs', 404],
  ['GET', '/api/admin/tutors', 401],
  ['GET', '/api/admin/tutors/{id}/verification', 401],
  ['DELETE', '/api/admin/tutors/{id}', 401],
  ['POST', '/api/admin/tutors/{id}/send-profile-reminder', 401],
  ['GET', '/api/admin/dashboard/stats', 401],
  ['GET', '/api/admin/bookings', 401],
  ['POST', '/api/admin/bookings/{id}/notify', 401],
  ['PATCH', '/api/admin/tutors/{id}/approve', 401],
  ['PATCH', '/api/admin/tutors/{id}/reject', 401],
  ['PATCH', '/api/admin/tutors/{id}/toggle-verification', 401],
  ['PATCH', '/api/admin/users/{id}/status', 401],
  ['GET', '/api/admin/students', 401],
  ['DELETE', '/api/admin/students/{id}', 401],
  ['GET', '/api/tutors/{id}', 404],
  ['GET', '/api/tutors/{id}/reviews', 404],
  ['GET', '/api/tutors/{id}/stats', 404],
  ['GET', '/api/tutors/{id}/availability', 404],
  ['GET', '/api/ratings/tutor/{tutorId}', 404],
  ['GET', '/api/students/bookings', 401],
  ['POST', '/api/students/bookings', 401],
  ['GET', '/api/students/profile', 401],
  ['GET', '/api/students/favorites', 401],
  ['POST', '/api/students/favorites/{tutorId}', 401],
  ['DELETE', '/api/students/favorites/{tutorId}', 401],
  ['POST', '/api/ratings', 401],
  ['GET', '/api/ratings/booking/{bookingId}', 401],
  ['PUT', '/api/ratings/{id}', 401],
  ['DELETE', '/api/ratings/{id}', 401],
  ['POST', '/api/bookings', 401],
  ['GET', '/api/bookings', 401],
  ['GET', '/api/bookings/{id}', 401],
  ['PATCH', '/api/bookings/{id}/status', 401],
  ['DELETE', '/api/bookings/{id}', 401],
  ['POST', '/api/bookings/{id}/reminder', 401],
  ['GET', '/api/notifications/admin/all', 401],
  ['POST', '/api/notifications/admin/create', 401],
  ['POST', '/api/notifications/admin/bulk', 401],
  ['DELETE', '/api/notifications/admin/cleanup', 401],
  ...NOTIFICATIONS.map(([method, path, status]) => [method, `/notifications${path}`, status] as const),
  ...NOTIFICATIONS.map(([method, path, status]) => [method, `/api/notifications${path}`, status] as const),
];

const addressOf = (path: string) => path.replace(/\{\w+\}/, UNKNOWN_ID);

// spec rest-notifications.8 | D Routes | The same calls under /api/notifications | src/server/rest/rest.ts
// spec rest-bookings.7
describe('the documented calls', () => {
  // spec rest.5
  test.each(CALLS)('%s %s exists', async (method, path, status) => {
    const answer = await rest.call<{ message: string; code: string }>(method, addressOf(path));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).not.toEqual(NOT_FOUND);
  });

  // spec rest.23 | R §8 | GET /api says that somebody is there | src/server/rest/rest.ts
  test('GET /api answers that the API is alive', async () => {
    expect((await rest.get('/api')).body).toEqual({ success: true, message: 'Vidya API' });
  });
});

describe('any other path', () => {
  // spec rest.3
  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api'],
    ['DELETE', '/api/tutors'],
    ['PATCH', '/api/subjects'],
    ['PATCH', '/api/auth/me'],
    ['GET', '/api/upload/profile-photo'],
    ['GET', '/api/auth/login'],
    ['GET', '/api/locations'],
    ['PUT', '/api/tutors/availability'],
    ['GET', '/api/topics/subject/one/two'],
    ['GET', '/api/tutors/one/two/three'],
    ['GET', '/notifications/nothing'],
    ['PUT', '/notifications'],
    ['GET', '/api/docs/nothing.js'],
    ['GET', '/api/docs/..%2Fpackage.json'],
    ['GET', '/api/%00'],
  ])('%s %s answers 404 in JSON, never a page', async (method, path) => {
    const { status, headers, body } = await rest.call(method, path, { headers: { Accept: 'text/html' } });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual(NOT_FOUND);
  });
});

describe('the reference', () => {
  // spec s7.14 | S7 | /api/docs is the reference with “try it”, from this server alone | src/server/rest/docs.ts
  test('is a page without external resources and inline scripts', async () => {
    const { status, headers, body } = await rest.get<string>('/api/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(body).not.toMatch(/https?:\/\//);
    expect(body).not.toMatch(/<script>/);
    const linked = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    const needed = linked.filter((path) => path.startsWith('/api/'));
    expect(linked.filter((path) => !needed.includes(path))).toEqual(['/', '/account#api-keys']);
    expect(needed).toHaveLength(6);
    expect(needed).toContain('/api/openapi.json');
    // The client is in no registry: whoever took its name there would be installed.
    expect(body).not.toContain('npm install');
    for (const path of needed) expect((await rest.get(path)).status, path).toBe(200);
  });
});

// spec mail.8
test('/dev/outbox does not exist in production', async () => {
  const env = { PUBLIC_URL: 'https://vidya.example', APP_SECRET: '8f2c61d09be7435aa14c0d6e92b857f3', MAIL: 'off', LOG_LEVEL: 'silent' };
  const config = readConfig(env, 'production');
  const services = await createServices({ config, connection: database.connection, log: createLog({ level: 'silent' }) });
  const app = createApp(services);
  for (const path of ['/dev/outbox', '/dev/outbox/', '/dev/outbox/2026-03-02T04-30-00-000Z-aaaaaaaa']) {
    const response = await app.request(path);
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 404, body: NOT_FOUND });
  }
  await services.close();
});
