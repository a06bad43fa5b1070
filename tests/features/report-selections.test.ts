import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import type { ChangeReportsInput } from '#shared/contracts/admin-reports.ts';
import type { ReportState } from '#shared/vocabulary/content.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { countDeadlocks, raceRounds } from '#tests/support/races.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
/** What an array of texts has to escape. */
const ODD_NOTE = 'We said: "no", {really}\\, NULL';
let admin: User;
let student: User;
let tutor: Tutor;
let hour = 0;

beforeEach(async () => {
  const { db } = database;
  admin = await anAdmin(db);
  student = await aStudent(db);
  tutor = await aTutor(db);
});

type Stored = { id: string; state: ReportState; adminNote: string };

async function aProblem({ bookingId, ...overrides }: Partial<Stored> & { bookingId?: string } = {}): Promise<Stored & { bookingId: string }> {
  hour += 2;
  const startTime = new Date(NOW.getTime() - (48 + hour) * HOUR);
  const about = bookingId ?? (await aBooking(database.db, { student, tutor, status: 'completed', startTime })).id;
  const values = { bookingId: about, reportedBy: 'student', kind: 'quality', text: 'Nothing was explained.', ...overrides } as const;
  return only(await database.db.insert(sessionProblems).values(values).returning());
}
async function aReport(overrides: Partial<Stored> = {}): Promise<Stored> {
  const reporterId = (await aStudent(database.db)).id;
  const values = { reporterId, about: 'profile', tutorId: tutor.id, aboutUserId: tutor.user.id, snapshot: 'I teach.', reason: 'spam' } as const;
  return only(
    await database.db
      .insert(reports)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

const seen = (kind: 'session' | 'profile', { id, state: from, adminNote: seenNote }: Stored) => ({ kind, id, from, seenNote });
const change = (input: ChangeReportsInput, by = admin, db = database.db) => callerAs({ db }, by).moderation.changeReports(input);
const reloadProblem = async ({ id }: Stored) => only(await database.db.select().from(sessionProblems).where(eq(sessionProblems.id, id)));
const reloadReport = async ({ id }: Stored) => only(await database.db.select().from(reports).where(eq(reports.id, id)));
const listAudit = ({ id }: Stored) => database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
const countNotices = async ({ id }: User) => (await selectNotifications(database, id)).filter(({ title }) => title === 'Session Problem').length;

// spec s12-desk.19 | S12 D | Several reports get one state and, where it is written, one note, each as it would alone; those that another admin has changed
//   meanwhile stay as they are, and are counted | src/server/features/moderation/report-states.commands.ts
describe('moderation.changeReports, of several', () => {
  test('changes sessions and other reports together, notifies the parties of sessions, and logs each', async () => {
    const problems = [await aProblem(), await aProblem({ state: 'in_review', adminNote: ODD_NOTE })];
    const profile = await aReport();
    const { db, statements } = createRecordingDb(database);
    const all = [...problems.map((problem) => seen('session', problem)), seen('profile', profile)];
    expect(await change({ reports: all, state: 'resolved', note: ' Done. ' }, admin, db)).toEqual({
      message: '3 reports updated successfully',
      leftOut: [],
    });
    expect(statements.filter(({ text }) => /update "(?:reports|session_problems)"/.test(text))).toHaveLength(2);
    for (const problem of problems) expect(await reloadProblem(problem)).toMatchObject({ state: 'resolved', adminNote: 'Done.', updatedAt: NOW });
    expect(await reloadReport(profile)).toMatchObject({ state: 'resolved', adminNote: 'Done.' });
    expect([await countNotices(student), await countNotices(tutor.user)]).toEqual([2, 2]);
    for (const report of [...problems, profile]) {
      const details = { before: report.state, after: 'resolved', note: 'Done.' };
      expect(await listAudit(report)).toMatchObject([{ action: 'report.changed', actorId: admin.id, details }]);
    }
    expect((await listAudit(profile))[0]?.subjectName).toBe(tutor.user.name);
  });

  test('leaves each its note where none is written', async () => {
    const [problem, report] = [await aProblem({ adminNote: ODD_NOTE }), await aReport({ adminNote: 'Called them.' })];
    await change({ reports: [seen('session', problem), seen('profile', report)], state: 'dismissed' });
    expect(await reloadProblem(problem)).toMatchObject({ state: 'dismissed', adminNote: ODD_NOTE });
    expect(await reloadReport(report)).toMatchObject({ state: 'dismissed', adminNote: 'Called them.' });
    expect((await listAudit(report))[0]?.details).toEqual({ kind: 'profile', before: 'open', after: 'dismissed' });
  });

  test('leaves out what another admin has changed, in state or note, and what is not there', async () => {
    const [first, second, third, fourth] = [await aProblem(), await aProblem(), await aReport(), await aReport()];
    const other = await anAdmin(database.db);
    await change({ reports: [seen('session', second)], state: 'in_review' }, other);
    await change({ reports: [seen('profile', third)], state: 'open', note: 'I look at it.' }, other);
    const all = [seen('session', first), seen('session', second), seen('profile', third), seen('profile', fourth)];
    const unknown = [
      { ...seen('session', first), id: UNKNOWN },
      { ...seen('profile', third), id: 'x' },
    ];
    const answer = await change({ reports: [...all, ...unknown], state: 'resolved' });
    expect(answer.message).toBe(
      '2 of 6 reports were changed. The others had been changed meanwhile, or other reports on the same sessions are open.',
    );
    expect(answer.leftOut.toSorted()).toEqual([second.id, third.id, UNKNOWN, 'x'].sort());
    expect([(await reloadProblem(first)).state, (await reloadProblem(second)).state]).toEqual(['resolved', 'in_review']);
    expect([(await reloadReport(third)).state, (await reloadReport(fourth)).state]).toEqual(['open', 'resolved']);
    expect(await change({ reports: all, state: 'resolved' })).toMatchObject({ leftOut: expect.arrayContaining([first.id, second.id, third.id]) });
    expect(await listAudit(first)).toHaveLength(1);
  });

  test('opens one report of a party on a session at most, and the others nevertheless', async () => {
    const open = await aProblem();
    const besideIt = await aProblem({ bookingId: open.bookingId, state: 'resolved' });
    const [older, newer] = [await aProblem({ state: 'resolved' }), await aProblem({ state: 'dismissed' })];
    const twin = await aProblem({ bookingId: newer.bookingId, state: 'resolved' });
    const chosen = [open, besideIt, older, newer, twin];
    const answer = await change({ reports: chosen.map((problem) => seen('session', problem)), state: 'in_review' });
    expect(answer.leftOut).toHaveLength(2);
    expect((await Promise.all(chosen.map(reloadProblem))).map(({ state }) => state).slice(0, 3)).toEqual(['in_review', 'resolved', 'in_review']);
    expect([await reloadProblem(newer), await reloadProblem(twin)].filter(({ state }) => state === 'in_review')).toHaveLength(1);
  });

  test('is done once of two admins at once, who wait for each other in no circle', async () => {
    const before = await countDeadlocks(database);
    const other = await anAdmin(database.db);
    for (let round = 0; round < raceRounds(6); round += 1) {
      const problems = [await aProblem(), await aProblem(), await aProblem()];
      const contents = [await aReport(), await aReport(), await aReport()];
      const all = [...problems.map((problem) => seen('session', problem)), ...contents.map((report) => seen('profile', report))];
      const answers = await Promise.all([
        change({ reports: all, state: 'resolved' }),
        change({ reports: all.toReversed(), state: 'dismissed' }, other),
      ]);
      expect(answers.map(({ leftOut }) => leftOut.length).sort()).toEqual([0, 6]);
      for (const report of [...problems, ...contents]) expect(await listAudit(report)).toHaveLength(1);
    }
    expect(await countDeadlocks(database)).toBe(before);
  });

  test('takes between 1 and 100', async () => {
    const report = seen('profile', await aReport());
    for (const count of [0, 101])
      await expect(change({ reports: Array(count).fill(report), state: 'resolved' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
