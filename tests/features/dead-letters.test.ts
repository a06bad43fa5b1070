import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { jobs } from '#db/schema/jobs.ts';
import { JOB_HANDLERS } from '#server/services.ts';
import { auditSentence } from '#shared/domain/audit-words.ts';
import { jobInWords } from '#shared/domain/job-words.ts';
import { JOBS } from '#shared/vocabulary/limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, NOW, type User } from '#tests/support/factories.ts';
import { aRunner, type TestRunner } from '#tests/support/job-runners.ts';

const database = useDatabase();
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';

let admin: User;
let runner: TestRunner | undefined;
beforeEach(async () => {
  await database.db.delete(jobs);
  admin = await anAdmin(database.db);
});
afterEach(async () => {
  await runner?.close();
  runner = undefined;
});

const desk = (person = admin) => callerAs(database, person).deadLetters;
type New = Partial<typeof jobs.$inferInsert>;
let made = 0;
/** Each of a later millisecond than the one before: of two with a key the newer counts. */
const nextId = () => {
  made += 1;
  return uuidV7(NOW.getTime() + made);
};
const aDeadJob = async (more: New = {}) =>
  only(
    await database.db
      .insert(jobs)
      .values({ id: nextId(), kind: 'mail.send', tries: 6, lastError: 'Error: 550 no such box', dueAt: NOW, deadAt: NOW, createdAt: NOW, ...more })
      .returning(),
  );
const reload = async ({ id }: { id: string }) => (await database.db.select().from(jobs).where(eq(jobs.id, id)))[0] ?? null;
const entries = () => database.db.select().from(auditEntries).where(eq(auditEntries.actorId, admin.id)).orderBy(desc(auditEntries.id));
const soon = <T>(look: () => T) => expect.poll(look, { interval: 10, timeout: 20_000 });
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

