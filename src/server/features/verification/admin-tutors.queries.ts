import { and, type SQL, sql } from 'drizzle-orm';
import { matchesPerson } from '#db/accounts.ts';
import { type Executor, only } from '#db/executor.ts';
import { getTotals } from '#db/figures.ts';
import { forceCustomPlan } from '#db/planner-hints.ts';
import { type ProfileForVerification, selectProfilesForVerification } from '#db/profile-verification.ts';
import type { CtxAs } from '#server/core/context.ts';
import type { TutorRow, TutorTable, TutorTableInput } from '#shared/contracts/verification.ts';
import { adminCompleteness, completeness } from '#shared/domain/profile-completeness.ts';
import type { TutorFilter, TutorOrder } from '#shared/vocabulary/content.ts';

export async function listTutors({ db }: CtxAs<'admin'>, input: TutorTableInput): Promise<TutorTable> {
  const { page, limit, filter, search, minRating } = input;
  const [counts, result] = await Promise.all([countByFilter(db), search === '' ? findInOrder(db, input) : findByText(db, input)]);
  const total = result.total ?? (minRating === undefined ? counts[filter] : await countTutors(db, input));
  const rows = result.ids.length > 0 ? await selectProfilesForVerification(db, result.ids) : [];
  const byId = new Map(rows.map((row) => [row.id, toRow(row)]));
  return {
    tutors: result.ids.flatMap((id) => byId.get(id) ?? []),
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

/** The sort columns of the indexes. */
const ORDERS: Record<TutorOrder, SQL> = {
  newest: sql`profile.created_at desc nulls last, profile.id desc nulls last`,
  oldest: sql`profile.created_at nulls first, profile.id nulls first`,
  rating: sql`profile.rating desc nulls last, profile.id desc nulls last`,
  name: sql`lower(owner.name) collate "C", owner.id`,
};

type TutorConditions = Pick<TutorTableInput, 'filter' | 'minRating'>;
type IdPage = { ids: string[]; total: number | null };

function where({ filter, minRating }: TutorConditions, extra?: SQL): SQL {
  const rating = minRating === undefined ? undefined : sql`profile.rating >= ${minRating}::numeric`;
  const conditions = and(FILTERS[filter], rating, extra);
  return conditions ? sql`where ${conditions}` : sql``;
}

async function findInOrder(db: Executor, { sortBy, page, limit, ...conditions }: TutorTableInput): Promise<IdPage> {
  const isByName = sortBy === 'name';
  const rows = await db.execute<{ id: string }>(sql`
    select profile.id from tutor_profiles profile
    ${isByName ? sql`join users owner on owner.id = profile.user_id` : sql``}
    ${where(conditions, isByName ? sql`owner.role = 'tutor'` : undefined)}
    order by ${ORDERS[sortBy]} limit ${limit} offset ${(page - 1) * limit}`);
  return { ids: rows.map(({ id }) => id), total: null };
}

/** The index of names and emails finds the few accounts first; only those are sorted. */
async function findByText(db: Executor, { search, sortBy, page, limit, ...conditions }: TutorTableInput): Promise<IdPage> {
  const { ids, total } = only(
    await db.execute<{ ids: string[]; total: number }>(sql`
      with owner as materialized (select id, name from users where role = 'tutor' and ${matchesPerson(search)} and ${forceCustomPlan(search)}),
      matching as materialized (
        select profile.id, row_number() over (order by ${ORDERS[sortBy]}) as place
        from owner join tutor_profiles profile on profile.user_id = owner.id ${where(conditions)}
      )
      select (select count(*)::int from matching) as total,
        array(select id::text from matching order by place limit ${limit} offset ${(page - 1) * limit}) as ids`),
  );
  return { ids, total };
}

async function countTutors(db: Executor, conditions: TutorConditions): Promise<number> {
  const rows = await db.execute<{ total: number }>(sql`select count(*)::int as total from tutor_profiles profile ${where(conditions)}`);
  return only(rows).total;
}

async function countByFilter(db: Executor): Promise<TutorTable['counts']> {
  const [totals, changed] = await Promise.all([
    getTotals(db, ['tutors', 'tutors.verified', 'tutors.pending']),
    countTutors(db, { filter: 'changed', minRating: undefined }),
  ]);
  const { tutors: all, 'tutors.verified': verified, 'tutors.pending': pending } = totals;
  return { all, verified, unverified: all - verified, pending, changed };
}

function toRow({ accountStatus: status, subjects, ...profile }: ProfileForVerification): TutorRow {
  const { id, user, phone, isVerified, verificationStatus, revision, changedAt, rating, totalReviews, createdAt } = profile;
  const profileParts = { ...profile, subjects };
  return {
    ...{ id, user, phone, status, isVerified, verificationStatus, revision, changedAt, rating, totalReviews, createdAt },
    subjects: subjects.map(({ name }) => name),
    completeness: adminCompleteness(profileParts),
    isComplete: completeness(profileParts).isComplete,
  };
}
