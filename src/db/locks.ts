import { and, asc, eq, getTableColumns, inArray, isNull, lte, or, SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { isLastAdmin } from './accounts.ts';
import type { Executor } from './executor.ts';
import { bookings } from './schema/bookings.ts';
import { subjectCategories, subjects, topics } from './schema/catalogue.ts';
import { uploads } from './schema/files.ts';
import { jobs } from './schema/jobs.ts';
import { listingBacklog, listingCounts } from './schema/listing.ts';
import { messageThreads } from './schema/messages.ts';
import { users } from './schema/people.ts';
import { tutorProfiles } from './schema/tutors.ts';
import { textOnce } from './text-once.ts';

/**
 * The order in which rows are locked, so that no two transactions wait for each other; within a table it is by key.
 * Before it comes the idempotency key (`core/idempotency.ts`), after it the inboxes (`core/deliver.ts`).
 * Which command needs which strength, and why: `docs/decisions/2026-11-24-locks-in-one-order.md`.
 */
const ORDER = {
  users: { table: users, key: users.id },
  tutors: { table: tutorProfiles, key: tutorProfiles.id },
  // Skips tutors that a change of the catalogue is adding right now, or that another job is processing.
  backlog: { table: listingBacklog, key: listingBacklog.tutorId, skipLocked: true },
  categories: { table: subjectCategories, key: subjectCategories.id },
  subjects: { table: subjects, key: subjects.id },
  topics: { table: topics, key: topics.id },
  uploads: { table: uploads, key: uploads.id },
  bookings: { table: bookings, key: bookings.id },
  listingCounts: { table: listingCounts, key: listingCounts.scope },
  threads: { table: messageThreads, key: messageThreads.id },
} as const satisfies Record<string, { table: PgTable; key: AnyPgColumn; skipLocked?: true }>;

type TableName = keyof typeof ORDER;

const STRENGTHS = {
  /** Conflicts with all others. For deleting a row, and for changes that no running request may miss. */
  update: 'update',
  /** Conflicts with all but `keyShare`: one change at a time, while rows that refer to this one can still be added. */
  noKeyUpdate: 'no key update',
  /** Conflicts with changes: waits for a running one, and reads its result. */
  share: 'share',
  /** Conflicts with `update` only: keeps the row from being deleted. */
  keyShare: 'key share',
} as const;

type Strength = keyof typeof STRENGTHS;

type Rows = SQL | readonly string[] | undefined;

type TableRequest = { [T in TableName]?: { [S in Strength]?: Rows } };

type LockRequest = TableRequest & {
  /** An advisory lock, taken first: only one account is closed or suspended at a time. */
  leaving?: true;
  /** An advisory lock, taken last: announcements are numbered in commit order, so that a stream which continues after one misses none. */
  announcing?: true;
};

type Locked<R extends LockRequest> = { [T in keyof R & TableName]: (typeof ORDER)[T]['table']['$inferSelect'][] };

export async function withLocks<const R extends LockRequest>(db: Executor, request: R): Promise<Locked<R>> {
  const locked: Record<string, unknown> = {};
  if (request.leaving) await lockName(db, 'leaving');
  // The keys are those of ORDER, which `Object.keys` does not know.
  for (const name of Object.keys(ORDER) as TableName[]) {
    const rows = request[name];
    if (rows) locked[name] = await lockTable(db, name, rows);
  }
  if (request.announcing) await lockName(db, 'announcements');
  // Each list was read from the table of its name.
  return locked as Locked<R>;
}

/**
 * The locks of `withLocks` in one statement. A statement does not see rows that others add while it waits for a lock, so this is only for
 * rows that are named by keys which do not change.
 */
export async function lockTogether<const R extends TableRequest>(db: Executor, request: R): Promise<Locked<R>> {
  // The keys are those of ORDER, which `Object.keys` does not know.
  const names = (Object.keys(ORDER) as TableName[]).filter((name) => request[name]);
  const parts = names.flatMap((name) =>
    stepsOf(request[name] ?? {}).map((step) => sql`select ${name} as name, to_jsonb(item) as row from (${lockedRows(name, step)}) item`),
  );
  const rows = await db.execute<{ name: TableName; row: Record<string, unknown> }>(sql.join(parts, sql` union all `));
  const locked = Object.fromEntries(
    names.map((name) => [name, rows.filter((one) => one.name === name).map(({ row }) => fromJson(ORDER[name].table, row))]),
  );
  // Each list was read from the table of its name.
  return locked as Locked<R>;
}

type Reader = { key: string; name: string; read: (value: unknown) => unknown };

const readers = new Map<PgTable, readonly Reader[]>();

/** Decodes a row that was read as JSON by its columns; `keys` restricts it to some of them. */
function fromJson(table: PgTable, row: Record<string, unknown>, keys?: readonly string[]): Record<string, unknown> {
  const known = readers.get(table) ?? readersOf(table);
  readers.set(table, known);
  const read = keys ? known.filter(({ key }) => keys.includes(key)) : known;
  return Object.fromEntries(read.map(({ key, name, read }) => [key, (row[name] ?? null) === null ? null : read(row[name])]));
}

const readersOf = (table: PgTable): Reader[] =>
  Object.entries(getTableColumns(table)).map(([key, column]) => ({ key, name: toSnakeCase(key), read: (value) => column.mapFromDriverValue(value) }));

function lockedRows(name: TableName, { strength, rows }: Step): SQL {
  const { table, key, skipLocked }: { table: PgTable; key: AnyPgColumn; skipLocked?: true } = ORDER[name];
  const where = rows instanceof SQL ? rows : sql`${key} = any(${sql.param([...rows])}::uuid[])`;
  const lock = sql.raw(`for ${STRENGTHS[strength]}${skipLocked ? ' skip locked' : ''}`);
  return sql`select * from ${table} where ${where} order by ${key} ${lock}`;
}

function lockName(db: Executor, name: string) {
  return db.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
}

type Step = { strength: Strength; rows: SQL | readonly string[] };

async function lockTable(db: Executor, name: TableName, request: { [S in Strength]?: Rows }): Promise<unknown[]> {
  const locked: unknown[] = [];
  for (const step of stepsOf(request)) locked.push(...(await lockRows(db, name, step)));
  return locked;
}

function stepsOf(request: { [S in Strength]?: Rows }): Step[] {
  // The keys are those of STRENGTHS, which `Object.keys` does not know.
  const steps = (Object.keys(STRENGTHS) as Strength[]).flatMap((strength): Step[] => {
    const rows = request[strength];
    return rows === undefined ? [] : [{ strength, rows }];
  });
  return steps.length > 1 ? oneByOne(steps) : steps;
}

/** A statement locks in one strength only, so rows in several strengths are locked one by one, in the order of their keys. */
function oneByOne(steps: readonly Step[]): Step[] {
  const single = steps.flatMap(({ strength, rows }) => {
    if (rows instanceof SQL) throw new Error('rows that are locked in several strengths must be named by their keys');
    return rows.map((key) => ({ strength, key }));
  });
  single.sort((a, b) => (a.key < b.key ? -1 : 1));
  return single.map(({ strength, key }) => ({ strength, rows: [key] }));
}

function lockRows(db: Executor, name: TableName, { strength, rows }: Step): Promise<unknown[]> {
  const { table, key, skipLocked }: { table: PgTable; key: AnyPgColumn; skipLocked?: true } = ORDER[name];
  const where = rows instanceof SQL ? rows : sql`${key} = any(${sql.param([...rows])}::uuid[])`;
  return db
    .select()
    .from(table)
    .where(where)
    .orderBy(asc(key))
    .for(STRENGTHS[strength], skipLocked ? { skipLocked } : {});
}

const REQUEST_COLUMNS = ['id', 'name', 'email', 'profileImage', 'status', 'childName', 'emailVerifiedAt'] as const;
type RequestAccount = Pick<typeof users.$inferSelect, (typeof REQUEST_COLUMNS)[number]>;
type RequestLocks = { accounts: RequestAccount[]; isSerialized: boolean };

/** Locks in two strengths in one statement, still in the order of the keys: the student before the tutor where the id is lower, else after. */
const selectForRequest = textOnce<'studentId' | 'tutorId'>((value) => {
  const tutorUser = sql`(select user_id from tutor_profiles where id = ${value('tutorId')}::uuid)`;
  const isStudent = sql`${users.id} = ${value('studentId')}::uuid`;
  const ofTutor = sql`${tutorProfiles.id} = ${value('tutorId')}::uuid`;
  const steps: [TableName, Step][] = [
    ['users', { strength: 'noKeyUpdate', rows: sql`${isStudent} and (${users.id} < ${tutorUser}) is true` }],
    ['users', { strength: 'keyShare', rows: sql`${users.id} = ${tutorUser} and ${users.id} <> ${value('studentId')}::uuid` }],
    ['users', { strength: 'noKeyUpdate', rows: sql`${isStudent} and (${users.id} < ${tutorUser}) is not true` }],
    ['tutors', { strength: 'noKeyUpdate', rows: sql`${ofTutor} and ${tutorProfiles.bufferMinutes} > 0` }],
    ['tutors', { strength: 'keyShare', rows: sql`${ofTutor} and ${tutorProfiles.bufferMinutes} = 0` }],
  ];
  const account = sql.raw(REQUEST_COLUMNS.map((key) => `'${toSnakeCase(key)}', item.${toSnakeCase(key)}`).join(', '));
  const parts = steps.map(([name, step]) => {
    const row = name === 'users' ? sql`jsonb_build_object(${account})` : sql`jsonb_build_object('isSerialized', item.buffer_minutes > 0)`;
    return sql`select ${row} as row from (${lockedRows(name, step)}) item`;
  });
  return sql.join(parts, sql` union all `);
});

/**
 * Locks the student, so that requests of one student are counted one after the other, and the tutor's account and profile, so that neither
 * is deleted. Requests for one tutor run one after the other (`isSerialized`) only where the tutor wants a buffer between sessions.
 */
export async function lockForRequest(db: Executor, parties: { studentId: string; tutorId: string }): Promise<RequestLocks> {
  const rows = await db.execute<{ row: Record<string, unknown> }>(selectForRequest(parties));
  const ofUsers = rows.filter(({ row }) => !('isSerialized' in row));
  return {
    // The other rows are of profiles, and these have the columns that were selected.
    accounts: ofUsers.map(({ row }) => fromJson(users, row, REQUEST_COLUMNS) as RequestAccount),
    isSerialized: rows.some(({ row }) => row.isSerialized === true),
  };
}

export type LeavingAccount = typeof users.$inferSelect & { profile: typeof tutorProfiles.$inferSelect | null; isLastAdmin: boolean };

export async function lockLeavingAccount(db: Executor, id: string): Promise<LeavingAccount | null> {
  const {
    users: [account],
    tutors: [profile],
  } = await withLocks(db, {
    leaving: true,
    users: { update: [id] },
    // As strong as the deletion itself: others wait for the profile here, before they lock subjects that its bookings refer to.
    tutors: { update: eq(tutorProfiles.userId, id) },
  });
  return account ? { ...account, profile: profile ?? null, isLastAdmin: await isLastAdmin(db, account) } : null;
}

export type BookingSide = { userId: string; party: SignUpRole };

export const whereParty = ({ userId, party }: BookingSide) => eq(party === 'tutor' ? bookings.tutorUserId : bookings.studentId, userId);

/** The pending and confirmed bookings of one side, and the profiles of all its tutors. */
export function lockActiveBookings(db: Executor, side: BookingSide) {
  const whereOwn = whereParty(side);
  const isActive = and(whereOwn, inArray(bookings.status, [...OCCUPYING_STATUSES]));
  return withLocks(db, {
    tutors: { noKeyUpdate: sql`${tutorProfiles.userId} in (select ${bookings.tutorUserId} from ${bookings} where ${whereOwn})` },
    // PostgreSQL locks the subject of a booking that is updated twice; a deletion of the subject would hold it while waiting for the booking.
    subjects: { keyShare: sql`${subjects.id} in (select ${bookings.subjectId} from ${bookings} where ${isActive})` },
    bookings: { update: isActive },
  });
}

export function lockDueJobs(db: Executor, at: Date, { limit, where }: { limit: number; where: SQL | undefined }) {
  return db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNull(jobs.deadAt), lte(jobs.dueAt, at), or(isNull(jobs.claimedUntil), lte(jobs.claimedUntil, at)), where))
    .orderBy(asc(jobs.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export type OwnersToClaimOf = { limit: number; where: SQL; after: string | null; except: readonly string[] };

/**
 * One due job of each owner, in the order of owner ids. A recursive query steps through the index of owners, so that an owner with many due
 * jobs does not slow the search for the others.
 */
export function lockDueJobsOfOwners(at: Date, { limit, where, after, except }: OwnersToClaimOf): SQL {
  const [time, owner] = [at.toISOString(), sql`${jobs.ownerId}`];
  const isOpen = sql`num_nonnulls(${jobs.deadAt}) = 0 and ${where}`;
  const following = (last: SQL | undefined) =>
    sql`(select ${owner} from ${jobs} where ${isOpen} ${last && sql`and ${owner} > ${last}`} order by ${owner} limit 1)`;
  return sql`with recursive owners(id) as (
      ${following(after === null ? undefined : sql`${after}::uuid`)}
      union all select ${following(sql`owners.id`)} from owners where owners.id is not null)
    select due.id from owners cross join lateral (
      select ${jobs.id} as id from ${jobs}
      where ${isOpen} and ${owner} = owners.id and ${jobs.dueAt} <= ${time}::timestamptz
        and (${jobs.claimedUntil} is null or ${jobs.claimedUntil} <= ${time}::timestamptz)
      order by ${jobs.dueAt} limit 1 for update skip locked) due
    where owners.id <> all(${sql.param([...except])}::uuid[]) limit ${limit}`;
}
