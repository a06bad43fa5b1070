import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from './executor.ts';
import { bookings } from './schema/bookings.ts';
import { users } from './schema/people.ts';
import { tutorProfiles } from './schema/tutors.ts';

// Row locks stand here only, in one order, and within a table by id:
// idempotency key → users, tutor_profiles → bookings → tutor_listings and their counters → inboxes → NOTIFY.

/** Keeps these accounts from being deleted meanwhile; others may do the same at once. */
export function shareUsers(db: Executor, ids: readonly string[]) {
  return db
    .select({ id: users.id, status: users.status })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('key share');
}

/** Keeps a tutor's profile from being closed meanwhile; requests for one tutor do not wait for each other. */
export function shareTutor(db: Executor, where: SQL | undefined) {
  return db.select().from(tutorProfiles).where(where).for('key share');
}

/** Before a change of a tutor's figures, slots or state: one such change at a time. */
export function lockTutors(db: Executor, where: SQL | undefined) {
  return db.select().from(tutorProfiles).where(where).orderBy(asc(tutorProfiles.id)).for('no key update');
}

export function lockBookings(db: Executor, where: SQL | undefined) {
  return db.select().from(bookings).where(where).orderBy(asc(bookings.id)).for('update');
}

/** Counters change in the order of their scopes, so that two transactions never wait for each other. */
export function lockCounts(db: Executor, scopes: readonly string[]) {
  return db.execute(sql`select scope from listing_counts where scope = any(${sql.param([...scopes])}::uuid[]) order by scope for update`);
}