// spec failed-jobs.1 | D Routes, S6 | Dead letters, shown to admins as Failed Jobs: what was to be done, about whom, when it was given up and why |
//   src/server/features/dead-letters/dead-letters.queries.ts
describe('the list of failed jobs', () => {
  test('says of each what it was to do, about whom, when it was given up and why; the last first', async () => {
    const student = await aStudent(database.db, { name: 'Nimal Perera' });
    const booking = await aBooking(database.db, { student, subjectName: 'Physics' });
    const params = { mail: 'booking', kind: 'confirmed', bookingId: booking.id, userId: student.id, about: NOW.toISOString() };
    const mail = await aDeadJob({ params, deadAt: minutes(2) });
    const reset = await aDeadJob({ params: { mail: 'password_reset', email: student.email.toUpperCase(), askedAt: NOW.toISOString() } });
    const photo = await aDeadJob({
      kind: 'photo.copy',
      params: { userId: UNKNOWN, url: 'https://a.example/secret' },
      lastError: null,
      tries: 1,
      deadAt: minutes(1),
    });
    await aDeadJob({ deadAt: null });
    expect(await desk().list({})).toEqual({
      jobs: [
        {
          ...{ id: mail.id, job: 'Mail: booking confirmed', person: 'Nimal Perera', booking: 'Physics' },
          ...{ tries: 6, problem: 'Error: 550 no such box', diedAt: minutes(2) },
        },
        {
          ...{ id: photo.id, job: 'Copy of a photo from Google', person: null, booking: null },
          ...{ tries: 1, problem: 'Nothing is known of what went wrong.', diedAt: minutes(1) },
        },
        {
          ...{ id: reset.id, job: 'Mail: code to reset a password', person: 'Nimal Perera', booking: null },
          ...{ tries: 6, problem: 'Error: 550 no such box', diedAt: NOW },
        },
      ],
      nextCursor: null,
    });
  });

  test('tells nothing else of what a job was told', async () => {
    const secrets = { email: 'nobody@secret.example', to: 'gone@secret.example', url: 'https://secret.example/token', path: 'document/secret.png' };
    await aDeadJob({ kind: 'upload.sweep', params: { ...secrets, uploadId: 'secret' } });
    await aDeadJob({ params: { ...secrets, mail: 'email_changed', name: 'secret' } });
    expect(JSON.stringify(await desk().list({}))).not.toContain('secret');
  });

  test('goes on where it ends, over jobs given up at the same moment, too', async () => {
    for (let nth = 0; nth < 5; nth += 1) await aDeadJob({ deadAt: minutes(nth >> 1) });
    const whole = (await desk().list({})).jobs.map(({ id }) => id);
    const inParts: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { jobs: { id: string }[]; nextCursor: string | null } = await desk().list({ cursor, limit: 2 });
      inParts.push(...page.jobs.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(whole).toHaveLength(5);
    expect(inParts).toEqual(whole);
  });

  test.each(Object.keys(JOB_HANDLERS))('has words for %s', (kind) => {
    expect(jobInWords(kind, {})).not.toContain(kind);
  });
});

describe('trying again', () => {
  // spec failed-jobs.2 | S6 | Tried again with all its tries, one or all, once, by whoever is first; not where a newer job does the same |
  //   src/server/core/jobs.ts
  test('runs the job anew, with all its tries, and is written down', async () => {
    const tried: unknown[] = [];
    let isBroken = true;
    const sending = async (_: unknown, params: unknown) => {
      tried.push(params);
      if (isBroken) throw new Error('away');
    };
    const job = await aDeadJob({ params: { mail: 'profile_submitted', tutorId: UNKNOWN } });
    runner = aRunner(database, { now: () => NOW, handlers: { 'mail.send': sending } });
    expect(await desk().retry({ id: job.id })).toEqual({ message: 'The job is tried again now' });
    expect(await reload(job)).toMatchObject({ deadAt: null, tries: expect.any(Number) });
    runner.wake();
    await soon(() => reload(job)).toMatchObject({
      tries: 1,
      deadAt: null,
      lastError: 'Error: away',
      dueAt: new Date(NOW.getTime() + JOBS.pauses[0] * 1000),
    });
    isBroken = false;
    await database.db.update(jobs).set({ deadAt: NOW });
    await desk().retry({ id: job.id });
    runner.wake();
    await soon(() => reload(job)).toBeNull();
    expect(tried).toEqual([job.params, job.params]);
    const written = await entries();
    expect(written.map(({ action, subjectId, subjectName }) => [action, subjectId, subjectName])).toEqual(
      Array(2).fill(['job.retried', job.id, 'Mail: profile submitted for review']),
    );
    expect(written.map(({ details }) => details.problem).sort()).toEqual(['Error: 550 no such box', 'Error: away']);
  });

  // spec failed-jobs.2
  test('wakes the runners with the commit', async () => {
    const job = await aDeadJob();
    const heard: string[] = [];
    const { unlisten } = await database.sql.listen('news', (text) => void heard.push(text));
    await desk().retry({ id: job.id });
    await soon(() => heard.flatMap((text) => text.split(' '))).toContain('jobs');
    await unlisten();
  });

  // spec failed-jobs.2
  test('by two admins, or twice, happens once', async () => {
    const job = await aDeadJob();
    const other = await anAdmin(database.db);
    const answers = await Promise.allSettled([desk().retry({ id: job.id }), desk(other).retry({ id: job.id })]);
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.message] : []));
    expect(refused).toEqual(['This job is being tried again already']);
    await expect(desk().discard({ id: job.id })).rejects.toMatchObject({ code: 'CONFLICT', message: 'This job is being tried again already' });
    expect(await database.db.$count(auditEntries, eq(auditEntries.subjectId, job.id))).toBe(1);
  });

  // spec failed-jobs.2
  test.each(['retry', 'discard'] as const)('%s finds nothing that is gone, or no id', async (act) => {
    for (const id of [UNKNOWN, 'x'])
      await expect(desk()[act]({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'This job is no longer there' });
  });

  // spec failed-jobs.2
  test('leaves alone what a newer job of the same key does; that can be discarded', async () => {
    const older = await aDeadJob({ key: 'upload.sweep 1' });
    const newer = await aDeadJob({ key: 'upload.sweep 1' });
    await expect(desk().retry({ id: older.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A newer job does the same. You can discard this one.',
    });
    await desk().retry({ id: newer.id });
    await expect(desk().retry({ id: older.id })).rejects.toThrow('A newer job does the same.');
    await desk().discard({ id: older.id });
    expect([await reload(older), (await reload(newer))?.deadAt]).toEqual([null, null]);
  });

  // spec failed-jobs.2
  test('all of them takes so many at a time, each written down, and says how many', async () => {
    const dead = [await aDeadJob(), await aDeadJob({ key: 'a key' }), await aDeadJob({ key: 'a key' })];
    await aDeadJob({ deadAt: null, tries: 3 });
    expect(await desk().retryAll()).toEqual({ message: '2 jobs are tried again now' });
    expect(await Promise.all(dead.map(async (job) => (await reload(job))?.deadAt ?? null))).toEqual([null, NOW, null]);
    expect(await database.db.$count(jobs, eq(jobs.tries, 3))).toBe(1);
    expect((await entries()).map(({ action }) => action)).toEqual(['job.retried', 'job.retried']);
    expect(await desk().retryAll()).toEqual({ message: '0 jobs are tried again now' });
    await database.db.delete(jobs);
    await database.db.insert(jobs).values(Array.from({ length: JOBS.mostRevived + 1 }, () => ({ kind: 'mail.send', dueAt: NOW, deadAt: NOW })));
    expect(await desk().retryAll()).toEqual({ message: `${JOBS.mostRevived} jobs are tried again now` });
    expect((await desk().list({})).jobs).toHaveLength(1);
  });

  test('all of them is not held up by those that newer ones have taken over', async () => {
    const waiting = await aDeadJob({ deadAt: NOW });
    const key = 'upload.sweep 1';
    await aDeadJob({ key, deadAt: null });
    const superseded = Array.from({ length: JOBS.mostRevived }, () => ({ kind: 'upload.sweep', key, dueAt: NOW, deadAt: minutes(1) }));
    await database.db.insert(jobs).values(superseded);
    expect(await desk().retryAll()).toEqual({ message: '1 job is tried again now' });
    expect((await reload(waiting))?.deadAt).toBeNull();
  });
});

// spec failed-jobs.3 | S6 | Discarded after a question; both are in the audit log | src/server/features/dead-letters/dead-letters.commands.ts
describe('discarding', () => {
  test('takes the job away for good, and is written down in words', async () => {
    const job = await aDeadJob({ params: { mail: 'welcome', userId: UNKNOWN } });
    expect(await desk().discard({ id: job.id })).toEqual({ message: 'Failed job discarded successfully' });
    expect(await reload(job)).toBeNull();
    const [entry] = await entries();
    if (!entry) return expect.fail('nothing was written down');
    const { actorName, action, subjectName } = entry;
    expect(auditSentence({ actor: { name: actorName }, action, subject: { name: subjectName } })).toBe(
      `${admin.name} discarded a failed job: Mail: welcome.`,
    );
    await expect(desk().discard({ id: job.id })).rejects.toThrow('This job is no longer there');
  });

  test('is not possible for a job that is still tried', async () => {
    const job = await aDeadJob({ deadAt: null });
    await expect(desk().discard({ id: job.id })).rejects.toThrow('This job is being tried again already');
    expect(await reload(job)).not.toBeNull();
  });
});
