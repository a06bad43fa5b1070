import { type SQL, sql } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { totalsOf } from '#db/figures.ts';
import { personNamed } from '#db/like.ts';
import { users } from '#db/schema/people.ts';
import type { As } from '#server/core/context.ts';
import { anyOf } from '#server/core/ids.ts';
import type { StudentRow, StudentsInput, StudentsPage } from '#shared/contracts/students.ts';
import { toRupees } from '#shared/domain/money.ts';
import type { StudentOrder } from '#shared/vocabulary/content.ts';

/** A page of the students of the platform; what they have done is read for those of the page at once. */
export async function studentsPageOf({ db }: As<'admin'>, input: StudentsInput): Promise<StudentsPage> {
  const { page, limit, search } = input;
  const { ids, total } = search === '' ? await inOrder(db, input) : await searched(db, input);
  return { students: await rowsOf(db, ids), page, totalPages: Math.max(1, Math.ceil(total / limit)), total };
}

/** As the indexes have it, so that a page is read and nothing sorted. */
const ORDERS: Record<StudentOrder, SQL> = {
  newest: sql`created_at desc nulls last, id desc nulls last`,
  oldest: sql`created_at nulls first, id nulls first`,
  name: sql`lower(name) collate "C", id`,
};

type Found = { ids: string[]; total: number };

async function inOrder(db: Executor, { sortBy, page, limit }: StudentsInput): Promise<Found> {
  const [{ students }, rows] = await Promise.all([
    totalsOf(db, ['students']),
    db.execute<{ id: string }>(sql`
      select id from users where role = 'student' order by ${ORDERS[sortBy]} limit ${limit} offset ${(page - 1) * limit}`),
  ]);
  return { ids: rows.map(({ id }) => id), total: students };
}

/** Whom a text names is looked up first, by its index. */
async function searched(db: Executor, { search, sortBy, page, limit }: StudentsInput): Promise<Found> {
  return only(
    await db.execute<Found>(sql`
      with matching as materialized (
        select id, name, created_at from users where role = 'student' and ${personNamed(search)}
      )
      select (select count(*)::int from matching) as total,
        array(select id::text from matching order by ${ORDERS[sortBy]} limit ${limit} offset ${(page - 1) * limit}) as ids`),
  );
}

type Booked = { id: string; total: number; completed: number; spentCents: number };
type Kept = { id: string; favourites: number };

async function rowsOf(db: Executor, ids: readonly string[]): Promise<StudentRow[]> {
  if (ids.length === 0) return [];
  const wanted = sql`${sql.param([...ids])}::uuid[]`;
  const { id, name, email, phone, profileImage, status, createdAt, updatedAt } = users;
  const [people, booked, kept] = await Promise.all([
    db.select({ id, name, email, phone, profileImage, status, createdAt, updatedAt }).from(users).where(anyOf(users.id, ids)),
    db.execute<Booked>(sql`
      select student_id as id, count(*)::int as total, count(*) filter (where status = 'completed')::int as completed,
        coalesce(sum(amount_cents) filter (where status = 'completed'), 0)::float8 as "spentCents"
      from bookings where student_id = any(${wanted}) group by student_id`),
    // The same tutors that canBeFound lets be seen.
    db.execute<Kept>(sql`
      select student_id as id, count(*)::int as favourites from favourites
      join tutor_profiles profile on profile.id = favourites.tutor_id
      join users person on person.id = profile.user_id
      where favourites.student_id = any(${wanted}) and person.status = 'active' and profile.verification_status <> 'rejected'
      group by student_id`),
  ]);
  const person = byId(people);
  const bookings = byId(booked);
  const favourites = byId(kept);
  return ids.flatMap((id) => {
    const account = person.get(id);
    if (!account) return [];
    const { total = 0, completed = 0, spentCents = 0 } = bookings.get(id) ?? {};
    const favoriteTutors = favourites.get(id)?.favourites ?? 0;
    return [{ ...account, stats: { totalBookings: total, completedBookings: completed, favoriteTutors, totalSpent: toRupees(spentCents) } }];
  });
}

const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]));
