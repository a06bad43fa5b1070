import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection, Db } from '#db/client.ts';
import { oauthAccounts } from '#db/schema/people.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { NO_CLIENT } from '#server/core/context.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { callerAs } from '#tests/support/callers.ts';
import { type Everybody, everybody, PASSWORD, undone } from '#tests/support/everybody.ts';
import { aUser, HOUR, NEXT_MONDAY_NINE, NOW, signedIn, type User } from '#tests/support/factories.ts';
import { aReset } from '#tests/support/resets.ts';
import type { Document } from './document.ts';
import { filesToSend } from './forms.ts';
import type { Known } from './from-schema.ts';
import type { Answer } from './judge.ts';
import type { Caller, Request, Surroundings } from './requests.ts';

const SITE = 'http://vidya.test';
const LONGEST_LOGGED = 4_000;
const BAD = [
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
export async function startWorld(connection: Connection) {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-fuzz-'));
  const config = {
    ...readConfig({ DATA_DIR: folder, PUBLIC_URL: SITE, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }, 'test'),
    mode: 'production' as const,
  };
  const logged: unknown[] = [];
  const log = createLog({ level: 'silent' });
  log.error = (...said: unknown[]) => void logged.push(...said);
  const services = await createServices({ config, connection, log, now: () => NOW });
  let db: Db = connection.db;
  const contextOf: typeof services.contextOf = (session, client) => ({
    ...services.contextOf(session, client),
    db,
    begin: (work) => db.transaction((tx) => work(tx)),
    sessions: createSessions(db),
  });
  const app = createApp({ ...services, contextOf });
  const w = await everybody(connection.db);
  const callers = await callersOf(connection.db, w);
  const nobody = services.contextOf({ state: 'none' }, NO_CLIENT);
  const codes = {
    otp: [(await aReset(nobody, w.student)).code],
    token: [await createMailedLink(nobody, { userId: w.tutor.user.id, email: w.tutor.user.email, purpose: 'email_confirmation' })],
  };
  const document = (await (await app.request('/api/openapi.json')).json()) as Document;
  const surroundings: Surroundings = { document, callers, known: { ...knownOf(w), ...codes }, inPaths: idsIn(w), files: await filesToSend() };

  async function send(request: Request): Promise<Answer & { pathname: string }> {
    const sent = sentOf(request);
    const { pathname } = new URL(sent.url);
    const started = performance.now();
    let answer: Answer | undefined;
    await undone(connection.db, async (tx) => {
      db = tx;
      const { status, headers, ...response } = await answered(app, sent);
      answer = { status, headers, text: response.text, ms: performance.now() - started };
    });
    if (!answer) throw new Error('the transaction did not begin');
    return { ...answer, pathname };
  }

  return {
    surroundings,
    send,
    logged: () => logged.splice(0).map(shown).join('\n').slice(0, LONGEST_LOGGED),
    async stop() {
      await services.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answered(app: { request: (request: globalThis.Request) => Response | Promise<Response> }, request: globalThis.Request) {
  const response = await app.request(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function sentOf({ method, path, query, headers: more, caller, body }: Request): globalThis.Request {
  const headers = new Headers(more.map(([name, value]): [string, string] => [name, value]));
  if (caller.authorization !== null) headers.set('Authorization', caller.authorization);
  if (body?.type) headers.set('Content-Type', body.type);
  return new Request(`${SITE}${path}${query && `?${query}`}`, { method, headers, ...(body && { body: Uint8Array.from(body.bytes) }) });
}

function shown(said: unknown): string {
  if (said instanceof Error) return `${said.stack}${said.cause === undefined ? '' : `\ncaused by ${shown(said.cause)}`}`;
  if (typeof said !== 'object' || said === null) return String(said);
  return Object.entries(said)
    .map(([key, value]) => `${key}: ${value instanceof Error ? shown(value) : JSON.stringify(value)}`)
    .join('\n');
}

async function callersOf(db: Db, { people, student, tutor, admin }: Everybody): Promise<[Caller, ...Caller[]]> {
  const bySession = async (name: string, user: User | null): Promise<Caller> => {
    const token = user && (await createSessions(db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' }));
    const roles = ['anyone', ...(user?.status === 'active' ? ['user', String(user.role)] : [])];
    return { name, authorization: token && `Bearer ${token}`, roles };
  };
  const byKey = async (user: User, scope: 'read' | 'write'): Promise<Caller> => {
    const { key } = await callerAs({ db }, await signedIn(db, user)).apiKeys.make({ name: 'A program', scope });
    return { name: `${user.role} by a key that may ${scope}`, authorization: `Bearer ${key}`, roles: [] };
  };
  const newcomer = await aUser(db, { role: null });
  await db.insert(oauthAccounts).values({ provider: 'google', providerUserId: 'a newcomer', userId: newcomer.id });
  const { visitor, ...others } = { ...people, newcomer };
  const sessions = await Promise.all(Object.entries(others).map(([name, user]) => bySession(name, user)));
  const keys = await Promise.all([byKey(student, 'write'), byKey(student, 'read'), byKey(tutor.user, 'write'), byKey(admin, 'write')]);
  const strangers = BAD.map((authorization): Caller => ({ name: 'nobody, with a bad token', authorization, roles: [] }));
  return [await bySession('visitor', visitor), ...sessions, ...keys, ...strangers];
}

const hoursOn = (...hours: number[]) => hours.map((more) => new Date(NEXT_MONDAY_NINE.getTime() + more * HOUR).toISOString());

function knownOf(w: Everybody): Known {
  const subjects = [w.tutor.subjectId, w.otherTutor.subjectId, w.subject.id];
  const days = ['2026-03-02', '2026-03-09', '2026-03-10', '2026-03-30'];
  const users = Object.values(w.people).flatMap((user) => (user ? [user.id] : []));
  return {
    email: [w.student.email, w.tutor.user.email, w.otherStudent.email, 'somebody.new@example.com'],
    password: [PASSWORD],
    currentPassword: [PASSWORD],
    phone: ['0771234567', ''],
    contactNumber: ['0771234567', '+94 77 123 4567'],
    tutorId: [w.otherTutor.id, w.otherTutor.id, w.otherTutor.id, w.tutor.id],
    subjectId: [w.otherTutor.subjectId, w.otherTutor.subjectId, w.otherTutor.subjectId, ...subjects],
    subject: [...subjects, w.subject.name],
    topic: [w.topic.id, w.topic.name],
    selectedTopics: [w.topic.id],
    category: [w.category.id, w.category.name],
    bookingId: [w.reviewable.id, w.reviewable.id, w.completed.id, w.pending.id],
    review: ['A patient teacher of mathematics.'],
    address: ['12 Temple Road, Kandy'],
    userId: users,
    id: [w.upload.id, w.subject.id],
    notificationIds: [w.notification.id],
    startTime: hoursOn(0, 0, 168),
    endTime: hoursOn(1, 1, 2, 169),
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

function idsIn(w: Everybody): Surroundings['inPaths'] {
  const tutors = [w.tutor.id, w.otherTutor.id];
  const subjects = [w.tutor.subjectId, w.otherTutor.subjectId, w.subject.id];
  const bookings = [w.pending.id, w.confirmed.id, w.completed.id, w.reviewable.id];
  return {
    tutors,
    tutor: tutors,
    favorites: tutors,
    subjects,
    subject: subjects,
    'subject-categories': [w.category.id],
    topics: [w.topic.id],
    bookings,
    booking: [w.completed.id, ...bookings],
    blogs: [w.post.id, w.draft.id],
    ratings: [w.review.id],
    notifications: [w.notification.id],
    upload: [w.upload.id, `http://vidya.test/files/${w.upload.path}`],
    documents: [w.upload.id],
    students: [w.student.id, w.otherStudent.id],
    users: [w.student.id, w.tutor.user.id, w.admin.id],
  };
}
