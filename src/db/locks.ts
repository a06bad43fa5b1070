import { and, asc, eq, inArray, isNull, lte, or, SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AccountStatus, Role } from '#shared/vocabulary/people.ts';
import type { Executor } from './executor.ts';
import { isLastAdmin } from './last-admin.ts';
import { bookings } from './schema/bookings.ts';
import { subjectCategories, subjects, topics } from './schema/catalogue.ts';
import { uploads } from './schema/files.ts';
import { jobs } from './schema/jobs.ts';
import { listingBacklog, listingCounts } from './schema/listing.ts';
import { messageThreads } from './schema/messages.ts';
import { users } from './schema/people.ts';
import { tutorProfiles } from './schema/tutors.ts';

/**
 * The order in which transactions lock rows, so that no two of them wait for each other; within a table it is by key.
 * Before it comes the idempotency key (`core/idempotency.ts`), after it the inboxes and NOTIFY (`core/deliver.ts`).
 * The reasons are in `docs/decisions/2026-11-24-locks-in-one-order.md`.
 */
const ORDER = {
  users: { table: users, key: users.id },
  tutors: { table: tutorProfiles, key: tutorProfiles.id },
  // A tutor whom a change of the catalogue is adding, or whom another job has, is passed over.
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

/** From strong to weak. Each waits for those above it and, but for `keyShare`, for itself; `keyShare` waits for `update` only. */
const STRENGTHS = {
  /** Before a row goes, or before a change that no request for a session under way may miss. */
  update: 'update',
  /** Before a change: one at a time. Rows that refer to this one may still be added. */
  noKeyUpdate: 'no key update',
  /** Waits for whoever is changing the row, and reads what it is then. */
  share: 'share',
  /** Keeps the row from being deleted; many may hold it at once. */
  keyShare: 'key share',
} as const;

type Strength = keyof typeof STRENGTHS;

/** A condition, or keys; undefined for no row. */
type Rows = SQL | readonly string[] | undefined;

type Wanted = { [T in TableName]?: { [S in Strength]?: Rows } } & {
  /** Taken before all rows: accounts leave, and are suspended, one at a time. */
  leaving?: true;
  /** Taken after all rows: announcements are numbered in the order of their commits, so a stream that continues after one misses none. */
  announcing?: true;
};

type Locked<W extends Wanted> = { [T in keyof W & TableName]: (typeof ORDER)[T]['table']['$inferSelect'][] };

/** Locks these rows until the commit, in the one order whatever the order they are named in, and reads what they are then. */
export async function withLocks<const W extends Wanted>(db: Executor, wanted: W): Promise<Locked<W>> {
  const locked: Record<string, unknown> = {};
  if (wanted.leaving) await lockName(db, 'leaving');
  // The keys are those of ORDER, which `Object.keys` does not know.
  for (const name of Object.keys(ORDER) as TableName[]) {
    const rows = wanted[name];
    if (rows) locked[name] = await lockTable(db, name, rows);
  }
  if (wanted.announcing) await lockName(db, 'announcements');
  // Each list was read from the table of its name.
  return locked as Locked<W>;
}

function lockName(db: Executor, name: string) {
  return db.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
}

type Step = { strength: Strength; rows: SQL | readonly string[] };

async function lockTable(db: Executor, name: TableName, wanted: { [S in Strength]?: Rows }): Promise<unknown[]> {
  // The keys are those of STRENGTHS, which `Object.keys` does not know.
  const steps = (Object.keys(STRENGTHS) as Strength[]).flatMap((strength): Step[] => {
    const rows = wanted[strength];
    return rows === undefined ? [] : [{ strength, rows }];
  });
  const locked: unknown[] = [];
  for (const step of steps.length > 1 ? oneByOne(steps) : steps) locked.push(...(await lockRows(db, name, step)));
  return locked;
}

/** One statement has one strength: rows of several are locked one after the other, or the order by key would not hold. */
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

export type LeavingAccount = typeof users.$inferSelect & { profile: typeof tutorProfiles.$inferSelect | null; isLastAdmin: boolean };

/** Before an account is deleted, suspended or reinstated: nobody adds anything of theirs until the commit. Null when it has gone already. */
export async function lockLeavingAccount(db: Executor, id: string): Promise<LeavingAccount | null> {
  const {
    users: [account],
    tutors: [profile],
  } = await withLocks(db, {
    leaving: true,
    users: { update: [id] },
    // As strong as when it goes: whoever wants the profile waits here, and not while holding what bookings of it refer to.
    tutors: { update: eq(tutorProfiles.userId, id) },
  });
  return account ? { ...account, profile: profile ?? null, isLastAdmin: await isLastAdmin(db, account) } : null;
}

// --- replaced below ---
/** Keeps these accounts from being deleted meanwhile; others may do the same at once. */
export function shareUsers(db: Executor, where: SQL | undefined) {
  return db.select({ id: users.id, status: users.status }).from(users).where(where).orderBy(asc(users.id)).for('key share');
}

export type Leaver = { id: string; name: string; email: string; role: Role | null; status: AccountStatus; isLastAdmin: boolean };

/** Before an account is taken away, suspended or reinstated: nobody makes anything new of theirs until the commit. Null when they are gone already. */
export async function lockLeaver(db: Executor, id: string): Promise<Leaver | null> {
  // One leaves at a time: two who have a booking together would wait for each other, and the last two admins would both go.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('leaving'))`);
  const [account] = await db
    .select({ id: users.id, name: users.name, email: users.email, role: users.role, status: users.status })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  // As strongly as it goes at the end: whoever shares it meanwhile waits here, and not for what of the catalogue the bookings name.
  if (account?.role === 'tutor') await lockTutorsFromRequests(db, eq(tutorProfiles.userId, account.id));
  return account ? { ...account, isLastAdmin: await isLastAdmin(db, account) } : null;
}

/** Before a change of an account or of what hangs on it: one such change at a time. */
export function lockUsers(db: Executor, ids: readonly string[]) {
  return db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('no key update');
}

/** The same by the address, in lower case. */
export function lockUserOfAddress(db: Executor, email: string) {
  return db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
    .for('no key update');
}

/** Before a request for a session: those of one student are made in turn, so that they can be counted. The tutor is only kept from being deleted. */
export async function lockRequesting(db: Executor, { studentId, tutorUserId }: { studentId: string; tutorUserId: string | null }) {
  const shareTutorUser = () => (tutorUserId === null || tutorUserId === studentId ? [] : shareUsers(db, eq(users.id, tutorUserId)));
  const isTutorFirst = tutorUserId !== null && tutorUserId < studentId;
  if (isTutorFirst) await shareTutorUser();
  const student = await lockUsers(db, [studentId]);
  if (!isTutorFirst) await shareTutorUser();
  return student;
}

/** Before an upload is thrown away: what is about to hang on it does so first, or finds it gone. */
export function lockUpload(db: Executor, id: string) {
  return db.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, id)).for('update');
}

