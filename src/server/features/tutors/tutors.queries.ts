import { eq, type SQL, sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid, uuids } from '#server/core/ids.ts';
import type { CategoryRef } from '#shared/contracts/catalogue.ts';
import { pickPlainFields, type TutorProfileView, type TutorStatsView } from '#shared/contracts/tutors.ts';
import { type StoredMode, type StoredSlot, toModes, toWeek } from '#shared/domain/bookable.ts';
import { toRupees } from '#shared/domain/money.ts';
import { type TeachingMode, withBothModes } from '#shared/domain/rates.ts';
import { canViewPrivateFields, isPublic, offeredModes } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';

type ProfileContext = Pick<Ctx, 'db' | 'files' | 'now' | 'platform'>;
/** `owner` includes phone, email, documents, earnings and inactive subjects; admins see the same. */
type Audience = 'public' | 'owner';

type Topic = { id: string; name: string; description: string };
type SubjectJson = {
  subject: Topic & { isActive: boolean; createdAt: string; category: CategoryRef | null };
  topics: (Topic & { isActive: boolean })[];
  modes: StoredMode[];
  slots: StoredSlot[];
};
type DocumentJson = { id: string; path: string; type: string; uploadedAt: string };

const selectWhere = (db: Executor, where: SQL) =>
  db
    .select({
      profile: profiles,
      user: { id: users.id, name: users.name, email: users.email, profileImage: users.profileImage },
      accountStatus: users.status,
      education: sql<TutorProfileView['education']>`coalesce((
        select json_agg(json_build_object('degree', degree, 'institution', institution, 'year', year) order by position)
        from tutor_education where tutor_id = tutor_profiles.id
      ), '[]')`,
      experience: sql<TutorProfileView['experience']>`coalesce((
        select json_agg(json_build_object('title', title, 'company', company, 'duration', duration, 'description', description) order by position)
        from tutor_experience where tutor_id = tutor_profiles.id
      ), '[]')`,
      subjects: sql<SubjectJson[]>`coalesce((
        select json_agg(json_build_object(
          'subject', json_build_object(
            'id', subject.id, 'name', subject.name, 'description', subject.description, 'isActive', subject.is_active, 'createdAt', subject.created_at,
            'category', case when category.id is not null then json_build_object(
              'id', category.id, 'name', category.name, 'icon', category.icon, 'color', category.color, 'order', category.sort_order) end),
          'topics', coalesce((
            select json_agg(json_build_object('id', topic.id, 'name', topic.name, 'description', topic.description, 'isActive', topic.is_active)
              order by chosen.position)
            from tutor_subject_topics chosen join topics topic on topic.id = chosen.topic_id where chosen.tutor_subject_id = entry.id
          ), '[]'),
          'modes', coalesce((
            select json_agg(json_build_object('type', type, 'enabled', enabled, 'rateCents', rate_cents))
            from tutor_modes where tutor_subject_id = entry.id
          ), '[]'),
          'slots', coalesce((
            select json_agg(json_build_object('day', day, 'startMinute', start_minute, 'endMinute', end_minute))
            from tutor_slots where tutor_subject_id = entry.id
          ), '[]')
        ) order by entry.position, entry.id)
        from tutor_subjects entry
        join subjects subject on subject.id = entry.subject_id
        left join subject_categories category on category.id = subject.category_id
        where entry.tutor_id = tutor_profiles.id
      ), '[]')`,
      documents: sql<DocumentJson[]>`case when ${sql.placeholder('withDocuments')}::boolean then coalesce((
        select json_agg(json_build_object('id', upload.id, 'path', upload.path, 'type', document.type, 'uploadedAt', upload.created_at)
          order by document.position)
        from tutor_documents document join uploads upload on upload.id = document.upload_id where document.tutor_id = tutor_profiles.id
      ), '[]') else '[]' end`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(where)
    .prepare('tutor_profiles');

const selectProfiles = prepareOnce((db) => selectWhere(db, sql`${profiles.id} = any(${sql.placeholder('ids')}::uuid[])`));
// A separate condition for a single id, because a list of one id makes PostgreSQL plan the statement each time, which takes longer than running it.
const selectProfile = prepareOnce((db) => selectWhere(db, eq(profiles.id, sql.placeholder('id'))));

type Row = Awaited<ReturnType<ReturnType<typeof selectProfiles>['execute']>>[number];

export async function getTutorProfiles(ctx: ProfileContext, ids: readonly string[], audience: Audience): Promise<TutorProfileView[]> {
  if (ids.length === 0) return [];
  const rows = await selectProfiles(ctx.db).execute({ ids: uuids(ids), withDocuments: audience === 'owner' });
  const views = new Map(rows.map((row) => [row.profile.id, toProfileView(row, audience, ctx)]));
  return ids.flatMap((id) => views.get(id.toLowerCase()) ?? []);
}

export async function getTutor(ctx: Ctx, { id }: { id: string }): Promise<TutorProfileView> {
  const caller = ctx.actor;
  const withDocuments = caller?.role === 'admin' || caller?.role === 'tutor';
  const [row] = isUuid(id) ? await selectProfile(ctx.db).execute({ id, withDocuments }) : [];
  if (!row) throw new DomainError('tutor.not_found');
  if (canViewPrivateFields(caller, row.user.id)) {
    const view = toProfileView(row, 'owner', ctx);
    return caller?.id === row.user.id ? view : { ...view, revision: 0 };
  }
  if (!isPublic({ ...row.profile, accountStatus: row.accountStatus })) throw new DomainError('tutor.not_found');
  return toProfileView(row, 'public', ctx);
}

export function listTutorsForAdmin(ctx: Ctx, { ids }: { ids: readonly string[] }): Promise<TutorProfileView[]> {
  return getTutorProfiles(ctx, ids, 'owner');
}

export async function getTutorForAdmin(ctx: Ctx, { id }: { id: string }): Promise<TutorProfileView> {
  const [profile] = await getTutorProfiles(ctx, [id], 'owner');
  if (!profile) throw new DomainError('tutor.not_found');
  return profile;
}

const selectStats = prepareOnce((db) =>
  db
    .select({
      userId: users.id,
      accountStatus: users.status,
      verificationStatus: profiles.verificationStatus,
      totalStudents: profiles.totalStudents,
      totalSessions: profiles.totalSessions,
      averageRating: profiles.rating,
      totalEarningsCents: profiles.totalEarningsCents,
      chargesCents: sql<number>`case when ${sql.placeholder('isAdmin')}::boolean or ${users.id} = ${sql.placeholder('callerId')}::uuid then (
        select coalesce(sum(retained_cents), 0)::bigint from bookings where tutor_user_id = ${users.id} and status = 'cancelled' and retained_cents > 0
      ) else 0 end`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, sql.placeholder('id')))
    .prepare('tutor_stats'),
);

export async function getTutorStats(ctx: Ctx, { id }: { id: string }): Promise<TutorStatsView> {
  const caller = ctx.actor;
  const [row] = isUuid(id) ? await selectStats(ctx.db).execute({ id, callerId: caller?.id ?? null, isAdmin: caller?.role === 'admin' }) : [];
  if (!row || !(canViewPrivateFields(caller, row.userId) || isPublic(row))) throw new DomainError('tutor.not_found');
  const { totalStudents, totalSessions, averageRating } = row;
  return {
    totalStudents,
    totalSessions,
    averageRating,
    totalEarnings: canViewPrivateFields(caller, row.userId) ? toRupees(row.totalEarningsCents) : 0,
    cancellationCharges: toRupees(row.chargesCents),
  };
}

export async function findProfileId(db: Executor, userId: string): Promise<string | null> {
  const [profile] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.userId, userId));
  return profile?.id ?? null;
}

