import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/access.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { uploads } from '#db/schema/files.ts';
import { jobs } from '#db/schema/jobs.ts';
import { messages } from '#db/schema/messages.ts';
import { reports } from '#db/schema/moderation.ts';
import { notifications } from '#db/schema/notifications.ts';
import { sessions, users } from '#db/schema/people.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { unzip, useArchives } from '#tests/support/archives.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBlog,
  aBooking,
  anAdmin,
  aReview,
  aStudent,
  aThread,
  aTutor,
  HOUR,
  NOW,
  signedIn,
  type Tutor,
  type User,
  withSession,
} from '#tests/support/factories.ts';

const database = useDatabase();
const { apiAs, make, expire, openLink } = useArchives(database);
const later = (hours: number) => ({ now: () => new Date(NOW.getTime() + hours * HOUR) });
const PATH_OF_DOCUMENT = 'documents/2026/my-degree.png';

let student: User;
let tutor: Tutor;
let stranger: User;

beforeAll(async () => {
  const { db } = database;
  student = await signedIn(db, await aStudent(db, { name: 'Nimal', email: 'nimal@vidya.test', passwordHash: 'a-hash-of-nimal' }));
  tutor = await aTutor(db, { phone: '+94771112223', user: { name: 'Kamala', email: 'kamala@vidya.test' } });
  await signedIn(db, tutor.user);
  stranger = await signedIn(db, await aStudent(db, { name: 'A stranger' }));
  await aBooking(db, { student, tutor, status: 'confirmed', address: '4 Lake Road', notes: 'Bring a ruler' });
  await aBooking(db, { student, tutor, status: 'pending', address: '9 Hill Street', startTime: new Date(NOW.getTime() + 300 * HOUR) });
  const completed = await aBooking(db, { student, tutor, status: 'completed', startTime: new Date(NOW.getTime() - 200 * HOUR) });
  await aReview(db, { booking: completed, review: 'Explains well' });
  await aBlog(db, { tutor, title: 'How to revise' });
  const thread = await aThread(db, { student, tutor });
  const sent = (sentBy: 'student' | 'tutor', text: string, seconds: number) => ({
    threadId: thread.id,
    sentBy,
    text,
    clientId: crypto.randomUUID(),
    createdAt: new Date(NOW.getTime() + seconds * 1000),
  });
  await db.insert(messages).values([sent('student', 'Is Monday free?', 1), sent('tutor', 'It is, at nine', 2)]);
  await db.insert(reports).values({ reporterId: student.id, about: 'message', snapshot: 'It is', reason: 'other', adminNote: 'a note among admins' });
  await db.insert(apiKeys).values({ userId: tutor.user.id, name: 'My sheet', scope: 'read', tokenHash: 'hash-of-a-key', hint: 'hint' });
  const hook = { url: 'https://hooks.vidya.test/', events: ['booking.created' as const], sealedSecret: 'a-sealed-secret' };
  await db.insert(webhookEndpoints).values({ userId: tutor.user.id, ...hook });
  const decision = { actorName: 'Ayesha the admin', subjectId: student.id, subjectName: 'Nimal' };
  await db.insert(auditEntries).values({ ...decision, action: 'account.suspended', details: { reason: 'Unpaid sessions', note: 'seen before' } });
  await contextAs(database, null).files.save(PATH_OF_DOCUMENT, Buffer.from('the picture of a degree'));
  await db.insert(uploads).values({ ownerId: tutor.user.id, purpose: 'document', path: PATH_OF_DOCUMENT, contentType: 'image/png', bytes: 23 });
});

async function ask(person: User): Promise<string> {
  const view = await apiAs(person).request();
  return view?.id ?? '';
}

async function download(person: User): Promise<Record<string, string>> {
  const id = await ask(person);
  await make(id);
  const { url } = await apiAs(person).link({ id });
  const response = await openLink(url);
  expect(response.status).toBe(200);
  const bytes = await response.arrayBuffer();
  expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
  return unzip(bytes);
}

const parse = (files: Record<string, string>, name: string) => JSON.parse(files[name] ?? '');

