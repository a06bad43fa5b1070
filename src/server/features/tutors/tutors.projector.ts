import { sql } from 'drizzle-orm';
import { tutorProfiles, tutorRejections, tutorSubjects, tutorSubjectTopics } from '#db/schema/tutors.ts';
import { tutorTopic } from '#server/core/deliver.ts';
import type { DomainEvent, ProjectionContext, Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { applyDocumentEvents } from './documents.steps.ts';
import { listUploadsOf } from './profile-deletion.queries.ts';
import { applyVerificationEvents, updateSubmissionStatus } from './verification.steps.ts';

export const tutorsProjector: Projector = async (context, events) => {
  const { db, deliver } = context;
  const newTutors = events.flatMap((event) => (event.type === 'account.registered' && event.role === 'tutor' ? [event.userId] : []));
  if (newTutors.length > 0) {
    await db.execute(sql`
      insert into tutor_profiles (id, user_id, phone, created_at, updated_at)
      select gen_random_uuid(), id, phone, created_at, created_at from users where id = any(${sql.param(newTutors)}::uuid[])
      on conflict do nothing`);
  }
  const completedUserIds = events.flatMap(toCompletedTutor);
  if (completedUserIds.length > 0) await updateSubmissionStatus(context, completedUserIds);
  await applyDocumentEvents(context, events);
  await applyVerificationEvents(context, events);
  await dropTopics(context, events);
  await pauseProfiles(context, events);
  await closeProfiles(context, tutorIdsOf(events, 'tutor.closed'));
  await deleteProfiles(context, tutorIdsOf(events, 'tutor.emptied'));

  const userIds = events.flatMap(toWatchedTutorUser);
  const profiles =
    userIds.length > 0 ? await db.select({ id: tutorProfiles.id }).from(tutorProfiles).where(anyOf(tutorProfiles.userId, userIds)) : [];
  for (const tutorId of new Set([...events.flatMap(toWatchedTutors), ...profiles.map(({ id }) => id)])) deliver({ topic: tutorTopic(tutorId) });
};

function toWatchedTutorUser(event: DomainEvent): string[] {
  if (event.type !== 'account.closed' && event.type !== 'account.suspended' && event.type !== 'account.reinstated') return [];
  return event.role === 'tutor' ? [event.userId] : [];
}

async function dropTopics({ db }: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  const topicIds = events.flatMap((event) => (event.type === 'topic.moved' ? [event.topicId] : []));
  if (topicIds.length > 0) await db.delete(tutorSubjectTopics).where(anyOf(tutorSubjectTopics.topicId, topicIds));
}

/** Nobody can sign in to a disowned account, so it must not be booked; its next owner ends the vacation. */
async function pauseProfiles({ db, now, record }: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  const ids = events.flatMap((event) => (event.type === 'address.disowned' && event.role === 'tutor' ? [event.userId] : []));
  if (ids.length === 0) return;
  const paused = await db
    .update(tutorProfiles)
    .set({ vacationMode: true, updatedAt: now() })
    .where(anyOf(tutorProfiles.userId, ids))
    .returning({ id: tutorProfiles.id });
  for (const { id } of paused) record({ type: 'tutor.availability_changed', tutorId: id });
}

async function closeProfiles({ db, now, record }: ProjectionContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const uploadIds = await listUploadsOf(db, ids);
  if (uploadIds.length > 0) record({ type: 'uploads.detached', uploadIds });
  await db.execute(sql`
    insert into ${tutorRejections} (user_id, reason, rejected_at)
    select user_id, rejection_reason, coalesce(verification_date, ${now().toISOString()}::timestamptz) from ${tutorProfiles}
    where ${anyOf(tutorProfiles.id, ids)} and verification_status = 'rejected'
    on conflict (user_id) do update set reason = excluded.reason, rejected_at = excluded.rejected_at`);
  await db.execute(sql`
    delete from ${tutorRejections} using ${tutorProfiles} profile
    where profile.user_id = ${tutorRejections.userId} and profile.id = any(${sql.param([...ids])}::uuid[])
      and profile.verification_status in ('pending', 'approved')`);
  // First the subjects go, so that the tutor leaves all listings and counters. That needs the profile's row, which a second event deletes.
  await db.delete(tutorSubjects).where(anyOf(tutorSubjects.tutorId, ids));
  for (const tutorId of ids) record({ type: 'tutor.emptied', tutorId });
}

async function deleteProfiles({ db }: ProjectionContext, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(tutorProfiles).where(anyOf(tutorProfiles.id, ids));
}

function tutorIdsOf(events: readonly DomainEvent[], type: 'tutor.closed' | 'tutor.emptied'): string[] {
  return events.flatMap((event) => (event.type === type ? [event.tutorId] : []));
}

function toCompletedTutor(event: DomainEvent): string[] {
  if (event.type !== 'account.changed' || event.role !== 'tutor') return [];
  return event.changed.includes('profileImage') ? [event.userId] : [];
}

function toWatchedTutors(event: DomainEvent): string[] {
  if (event.type === 'profile.saved' || event.type === 'tutor.availability_changed') return [event.tutorId];
  if (event.type === 'verification.decided' || event.type === 'tutor.closed') return [event.tutorId];
  if (!('booking' in event) || event.type === 'booking.reminder_due') return [];
  return event.booking.tutorId ? [event.booking.tutorId] : [];
}
