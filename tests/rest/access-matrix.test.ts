import { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { type Client, NO_CLIENT, type Session } from '#server/core/context.ts';
import { createRest } from '#server/rest/rest.ts';
import { ACTORS, type ActorName, type Actors, createActors, PASSWORD, runAndRollBack } from '#tests/support/actors.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NEXT_MONDAY_NINE } from '#tests/support/factories.ts';
import { useRecorder } from '#tests/support/rest-coverage.ts';

const database = useDatabase();
const recorder = useRecorder();
let data: Actors;
beforeAll(async () => {
  data = await createActors(database.db);
  for (const name of ACTORS) recorder.setCaller(tokenOf(name), name === 'suspended' ? null : data.people[name]?.role);
});
const tokenOf = (actor: ActorName) => actor.replace(' ', '-');

/** As in `tests/features/access-matrix.test.ts`; a name in braces stands for the id of that record. */
type Row = [call: string, outcomes: string, body?: (data: Actors) => unknown];

const ANYONE = '+++++++';
const USER = '1+++++1';
const STUDENT = '1++3331';
const TUTOR = '133++31';
const ADMIN = '13333+1';
const ITS_STUDENT = '1+43331';
const ITS_TUTOR = '133+431';

const none = () => ({});
const NEW = { name: 'Somebody New', password: 'battery staple' };
const NOTE = { type: 'info', title: 'News', message: 'Words' };
const POST = { title: 'A post', content: '<p>Words to read.</p>', status: 'draft' };
const request = ({ otherTutor }: Actors) => ({
  tutorId: otherTutor.id,
  subjectId: otherTutor.subjectId,
  startTime: NEXT_MONDAY_NINE,
  endTime: new Date(NEXT_MONDAY_NINE.getTime() + 3_600_000),
  contactNumber: '0771234567',
  learningMethod: 'online',
});
const toStudent = ({ student }: Actors) => ({ ...NOTE, userId: student.id });

const OWN_NOTIFICATIONS: Row[] = [
  ['GET ', USER],
  ['GET /unread-count', USER],
  ['GET /stats', USER],
  ['PATCH /mark-read', USER, none],
  ['PATCH /mark-all-read', USER],
  ['DELETE /delete-read', USER],
  ['DELETE /clear-all', USER],
  ['DELETE /{notification}', '1+44441'],
  ['POST ', USER, () => NOTE],
];
const under = (base: string): Row[] => OWN_NOTIFICATIONS.map(([call, ...rest]) => [call.replace(' ', ` ${base}`), ...rest]);

const CALLS: Row[] = [
  ['GET /api', ANYONE],
  ['POST /api/auth/login', ANYONE, ({ tutor }) => ({ email: tutor.user.email, password: PASSWORD })],
  ['POST /api/auth/register', ANYONE, () => ({ ...NEW, email: 'new@example.com', role: 'student' })],
  ['GET /api/auth/me', USER],
  ['PUT /api/auth/me', USER, none],
  ['GET /api/auth/profile', USER],
  ['PUT /api/auth/profile', USER, none],
  ['POST /api/auth/logout', ANYONE],
  ['POST /api/auth/forgot-password', ANYONE, ({ student }) => ({ email: student.email })],
  ['POST /api/auth/reset-password', ANYONE, ({ student }) => ({ email: student.email, otp: '123456', password: NEW.password })],
  ['POST /api/auth/change-password', USER, () => ({ currentPassword: PASSWORD, newPassword: NEW.password })],
  ['POST /api/auth/verify-email', ANYONE, () => ({ token: 'of nothing' })],
  ['POST /api/auth/confirm-password', USER, () => ({ password: PASSWORD })],
  ['POST /api/auth/resend-verification', USER],
  ['PUT /api/auth/google/update-role', USER, () => ({ role: 'student' })],
  ['POST /api/upload/profile-photo', USER],
  ['POST /api/upload/verification-docs', TUTOR],
  ['DELETE /api/upload/{upload}', '133+3+1'],
  ['POST /api/tutors/documents', TUTOR],
  ['DELETE /api/tutors/documents/{upload}', TUTOR],
  ['GET /api/subjects', ANYONE],
  ['POST /api/subjects', ADMIN, () => ({ name: 'A new subject' })],
  ['GET /api/subjects/tutor-counts', ANYONE],
  ['GET /api/subjects/{subject}', ANYONE],
  ['PUT /api/subjects/{subject}', ADMIN, () => ({ name: 'Renamed' })],
  ['DELETE /api/subjects/{subject}', ADMIN],
  ['GET /api/subjects/{subject}/tutor-count', ANYONE],
  ['PATCH /api/subjects/{subject}/toggle', ADMIN],
  ['PATCH /api/subjects/{subject}/toggle-status', ADMIN],
  ['GET /api/subject-categories', ANYONE],
  ['POST /api/subject-categories', ADMIN, () => ({ name: 'A new category' })],
  ['GET /api/subject-categories/{category}', ANYONE],
  ['PUT /api/subject-categories/{category}', ADMIN, () => ({ name: 'Renamed' })],
  ['DELETE /api/subject-categories/{category}', ADMIN],
  ['PATCH /api/subject-categories/{category}/toggle-status', ADMIN],
  ['GET /api/topics', ANYONE],
  ['POST /api/topics', ADMIN, ({ subject }) => ({ name: 'A new topic', subject: subject.id })],
  ['GET /api/topics/subject/{subject}', ANYONE],
  ['GET /api/topics/subject/{subject}/tutor-counts', ANYONE],
  ['GET /api/topics/{topic}', ANYONE],
  ['PUT /api/topics/{topic}', ADMIN, () => ({ isActive: false })],
  ['DELETE /api/topics/{topic}', ADMIN],
  ['GET /api/topics/{topic}/tutor-count', ANYONE],
  ['GET /api/stats/public', ANYONE],
  ['GET /api/tutors', ANYONE],
  ['POST /api/tutors', TUTOR, none],
  ['GET /api/tutors/profile', '144++41'],
  ['PUT /api/tutors/profile', TUTOR, none],
  ['PATCH /api/tutors/profile', TUTOR, none],
  ['DELETE /api/tutors/profile', TUTOR],
  ['POST /api/tutors/subjects', TUTOR, ({ subject }) => ({ subject: subject.id })],
  ['PATCH /api/tutors/subjects/{taught}', ITS_TUTOR, none],
  ['DELETE /api/tutors/subjects/{taught}', ITS_TUTOR],
  ['PATCH /api/tutors/subjects/{taught}/availability', ITS_TUTOR, () => ({ availability: [] })],
  ['PATCH /api/tutors/vacation-mode', TUTOR, none],
  ['GET /api/tutors/bookings', TUTOR],
  ['PATCH /api/tutors/bookings/{pending}', ITS_TUTOR, () => ({ status: 'confirmed' })],
  ['GET /api/tutors/blogs', TUTOR],
  ['GET /api/tutors/blogs/{draft}', '444+4+4'],
  ['POST /api/tutors/blogs', TUTOR, () => POST],
  ['PUT /api/tutors/blogs/{draft}', ITS_TUTOR, () => POST],
  ['DELETE /api/tutors/blogs/{draft}', ITS_TUTOR],
  ['GET /api/tutors/{tutor}', ANYONE],
  ['GET /api/tutors/{tutor}/reviews', ANYONE],
  ['GET /api/tutors/{tutor}/stats', ANYONE],
  ['GET /api/tutors/{tutor}/availability', ANYONE],
  ['GET /api/tutors/{tutor}/blogs', ANYONE],
  ['GET /api/blogs', ANYONE],
  ['GET /api/blogs/{draft}', '444+444'],
  ['POST /api/blogs/{post}/like', USER],
  ['GET /api/ratings/tutor/{tutor}', ANYONE],
  ['POST /api/ratings', ITS_STUDENT, ({ reviewable }) => ({ bookingId: reviewable.id, rating: 5, review: 'A patient teacher.' })],
  ['GET /api/ratings/booking/{completed}', ITS_STUDENT],
  ['PUT /api/ratings/{review}', ITS_STUDENT, () => ({ rating: 4, review: 'A patient teacher.' })],
  ['DELETE /api/ratings/{review}', ITS_STUDENT],
  ['GET /api/students/bookings', STUDENT],
  ['POST /api/students/bookings', STUDENT, request],
  ['GET /api/students/profile', STUDENT],
  ['GET /api/students/favorites', STUDENT],
  ['POST /api/students/favorites/{tutor}', STUDENT],
  ['DELETE /api/students/favorites/{tutor}', STUDENT],
  ['POST /api/bookings', STUDENT, request],
  ['GET /api/bookings', USER],
  ['GET /api/bookings/{pending}', '1+4+4+1'],
  ['PATCH /api/bookings/{pending}/status', '1+4+431', () => ({ status: 'cancelled' })],
  ['DELETE /api/bookings/{pending}', ITS_STUDENT],
  ['POST /api/bookings/{confirmed}/reminder', '133+4+1'],
  ['GET /api/admin/dashboard/stats', ADMIN],
  ['GET /api/admin/tutors', ADMIN],
  ['GET /api/admin/tutors/{tutor}/verification', ADMIN],
  ['PATCH /api/admin/tutors/{tutor}/approve', ADMIN, none],
  ['PATCH /api/admin/tutors/{tutor}/reject', ADMIN, () => ({ reason: 'Not yet' })],
  ['PATCH /api/admin/tutors/{tutor}/toggle-verification', ADMIN],
  ['POST /api/admin/tutors/{tutor}/send-profile-reminder', ADMIN],
  ['DELETE /api/admin/tutors/{tutor}', ADMIN],
  ['GET /api/admin/students', ADMIN],
  ['DELETE /api/admin/students/{student}', ADMIN],
  ['PATCH /api/admin/users/{student}/status', ADMIN, () => ({ status: 'suspended', reason: 'Spam' })],
  ['GET /api/admin/bookings', ADMIN],
  ['POST /api/admin/bookings/{pending}/notify', ADMIN],
  ['GET /api/notifications/admin/all', ADMIN],
  ['POST /api/notifications/admin/create', ADMIN, toStudent],
  ['POST /api/notifications/admin/bulk', ADMIN, (all) => ({ notifications: [toStudent(all)] })],
  ['DELETE /api/notifications/admin/cleanup', ADMIN],
  ...under('/notifications'),
  ...under('/api/notifications'),
];

let db: Db;
const sessions = (authorization: string | undefined): Promise<Session> => {
  const name = authorization?.replace('Bearer ', '').replace('-', ' ') as ActorName | undefined;
  if (name === 'suspended') return Promise.resolve({ state: 'rejected' });
  return Promise.resolve(contextAs({ db }, (name && data.people[name]) ?? null).session);
};
const rest = new Hono<{ Variables: { client: Client } }>();
rest.use('*', async (c, next) => {
  c.set('client', { ...NO_CLIENT, address: '192.0.2.1', userAgent: 'A client of the tests' });
  await next();
});
const routes = createRest({
  config: { appName: 'Vidya', publicUrl: 'http://vidya.test', mode: 'test' },
  log: { error: () => {} },
  sessionOf: recorder.withRecording(sessions),
  contextOf: (session, client) => contextAs({ db }, null, { session, client, hasRateLimits: false, log: () => {} }),
});

rest.route('/', routes);

const SIGNS: Partial<Record<number, string>> = { 401: '1', 403: '3', 404: '4', 500: '5' };

function addressOf(path: string): string {
  return path.replace(/\{(\w+)\}/, (_, name: string) => {
    if (name === 'taught') return data.tutor.subjectId;
    const thing = (data as unknown as Record<string, { id: string }>)[name];
    if (!thing) throw new Error(`nothing is called ${name}`);
    return thing.id;
  });
}

async function send(actor: ActorName, call: string, body: unknown): Promise<string> {
  const [method = '', path = ''] = call.split(' ');
  const request = new Request(`http://vidya.test${addressOf(path)}`, {
    method,
    headers: {
      ...(actor !== 'visitor' && { Authorization: `Bearer ${tokenOf(actor)}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await rest.request(request);
  await recorder.record(request, answer);
  return SIGNS[answer.status] ?? '+';
}

const shapeOf = (call: string): string => call.replace(/\{\w+\}/, '{}');

// spec roles.2, s5.3
test('lists every call', async () => {
  const answer = await rest.request('/api/openapi.json');
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, { responses: object }>> };
  const mounted = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Redirects need no session.
      .filter(([, { responses }]) => !('302' in responses))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(mounted.map(shapeOf).sort()).toEqual(CALLS.map(([call]) => shapeOf(call)).sort());
});

// spec roles.2, s5.3
test.each(CALLS)('%s answers %s', async (call, outcomes, body) => {
  const mismatches: string[] = [];
  for (const actor of ACTORS) {
    await runAndRollBack(database.db, async (tx) => {
      db = tx;
      mismatches.push(await send(actor, call, body?.(data)));
    });
  }
  expect(mismatches.join('')).toBe(outcomes);
});
