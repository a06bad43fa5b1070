import { sql } from 'drizzle-orm';
import { educationOf, experienceOf } from '#db/profile-verification.ts';
import { tutorApprovalDocuments, tutorApprovals } from '#db/schema/tutors.ts';
import type { DomainEvent, ProjectionContext, Projector } from '#server/core/events.ts';

export const verificationProjector: Projector = async (context, events) => {
  for (const event of events) if (isApproval(event)) await saveApprovedCopy(context, event);
};

type Approval = Extract<DomainEvent, { type: 'verification.decided' | 'verification.reviewed' }>;

const isApproval = (event: DomainEvent): event is Approval =>
  event.type === 'verification.reviewed' || (event.type === 'verification.decided' && event.decision === 'verified');

/** The caller holds the lock of the tutor, so the profile does not change between these statements. */
async function saveApprovedCopy({ db, record }: ProjectionContext, { tutorId, adminId, occurredAt: at }: Approval): Promise<void> {
  const id = sql`${tutorId}::uuid`;
  await db.execute(sql`
    insert into ${tutorApprovals} (tutor_id, education, experience, approved_by, created_at)
    select ${id},
      ${educationOf(id)}, ${experienceOf(id)},
      ${adminId}::uuid, ${at.toISOString()}::timestamptz
    on conflict (tutor_id) do update set education = excluded.education, experience = excluded.experience,
      approved_by = excluded.approved_by, created_at = excluded.created_at`);

  const detached = await db.execute<{ id: string }>(sql`
    delete from ${tutorApprovalDocuments}
    where tutor_id = ${tutorId} and upload_id not in (select upload_id from tutor_documents where tutor_id = ${tutorId})
    returning upload_id as id`);
  await db.execute(sql`
    insert into ${tutorApprovalDocuments} as approved (tutor_id, upload_id, type)
    select tutor_id, upload_id, type from tutor_documents where tutor_id = ${tutorId}
    on conflict (tutor_id, upload_id) do update set type = excluded.type where approved.type <> excluded.type`);
  if (detached.length > 0) record({ type: 'uploads.detached', uploadIds: detached.map(({ id }) => id) });
}
