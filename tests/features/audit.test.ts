import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { createAdmin } from '#server/features/auth/admins.commands.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, NOW, type User } from '#tests/support/factories.ts';
import { explainStatement, PLAN_MODES, vacuum } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
let admin: User;
type Entry = typeof auditEntries.$inferInsert;

const createEntry = (minutes: number, overrides: Partial<Entry> = {}): Entry => ({
  id: uuidV7(NOW.getTime() + minutes),
  actorName: 'Ayesha Farook',
  action: 'tutor.verified',
  subjectName: 'Nimal Silva',
  createdAt: new Date(NOW.getTime() + minutes * 60_000),
  ...overrides,
});
const listEntries = (input: Parameters<ReturnType<typeof callerAs>['audit']['list']>[0]) => callerAs(database, admin).audit.list(input);
const listSubjectNames = async (input: Parameters<typeof listEntries>[0]) => (await listEntries(input)).entries.map(({ subject }) => subject.name);

beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db, { name: 'Ayesha Farook' });
  await db
    .insert(auditEntries)
    .values([
      createEntry(1),
      createEntry(2, { action: 'tutor.rejected', subjectName: '100%_done\\really', details: { reason: 'The papers are not legible.' } }),
      createEntry(3, { action: 'table.exported', actorName: 'Nimal Admin', subjectName: 'Bookings 🙂' }),
      createEntry(3, { action: 'student.deleted', subjectName: 'ÉLODIE Perera' }),
      createEntry(5, { action: 'tutor.rejected', subjectName: '100 and something' }),
    ]);
});

describe('the audit log', () => {
  // spec audit.1 | S5 | Who did what to whom and when, in sentences, with reason and details on request | src/client/features/audit/audit-entry.tsx
  test('lists entries page by page, newest first', async () => {
    const first = await listEntries({ limit: 3 });
    const second = await listEntries({ limit: 3, cursor: first.nextCursor });
    expect([first.entries.length, second.entries.length, second.nextCursor]).toEqual([3, 2, null]);
    const all = [...first.entries, ...second.entries];
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).sort((a, b) => b.getTime() - a.getTime()));
    expect(all.find(({ subject }) => subject.name.startsWith('100%'))).toMatchObject({
      actor: { id: null, name: 'Ayesha Farook' },
      action: 'tutor.rejected',
      details: { reason: 'The papers are not legible.' },
    });
    await expect(listEntries({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  // spec audit.2
  test('is filtered by action', async () => {
    expect(await listSubjectNames({ action: 'tutor.rejected' })).toEqual(['100 and something', '100%_done\\really']);
  });

  // spec audit.2 | S5 | Searched by the names in it, filtered by what was done | src/server/features/audit/audit.queries.ts
  // spec s5-bad-input.9
  test.each([
    ['nimal', ['Bookings 🙂', 'Nimal Silva']],
    ['NIMAL SIL', ['Nimal Silva']],
    ['élodie', ['ÉLODIE Perera']],
    ['100%', ['100%_done\\really']],
    ['%_d', ['100%_done\\really']],
    ['\\', ['100%_done\\really']],
    ['_', ['100%_done\\really']],
    ['🙂', ['Bookings 🙂']],
    ['nobody', []],
    ['FarookNimal', []],
  ])('finds names with any characters in them: %s', async (search, expected) => {
    expect(await listSubjectNames({ search })).toEqual(expected);
  });

  // spec audit.2
  test('accepts a search of a hundred characters and refuses a longer one', async () => {
    expect(await listSubjectNames({ search: 'x'.repeat(100) })).toEqual([]);
    await expect(listEntries({ search: 'x'.repeat(10_000) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  // spec audit.1
  test('is for admins only', async () => {
    const { db } = database;
    for (const person of [await aStudent(db), (await aTutor(db, { subjects: [] })).user]) {
      await expect(callerAs(database, person).audit.list({})).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Only admins can view the audit log',
      });
    }
    await expect(callerAs(database, null).audit.list({})).rejects.toMatchObject({ message: 'Authentication required' });
  });

  // spec audit.4
  test('records actions of the command line as well', async () => {
    await createAdmin(contextAs(database, null), { name: 'Second Admin', email: 'second@vidya.test', password: 'quiet-harbour-7' });
    expect((await listEntries({ action: 'admin.created' })).entries).toMatchObject([
      { actor: { id: null, name: 'Command line' }, subject: { name: 'Second Admin' }, createdAt: NOW },
    ]);
  });
});

describe('the table of audit entries', () => {
  // spec audit.3 | S5 | Append-only by the database | drizzle/0017_what_the_desk_counts.sql
  test.each([
    ['an update', () => database.db.update(auditEntries).set({ actorName: 'Somebody else' })],
    [
      'an update of one entry',
      () => database.db.update(auditEntries).set({ actorName: 'Somebody else' }).where(eq(auditEntries.action, 'table.exported')),
    ],
    ['a delete', () => database.db.delete(auditEntries)],
    ['a truncate', () => database.db.execute(sql`truncate audit_entries`)],
    [
      'an upsert',
      () =>
        database.db
          .insert(auditEntries)
          .values(createEntry(1, { id: uuidV7() }))
          .onConflictDoUpdate({ target: auditEntries.id, set: { actorName: 'Me' } }),
    ],
  ])('refuses %s', async (_, change) => {
    const before = await database.db.select().from(auditEntries).orderBy(auditEntries.id);
    await expect(change()).rejects.toMatchObject({ cause: { message: 'the audit log is append-only' } });
    expect(await database.db.select().from(auditEntries).orderBy(auditEntries.id)).toEqual(before);
  });
});

describe('a large audit log', () => {
  beforeAll(async () => {
    await database.db.execute(sql`
      insert into audit_entries (id, actor_name, action, subject_name, created_at)
      select gen_random_uuid(), 'Admin ' || n % 7, (case when n % 50 = 0 then 'tutor.rejected' else 'tutor.verified' end)::audit_action,
        'Person ' || md5(n::text), now() - n * interval '1 minute' from generate_series(1, 20000) n`);
    // Until a vacuum, new rows are in the pending list of the GIN index.
    await vacuum(database);
  }, 60_000);

  // spec s5.1
  test.each(PLAN_MODES)('is paged and searched by an index (%s)', async (mode) => {
    const { db, statements } = createRecordingDb(database);
    const { audit } = callerAs({ db }, admin);
    await audit.list({});
    await audit.list({ action: 'tutor.rejected' });
    await audit.list({ search: 'c4ca4238a0b923820dcc' });
    const plans = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
    const nameIndex = mode === 'force_custom_plan' ? 'audit_entries_names_idx' : expect.stringMatching(/^audit_entries/);
    expect(plans.map(({ indexes }) => indexes)).toEqual([['audit_entries_newest_idx'], ['audit_entries_action_newest_idx'], [nameIndex]]);
    expect(plans.slice(0, 2).map(({ sorts }) => sorts)).toEqual([false, false]);
  });
});
