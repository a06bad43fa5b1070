import { eq, inArray, ne, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aStudent, aTutor, type Booking, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';

const database = useDatabase();
let tutors: Tutor[];
let students: User[];
const created: Booking[] = [];

/** From the rows, without the counters. */
const recounted = sql`
  select person.id as tutor, given.*, held.* from users person
  cross join lateral (
    select count(*)::int as reviews, coalesce(sum(rating), 0)::int as rating_sum from reviews where tutor_user_id = person.id and hidden_at is null
  ) given
  cross join lateral (
    select count(distinct student_id)::int as students, count(*) filter (where status = 'completed')::int as sessions,
      coalesce(sum(amount_cents) filter (where status = 'completed'), 0)::bigint as earnings
    from bookings where tutor_user_id = person.id and status in ('confirmed', 'completed')
  ) held
  where (reviews, students, sessions, earnings) is distinct from (0, 0, 0, 0)`;
const counted = sql`select tutor_user_id as tutor, reviews, rating_sum, students, sessions, earnings_cents as earnings from tutor_totals`;
const pairs = sql`
  select tutor_user_id, student_id, count(*)::int as bookings from bookings
  where status in ('confirmed', 'completed') and num_nonnulls(tutor_user_id, student_id) = 2 group by 1, 2`;

async function expectAllCounted(): Promise<void> {
  const read = async (query: typeof counted) => [...(await database.db.execute(query))];
  expect(await read(sql`(${counted}) order by 1`)).toEqual(await read(sql`(${recounted}) order by 1`));
  expect(await read(sql`select * from tutor_students order by 1, 2`)).toEqual(await read(sql`(${pairs}) order by 1, 2`));
}
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR);
const idOf = (index: number): string => created[index]?.id ?? '';
const [FIRST, SECOND] = [0, 1];
const tutorAt = (index: number): Tutor => tutors[index] ?? expect.fail('there are two tutors');
const studentAt = (index: number): User => students[index] ?? expect.fail('there are three students');

beforeAll(async () => {
  const { db } = database;
  tutors = [await aTutor(db), await aTutor(db)];
  students = [await aStudent(db), await aStudent(db), await aStudent(db)];
  for (let index = 0; index < 12; index += 1) {
    const [tutor, student] = [tutorAt(index % 2), studentAt(index % 3)];
    const status = index < 6 ? 'completed' : index < 10 ? 'confirmed' : 'pending';
    created.push(
      await aBooking(db, { tutor, student, status, startTime: hours(index < 6 ? -100 - index : 100 + index), amountCents: 150_000 + index }),
    );
  }
});

// spec s14-bookings.2 | S14 3 | The counters of a tutor equal a recount of all bookings and reviews, whoever writes and however, without one |
//   drizzle/0042_counters_of_tutors.sql, src/db/listing.ts
describe('the counters of tutors are what a recount gives', () => {
  test('after bookings have come', async () => {
    await expectAllCounted();
    expect([...(await database.db.execute(counted))]).toHaveLength(2);
  });

  // spec s14-bookings.2
  test('after requests, acceptances, cancellations and completions at once, and on the profiles', async () => {
    const asTutor = (index: number) => callerAs(database, tutorAt(index).user).bookings;
    const later = { now: () => hours(200) };
    await Promise.all([
      asTutor(FIRST).setStatus({ id: idOf(10), status: 'confirmed' }),
      asTutor(SECOND).setStatus({ id: idOf(11), status: 'cancelled', reason: 'I am ill today' }),
      callerAs(database, studentAt(0)).bookings.cancel({ id: idOf(6), reason: 'We are away' }),
      callerAs(database, tutorAt(FIRST).user, later).bookings.setStatus({ id: idOf(8), status: 'completed' }),
    ]);
    await expectAllCounted();
    const profiles = await database.db.execute(sql`
      select person.id from tutor_profiles person join tutor_totals total on total.tutor_user_id = person.user_id
      where (total_students, total_sessions, total_earnings_cents) is distinct from (students, sessions, earnings_cents)`);
    expect([...profiles]).toEqual([]);
  });

  // spec s14-bookings.2
  // spec s14-bookings.10 | S14 3 | A review changes what search shows of its tutor at once: the rating and the number of reviews | src/db/listing.ts
  test('after reviews were written, changed, hidden, shown and removed', async () => {
    const { db } = database;
    const written = [];
    for (const index of [0, 1, 2, 4]) written.push(await aReview(db, { booking: created[index] ?? expect.fail(), rating: 1 + index }));
    await expectAllCounted();
    await callerAs(database, studentAt(0)).reviews.edit({ id: written[0]?.id ?? '', rating: 3, review: 'Better than I said.' });
    await db
      .update(reviews)
      .set({ hiddenAt: NOW })
      .where(inArray(reviews.id, [written[1]?.id ?? '', written[2]?.id ?? '']));
    await expectAllCounted();
    await db
      .update(reviews)
      .set({ hiddenAt: null })
      .where(eq(reviews.id, written[2]?.id ?? ''));
    await callerAs(database, studentAt(1)).reviews.remove({ id: written[3]?.id ?? '' });
    await expectAllCounted();
    const [profile] = await db
      .select()
      .from(tutorProfiles)
      .where(eq(tutorProfiles.id, tutorAt(FIRST).id));
    expect(profile).toMatchObject({ rating: 3, totalReviews: 2 });
    for (const table of ['tutor_listings', 'tutor_texts']) {
      const shown = await db.execute(sql`select distinct rating, total_reviews from ${sql.identifier(table)} where tutor_id = ${tutorAt(FIRST).id}`);
      expect([...shown]).toEqual([{ rating: 300, total_reviews: 2 }]);
    }
  });

  // spec s14-bookings.2
  test('after amounts, people and whole rows were changed by hand, and a transaction that came to nothing', async () => {
    const { db } = database;
    await db.update(bookings).set({ amountCents: sql`amount_cents + 1000` }).where(ne(bookings.status, 'cancelled'));
    await db.delete(bookings).where(inArray(bookings.id, [idOf(3), idOf(9)]));
    await expectAllCounted();
    const undone = db.transaction(async (tx) => {
      await tx.update(bookings).set({ studentId: null });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await expectAllCounted();
  });

  // spec s14-bookings.2
  test('after accounts have gone, of which no counter is left', async () => {
    const { db } = database;
    await db.execute(sql`delete from users where id = ${studentAt(1).id}`);
    await expectAllCounted();
    expect([...(await db.execute(sql`select from tutor_students where student_id = ${studentAt(1).id}`))]).toEqual([]);
    await db.execute(sql`delete from users where id = ${tutorAt(FIRST).user.id}`);
    await expectAllCounted();
    expect([...(await db.execute(sql`select from tutor_totals where tutor_user_id = ${tutorAt(FIRST).user.id}`))]).toEqual([]);
  });
});
