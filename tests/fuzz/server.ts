import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection, Db } from '#db/client.ts';
import { oauthAccounts } from '#db/schema/people.ts';
import { createBegin } from '#db/transaction.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { NO_CLIENT } from '#server/core/context.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { type Actors, createActors, PASSWORD, runAndRollBack } from '#tests/support/actors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { aUser, HOUR, NEXT_MONDAY_NINE, NOW, signedIn, type User } from '#tests/support/factories.ts';
import { aReset } from '#tests/support/resets.ts';
import type { Document } from './document.ts';
import { createFiles } from './forms.ts';
import type { Known } from './from-schema.ts';
import type { Answer } from './judge.ts';
import type { Caller, Environment, Request } from './requests.ts';

const SITE = 'http://vidya.test';
const MAX_LOGGED = 4_000;
const BAD_TOKENS = [
  'Bearer x.y.z',
  'Bearer null',
  'Bearer',
  '',
  'Basic YTpi',
  'bearer r_unknown',
  'Bearer vk_unknown',
  `Bearer ${'x'.repeat(5_000)}`,
  'Bearer é',
];

/** The whole server without rate limits; each request has a transaction that is rolled back, so that all find the same data. */
export async function startServer(connection: Connection) {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-fuzz-'));
  const config = {
    ...readConfig({ DATA_DIR: folder, PUBLIC_URL: SITE, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }, 'test'),
    mode: 'production' as const,
  };
  const logged: unknown[] = [];
  const log = createLog({ level: 'silent' });
  log.error = (...entry: unknown[]) => void logged.push(...entry);
  const services = await createServices({ config, connection, log, now: () => NOW });
  let db: Db = connection.db;
  const contextOf: typeof services.contextOf = (session, client) => ({
    ...services.contextOf(session, client),
    db,
    begin: (work) => createBegin(db)(work),
    sessions: createSessions(db),
  });
  const app = createApp({ ...services, contextOf });
  const data = await createActors(connection.db);
  const callers = await callersOf(connection.db, data);
  const visitorContext = services.contextOf({ state: 'none' }, NO_CLIENT);
  const codes = {
    otp: [(await aReset(visitorContext, data.student)).code],
    token: [await createMailedLink(visitorContext, { userId: data.tutor.user.id, email: data.tutor.user.email, purpose: 'email_confirmation' })],
  };
  const document = (await (await app.request('/api/openapi.json')).json()) as Document;
  const environment: Environment = {
    document,
    callers,
    known: { ...knownValues(data), ...codes },
    idsByPath: idsByPath(data),
    files: await createFiles(),
  };

  async function send(generated: Request): Promise<Answer & { pathname: string }> {
    const request = toRequest(generated);
    const { pathname } = new URL(request.url);
    const started = performance.now();
    let answer: Answer | undefined;
    await runAndRollBack(connection.db, async (tx) => {
      db = tx;
      answer = { ...(await respond(app, request)), ms: performance.now() - started };
    });
    if (!answer) throw new Error('the transaction did not begin');
    return { ...answer, pathname };
  }

  return {
    environment,
    send,
    logged: () => logged.splice(0).map(formatEntry).join('\n').slice(0, MAX_LOGGED),
    async stop() {
      await services.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function respond(app: { request: (request: globalThis.Request) => Response | Promise<Response> }, request: globalThis.Request) {
  const response = await app.request(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function toRequest({ method, path, query, headers: entries, caller, body }: Request): globalThis.Request {
  const headers = new Headers(entries.map(([name, value]): [string, string] => [name, value]));
  if (caller.authorization !== null) headers.set('Authorization', caller.authorization);
  if (body?.type) headers.set('Content-Type', body.type);
  return new Request(`${SITE}${path}${query && `?${query}`}`, { method, headers, ...(body && { body: Uint8Array.from(body.bytes) }) });
}

function formatEntry(entry: unknown): string {
  if (entry instanceof Error) return `${entry.stack}${entry.cause === undefined ? '' : `\ncaused by ${formatEntry(entry.cause)}`}`;
  if (typeof entry !== 'object' || entry === null) return String(entry);
  return Object.entries(entry)
    .map(([key, value]) => `${key}: ${value instanceof Error ? formatEntry(value) : JSON.stringify(value)}`)
    .join('\n');
}

async function callersOf(db: Db, { people, student, tutor, admin }: Actors): Promise<[Caller, ...Caller[]]> {
  const createSessionCaller = async (name: string, user: User | null): Promise<Caller> => {
    const token = user && (await createSessions(db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' }));
    const roles = ['anyone', ...(user?.status === 'active' ? ['user', String(user.role)] : [])];
    return { name, authorization: token && `Bearer ${token}`, roles };
  };
  const createKeyCaller = async (user: User, scope: 'read' | 'write'): Promise<Caller> => {
    const { key } = await callerAs({ db }, await signedIn(db, user)).apiKeys.make({ name: 'A program', scope });
    return { name: `${user.role} by a key that may ${scope}`, authorization: `Bearer ${key}`, roles: [] };
  };
  const newcomer = await aUser(db, { role: null });
  await db.insert(oauthAccounts).values({ provider: 'google', providerUserId: 'a newcomer', userId: newcomer.id });
  const { visitor, ...rest } = { ...people, newcomer };
  const sessions = await Promise.all(Object.entries(rest).map(([name, user]) => createSessionCaller(name, user)));
  const keys = await Promise.all([
    createKeyCaller(student, 'write'),
    createKeyCaller(student, 'read'),
    createKeyCaller(tutor.user, 'write'),
    createKeyCaller(admin, 'write'),
  ]);
  const withBadTokens = BAD_TOKENS.map((authorization): Caller => ({ name: 'nobody, with a bad token', authorization, roles: [] }));
  return [await createSessionCaller('visitor', visitor), ...sessions, ...keys, ...withBadTokens];
}

const sessionTimes = (...hours: number[]) => hours.map((headers) => new Date(NEXT_MONDAY_NINE.getTime() + headers * HOUR).toISOString());

function knownValues(data: Actors): Known {
  const subjects = [data.tutor.subjectId, data.otherTutor.subjectId, data.subject.id];
  const days = ['2026-03-02', '2026-03-09', '2026-03-10', '2026-03-30'];
  const users = Object.values(data.people).flatMap((user) => (user ? [user.id] : []));
  return {
    email: [data.student.email, data.tutor.user.email, data.otherStudent.email, 'somebody.new@example.com'],
    password: [PASSWORD],
    currentPassword: [PASSWORD],
    phone: ['0771234567', ''],
    contactNumber: ['0771234567', '+94 77 123 4567'],
    tutorId: [data.otherTutor.id, data.otherTutor.id, data.otherTutor.id, data.tutor.id],
    subjectId: [data.otherTutor.subjectId, data.otherTutor.subjectId, data.otherTutor.subjectId, ...subjects],
    subject: [...subjects, data.subject.name],
    topic: [data.topic.id, data.topic.name],
    selectedTopics: [data.topic.id],
    category: [data.category.id, data.category.name],
    bookingId: [data.reviewable.id, data.reviewable.id, data.completed.id, data.pending.id],
    review: ['A patient teacher of mathematics.'],
    address: ['12 Temple Road, Kandy'],
    userId: users,
    id: [data.upload.id, data.subject.id],
    notificationIds: [data.notification.id],
    startTime: sessionTimes(0, 0, 168),
    endTime: sessionTimes(1, 1, 2, 169),
    duration: [1],
    startDate: days,
    endDate: days,
    freeOn: days,
    start: ['08:00', '09:00', '13:30'],
    end: ['12:00', '13:00', '18:00'],
    url: ['/bookings', 'https://example.com/a'],
    learningMethod: ['online', 'individual'],
  };
}

function idsByPath(data: Actors): Environment['idsByPath'] {
  const tutors = [data.tutor.id, data.otherTutor.id];
  const subjects = [data.tutor.subjectId, data.otherTutor.subjectId, data.subject.id];
  const bookings = [data.pending.id, data.confirmed.id, data.completed.id, data.reviewable.id];
  return {
    tutors,
    tutor: tutors,
    favorites: tutors,
    subjects,
    subject: subjects,
    'subject-categories': [data.category.id],
    topics: [data.topic.id],
    bookings,
    booking: [data.completed.id, ...bookings],
    blogs: [data.post.id, data.draft.id],
    ratings: [data.review.id],
    notifications: [data.notification.id],
    upload: [data.upload.id, `http://vidya.test/files/${data.upload.path}`],
    documents: [data.upload.id],
    students: [data.student.id, data.otherStudent.id],
    users: [data.student.id, data.tutor.user.id, data.admin.id],
  };
}
