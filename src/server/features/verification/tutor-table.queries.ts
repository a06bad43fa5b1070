import { and, type SQL, sql } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { totalsOf } from '#db/figures.ts';
import { type JudgedProfile, judgedProfiles } from '#db/judged-profiles.ts';
import { personNamed } from '#db/like.ts';
import type { As } from '#server/core/context.ts';
import type { TutorRow, TutorTable, TutorTableInput } from '#shared/contracts/verification.ts';
import { adminCompleteness, completeness } from '#shared/domain/profile-completeness.ts';
import type { TutorFilter, TutorOrder } from '#shared/vocabulary/content.ts';

/** A page of the tutors of the platform, in a number of statements that does not depend on how many they are. */
export async function tutorPage({ db }: As<'admin'>, input: TutorTableInput): Promise<TutorTable> {
  const { page, limit, filter, search, minRating } = input;
  const [counts, found] = await Promise.all([countsOf(db), search === '' ? inOrder(db, input) : searched(db, input)]);
  const total = found.total ?? (minRating === undefined ? counts[filter] : await counted(db, input));
  const rows = found.ids.length > 0 ? await judgedProfiles(db, found.ids) : [];
  const byId = new Map(rows.map((row) => [row.id, toRow(row)]));
  return {
    tutors: found.ids.flatMap((id) => byId.get(id) ?? []),
    page,
    totalPages: Math.max(1, Math.ceil(total / limit)),
    total,
    counts,
  };
}

const FILTERS: Record<TutorFilter, SQL | undefined> = {
  all: undefined,
  verified: sql`profile.is_verified`,
  unverified: sql`not profile.is_verified`,
  pending: sql`profile.verification_status = 'pending'`,
  changed: sql`profile.changed_at is not null`,
};

/** As the indexes have it, so that a page is read and nothing sorted. */
const ORDERS: Record<TutorOrder, SQL> = {
  newest: sql`profile.created_at desc nulls last, profile.id desc nulls last`,
  oldest: sql`profile.created_at nulls first, profile.id nulls first`,
  rating: sql`profile.rating desc nulls last, profile.id desc nulls last`,
  name: sql`lower(owner.name) collate "C", owner.id`,
};

type Wanted = Pick<TutorTableInput, 'filter' | 'minRating'>;
type Found = { ids: string[]; total: number | null };

function wantedBy({ filter, minRating }: Wanted, also?: SQL): SQL {
  const rating = minRating === undefined ? undefined : sql`profile.rating >= ${minRating}::numeric`;
  const conditions = and(FILTERS[filter], rating, also);
  return conditions ? sql`where ${conditions}` : sql``;
}

async function inOrder(db: Executor, { sortBy, page, limit, ...wanted }: TutorTableInput): Promise<Found> {
  const isByName = sortBy === 'name';
  const rows = await db.execute<{ id: string }>(sql`
    select profile.id from tutor_profiles profile
    ${isByName ? sql`join users owner on owner.id = profile.user_id` : sql``}
    ${wantedBy(wanted, isByName ? sql`owner.role = 'tutor'` : undefined)}
    order by ${ORDERS[sortBy]} limit ${limit} offset ${(page - 1) * limit}`);
  return { ids: rows.map(({ id }) => id), total: null };
}

/** Whom a text names is looked up first, by its index: nobody reads through all tutors for the few that it names. */
async function searched(db: Executor, { search, sortBy, page, limit, ...wanted }: TutorTableInput): Promise<Found> {
  const { ids, total } = only(
    await db.execute<{ ids: string[]; total: number }>(sql`
      with owner as materialized (select id, name from users where role = 'tutor' and ${personNamed(search)} and ${plannedAnew(search)}),
      matching as materialized (
        select profile.id, row_number() over (order by ${ORDERS[sortBy]}) as place
        from owner join tutor_profiles profile on profile.user_id = owner.id ${wantedBy(wanted)}
      )
      select (select count(*)::int from matching) as total,
        array(select id::text from matching order by place limit ${limit} offset ${(page - 1) * limit}) as ids`),
  );
  return { ids, total };
}

/**
 * How many a text names decides how they are best put in order: always true and never run,
 * this makes a plan that knows no text look dear.
 */
const plannedAnew = (text: string): SQL => sql`(${text}::text is not null or (select count(*) from generate_series(1, 1000000000)) > 0)`;

async function counted(db: Executor, wanted: Wanted): Promise<number> {
  const rows = await db.execute<{ total: number }>(sql`select count(*)::int as total from tutor_profiles profile ${wantedBy(wanted)}`);
  return only(rows).total;
}

/** Changed ones are few, and an index holds them alone. */
async function countsOf(db: Executor): Promise<TutorTable['counts']> {
  const [totals, changed] = await Promise.all([
    totalsOf(db, ['tutors', 'tutors.verified', 'tutors.pending']),
    counted(db, { filter: 'changed', minRating: undefined }),
  ]);
  const { tutors: all, 'tutors.verified': verified, 'tutors.pending': pending } = totals;
  return { all, verified, unverified: all - verified, pending, changed };
}

function toRow({ accountStatus: status, subjects, ...profile }: JudgedProfile): TutorRow {
  const { id, user, phone, isVerified, verificationStatus, changedAt, rating, totalReviews, createdAt } = profile;
  const judged = { ...profile, subjects };
  return {
    ...{ id, user, phone, status, isVerified, verificationStatus, changedAt, rating, totalReviews, createdAt },
    subjects: subjects.map(({ name }) => name),
    completeness: adminCompleteness(judged),
    isComplete: completeness(judged).isComplete,
  };
}
