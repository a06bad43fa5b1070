import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { buildOnce } from '#db/build-once.ts';
import { uuidV7 } from '#db/columns.ts';
import { insertOnce } from '#db/rows.ts';
import { jobs } from '#db/schema/jobs.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { textOnce } from '#db/text-once.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const job = (name: string) => ({
  id: uuidV7(),
  kind: 'files.remove',
  params: { paths: [name, 'it\'s "quoted" \\ \u{1F600}'] },
  dueAt: NOW,
  key: null,
});
const storedJob = async ({ id }: { id: string }) => (await database.db.select().from(jobs).where(eq(jobs.id, id)))[0];

const insertJobs = insertOnce(jobs, (insert) => insert);
const insertProfiles = insertOnce(tutorProfiles, (insert) => insert);
const insertNamed = insertOnce<typeof jobs, 'name'>(
  jobs,
  (insert, value) => sql`with stored as (${insert} returning id) select id, ${value('name')}::text as name from stored`,
);
const insertOfKind = insertOnce(jobs, (insert) => insert, sql`item.kind = 'files.remove'`);
/** As parameters, and as JSON. */
const COUNTS = [1, 3, 9];

describe('insertOnce', () => {
  // spec s14-bookings.8 | S14 3 | Rows are stored as Drizzle would store them, whether they are sent as parameters or as JSON | src/db/rows.ts
  test.each(COUNTS)('stores what it is given, and the defaults of the rest: %i rows', async (count) => {
    const rows = Array.from({ length: count }, (_, index) => job(`file ${index}`));
    const other = job('other');
    await database.db.execute(insertJobs(rows));
    await database.db.insert(jobs).values(other);
    const { createdAt: _, ...rest } = (await storedJob(other)) ?? expect.fail();
    for (const row of rows) {
      expect(await storedJob(row)).toMatchObject(row);
      expect({ ...(await storedJob(row)), id: other.id, params: other.params }).toMatchObject(rest);
    }
  });

  // spec s14-bookings.8
  test.each(COUNTS)('stores arrays, JSON, numbers and enums of a table with many of them: %i rows', async (count) => {
    const { profile } = await aTutor(database.db, {
      teachingMediums: ['english', 'tamil'],
      rating: 4.25,
      totalEarningsCents: 9_007_199_254,
      changedAt: null,
    });
    const copies: (typeof profile)[] = [];
    for (let index = 0; index < count; index += 1) copies.push({ ...profile, id: uuidV7(), userId: (await aStudent(database.db)).id });
    await database.db.execute(insertProfiles(copies));
    for (const copy of copies) {
      const [stored] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, copy.id));
      expect(stored).toEqual(copy);
    }
  });

  // spec s14-bookings.8
  test('reads the values of a row by their keys, in whatever order they are', async () => {
    const [one, other] = [job('a'), job('b')];
    await database.db.execute(insertJobs([one, Object.fromEntries(Object.entries(other).reverse()) as typeof other]));
    expect([await storedJob(one), await storedJob(other)]).toMatchObject([one, other]);
  });

  // spec s14-bookings.8
  test.each(COUNTS)('goes with other values into the statement that it is built into: %i rows', async (count) => {
    const rows = Array.from({ length: count }, (_, index) => job(`file ${index}`));
    const stored = await database.db.execute(insertNamed(rows, { name: 'Nimal' }));
    expect([...stored]).toEqual(rows.map(({ id }) => ({ id, name: 'Nimal' })));
  });

  // spec s14-bookings.8
  test('stores only the rows that its condition names', async () => {
    const [one, other] = [job('a'), { ...job('b'), kind: 'mail.send' }];
    await database.db.execute(insertOfKind([one, other]));
    expect([await storedJob(one), await storedJob(other)]).toMatchObject([one, undefined]);
  });

  // spec s14-scale.47 | S14 3 | Lists of many lengths are few statements: a few rows are one for each number, all longer lists one | src/db/rows.ts
  test('is one text for each number of a few rows, and one for all longer lists', () => {
    const textOf = (count: number) => insertJobs(Array.from({ length: count }, () => job('a'))).toQuery().sql;
    expect(textOf(2)).toBe(textOf(2));
    const texts = Array.from({ length: 40 }, (_, index) => textOf(index + 1));
    expect(new Set(texts).size).toBe(5);
    expect(textOf(5)).toBe(textOf(400));
  });

  // spec s14-bookings.8
  test('refuses a key that is no column, and one that only some rows have', () => {
    const strange = { ...job('a'), kindly: 1 };
    expect(() => insertJobs([strange])).toThrow('no column is called kindly');
    const message = 'only some of the rows have lastError';
    expect(() => insertJobs([job('a'), { ...job('b'), lastError: 'x' }])).toThrow(message);
    expect(() => insertJobs([{ ...job('b'), lastError: 'x' }, job('a')])).toThrow(message);
  });
});

describe('buildOnce', () => {
  // spec s14-bookings.9 | S14 3 | A query that is built once runs in the transaction it is called in | src/db/build-once.ts
  test('reads in each transaction what that transaction has written', async () => {
    let builds = 0;
    const byId = buildOnce((db) => {
      builds += 1;
      return db
        .select()
        .from(jobs)
        .where(eq(jobs.id, sql.placeholder('id')))
        .prepare('job_by_id');
    });
    const row = job('a');
    const inside = await database.db.transaction(async (tx) => {
      await byId(tx).execute({ id: row.id });
      await tx.insert(jobs).values(row);
      expect(await byId(database.db).execute({ id: row.id })).toEqual([]);
      return byId(tx).execute({ id: row.id });
    });
    expect(inside).toMatchObject([row]);
    const undone = database.db.transaction(async (tx) => {
      await tx.delete(jobs).where(eq(jobs.id, row.id));
      expect(await byId(tx).execute({ id: row.id })).toEqual([]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await byId(database.db).execute({ id: row.id })).toMatchObject([row]);
    expect(builds).toBe(1);
  });
});

describe('textOnce', () => {
  const times = { count: 0 };
  const sumOf = textOnce<'one' | 'other'>((value) => {
    times.count += 1;
    return sql`select ${value('one')}::int + ${value('other')}::int as sum, ${value('one')}::text as "first"`;
  });

  // spec s14-bookings.26 | S14 3 | The text of a long statement is made once, and its values are those of each call | src/db/text-once.ts
  test('makes the text once, and puts in the values of each call', async () => {
    expect([...(await database.db.execute(sumOf({ one: 1, other: 2 })))]).toEqual([{ sum: 3, first: '1' }]);
    expect([...(await database.db.execute(sumOf({ other: 30, one: 12 })))]).toEqual([{ sum: 42, first: '12' }]);
    expect(times.count).toBe(1);
  });

  // spec s14-bookings.26
  test('takes no value that would stay the same for all calls', () => {
    expect(() => textOnce(() => sql`select ${1}`)({})).toThrow('a text that is made once takes no values but named ones');
  });

  // spec s14-bookings.26
  test('is a whole statement, which no other can contain', async () => {
    const within = sql`select * from (${sumOf({ one: 1, other: 2 })}) as sums`;
    await expect(async () => database.db.execute(within)).rejects.toThrow('cannot be a part of another');
  });
});
