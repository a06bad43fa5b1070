import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announcements } from '#db/schema/announcements.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { Hub } from '#server/core/hub.ts';
import type { SendAnnouncementInput } from '#shared/contracts/announcements.ts';
import { ERRORS } from '#shared/errors.ts';
import { ANNOUNCEMENT_DAYS } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { createTestHub, openInbox } from '#tests/support/hubs.ts';

const database = useDatabase();
const LONG_AGO = new Date(NOW.getTime() - 100 * 24 * HOUR);
let hub: Hub;
let admin: User;
let student: User;
let tutor: User;

beforeAll(async () => {
  const { db } = database;
  ({ hub } = await createTestHub(database));
  admin = await anAdmin(db);
  student = await aStudent(db, { createdAt: LONG_AGO });
  tutor = (await aTutor(db, { user: { createdAt: LONG_AGO } })).user;
});
afterAll(() => hub.close());
beforeEach(() => database.db.delete(announcements));

const sendAnnouncement = (input: Partial<SendAnnouncementInput> = {}, at = NOW) =>
  callerAs(database, admin, { now: () => at, hasRateLimits: false }).announcements.send({
    audience: 'everyone',
    title: 'Maintenance',
    message: 'Tonight at ten.',
    ...input,
  });

function followAs(person: User, cursor?: string, now = NOW) {
  const ctx = contextAs(database, person, { hub, now: () => now });
  if (ctx.session.state !== 'actor') throw new Error('not signed in');
  const stream = openInbox({ ...ctx, actor: ctx.session.actor }, cursor);
  const next = async () => {
    const { value } = await stream.next();
    const event = value?.event;
    const { title, translations = {} } = event && 'announcement' in event ? event.announcement : {};
    return { id: value?.id, type: event?.type, title, ...(Object.keys(translations).length > 0 && { translations }) };
  };
  return { next, end: () => stream.return(undefined) };
}

// spec announcements.1 | D Realtime and notifications | A broadcast to everyone, or a system_message to one role, live with the commit |
//   src/server/features/announcements/announcements.commands.ts
// spec realtime.20 | C §9 Realtime, D Realtime and notifications | system_message and broadcast of the browser, in the same stream |
//   src/server/features/inbox/inbox.queries.ts
test('a broadcast reaches everyone who is connected, with the commit', async () => {
  const streams = [followAs(student), followAs(tutor)];
  for (const { next } of streams) expect(await next()).toMatchObject({ type: 'reset' });
  const events = streams.map(({ next }) => next());
  await sendAnnouncement({ title: 'To all' });
  expect(await Promise.all(events)).toEqual([
    { id: '0.1', type: 'broadcast', title: 'To all' },
    { id: '0.1', type: 'broadcast', title: 'To all' },
  ]);
  for (const { end } of streams) await end();
});

// spec announcements.1, realtime.20
test('a system message reaches only accounts of its role', async () => {
  await sendAnnouncement({ audience: 'tutor', title: 'For tutors' });
  await sendAnnouncement({ title: 'For all' });
  const [studentStream, tutorStream] = [followAs(student), followAs(tutor)];
  await studentStream.next();
  await tutorStream.next();
  expect(await studentStream.next()).toMatchObject({ type: 'broadcast', title: 'For all' });
  expect(await tutorStream.next()).toMatchObject({ type: 'system_message', title: 'For tutors' });
  expect(await tutorStream.next()).toMatchObject({ type: 'broadcast', title: 'For all' });
  await Promise.all([studentStream.end(), tutorStream.end()]);
});

// spec announcements.2 | D Realtime and notifications | Who was away, or has no cursor, gets those of 7 days once; none older than the account, none
//   withdrawn | src/server/features/inbox/announcements.queries.ts
test('a stream continues after the announcement in its cursor, without repeating any', async () => {
  for (const title of ['One', 'Two', 'Three']) await sendAnnouncement({ title });
  const { next, end } = followAs(student, '0.2');
  expect(await next()).toEqual({ id: '0.3', type: 'broadcast', title: 'Three' });
  await sendAnnouncement({ title: 'Four' });
  expect(await next()).toEqual({ id: '0.4', type: 'broadcast', title: 'Four' });
  await end();
});

