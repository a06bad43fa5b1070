import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { calendarFeeds } from '#db/schema/access.ts';
import { subjects } from '#db/schema/catalogue.ts';
import { mailOptOuts } from '#db/schema/notifications.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import { recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import {
  tutorApprovals,
  tutorDaysOff,
  tutorEducation,
  tutorExperience,
  tutorModes,
  tutorProfiles,
  tutorRejections,
  tutorSlots,
  tutorSubjects,
} from '#db/schema/tutors.ts';
import { toRupees } from '#shared/domain/money.ts';

/** Without passwords, codes and tokens, and without their hashes. */
export async function readAccount(db: Executor, userId: string) {
  const [account] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailConfirmedAt: users.emailVerifiedAt,
      newEmailToConfirm: users.pendingEmail,
      phone: users.phone,
      role: users.role,
      status: users.status,
      photo: users.profileImage,
      childName: users.childName,
      language: users.locale,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      termsAgreedTo: users.termsVersion,
      termsAgreedAt: users.termsAcceptedAt,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  const [app] = await db.select({ addedAt: totpFactors.createdAt }).from(totpFactors).where(eq(totpFactors.userId, userId));
  const [feed] = await db.select({ madeAt: calendarFeeds.createdAt }).from(calendarFeeds).where(eq(calendarFeeds.userId, userId));
  const connections = { provider: oauthAccounts.provider, accountThere: oauthAccounts.providerUserId, connectedAt: oauthAccounts.createdAt };
  const optOuts = await db.select({ kind: mailOptOuts.kind, since: mailOptOuts.createdAt }).from(mailOptOuts).where(eq(mailOptOuts.userId, userId));
  return {
    ...account,
    signsInWith: await db.select(connections).from(oauthAccounts).where(eq(oauthAccounts.userId, userId)),
    authenticatorApp: app ?? null,
    unusedRecoveryCodes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
    calendarLink: feed ?? null,
    emailsSwitchedOff: optOuts,
  };
}

export async function readProfile(db: Executor, userId: string) {
  const [profile] = await db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, userId));
  const [rejection] = await db
    .select({ reason: tutorRejections.reason, rejectedAt: tutorRejections.rejectedAt })
    .from(tutorRejections)
    .where(eq(tutorRejections.userId, userId));
  if (!profile) return { profile: null, lastRejection: rejection ?? null };
  // Leaves out internal columns: the revision and the id of the owner.
  const { userId: _, revision: __, totalEarningsCents, id, ...rest } = profile;
  return {
    profile: { id, ...rest, totalEarnings: toRupees(totalEarningsCents) },
    lastRejection: rejection ?? null,
    ...(await readBackground(db, id)),
    subjects: await listSubjects(db, id),
    daysOff: await listDaysOff(db, id),
  };
}

async function readBackground(db: Executor, tutorId: string) {
  const { degree, institution, year } = tutorEducation;
  const { title, company, duration, description } = tutorExperience;
  const { education: approvedEducation, experience: approvedExperience, createdAt: approvedAt } = tutorApprovals;
  const [approved] = await db
    .select({ approvedEducation, approvedExperience, approvedAt })
    .from(tutorApprovals)
    .where(eq(tutorApprovals.tutorId, tutorId));
  return {
    education: await db
      .select({ degree, institution, year })
      .from(tutorEducation)
      .where(eq(tutorEducation.tutorId, tutorId))
      .orderBy(asc(tutorEducation.position)),
    experience: await db
      .select({ title, company, duration, description })
      .from(tutorExperience)
      .where(eq(tutorExperience.tutorId, tutorId))
      .orderBy(asc(tutorExperience.position)),
    lastApproved: approved ?? null,
  };
}

async function listSubjects(db: Executor, tutorId: string) {
  const taught = await db
    .select({ id: tutorSubjects.id, subject: subjects.name })
    .from(tutorSubjects)
    .innerJoin(subjects, eq(subjects.id, tutorSubjects.subjectId))
    .where(eq(tutorSubjects.tutorId, tutorId))
    .orderBy(asc(tutorSubjects.position));
  const { type, enabled, rateCents } = tutorModes;
  const { day, startMinute, endMinute } = tutorSlots;
  return Promise.all(
    taught.map(async ({ id, subject }) => ({
      subject,
      topics: await listTopicNames(db, id),
      modes: (await db.select({ type, enabled, rateCents }).from(tutorModes).where(eq(tutorModes.tutorSubjectId, id))).map((mode) => ({
        type: mode.type,
        enabled: mode.enabled,
        ratePerHour: toRupees(mode.rateCents),
      })),
      hours: await db.select({ day, startMinute, endMinute }).from(tutorSlots).where(eq(tutorSlots.tutorSubjectId, id)),
    })),
  );
}

async function listTopicNames(db: Executor, tutorSubjectId: string): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select topics.name from tutor_subject_topics chosen join topics on topics.id = chosen.topic_id
    where chosen.tutor_subject_id = ${tutorSubjectId} order by chosen.position`);
  return rows.map(({ name }) => name);
}

function listDaysOff(db: Executor, tutorId: string) {
  const { fromDate, toDate, startMinute, endMinute, note, createdAt } = tutorDaysOff;
  return db
    .select({ fromDate, toDate, startMinute, endMinute, note, createdAt })
    .from(tutorDaysOff)
    .where(eq(tutorDaysOff.tutorId, tutorId))
    .orderBy(asc(fromDate));
}