describe('the copy of a student’s data', () => {
  let files: Record<string, string>;
  beforeAll(async () => {
    files = await download(student);
  });

  // spec s13-privacy.1 | S13 7 | A copy of one's data holds account, bookings, messages, reviews and all else about one, as JSON and CSV |
  //   src/server/features/archives/entries.queries.ts, src/server/features/archives/list-entries.queries.ts
  test('holds what they wrote and received, as JSON and as CSV, with a calendar and an explanation', () => {
    expect(files['README.txt']).toContain('Your data at Vidya');
    expect(parse(files, 'account.json')).toMatchObject({ name: 'Nimal', email: 'nimal@vidya.test', hasPassword: true });
    expect(parse(files, 'messages.json')).toMatchObject([
      { with: 'Kamala', sentByYou: false, text: 'It is, at nine' },
      { with: 'Kamala', sentByYou: true, text: 'Is Monday free?' },
    ]);
    expect(files['messages.csv']).toContain('Conversation,With,Sent by you,Text,Created at\r\n');
    expect(files['messages.csv']).toContain(',Kamala,yes,Is Monday free?,2026-03-02 10:00\r\n');
    expect(parse(files, 'reviews-written.json')).toMatchObject([{ review: 'Explains well' }]);
    expect(parse(files, 'reports-made.json')).toMatchObject([{ about: 'message', reported: 'It is' }]);
    expect(parse(files, 'sessions.json')).toHaveLength(1);
    expect(parse(files, 'favourites.json')).toEqual([]);
    expect(files['bookings.ics']?.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(files['bookings.ics']).toMatch(/^BEGIN:VCALENDAR[\s\S]+END:VCALENDAR\r\n$/);
  });

  // spec s13-privacy.2 | S13 7 | A copy of one's data shows how to reach the other party as the app does: once a booking is accepted |
  //   src/server/services.ts
  test('shows how to reach the tutor on accepted bookings only, and every address they gave themselves', () => {
    const rows: { status: string; tutorPhone: string; address: string }[] = parse(files, 'bookings.json');
    expect(rows.map(({ status, tutorPhone, address }) => [status, tutorPhone, address]).sort()).toEqual([
      ['completed', '+94771112223', ''],
      ['confirmed', '+94771112223', '4 Lake Road'],
      ['pending', '', '9 Hill Street'],
    ]);
  });

  // spec s13-privacy.3 | S13 7 | No copy holds hashes, secrets, who of the admins decided, or what they noted |
  //   src/server/features/archives/access-lists.queries.ts, src/server/features/archives/account-data.queries.ts
  test('tells a decision of admins with its reason, and not who made it or what they noted', () => {
    expect(parse(files, 'decisions-of-admins.json')).toMatchObject([{ decision: 'Account suspended', reason: 'Unpaid sessions' }]);
    const everything = Object.values(files).join('\n');
    for (const secret of ['a-hash-of-nimal', 'Ayesha', 'seen before', 'a note among admins', 'a session of the test'])
      expect(everything).not.toContain(secret);
  });
});

describe('the copy of a tutor’s data', () => {
  // spec s13-privacy.1, s13-privacy.2, s13-privacy.3
  test('holds profile, posts, received reviews and uploaded files, and no address of a request', async () => {
    const files = await download(tutor.user);
    expect(parse(files, 'profile.json')).toMatchObject({ profile: { phone: '+94771112223' }, subjects: [{ modes: expect.any(Array) }] });
    expect(parse(files, 'blog-posts.json')).toMatchObject([{ title: 'How to revise' }]);
    expect(parse(files, 'reviews-received.json')).toMatchObject([{ review: 'Explains well' }]);
    expect(parse(files, 'api-keys.json')).toMatchObject([{ name: 'My sheet', scope: 'read' }]);
    expect(parse(files, 'webhooks.json')).toMatchObject([{ url: 'https://hooks.vidya.test/' }]);
    expect(parse(files, 'files.json')).toMatchObject([{ file: 'files/documents/my-degree.png' }]);
    expect(files['files/documents/my-degree.png']).toBe('the picture of a degree');
    const everything = Object.values(files).join('\n');
    expect(everything).toContain('4 Lake Road');
    for (const secret of ['9 Hill Street', 'hash-of-a-key', 'a-sealed-secret']) expect(everything).not.toContain(secret);
    expect(Object.keys(files).filter((name) => name.startsWith('favourites'))).toEqual([]);
  });
});

describe('the copy of an admin’s data', () => {
  // spec s13-privacy.1
  test('holds the account and what it sent, and nothing about bookings of others', async () => {
    const files = await download(await signedIn(database.db, await anAdmin(database.db)));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['account.json', 'announcements-sent.csv', 'notifications.json']));
    expect(Object.keys(files).filter((name) => /booking|message[s.]/.test(name) && !name.startsWith('webhook'))).toEqual([]);
  });
});