/** Waits for whoever is changing it, and reads what it is then. */
export function shareCredentials(db: Executor, userId: string) {
  return db
    .select({ email: users.email, passwordHash: users.passwordHash, status: users.status })
    .from(users)
    .where(eq(users.id, userId))
    .for('share');
}

/** Keeps a tutor's profile from being closed meanwhile; requests for one tutor do not wait for each other. */
export function shareTutor(db: Executor, where: SQL | undefined) {
  return db.select().from(tutorProfiles).where(where).for('key share');
}

/** Before a change of a tutor's figures, slots or state: one such change at a time. */
export function lockTutors(db: Executor, where: SQL | undefined) {
  return db.select().from(tutorProfiles).where(where).orderBy(asc(tutorProfiles.id)).for('no key update');
}

/** Before a change that no request for a session may miss, as days off: it waits for those under way, and later ones wait for the commit. */
export function lockTutorsFromRequests(db: Executor, where: SQL | undefined) {
  return db.select().from(tutorProfiles).where(where).orderBy(asc(tutorProfiles.id)).for('update');
}

/** Tutors whose listings wait to be made anew; those that the catalogue is just adding, or another job has, are passed over. */
export function lockBacklog(db: Executor, tutorIds: readonly string[]) {
  return db.execute<{ tutor_id: string }>(sql`
    select tutor_id from listing_backlog where tutor_id = any(${sql.param([...tutorIds])}::uuid[]) order by tutor_id for update skip locked`);
}

/** Before a change of the catalogue: whoever puts one of these on a profile has done so before it, and is seen, or waits for the commit. */
export function lockCategories(db: Executor, where: SQL | undefined) {
  return db.select().from(subjectCategories).where(where).orderBy(asc(subjectCategories.id)).for('update');
}

export function lockSubjects(db: Executor, where: SQL | undefined) {
  return db.select().from(subjects).where(where).orderBy(asc(subjects.id)).for('update');
}

/** Before bookings that name them are written twice: PostgreSQL then looks for them again, and whoever deletes one waits for its bookings. */
export function shareSubjects(db: Executor, where: SQL | undefined) {
  return db.select({ id: subjects.id }).from(subjects).where(where).orderBy(asc(subjects.id)).for('key share');
}

export function lockTopics(db: Executor, where: SQL | undefined) {
  return db.select().from(topics).where(where).orderBy(asc(topics.id)).for('update');
}

export function lockBookings(db: Executor, where: SQL | undefined) {
  return db.select().from(bookings).where(where).orderBy(asc(bookings.id)).for('update');
}

/** Before an announcement: they are numbered in the order of their commits, so that a stream that goes on after one misses none. */
export function lockAnnouncements(db: Executor) {
  return db.execute(sql`select pg_advisory_xact_lock(hashtext('announcements'))`);
}

/** Counters change in the order of their scopes, so that two transactions never wait for each other. */
export function lockCounts(db: Executor, scopes: readonly string[]) {
  return db.execute(sql`select scope from listing_counts where scope = any(${sql.param([...scopes])}::uuid[]) order by scope for update`);
}

/** Before a message, its reading, a block, or the end of a side: one of them at a time. */
export function lockThreads(db: Executor, where: SQL | undefined) {
  return db.select().from(messageThreads).where(where).orderBy(asc(messageThreads.id)).for('update');
}

/** Jobs that are due and that nobody works on; whoever takes some keeps nobody else waiting, who takes the next. */
export function lockDueJobs(db: Executor, at: Date, { most, which }: { most: number; which: SQL | undefined }) {
  return db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNull(jobs.deadAt), lte(jobs.dueAt, at), or(isNull(jobs.claimedUntil), lte(jobs.claimedUntil, at)), which))
    .orderBy(asc(jobs.dueAt))
    .limit(most)
    .for('update', { skipLocked: true });
}
