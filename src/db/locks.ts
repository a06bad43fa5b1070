import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AccountStatus, Role } from '#shared/vocabulary/people.ts';
import type { Executor } from './executor.ts';
import { isLastAdmin } from './last-admin.ts';
import { bookings } from './schema/bookings.ts';
import { subjectCategories, subjects, topics } from './schema/catalogue.ts';
import { uploads } from './schema/files.ts';
import { jobs } from './schema/jobs.ts';
import { messageThreads } from './schema/messages.ts';
import { users } from './schema/people.ts';
import { tutorProfiles } from './schema/tutors.ts';

// Row locks stand here only, in one order, and within a table by id:
// idempotency key → leaving → users, tutor_profiles → listing_backlog → subject_categories, subjects, topics → uploads → bookings → tutor_listings and their counters → message_threads → inboxes → NOTIFY.

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