// spec announcements.2
test('announcements that are a week old, older than the account or withdrawn are not delivered', async () => {
  await sendAnnouncement({ title: 'Too old' }, new Date(NOW.getTime() - ANNOUNCEMENT_DAYS * 24 * HOUR));
  await sendAnnouncement({ title: 'Before they came' }, new Date(NOW.getTime() - 3 * HOUR));
  const { id } = await sendAnnouncement({ title: 'Taken back' });
  await callerAs(database, admin).announcements.withdraw({ id });
  await sendAnnouncement({ title: 'The one' });
  const newcomer = await aStudent(database.db, { createdAt: new Date(NOW.getTime() - HOUR) });
  const { next, end } = followAs(newcomer);
  await next();
  expect(await next()).toMatchObject({ title: 'The one' });
  await end();
});

test('the next announcement does not deliver one that is older than the account', async () => {
  await sendAnnouncement({ title: 'Before they came' }, new Date(NOW.getTime() - 3 * HOUR));
  const newcomer = await aStudent(database.db, { createdAt: new Date(NOW.getTime() - HOUR) });
  const { next, end } = followAs(newcomer);
  await next();
  const events = next();
  await sendAnnouncement({ title: 'The next one' });
  expect(await events).toMatchObject({ id: '0.2', title: 'The next one' });
  await end();
});

// spec announcements.2
test('announcements that are sent at once are numbered one after the other', async () => {
  await Promise.all(['A', 'B', 'C', 'D'].map((title) => sendAnnouncement({ title })));
  const rows = await database.db.select({ number: announcements.number }).from(announcements).orderBy(asc(announcements.number));
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

// spec announcements.7
test('what is written in Sinhala and Tamil is delivered, listed and recorded beside the English text', async () => {
  const si = { title: 'විභාග', message: 'සඳුදා ආරම්භ වේ.', actionLabel: 'කාලසටහන' };
  const ta = { title: 'தேர்வுகள்', message: 'திங்கள் தொடங்கும்.', actionLabel: '' };
  const sent = await sendAnnouncement({ title: 'Exams', action: { label: 'Timetable', url: '/blogs' }, translations: { si, ta } });
  expect(sent).toMatchObject({ title: 'Exams', translations: { si, ta } });
  await sendAnnouncement({ title: 'Rates', translations: { si: { ...si, actionLabel: 'no link to name' } } });
  const { announcements: listed } = await callerAs(database, admin).announcements.list({});
  expect(listed.map(({ translations }) => translations)).toEqual(expect.arrayContaining([{ si, ta }, { si: { ...si, actionLabel: '' } }]));

  const { next, end } = followAs(student);
  await next();
  expect(await next()).toMatchObject({ title: 'Exams', translations: { si, ta } });
  await end();
  const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, sent.id));
  expect(entry?.details).toMatchObject({ message: 'Tonight at ten.', sinhala: si, tamil: ta });
});

// spec announcements.7
test.each([
  ['half of a language', { translations: { si: { title: 'විභාග', message: ' ', actionLabel: '' } } }, 'Message is required'],
  [
    'a long title of one',
    { translations: { ta: { title: 'x'.repeat(201), message: 'y', actionLabel: '' } } },
    'Title cannot be longer than 200 characters',
  ],
])('announcements.send refuses %s', async (_, input, message) => {
  await expect(sendAnnouncement(input)).rejects.toThrow(message);
});