describe('many rows', () => {
  // spec s13-privacy.4 | S13 7 | However much there is, a copy is read and written in parts, and has every row once |
  //   src/server/features/archives/list-entries.queries.ts, src/server/infra/archives.ts
  test('arrive all, once each, though they are read in parts', async () => {
    const { db } = database;
    const busy = await signedIn(db, await aStudent(db));
    await db.execute(sql`
      insert into notifications (id, user_id, kind, type, category, title, message, created_at)
      select gen_random_uuid(), ${busy.id}, 'custom', 'info', 'general', 'Number ' || n, 'Words', ${NOW.toISOString()}::timestamptz + (n / 7) * interval '1 second'
      from generate_series(1, 1203) n`);
    const rows: { title: string }[] = parse(await download(busy), 'notifications.json');
    expect(new Set(rows.map(({ title }) => title)).size).toBe(1203);
    expect(rows).toHaveLength(1203);
  });
});

describe('asking for a copy', () => {
  // spec s13-privacy.5 | S13 7 | One copy is made at a time, after a confirmed identity; a ready one is replaced by the next |
  //   src/server/features/archives/archives.commands.ts
  test('is refused without a recent confirmation, and while one is being made', async () => {
    const { db } = database;
    const person = await withSession(db, await aStudent(db));
    await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, person.id));
    await expect(apiAs(person).request()).rejects.toThrow('Please confirm that it is you to continue.');
    await db.update(sessions).set({ confirmedAt: NOW }).where(eq(sessions.userId, person.id));
    const bothRequests = await Promise.allSettled([apiAs(person).request(), apiAs(person).request()]);
    expect(bothRequests.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(apiAs(person).request()).rejects.toThrow('A copy of your data is already being made');
    expect(await db.$count(jobs, eq(jobs.kind, 'archive.make'))).toBe(1);
    expect(await apiAs(person).own()).toMatchObject({ state: 'making', bytes: null });
    await db.delete(jobs).where(eq(jobs.kind, 'archive.make'));
  });

  // spec s13-privacy.5
  test('again removes the copy of before, with its file', async () => {
    const { db } = database;
    const person = await signedIn(db, await aStudent(db));
    const first = await ask(person);
    await make(first);
    const second = await ask(person);
    expect(await db.$count(jobs, sql`kind = 'files.remove' and params -> 'paths' ->> 0 = ${`archives/${first}.zip`}`)).toBe(1);
    await make(second);
    await expect(apiAs(person).link({ id: first })).rejects.toThrow('This copy of your data is no longer available.');
    expect(await apiAs(person).own()).toMatchObject({ id: second, state: 'ready' });
  });

  // spec s13-privacy.6 | S13 7 | A copy that could not be made is said to have failed, and may be asked for again |
  //   src/server/features/archives/archives.queries.ts
  test('works again after its job was given up', async () => {
    const { db } = database;
    const person = await signedIn(db, await aStudent(db));
    const id = await ask(person);
    await db
      .update(jobs)
      .set({ deadAt: NOW })
      .where(eq(jobs.key, `archive.make ${id}`));
    expect(await apiAs(person).own()).toMatchObject({ id, state: 'failed' });
    const next = await ask(person);
    expect(next).not.toBe(id);
    // An admin who tries the old job again makes nothing for a request that is gone.
    await make(id);
    expect(await contextAs(database, null).files.has(`archives/${id}.zip`)).toBe(false);
    expect(await apiAs(person).own()).toMatchObject({ id: next, state: 'making' });
  });
});

