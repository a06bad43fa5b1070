import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import { tutorApprovals, tutorProfiles } from '#db/schema/tutors.ts';
import { byId } from '#server/core/ids.ts';

export const accountById = (db: Executor, id: string) => account(db, byId(users.id, id));
export const accountByEmail = (db: Executor, email: string) => account(db, eq(sql`lower(${users.email})`, email.toLowerCase()));

export const tutorById = (db: Executor, id: string) => tutor(db, byId(tutorProfiles.id, id));
export const tutorOfAccount = (db: Executor, userId: string) => tutor(db, byId(tutorProfiles.userId, userId));

/** Whether a mail with a code that was asked for later is on its way to the address. */
export async function isResetAskedAgain(db: Executor, { email, askedAt }: { email: string; askedAt: string }): Promise<boolean> {
  const [later] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.deadAt),
        sql`${jobs.params} ->> 'mail' = 'password_reset'`,
        sql`${jobs.params} ->> 'email' = ${email}`,
        sql`${jobs.params} ->> 'askedAt' > ${askedAt}`,
      ),
    )
    .limit(1);
  return later !== undefined;
}

/** Null for one that is not there, or no longer. */
async function account(db: Executor, where: SQL) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      status: users.status,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      emailVerifiedAt: users.emailVerifiedAt,
      pendingEmail: users.pendingEmail,
    })
    .from(users)
    .where(where);
  return row ?? null;
}

/** How a tutor's review stands; null for one that is not there, or no longer. */
async function tutor(db: Executor, where: SQL) {
  const [row] = await db
    .select({
      name: users.name,
      email: users.email,
      status: users.status,
      verificationStatus: tutorProfiles.verificationStatus,
      verificationDate: tutorProfiles.verificationDate,
      approvedAt: tutorApprovals.createdAt,
    })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .leftJoin(tutorApprovals, eq(tutorApprovals.tutorId, tutorProfiles.id))
    .where(where);
  return row ?? null;
}
