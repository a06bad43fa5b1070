import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { favourites } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { createExportRoutes } from '#server/edge/secret-links.ts';
import type { ExportRequest } from '#shared/contracts/exports.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { laterBy, useExports } from '#tests/support/exports.ts';
import { aBooking, anAdmin, aStudent, aSubject, aTopic, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const { getAdmin, createLink, openLink, readLines } = useExports(database);
const MINUTE = 60_000;
const listExportEntries = () => database.db.select().from(auditEntries).where(eq(auditEntries.action, 'table.exported')).orderBy(auditEntries.id);

beforeAll(async () => {
  const { db } = database;
  const subject = await aSubject(db, { name: 'Physics' });
  const topic = await aTopic(db, { name: 'Waves, sound', subjectId: subject.id });
  const tutor = await aTutor(db, {
    subjects: [{ subjectId: subject.id }],
    phone: '+94771234567',
    isVerified: true,
    verificationStatus: 'approved',
    availableLocations: '=HYPERLINK("http://evil.example";"Colombo")',
    createdAt: NOW,
    user: { name: '@SUM(A1)', email: 'kamala@vidya.test' },
  });
  await aTutor(db, { subjects: [], createdAt: laterBy(-HOUR)(), user: { name: '100%_Tutor', email: 'other@vidya.test' } });
  const student = await aStudent(db, { name: '-2+3', email: 'nimal@vidya.test', phone: '0771234567', createdAt: NOW, updatedAt: NOW });
  const suspendedTutor = await aTutor(db, { subjects: [], createdAt: laterBy(-2 * HOUR)(), user: { status: 'suspended' } });
  await db.insert(favourites).values([tutor, suspendedTutor].map(({ id: tutorId }) => ({ studentId: student.id, tutorId })));
  const at = { createdAt: NOW, startTime: laterBy(48 * HOUR)() };
  await aBooking(db, { student, tutor, topics: [topic], notes: 'One line\nand "another"', ...at });
  await aBooking(db, { student, tutor, status: 'completed', amountCents: 150_050, createdAt: laterBy(-MINUTE)(), startTime: laterBy(-48 * HOUR)() });
});

describe('exporting a table as an admin', () => {
  // spec export.1 | S5 | Tutors, students, bookings and the audit log, by the search and filters of their screen |
  //   src/server/features/exports/exports.queries.ts
  test('bookings are exported in the expected form, and formulas that users typed are harmless', async () => {
    const text = (await readLines({ table: 'bookings' })).join('\r\n');
    const [head, ...rows] = text.split('\r\n');
    expect(head).toBe(
      'Booking id,Status,Subject,Topics,Student,Student email,Child,Tutor,Tutor email,Start (Asia/Colombo),End (Asia/Colombo),Hours,Method,Amount (Rs.),Payment,Contact number,Notes,Cancelled by,Cancellation reason,Refund (Rs.),Requested (Asia/Colombo)',
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.replace(/^[^,]+/, 'id')).toBe(
      `id,pending,Physics,"Waves, sound",'-2+3,nimal@vidya.test,,'@SUM(A1),kamala@vidya.test,2026-03-04 10:00,2026-03-04 11:00,1,Online,1500,pending,0771234567,"One line\nand ""another""",,,,2026-03-02 10:00`,
    );
    expect(rows[1]).toContain(',completed,');
    expect(rows[1]).toContain(',1500.5,');
    expect(await readLines({ table: 'bookings', status: 'cancelled' })).toHaveLength(1);
    expect(await readLines({ table: 'bookings', status: 'completed' })).toHaveLength(2);
  });

  // spec export.1
  test('tutors are exported with the filters of their screen', async () => {
    const [head, first, second] = await readLines({ table: 'tutors' });
    expect(head?.split(',')).toHaveLength(17);
    expect(first?.split(',').slice(1).join(',')).toBe(
      `'@SUM(A1),kamala@vidya.test,'+94771234567,Male,yes,approved,active,no,Physics,"'=HYPERLINK(""http://evil.example"";""Colombo"")",0,0,1,1,1500.5,2026-03-02 10:00`,
    );
    expect(second).toContain(',100%_Tutor,');
    const countRows = async (filters: Partial<Extract<ExportRequest, { table: 'tutors' }>>) =>
      (await readLines({ table: 'tutors', ...filters })).length - 1;
    expect(await countRows({ filter: 'verified' })).toBe(1);
    expect(await countRows({ filter: 'unverified', search: '%_' })).toBe(1);
    expect(await countRows({ filter: 'verified', search: '%_' })).toBe(0);
    expect([await countRows({ filter: 'pending' }), await countRows({ filter: 'changed' })]).toEqual([0, 0]);
    expect([await countRows({ search: 'KAMALA@' }), await countRows({ search: '100%_tutor x' })]).toEqual([1, 0]);
  });

  // spec export.1
  test('students are exported with what they have booked, and the audit log in sentences', async () => {
    const [, student, ...otherRows] = await readLines({ table: 'students', search: 'nimal@' });
    expect(otherRows).toEqual([]);
    expect(student?.split(',').slice(1).join(',')).toBe(`'-2+3,nimal@vidya.test,0771234567,,active,2,1,1,1500.5,2026-03-02 10:00,2026-03-02 10:00`);
    expect(await readLines({ table: 'students', search: 'nobody' })).toHaveLength(1);

    const [head, entry] = await readLines({ table: 'audit', action: 'table.exported', search: 'ayesha' });
    expect(head).toBe('Time (Asia/Colombo),Who,What,Action,Whom or what,Reason or note,Details');
    expect(entry).toMatch(/^2026-03-02 10:00,Ayesha Farook,Ayesha Farook exported the table [\w ]+\.,table\.exported,/);
  });

  // spec export.4 | S5 | Streamed: a batch is read when it is asked for, and one that breaks off is no whole file | src/server/edge/secret-links.ts
  test('rows come in batches, each row once, and each batch only when it is requested', async () => {
    const { db } = database;
    await db.execute(sql`
      insert into users (id, name, email, role, created_at)
      select gen_random_uuid(), 'Pupil ' || n, 'pupil' || n || '@example.com', 'student', ${laterBy(HOUR)().toISOString()}::timestamptz + (n / 7) * interval '1 second'
      from generate_series(1, 1700) n`);
    const names = (await readLines({ table: 'students', search: 'pupil' })).slice(1).map((line) => line.split(',')[1]);
    expect([names.length, new Set(names).size]).toEqual([1700, 1700]);

    const { db: watchedDb, statements } = createRecordingDb(database);
    const { body } = await openLink(await createLink({ table: 'students' }), { db: watchedDb });
    const reader = body?.getReader();
    const countBatches = () => statements.filter(({ text }) => text.includes('booked.total')).length;
    await reader?.read();
    expect(countBatches()).toBe(0);
    await reader?.read();
    expect(countBatches()).toBe(1);
    await reader?.cancel();
    expect(countBatches()).toBe(1);
  });

  // spec s5.1
  test.each(PLAN_MODES)('each batch is read in the order of its index (%s)', async (mode) => {
    const { db, statements } = createRecordingDb(database);
    await database.sql`analyze`;
    await (await openLink(await createLink({ table: 'students' }), { db })).text();
    const countBatches = statements.filter(({ text }) => text.includes('booked.total'));
    expect(countBatches).toHaveLength(4);
    for (const batch of countBatches) {
      const { indexes, text } = await explainStatement(database, batch, mode);
      expect(indexes, text).toContain('users_role_newest_idx');
      expect(text).not.toMatch(/Seq Scan users/);
    }
  });
});

describe('the export link', () => {
  // spec export.6 | S5 | A signed link of one minute for one admin and these filters, judged anew when it is opened, and audited |
  //   src/server/features/exports/exports.commands.ts
  test('the link is a download that is not cached, and its use is recorded in the audit log', async () => {
    const url = await createLink({ table: 'bookings', status: 'pending' });
    const entriesBefore = await listExportEntries();
    expect(url).toMatch(/^\/export\?query=/);
    const { status, headers } = await openLink(url, { now: laterBy(59_999) });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="bookings-2026-03-02.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const entries = await listExportEntries();
    expect(entries).toHaveLength(entriesBefore.length + 1);
    expect(entries.at(-1)).toMatchObject({
      actorId: getAdmin().id,
      actorName: 'Ayesha Farook',
      subjectName: 'Bookings',
      details: { filters: { status: 'pending' } },
    });
    expect((await openLink(url, { method: 'HEAD' })).status).toBe(405);
    expect(await listExportEntries()).toHaveLength(entriesBefore.length + 1);
  });

  // spec export.6
  test('the link is valid for a minute and only for its own table and filters', async () => {
    const url = new URL(await createLink({ table: 'bookings', status: 'pending' }), 'http://here');
    const other = await anAdmin(database.db);
    const entriesBefore = (await listExportEntries()).length;
    const changeParam = (name: string, value: string) => {
      const tampered = new URL(url);
      tampered.searchParams.set(name, value);
      return tampered.href;
    };
    const refusedResponses = [
      await openLink(url.href, { now: laterBy(60_000) }),
      await openLink('/export'),
      await openLink(changeParam('query', '{"table":"bookings","status":"all"}')),
      await openLink(changeParam('by', other.id)),
      await openLink(changeParam('expires', String(NOW.getTime() + 3600_000))),
      await openLink(changeParam('signature', 'x')),
    ];
    for (const response of refusedResponses) {
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ success: false, message: 'Invalid or expired link', code: 'auth.link' });
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
    const tooLong = await openLink(changeParam('query', 'x'.repeat(5000)));
    expect(tooLong.status).toBe(400);
    expect((await listExportEntries()).length).toBe(entriesBefore);
  });

  // spec s8-taking-back.15 | S8 C | The link of a download opens nothing once its session has ended | src/server/features/exports/exports.commands.ts
  // spec export.6
  test('the link is invalid once its owner is no admin, is suspended, has left or has logged out', async () => {
    const { db } = database;
    const refusal = { success: false, message: 'Only admins can export tables', code: 'auth.role' };
    const linkRefusal = { success: false, message: 'Invalid or expired link', code: 'auth.link' };
    for (const change of [{ role: 'tutor' }, { status: 'suspended' }] as const) {
      const person = await anAdmin(db);
      const url = await createLink({ table: 'students' }, person);
      expect((await openLink(url)).status).toBe(200);
      await db.update(users).set(change).where(eq(users.id, person.id));
      const response = await openLink(url);
      expect([response.status, await response.json()]).toEqual([403, refusal]);
    }
    const endings = [(person: User) => db.delete(users).where(eq(users.id, person.id)), (person: User) => callerAs(database, person).auth.logout()];
    for (const endAccess of endings) {
      const person = await anAdmin(db);
      const url = await createLink({ table: 'students' }, person);
      await endAccess(person);
      const response = await openLink(url);
      expect([response.status, await response.json()]).toEqual([400, linkRefusal]);
    }
  });

  // spec export.6
  test('a link is only made for admins and for a table that exists', async () => {
    const tutor = await aTutor(database.db, { subjects: [] });
    for (const person of [await aStudent(database.db), tutor.user]) {
      await expect(createLink({ table: 'students' }, person)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only admins can export tables' });
    }
    await expect(createLink({ table: 'students' }, null)).rejects.toMatchObject({ message: 'Authentication required' });
    await expect(createLink({ table: 'sessions' } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(createLink({ table: 'students', search: 'x'.repeat(10_000) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  // spec export.4
  test('an export that fails halfway reports the error and is not a complete file', async () => {
    const url = await createLink({ table: 'students' });
    const logged: string[] = [];
    const { db } = createRecordingDb(database);
    const context = contextAs({ db }, null, { log: ({ message }) => void logged.push(message) });
    const { body } = await createExportRoutes({ contextOf: () => context }).request(url);
    const reader = body?.getReader();
    await reader?.read();
    Object.assign(db, {
      select: () => {
        throw new Error('the database is away');
      },
    });
    await expect(reader?.read()).rejects.toThrow('the database is away');
    expect(logged).toEqual(['an export broke off']);
  });
});
