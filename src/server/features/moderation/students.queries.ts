import { type SQL, sql } from 'drizzle-orm';
import { matchesPerson } from '#db/accounts.ts';
import { type Executor, only } from '#db/executor.ts';
import { getTotals } from '#db/figures.ts';
import { IS_PUBLIC_PROFILE } from '#db/public-tutors.ts';
import { users } from '#db/schema/people.ts';
import type { CtxAs } from '#server/core/context.ts';
import { anyOf } from '#server/core/ids.ts';
import type { StudentRow, StudentsInput, StudentsPage } from '#shared/contracts/students.ts';
import { toRupees } from '#shared/domain/money.ts';
import type { StudentOrder } from '#shared/vocabulary/content.ts';

export async function listStudents({ db }: CtxAs<'admin'>, input: StudentsInput): Promise<StudentsPage> {
  const { page, limit, search } = input;
  const { ids, total } = search === '' ? await findInOrder(db, input) : await findByText(db, input);
  return { students: await readRows(db, ids), page, totalPages: Math.max(1, Math.ceil(total / limit)), total };
}

/** The sort columns of the indexes. */
const ORDERS: Record<StudentOrder, SQL> = {
  newest: sql`created_at desc nulls last, id desc nulls last`,
  oldest: sql`created_at nulls first, id nulls first`,
  name: sql`lower(name) collate "C", id`,
};

type IdPage = { ids: string[]; total: number };

async function findInOrder(db: Executor, { sortBy, page, limit }: StudentsInput): Promise<IdPage> {
  const [{ students }, rows] = await Promise.all([
    getTotals(db, ['students']),
    db.execute<{ id: string }>(sql`
      select id from users where role = 'student' order by ${ORDERS[sortBy]} limit ${limit} offset ${(page - 1) * limit}`),
  ]);
  return { ids: rows.map(({ id }) => id), total: students };
}

async function findByText(db: Executor, { search, sortBy, page, limit }: StudentsInput): Promise<IdPage> {
  return only(
    await db.execute<IdPage>(sql`
      with matching as materialized (
        select id, name, created_at from users where role = 'student' and ${matchesPerson(search)}
      )
      select (select count(*)::int from matching) as total,
        array(select id::text from matching order by ${ORDERS[sortBy]} limit ${limit} offset ${(page - 1) * limit}) as ids`),
  );
}

type BookingTotals = { id: string; total: number; completed: number; spentCents: number };
type FavouriteCount = { id: string; favourites: number };

async function readRows(db: Executor, ids: readonly string[]): Promise<StudentRow[]> {
  if (ids.length === 0) return [];
  const idsParam = sql`${sql.param([...ids])}::uuid[]`;
  const { id, name, email, phone, profileImage, status, createdAt, updatedAt } = users;
  const [people, bookingTotals, favouriteCounts] = await Promise.all([
    db.select({ id, name, email, phone, profileImage, status, createdAt, updatedAt }).from(users).where(anyOf(users.id, ids)),
    db.execute<BookingTotals>(sql`
      select student_id as id, count(*)::int as total, count(*) filter (where status = 'completed')::int as completed,
        coalesce(sum(amount_cents) filter (where status = 'completed'), 0)::float8 as "spentCents"
      from bookings where student_id = any(${idsParam}) group by student_id`),
    db.execute<FavouriteCount>(sql`
      select student_id as id, count(*)::int as favourites from favourites
      join tutor_profiles profile on profile.id = favourites.tutor_id
      join users person on person.id = profile.user_id
      where favourites.student_id = any(${idsParam}) and ${IS_PUBLIC_PROFILE}
      group by student_id`),
  ]);
  const personById = indexById(people);
  const bookingsById = indexById(bookingTotals);
  const favouritesById = indexById(favouriteCounts);
  return ids.flatMap((id) => {
    const account = personById.get(id);
    if (!account) return [];
    const { total = 0, completed = 0, spentCents = 0 } = bookingsById.get(id) ?? {};
    const favoriteTutors = favouritesById.get(id)?.favourites ?? 0;
    return [{ ...account, stats: { totalBookings: total, completedBookings: completed, favoriteTutors, totalSpent: toRupees(spentCents) } }];
  });
}

const indexById = <T extends { id: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]));