function toProfileView(
  { profile, user, accountStatus, education, experience, ...row }: Row,
  audience: Audience,
  ctx: ProfileContext,
): TutorProfileView {
  const isOwner = audience === 'owner';
  const subjects = isOwner ? row.subjects : row.subjects.filter(({ subject }) => subject.isActive);
  const now = ctx.now();
  return {
    id: profile.id,
    user: isOwner ? user : { ...user, email: '' },
    ...pickPlainFields(profile),
    phone: isOwner ? profile.phone : '',
    contactEmail: isOwner ? { kind: profile.contactEmailKind, address: profile.contactEmail } : null,
    education,
    experience,
    subjects: subjects.map((entry) => toSubjectView(entry, isOwner ? null : (modes) => offeredModes(modes, profile, ctx.platform))),
    documents: isOwner
      ? row.documents.map(({ id, path, type, uploadedAt }) => ({ id, url: ctx.files.url(path, now), type, uploadedAt: new Date(uploadedAt) }))
      : [],
    rating: profile.rating,
    totalReviews: profile.totalReviews,
    totalStudents: profile.totalStudents,
    totalSessions: profile.totalSessions,
    totalEarnings: isOwner ? toRupees(profile.totalEarningsCents) : 0,
    isVerified: profile.isVerified,
    verificationStatus: profile.verificationStatus,
    verificationChecks: profile.verificationChecks,
    verificationDate: profile.verificationDate,
    rejectionReason: isOwner ? profile.rejectionReason : '',
    status: accountStatus,
    vacationMode: profile.vacationMode,
    revision: isOwner ? profile.revision : 0,
    createdAt: profile.createdAt,
    updatedAt: profile.updatedAt,
  };
}

function toSubjectView(
  { subject, topics, modes, slots }: SubjectJson,
  toOffered: ((modes: TeachingMode[]) => TeachingMode[]) | null,
): TutorProfileView['subjects'][number] {
  const visibleTopics = toOffered ? topics.filter(({ isActive }) => isActive) : topics;
  const both = withBothModes(toModes(modes));
  return {
    subject: { ...subject, createdAt: new Date(subject.createdAt) },
    selectedTopics: visibleTopics.map(({ id, name, description }) => ({ id, name, description })),
    teachingModes: toOffered ? toOffered(both).map((mode) => (mode.enabled ? mode : { ...mode, rate: 0 })) : both,
    availability: toWeek(slots),
  };
}
