import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import { uploads } from '#db/schema/files.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles, tutorApprovals } from '#db/schema/tutors.ts';
import type { CtxAs } from '#server/core/context.ts';
import { byId, isUuid } from '#server/core/ids.ts';
import type { ApprovalView, DocumentLink, LeavingTutor, TutorDocumentInput, TutorInput, VerificationView } from '#shared/contracts/verification.ts';
import { statusWhenPartyLeaves } from '#shared/domain/booking-lifecycle.ts';
import { DomainError } from '#shared/errors.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';

type DocumentJson = { id: string; type: string; uploadedAt: string };

export async function getVerification({ db }: CtxAs<'admin'>, { id }: TutorInput): Promise<VerificationView> {
  const [row] = await db
    .select({
      changedAt: profiles.changedAt,
      remindedAt: profiles.remindedAt,
      approval: tutorApprovals,
      approvedBy: users.name,
      documents: sql<DocumentJson[]>`(
        select coalesce(json_agg(json_build_object('id', upload.id, 'type', document.type, 'uploadedAt', upload.created_at) order by upload.created_at, upload.id), '[]')
        from tutor_approval_documents document join uploads upload on upload.id = document.upload_id where document.tutor_id = tutor_profiles.id
      )`,
      lastRejection: sql<string>`coalesce((
        select case decision.action when 'tutor.rejected' then decision.details ->> 'reason' end
        from audit_entries decision
        where decision.subject_id = tutor_profiles.id and tutor_profiles.verification_status = 'pending'
          and decision.action in ('tutor.rejected', 'tutor.verified', 'tutor.unverified')
        order by decision.created_at desc, decision.id desc
        limit 1
      ), '')`,
    })
    .from(profiles)
    .leftJoin(tutorApprovals, eq(tutorApprovals.tutorId, profiles.id))
    .leftJoin(users, eq(users.id, tutorApprovals.approvedBy))
    .where(byId(profiles.id, id));
  if (!row) throw new DomainError('tutor.not_found');
  const { changedAt, remindedAt, approval, lastRejection } = row;
  return { changedAt, remindedAt, approval: approval && toApproval(approval, row), lastRejection };
}

type ApprovedParts = { approvedBy: string | null; documents: DocumentJson[] };

function toApproval(
  { education, experience, createdAt }: typeof tutorApprovals.$inferSelect,
  { approvedBy, documents }: ApprovedParts,
): ApprovalView {
  return {
    education,
    experience,
    documents: documents.map(({ uploadedAt, ...document }) => ({ ...document, uploadedAt: new Date(uploadedAt) })),
    approvedBy: approvedBy ?? '',
    approvedAt: createdAt,
  };
}

export async function getDocumentLink({ db, files, now }: CtxAs<'admin'>, { tutorId, id }: TutorDocumentInput): Promise<DocumentLink> {
  if (!isUuid(tutorId)) throw new DomainError('upload.not_found');
  const isAttachedIn = (table: SQL) =>
    sql`exists (select from ${table} document where document.upload_id = uploads.id and document.tutor_id = ${tutorId}::uuid)`;
  const [upload] = await db
    .select({ path: uploads.path })
    .from(uploads)
    .where(and(byId(uploads.id, id), sql`(${isAttachedIn(sql`tutor_documents`)} or ${isAttachedIn(sql`tutor_approval_documents`)})`));
  if (!upload) throw new DomainError('upload.not_found');
  return { url: files.url(upload.path, now()) };
}

export async function previewTutorDeletion({ db, now }: CtxAs<'admin'>, { id }: TutorInput): Promise<LeavingTutor> {
  const [tutor] = await db
    .select({
      userId: profiles.userId,
      blogs: sql<number>`(select count(*)::int from blogs where tutor_id = tutor_profiles.id)`,
      favourites: sql<number>`(select count(*)::int from favourites where tutor_id = tutor_profiles.id)`,
      documents: sql<number>`(select count(*)::int from tutor_documents where tutor_id = tutor_profiles.id)`,
    })
    .from(profiles)
    .where(byId(profiles.id, id));
  if (!tutor) throw new DomainError('tutor.not_found');
  const { userId, ...counts } = tutor;
  const { status, startTime, endTime } = bookings;
  const active = await db
    .select({ status, startTime, endTime })
    .from(bookings)
    .where(and(eq(bookings.tutorUserId, userId), inArray(status, [...OCCUPYING_STATUSES])));
  const at = now();
  const open = active.filter((booking) => statusWhenPartyLeaves(booking, at) === 'cancelled');
  return { bookings: open.length, inProgress: open.filter((booking) => booking.startTime <= at).length, ...counts };
}
