import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import { uploads } from '#db/schema/files.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles, tutorApprovals } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { byId, isUuid } from '#server/core/ids.ts';
import type { ApprovalView, DocumentLink, LeavingTutor, TutorDocumentInput, TutorInput, VerificationView } from '#shared/contracts/verification.ts';
import { fateOnLeaving } from '#shared/domain/booking-lifecycle.ts';
import { DomainError } from '#shared/errors.ts';
import { HOLDING_STATUSES } from '#shared/vocabulary/bookings.ts';

type DocumentJson = { id: string; type: string; uploadedAt: string };

/** What an admin knows of a tutor beside the profile: what was approved, and when the tutor was asked for more. */
export async function verificationOf({ db }: As<'admin'>, { id }: TutorInput): Promise<VerificationView> {
  const [row] = await db
    .select({
      changedAt: profiles.changedAt,
      remindedAt: profiles.remindedAt,
      approval: tutorApprovals,
      approvedBy: users.name,
      documents: sql<DocumentJson[]>`(
        select coalesce(json_agg(json_build_object('id', upload.id, 'type', kept.type, 'uploadedAt', upload.created_at) order by upload.created_at, upload.id), '[]')
        from tutor_approval_documents kept join uploads upload on upload.id = kept.upload_id where kept.tutor_id = tutor_profiles.id
      )`,
    })
    .from(profiles)
    .leftJoin(tutorApprovals, eq(tutorApprovals.tutorId, profiles.id))
    .leftJoin(users, eq(users.id, tutorApprovals.approvedBy))
    .where(byId(profiles.id, id));
  if (!row) throw new DomainError('tutor.not_found');
  const { changedAt, remindedAt, approval } = row;
  return { changedAt, remindedAt, approval: approval && toApproval(approval, row) };
}

type Approved = { approvedBy: string | null; documents: DocumentJson[] };

function toApproval({ education, experience, createdAt }: typeof tutorApprovals.$inferSelect, { approvedBy, documents }: Approved): ApprovalView {
  return {
    education,
    experience,
    documents: documents.map(({ uploadedAt, ...document }) => ({ ...document, uploadedAt: new Date(uploadedAt) })),
    approvedBy: approvedBy ?? '',
    approvedAt: createdAt,
  };
}

/** A link that was signed a moment ago, to what stands on the profile or in the copy that was approved. */
export async function documentLinkOf({ db, files, now }: As<'admin'>, { tutorId, id }: TutorDocumentInput): Promise<DocumentLink> {
  if (!isUuid(tutorId)) throw new DomainError('upload.not_found');
  const hangs = (table: SQL) => sql`exists (select from ${table} hung where hung.upload_id = uploads.id and hung.tutor_id = ${tutorId}::uuid)`;
  const [upload] = await db
    .select({ path: uploads.path })
    .from(uploads)
    .where(and(byId(uploads.id, id), sql`(${hangs(sql`tutor_documents`)} or ${hangs(sql`tutor_approval_documents`)})`));
  if (!upload) throw new DomainError('upload.not_found');
  return { url: files.url(upload.path, now()) };
}

/** What deleting the tutor would do at this moment, by the rules that it goes by. */
export async function leavingTutorOf({ db, now }: As<'admin'>, { id }: TutorInput): Promise<LeavingTutor> {
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
  const { userId, ...gone } = tutor;
  const { status, startTime, endTime } = bookings;
  const held = await db
    .select({ status, startTime, endTime })
    .from(bookings)
    .where(and(eq(bookings.tutorUserId, userId), inArray(status, [...HOLDING_STATUSES])));
  const at = now();
  const open = held.filter((booking) => fateOnLeaving(booking, at) === 'cancelled');
  return { bookings: open.length, underWay: open.filter((booking) => booking.startTime <= at).length, ...gone };
}
