import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { buildOnce } from '#db/build-once.ts';
import { uuidV7 } from '#db/columns.ts';
import { insertRows } from '#db/rows.ts';
import { jobs } from '#db/schema/jobs.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { textOnce } from '#db/text-once.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const job = (name: string) => ({
  id: uuidV7(),
  kind: 'files.remove',
  params: { paths: [name, 'it\'s "quoted" \\ \u{1F600}'] },
  dueAt: NOW,
  key: null,
});
const storedJob = async ({ id }: { id: string }) => (await database.db.select().from(jobs).where(eq(jobs.id, id)))[0];

describe('insertRows', () => {
  // spec s14-bookings.8 | S14 3 | Rows are stored as Drizzle would store them, and any number of them is the same statement | src/db/rows.ts
  test('stores what it is given, and the defaults of the rest', async () => {
    const [one, other] = [job('a'), job('b')];
    await database.db.execute(insertRows(jobs, [one]));
    await database.db.insert(jobs).values(other);
    expect(await storedJob(one)).toMatchObject(one);
    const { createdAt: _, ...rest } = (await storedJob(other)) ?? expect.fail();
    expect({ ...(await storedJob(one)), id: other.id, params: other.params }).toMatchObject(rest);
  });

  // spec s14-bookings.8
  test('stores arrays, JSON, numbers and enums of a table with many of them', async () => {
    const { profile } = await aTutor(database.db, {
      teachingMediums: ['english', 'tamil'],
      rating: 4.25,
      totalEarningsCents: 9_007_199_254,
      changedAt: null,
    });
    const { id: userId } = await aStudent(database.db);
    const copy = { ...profile, id: uuidV7(), userId };
    await database.db.execute(insertRows(tutorProfiles, [copy]));
    const [stored] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, copy.id));
    expect(stored).toEqual(copy);
  });

  // spec s14-bookings.8
  test('is one text for one row and for many', async () => {
    const { db, statements } = createRecordingDb(database);
    await db.execute(insertRows(jobs, [job('a')]));
    await db.execute(insertRows(jobs, [job('b'), job('c')]));
    expect(statements[0]?.text).toBe(statements[1]?.text);
  });

  // spec s14-bookings.8
  test('refuses a key that is no column, and one that only some rows have', async () => {
    const strange = { ...job('a'), kindly: 1 };
    expect(() => insertRows(jobs, [strange])).toThrow('no column is called kindly');
    expect(() => insertRows(jobs, [job('a'), { ...job('b'), lastError: 'x' }])).toThrow('only some of the rows have lastError');
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
});