// spec announcements.8 | S5 | An announcement whose answer was lost is sent once, however often it is tried |
//   src/server/features/announcements/announcements.commands.ts, src/client/features/announcements/announcement-form.tsx
test('the same announcement with the same key is sent once, and once more with another one', async () => {
  const once = { title: 'Exams', translations: { si: { title: 'විභාග', message: 'සඳුදා.', actionLabel: '' } }, idempotencyKey: 'first' };
  const sent = await sendAnnouncement(once);
  expect(await sendAnnouncement(once)).toEqual(sent);
  expect(await database.db.select({ id: announcements.id }).from(announcements)).toEqual([{ id: sent.id }]);
  await expect(sendAnnouncement({ ...once, title: 'Other exams' })).rejects.toMatchObject({ message: ERRORS['request.key_reused'].message });
  const again = await sendAnnouncement({ ...once, idempotencyKey: 'second' });
  expect(again.id).not.toBe(sent.id);
});

// spec announcements.10
test('the same key answers that its announcement has been withdrawn, and sends nothing', async () => {
  const once = { title: 'Exams', idempotencyKey: 'withdrawn' };
  const { id } = await sendAnnouncement(once);
  await callerAs(database, admin).announcements.withdraw({ id });
  expect(await sendAnnouncement(once)).toMatchObject({ id, withdrawnAt: NOW });
  expect(await database.db.$count(announcements)).toBe(1);
});

// spec announcements.6
test('announcements.list shows audience, sender and withdrawal, and the audit log records both actions', async () => {
  const { id } = await sendAnnouncement({ audience: 'student', title: 'Exams', action: { label: 'Read more', url: '/blogs' } });
  const caller = callerAs(database, admin);
  expect(await caller.announcements.withdraw({ id })).toEqual({ message: 'Announcement withdrawn successfully' });
  await caller.announcements.withdraw({ id });
  const { announcements: sent } = await caller.announcements.list({});
  expect(sent).toMatchObject([
    { id, type: 'system_message', audience: 'student', action: { label: 'Read more', url: '/blogs' }, sentBy: admin.name, withdrawnAt: NOW },
  ]);
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id)).orderBy(asc(auditEntries.action));
  expect(entries.map(({ action, actorName, subjectName }) => [action, actorName, subjectName])).toEqual([
    ['announcement.sent', admin.name, 'Exams'],
    ['announcement.withdrawn', admin.name, 'Exams'],
  ]);
});

// spec announcements.4 | D Realtime and notifications | Title of 200, message of 1,000 characters, a link that is root-relative or https |
//   src/shared/contracts/announcements.ts
test.each([
  ['no title', { title: ' ' }, 'Title is required'],
  ['no message', { message: '' }, 'Message is required'],
  ['a long title', { title: 'x'.repeat(201) }, 'Title cannot be longer than 200 characters'],
  ['a long message', { message: 'x'.repeat(1001) }, 'Message cannot be longer than 1000 characters'],
  ['a script', { action: { label: 'Go', url: 'javascript:alert(1)' } }, 'Please enter an address that begins with / or https://'],
  ['another host', { action: { label: 'Go', url: '//evil.example' } }, 'Please enter an address that begins with / or https://'],
  ['another host as browsers read it', { action: { label: 'Go', url: '/\\evil.example' } }, 'Please enter an address that begins with / or https://'],
  ['another host behind a tab', { action: { label: 'Go', url: '/\t/evil.example' } }, 'Please enter an address that begins with / or https://'],
])('announcements.send refuses %s', async (_, input, message) => {
  await expect(sendAnnouncement(input)).rejects.toThrow(message);
  expect(await database.db.$count(announcements)).toBe(0);
});

// spec announcements.6
test('withdrawing an unknown announcement fails, and only admins may send one', async () => {
  await expect(callerAs(database, admin).announcements.withdraw({ id: 'nothing' })).rejects.toThrow('Announcement not found');
  await expect(callerAs(database, tutor).announcements.send({ audience: 'everyone', title: 'Hi', message: 'All' })).rejects.toThrow(
    'Only admins can make announcements',
  );
});
