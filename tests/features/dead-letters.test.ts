import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { jobs } from '#db/schema/jobs.ts';
import { JOB_HANDLERS } from '#server/registry.ts';
import { auditSentence } from '#shared/domain/audit-text.ts';
import { describeJob } from '#shared/domain/job-text.ts';
import { JOBS } from '#shared/vocabulary/job-limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, NOW, type User } from '#tests/support/factories.ts';
import { startTestRunner, type TestRunner } from '#tests/support/job-runners.ts';
import { listErrorMessages } from '#tests/support/races.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

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

const deadLettersAs = (person = admin) => callerAs(database, person).deadLetters;
type NewJob = Partial<typeof jobs.$inferInsert>;
let createdCount = 0;
/** Later than the one before: of two jobs with one key the newer id counts. */
const nextId = () => {
  createdCount += 1;
  return uuidV7(NOW.getTime() + createdCount);
};
const aDeadJob = async (overrides: NewJob = {}) =>
  only(
    await database.db
      .insert(jobs)
      .values({
        id: nextId(),
        kind: 'mail.send',
        tries: 6,
        lastError: 'Error: 550 no such box',
        dueAt: NOW,
        deadAt: NOW,
        createdAt: NOW,
        ...overrides,
      })
      .returning(),
  );
const reload = async ({ id }: { id: string }) => (await database.db.select().from(jobs).where(eq(jobs.id, id)))[0] ?? null;
const listAuditEntries = () => database.db.select().from(auditEntries).where(eq(auditEntries.actorId, admin.id)).orderBy(desc(auditEntries.id));
const poll = <T>(read: () => T) => expect.poll(read, { interval: 10, timeout: 20_000 });
const minutesLater = (count: number) => new Date(NOW.getTime() + count * 60_000);