describe('a copy that is ready', () => {
  // spec s13-privacy.7 | S13 7 | A notification and a mail say that a copy is ready, once |
  //   src/server/features/archives/archives.jobs.ts, src/server/features/mail/accounts.mail.ts
  test('is announced once by a notification and a mail, however often its job runs', async () => {
    const { db } = database;
    const person = await signedIn(db, await aStudent(db));
    const id = await ask(person);
    await make(id);
    await make(id);
    expect(await db.$count(notifications, sql`user_id = ${person.id} and kind = 'archive.ready'`)).toBe(1);
    expect(await db.$count(jobs, sql`kind = 'mail.send' and params ->> 'archiveId' = ${id}`)).toBe(1);
    expect(await apiAs(person).own()).toMatchObject({ state: 'ready', expiresAt: later(24).now() });
  });

  // spec s13-privacy.8 | S13 7 | A copy is for its owner alone, signed in, for a day |
  //   src/server/features/archives/archives.commands.ts, src/server/edge/secret-links.ts
  test('is not found by anybody else', async () => {
    const id = await ask(student);
    await make(id);
    await expect(apiAs(stranger).link({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(apiAs(tutor.user).link({ id: 'no id' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await apiAs(stranger).own()).toBeNull();
    const { url } = await apiAs(student).link({ id });
    const forged = url.replace(student.id, stranger.id);
    for (const bad of [forged, url.replace(/signature=.*/, 'signature=none'), '/archive', url.replace(id, 'x')]) {
      expect((await openLink(bad)).status).toBe(400);
    }
    expect((await openLink(url, later(0.02))).status).toBe(400);
    expect((await openLink(url, {}, 'HEAD')).status).toBe(405);
  });

  // spec s13-privacy.8
  test('is not given to a session that has ended, or to a suspended account', async () => {
    const { db } = database;
    const person = await signedIn(db, await aStudent(db));
    const id = await ask(person);
    await make(id);
    const { url } = await apiAs(person).link({ id });
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id));
    expect((await openLink(url)).status).toBe(400);
    await db.update(users).set({ status: 'active' }).where(eq(users.id, person.id));
    expect((await openLink(url)).status).toBe(200);
    await db.delete(sessions).where(eq(sessions.userId, person.id));
    expect((await openLink(url)).status).toBe(400);
  });

  // spec s13-privacy.8
  test('is gone after a day, with its file, by a job of its own', async () => {
    const { db } = database;
    const person = await signedIn(db, await aStudent(db));
    const id = await ask(person);
    await make(id);
    const [job] = await db
      .select()
      .from(jobs)
      .where(eq(jobs.key, `archive.expire ${id}`));
    expect(job?.dueAt).toEqual(later(24).now());
    expect(await apiAs(person, later(24)).own()).toBeNull();
    await expect(apiAs(person, later(24)).link({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expire(id);
    await expire(id);
    expect(await db.$count(dataArchives, eq(dataArchives.id, id))).toBe(0);
    expect(await db.$count(jobs, sql`kind = 'files.remove' and params -> 'paths' ->> 0 = ${`archives/${id}.zip`}`)).toBeGreaterThan(0);
  });

  // spec s13-privacy.9 | S13 7 | Deleting an account removes the copies of its data, also one that is being made |
  //   src/server/features/archives/archives.projector.ts, src/server/features/archives/archives.jobs.ts
  test('is removed with the account, and one that is being made does not come back', async () => {
    const { db } = database;
    const passwordHash = await createPasswords().hash('correct horse');
    const person = await signedIn(db, await aStudent(db, { passwordHash }));
    const id = await ask(person);
    const { archives, files } = contextAs(database, null);
    const leave = async () => void (await callerAs(database, person).account.leave({ password: 'correct horse' }));
    await make(id, { archives: { ...archives, store: async (...given) => archives.store(...given).finally(leave) } });
    expect(await db.$count(users, eq(users.id, person.id))).toBe(0);
    expect(await db.$count(jobs, sql`kind = 'files.remove' and params -> 'paths' ->> 0 = ${`archives/${id}.zip`}`)).toBe(1);
    expect(await files.has(`archives/${id}.zip`)).toBe(false);
  });
});
