import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import type { Executor } from '#db/executor.ts';
import { mapRowsQuickly } from '#db/row-mapper.ts';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor } from '#tests/support/factories.ts';

const database = useDatabase();
const other = alias(users, 'other');

beforeAll(async () => {
  const { db } = database;
  const [student, tutor] = await Promise.all([aStudent(db), aTutor(db)]);
  await aBooking(db, { student, tutor });
});

const STATEMENTS: [string, (db: Executor) => { prepare: (name: string) => { execute: () => Promise<unknown[]> } }][] = [
  ['the columns of a table, with times and JSON', (db) => db.select().from(bookings)],
  ['tables side by side', (db) => db.select().from(tutorProfiles).innerJoin(users, eq(users.id, tutorProfiles.userId))],
  [
    'what an outer join finds for some rows only, as a whole and in part',
    (db) =>
      db
        .select({
          user: users,
          profile: tutorProfiles,
          stars: { of: tutorProfiles.rating, at: tutorProfiles.createdAt },
          rating: tutorProfiles.rating,
        })
        .from(users)
        .leftJoin(tutorProfiles, eq(users.id, tutorProfiles.userId)),
  ],
  [
    'columns of two tables in one object, of which one is missing',
    (db) =>
      db
        .select({ both: { rating: tutorProfiles.rating, name: users.name }, reversed: { name: users.name, rating: tutorProfiles.rating } })
        .from(users)
        .leftJoin(tutorProfiles, eq(users.id, tutorProfiles.userId)),
  ],
  [
    'a table that is joined twice under another name',
    (db) =>
      db.select({ one: users, two: other }).from(users).leftJoin(other, sql`${other.id} = case when ${users.role} = 'tutor' then ${users.id} end`),
  ],
  [
    'expressions, with a name, with a decoder and within an object',
    (db) =>
      db
        .select({
          plain: sql`1`,
          named: sql<number>`count(*) over ()`.as('named'),
          mapped: sql`count(*) over ()`.mapWith(Number),
          time: sql`${users.createdAt}`.mapWith(users.createdAt),
          inside: { name: users.name, none: sql`null`.mapWith(Number) },
        })
        .from(users),
  ],
  [
    'a query within the query',
    (db) => {
      const tutors = db.select({ id: users.id, since: users.createdAt }).from(users).where(eq(users.role, 'tutor')).as('tutors');
      return db.select().from(users).leftJoin(tutors, eq(tutors.id, users.id));
    },
  ],
];

// spec s14-http.8 | S14 2 | The rows of a statement that is built once are those that Drizzle makes of them | src/db/row-mapper.ts
test.each(STATEMENTS)('rows are what Drizzle makes of them: %s', async (_, build) => {
  const expected = await build(database.db).prepare('as Drizzle').execute();
  expect(expected.length).toBeGreaterThan(0);
  const query = mapRowsQuickly(build(database.db).prepare('quickly'));
  expect(query).toHaveProperty('customResultMapper', expect.any(Function));
  expect(await query.execute()).toStrictEqual(expected);
});