// spec failed-jobs.1 | D Routes, S6 | Dead letters, shown to admins as Failed Jobs: what was to be done, about whom, when it was given up and why |
//   src/server/features/dead-letters/dead-letters.queries.ts
describe('deadLetters.list', () => {
  test('shows what each job was for, about whom, when it was given up and why, the last one first', async () => {
    const student = await aStudent(database.db, { name: 'Nimal Perera' });
    const booking = await aBooking(database.db, { student, subjectName: 'Physics' });
    const params = { mail: 'booking', kind: 'confirmed', bookingId: booking.id, userId: student.id, about: NOW.toISOString() };
    const mail = await aDeadJob({ params, deadAt: minutesLater(2) });
    const reset = await aDeadJob({ params: { mail: 'password_reset', email: student.email.toUpperCase(), askedAt: NOW.toISOString() } });
    const photo = await aDeadJob({
      kind: 'photo.copy',
      params: { userId: UNKNOWN, url: 'https://a.example/secret' },
      lastError: null,
      tries: 1,
      deadAt: minutesLater(1),
    });
    await aDeadJob({ deadAt: null });
    expect(await deadLettersAs().list({})).toEqual({
      jobs: [
        {
          ...{ id: mail.id, job: 'Mail: booking confirmed', person: 'Nimal Perera', booking: 'Physics' },
          ...{ tries: 6, problem: 'Error: 550 no such box', diedAt: minutesLater(2) },
        },
        {
          ...{ id: photo.id, job: 'Copy of a photo from Google', person: null, booking: null },
          ...{ tries: 1, problem: 'Nothing is known of what went wrong.', diedAt: minutesLater(1) },
        },
        {
          ...{ id: reset.id, job: 'Mail: code to reset a password', person: 'Nimal Perera', booking: null },
          ...{ tries: 6, problem: 'Error: 550 no such box', diedAt: NOW },
        },
      ],
      nextCursor: null,
    });
  });

  test('shows no other params of a job', async () => {
    const secrets = { email: 'nobody@secret.example', to: 'gone@secret.example', url: 'https://secret.example/token', path: 'document/secret.png' };
    await aDeadJob({ kind: 'upload.sweep', params: { ...secrets, uploadId: 'secret' } });
    await aDeadJob({ params: { ...secrets, mail: 'email_changed', name: 'secret' } });
    expect(JSON.stringify(await deadLettersAs().list({}))).not.toContain('secret');
  });

  test('continues after its cursor, also among jobs given up at the same moment', async () => {
    for (let index = 0; index < 5; index += 1) await aDeadJob({ deadAt: minutesLater(index >> 1) });
    const allIds = (await deadLettersAs().list({})).jobs.map(({ id }) => id);
    const pagedIds: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { jobs: { id: string }[]; nextCursor: string | null } = await deadLettersAs().list({ cursor, limit: 2 });
      pagedIds.push(...page.jobs.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(allIds).toHaveLength(5);
    expect(pagedIds).toEqual(allIds);
  });

  test.each(Object.keys(JOB_HANDLERS))('has a description of %s', (kind) => {
    expect(describeJob(kind, {})).not.toContain(kind);
  });
});

describe('deadLetters.retry', () => {
  // spec failed-jobs.2 | S6 | Tried again with all its tries, one or all, once, by whoever is first; not where a newer job does the same |
  //   src/server/core/jobs.ts
  test('runs the job again with all its tries, and is logged', async () => {
    const attempts: unknown[] = [];
    let isBroken = true;
    const failWhileBroken = async (_: unknown, params: unknown) => {
      attempts.push(params);
      if (isBroken) throw new Error('away');
    };
    const job = await aDeadJob({ params: { mail: 'profile_submitted', tutorId: UNKNOWN } });
    runner = startTestRunner(database, { now: () => NOW, handlers: { 'mail.send': failWhileBroken } });
    expect(await deadLettersAs().retry({ ids: [job.id] })).toEqual({ message: 'The job is tried again now', leftOut: [] });
    expect(await reload(job)).toMatchObject({ deadAt: null, tries: expect.any(Number) });
    runner.wake();
    await poll(() => reload(job)).toMatchObject({
      tries: 1,
      deadAt: null,
      lastError: 'Error: away',
      dueAt: new Date(NOW.getTime() + JOBS.pauses[0] * 1000),
    });
    isBroken = false;
    await database.db.update(jobs).set({ deadAt: NOW });
    await deadLettersAs().retry({ ids: [job.id] });
    runner.wake();
    await poll(() => reload(job)).toBeNull();
    expect(attempts).toEqual([job.params, job.params]);
    const auditLog = await listAuditEntries();
    expect(auditLog.map(({ action, subjectId, subjectName }) => [action, subjectId, subjectName])).toEqual(
      Array(2).fill(['job.retried', job.id, 'Mail: profile submitted for review']),
    );
    expect(auditLog.map(({ details }) => details.problem).sort()).toEqual(['Error: 550 no such box', 'Error: away']);
  });

  // spec failed-jobs.2
  test('wakes the job runners with the commit', async () => {
    const job = await aDeadJob();
    const payloads: string[] = [];
    const { unlisten } = await database.sql.listen('news', (text) => void payloads.push(text));
    await deadLettersAs().retry({ ids: [job.id] });
    await poll(() => payloads.flatMap((text) => text.split(' '))).toContain('jobs');
    await unlisten();
  });

  // spec failed-jobs.2
  test('happens once when two admins retry at once', async () => {
    const job = await aDeadJob();
    const other = await anAdmin(database.db);
    const results = await Promise.allSettled([deadLettersAs().retry({ ids: [job.id] }), deadLettersAs(other).retry({ ids: [job.id] })]);
    expect(listErrorMessages(results)).toEqual(['This job is being tried again already']);
    await expect(deadLettersAs().discard({ ids: [job.id] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This job is being tried again already',
    });
    expect(await database.db.$count(auditEntries, eq(auditEntries.subjectId, job.id))).toBe(1);
  });

  // spec failed-jobs.2
  test.each(['retry', 'discard'] as const)('does not find a missing job or a malformed id (%s)', async (act) => {
    for (const id of [UNKNOWN, 'x'])
      await expect(deadLettersAs()[act]({ ids: [id] })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'This job is no longer there' });
  });

  // spec failed-jobs.2
  test('refuses a job whose work a newer job does, which can be discarded', async () => {
    const older = await aDeadJob({ key: 'upload.sweep 1' });
    const newer = await aDeadJob({ key: 'upload.sweep 1' });
    await expect(deadLettersAs().retry({ ids: [older.id] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A newer job does the same. You can discard this one.',
    });
    await deadLettersAs().retry({ ids: [newer.id] });
    await expect(deadLettersAs().retry({ ids: [older.id] })).rejects.toThrow('A newer job does the same.');
    await deadLettersAs().discard({ ids: [older.id] });
    expect([await reload(older), (await reload(newer))?.deadAt]).toEqual([null, null]);
  });

  // spec s12-desk.12 | S12 D | Several failed jobs are tried again or discarded at once, each with its own entry in the audit log; those that are gone
  //   or replaced meanwhile are left out, and counted | src/server/features/dead-letters/dead-letters.commands.ts
  test('retries several in one statement, leaves out those that are gone or superseded, and logs each', async () => {
    const [first, second, older] = [await aDeadJob(), await aDeadJob(), await aDeadJob({ key: 'a key' })];
    const newer = await aDeadJob({ key: 'a key' });
    const { db, statements } = createRecordingDb(database);
    const ids = [first.id, older.id, UNKNOWN, 'x', second.id.toUpperCase(), newer.id, first.id];
    const answer = await callerAs({ db }, admin).deadLetters.retry({ ids });
    expect(answer).toEqual({
      message: '3 of 6 jobs are tried again now. The others were already tried again or discarded, or newer jobs do the same.',
      leftOut: [older.id, UNKNOWN, 'x'],
    });
    expect(statements.filter(({ text }) => text.startsWith('update "jobs"'))).toHaveLength(1);
    expect(await Promise.all([first, second, newer, older].map(async (job) => (await reload(job))?.deadAt))).toEqual([null, null, null, NOW]);
    expect((await listAuditEntries()).map(({ action, subjectId }) => [action, subjectId]).sort()).toEqual(
      [first, second, newer].map(({ id }) => ['job.retried', id]).sort(),
    );
  });

  // spec s12-desk.12
  test('answers a repeat of several with none, and changes nothing', async () => {
    const ids = [(await aDeadJob()).id, (await aDeadJob()).id];
    expect(await deadLettersAs().retry({ ids })).toEqual({ message: '2 jobs are tried again now', leftOut: [] });
    expect(await deadLettersAs().retry({ ids })).toMatchObject({
      message: expect.stringMatching(/^None of these jobs is tried again\./),
      leftOut: ids,
    });
    expect(await deadLettersAs().discard({ ids })).toEqual({
      message: 'None of these jobs was discarded. They were already tried again or discarded.',
      leftOut: ids,
    });
    expect(await listAuditEntries()).toHaveLength(2);
  });

  // spec s12-desk.12
  test.each(['retry', 'discard'] as const)('takes between 1 and 100 jobs (%s)', async (act) => {
    for (const count of [0, 101])
      await expect(deadLettersAs()[act]({ ids: Array(count).fill(UNKNOWN) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  // spec failed-jobs.2
  test('retries a limited number of jobs with retryAll, logs each, and says how many', async () => {
    const deadJobs = [await aDeadJob(), await aDeadJob({ key: 'a key' }), await aDeadJob({ key: 'a key' })];
    await aDeadJob({ deadAt: null, tries: 3 });
    expect(await deadLettersAs().retryAll()).toEqual({ message: '2 jobs are tried again now' });
    expect(await Promise.all(deadJobs.map(async (job) => (await reload(job))?.deadAt ?? null))).toEqual([null, NOW, null]);
    expect(await database.db.$count(jobs, eq(jobs.tries, 3))).toBe(1);
    expect((await listAuditEntries()).map(({ action }) => action)).toEqual(['job.retried', 'job.retried']);
    expect(await deadLettersAs().retryAll()).toEqual({ message: '0 jobs are tried again now' });
    await database.db.delete(jobs);
    await database.db.insert(jobs).values(Array.from({ length: JOBS.mostRevived + 1 }, () => ({ kind: 'mail.send', dueAt: NOW, deadAt: NOW })));
    expect(await deadLettersAs().retryAll()).toEqual({ message: `${JOBS.mostRevived} jobs are tried again now` });
    expect((await deadLettersAs().list({})).jobs).toHaveLength(1);
  });

  test('is not blocked in retryAll by superseded jobs', async () => {
    const waitingJob = await aDeadJob({ deadAt: NOW });
    const key = 'upload.sweep 1';
    await aDeadJob({ key, deadAt: null });
    const superseded = Array.from({ length: JOBS.mostRevived }, () => ({ kind: 'upload.sweep', key, dueAt: NOW, deadAt: minutesLater(1) }));
    await database.db.insert(jobs).values(superseded);
    expect(await deadLettersAs().retryAll()).toEqual({ message: '1 job is tried again now' });
    expect((await reload(waitingJob))?.deadAt).toBeNull();
  });
});

// spec failed-jobs.3 | S6 | Discarded after a question; both are in the audit log | src/server/features/dead-letters/dead-letters.commands.ts
describe('deadLetters.discard', () => {
  test('deletes the job, and is logged as a sentence', async () => {
    const job = await aDeadJob({ params: { mail: 'welcome', userId: UNKNOWN } });
    expect(await deadLettersAs().discard({ ids: [job.id] })).toEqual({ message: 'Failed job discarded successfully', leftOut: [] });
    expect(await reload(job)).toBeNull();
    const [entry] = await listAuditEntries();
    if (!entry) return expect.fail('nothing was written down');
    const { actorName, action, subjectName } = entry;
    expect(auditSentence({ actor: { name: actorName }, action, subject: { name: subjectName } })).toBe(
      `${admin.name} discarded a failed job: Mail: welcome.`,
    );
    await expect(deadLettersAs().discard({ ids: [job.id] })).rejects.toThrow('This job is no longer there');
  });

  test('refuses a job that is still tried', async () => {
    const job = await aDeadJob({ deadAt: null });
    await expect(deadLettersAs().discard({ ids: [job.id] })).rejects.toThrow('This job is being tried again already');
    expect(await reload(job)).not.toBeNull();
  });

  // spec s12-desk.12
  test('discards several, also superseded ones, and of two admins at once each is told what they did', async () => {
    const jobs = [await aDeadJob({ key: 'a key' }), await aDeadJob({ key: 'a key' }), await aDeadJob()];
    const alive = await aDeadJob({ deadAt: null });
    const ids = [...jobs, alive].map(({ id }) => id);
    const other = await anAdmin(database.db);
    const answers = await Promise.all([deadLettersAs().discard({ ids }), deadLettersAs(other).discard({ ids: ids.toReversed() })]);
    expect(answers.map(({ message }) => message).sort()).toEqual([
      '3 of 4 failed jobs were discarded. The other was already tried again or discarded.',
      'None of these jobs was discarded. They were already tried again or discarded.',
    ]);
    expect(await Promise.all([...jobs, alive].map(async (job) => (await reload(job))?.id))).toEqual([undefined, undefined, undefined, alive.id]);
    for (const { id } of jobs) expect(await database.db.$count(auditEntries, eq(auditEntries.subjectId, id))).toBe(1);
  });
});
