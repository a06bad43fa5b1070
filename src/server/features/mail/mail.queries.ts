import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { bookingProposals, bookings, bookingTopics } from '#db/schema/bookings.ts';
import { reviews, savedSearches } from '#db/schema/engagement.ts';
import { jobs } from '#db/schema/jobs.ts';
import { mailOptOuts } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import { passkeys } from '#db/schema/second-factor.ts';
import { tutorApprovals, tutorProfiles } from '#db/schema/tutors.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { byId } from '#server/core/ids.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import { archiveExpiry } from '#shared/domain/archive-expiry.ts';
import { mailKindOf } from '#shared/domain/mail-kinds.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';

export const findAccount = (db: Executor, id: string) => selectAccount(db, byId(users.id, id));
export const findAccountByEmail = (db: Executor, email: string) => selectAccount(db, hasEmail(email));

export const findTutor = (db: Executor, id: string) => selectTutor(db, byId(tutorProfiles.id, id));
export const findTutorByAccount = (db: Executor, userId: string) => selectTutor(db, byId(tutorProfiles.userId, userId));

const student = alias(users, 'student');
const tutorUser = alias(users, 'tutor');
const studentFields = { id: student.id, name: student.name, email: student.email, status: student.status };
const tutorFields = { id: tutorUser.id, name: tutorUser.name, email: tutorUser.email, status: tutorUser.status };
const topicNames = sql<string[]>`array(
  select ${bookingTopics.name} from ${bookingTopics} where ${bookingTopics.bookingId} = ${bookings.id} order by ${bookingTopics.position})`;

const selectBookingDetails = prepareOnce((db: Executor) =>
  db
    .select({ booking: bookings, student: studentFields, tutor: tutorFields, proposal: bookingProposals, topics: topicNames })
    .from(bookings)
    .leftJoin(student, eq(student.id, bookings.studentId))
    .leftJoin(tutorUser, eq(tutorUser.id, bookings.tutorUserId))
    .leftJoin(bookingProposals, and(eq(bookingProposals.bookingId, bookings.id), eq(bookingProposals.state, 'open')))
    .where(eq(bookings.id, sql.placeholder('id')))
    .prepare('booking_of_mail'),
);

export async function findBookingDetails(db: Executor, id: string) {
  const [row] = await selectBookingDetails(db).execute({ id });
  return row ?? null;
}
export type BookingDetails = NonNullable<Awaited<ReturnType<typeof findBookingDetails>>>;

/** Null where the review is deleted, or hidden by an admin. */
export async function findReviewDetails(db: Executor, id: string) {
  const [row] = await db
    .select({
      rating: reviews.rating,
      review: reviews.review,
      subjectName: bookings.subjectName,
      studentName: student.name,
      tutor: tutorFields,
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(tutorUser, eq(tutorUser.id, reviews.tutorUserId))
    .leftJoin(student, eq(student.id, reviews.studentId))
    .where(and(byId(reviews.id, id), isNull(reviews.hiddenAt)));
  return row ?? null;
}

/** Null where its owner has deleted the search, or restarted it. */
export async function findFoundSearch(db: Executor, id: string) {
  const [row] = await db
    .select({ filters: savedSearches.filters, person: { id: users.id, name: users.name, email: users.email, status: users.status } })
    .from(savedSearches)
    .innerJoin(users, eq(users.id, savedSearches.userId))
    .where(and(byId(savedSearches.id, id), isNotNull(savedSearches.foundAt)));
  return row ?? null;
}

export async function isWebhookOff(db: Executor, { userId, url }: { userId: string; url: string }): Promise<boolean> {
  const [endpoint] = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.userId, userId), eq(webhookEndpoints.url, url), eq(webhookEndpoints.isOffByFailures, true)));
  return endpoint !== undefined;
}

type RequestedReset = { email: string; askedAt: string; asker?: { device: string | null } };

export async function hasLaterResetRequest(db: Executor, { email, askedAt, asker }: RequestedReset): Promise<boolean> {
  const device = asker?.device ?? null;
  if (device === null) return false;
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.deadAt),
        sql`${jobs.params} ->> 'mail' = 'password_reset'`,
        sql`${jobs.params} ->> 'email' = ${email}`,
        sql`${jobs.params} -> 'asker' ->> 'device' = ${device}`,
        sql`${jobs.params} ->> 'askedAt' > ${askedAt}`,
      ),
    )
    .limit(1);
  return job !== undefined;
}

export async function listPasskeyNames(db: Executor, userId: string): Promise<string[]> {
  const rows = await db.select({ name: passkeys.name }).from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt, passkeys.id);
  return rows.map(({ name }) => name);
}

const selectRecipient = prepareOnce((db: Executor) =>
  db
    .select({ locale: users.locale, kind: mailOptOuts.kind })
    .from(users)
    .leftJoin(mailOptOuts, and(eq(mailOptOuts.userId, users.id), eq(mailOptOuts.kind, sql.placeholder('kind'))))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('recipient_of_mail'),
);

/** The language of the recipient, and whether mails of this kind are switched off. */
export async function findRecipient(db: Executor, job: MailJob): Promise<{ locale: Locale | null; hasOptedOut: boolean }> {
  if ('email' in job) return { locale: await findLocale(db, job), hasOptedOut: false };
  if (!('userId' in job)) return { locale: ('locale' in job && job.locale) || null, hasOptedOut: false };
  const [row] = await selectRecipient(db).execute({ id: job.userId, kind: mailKindOf(job) });
  return { locale: row?.locale ?? null, hasOptedOut: row !== undefined && row.kind !== null };
}

/** Null where the account has chosen no language, or is deleted. */
export async function findLocale(db: Executor, account: { userId: string } | { email: string }): Promise<Locale | null> {
  const isAccount = 'userId' in account ? byId(users.id, account.userId) : hasEmail(account.email);
  const [row] = await db.select({ locale: users.locale }).from(users).where(isAccount);
  return row?.locale ?? null;
}

const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, email.toLowerCase());

async function selectAccount(db: Executor, where: SQL) {
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

async function selectTutor(db: Executor, where: SQL) {
  const [row] = await db
    .select({
      id: users.id,
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

export async function findArchiveExpiry(db: Executor, archiveId: string): Promise<Date | null> {
  const [archive] = await db.select({ readyAt: dataArchives.readyAt }).from(dataArchives).where(byId(dataArchives.id, archiveId));
  return archive?.readyAt ? archiveExpiry(archive.readyAt) : null;
}
