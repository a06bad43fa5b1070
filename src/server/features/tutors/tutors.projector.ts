import { sql } from 'drizzle-orm';
import { tutorProfiles, tutorRejections, tutorSubjects, tutorSubjectTopics } from '#db/schema/tutors.ts';
import { tutorTopic } from '#server/core/deliver.ts';
import type { AccountPart, DomainEvent, Projector, Settling } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { settleDocuments } from './documents.steps.ts';
import { uploadsHeldBy } from './leaving.queries.ts';
import { submitCompleted } from './submission.steps.ts';
import { settleVerification } from './verification.steps.ts';

/** Of an account, what may have been missing to a profile. */
const COMPLETING: AccountPart = 'profileImage';

/** A new tutor begins with an empty profile, an account may complete it, and it goes in two steps; whoever watches a tutor's free times hears when they may have changed. */
export const tutorsProjector: Projector = async (settling, events) => {
  const { db, deliver } = settling;
  const newTutors = events.flatMap((event) => (event.type === 'account.registered' && event.role === 'tutor' ? [event.userId] : []));
  if (newTutors.length > 0) {
    await db.execute(sql`
      insert into tutor_profiles (id, user_id, phone, created_at, updated_at)
      select gen_random_uuid(), id, phone, created_at, created_at from users where id = any(${sql.param(newTutors)}::uuid[])
      on conflict do nothing`);
  }
  const changed = events.flatMap(changedTutorOf);
  if (changed.length > 0) await submitCompleted(settling, changed);
  await settleDocuments(settling, events);
  await settleVerification(settling, events);
  await dropTopics(settling, events);
  await pauseProfiles(settling, events);
  await closeProfiles(settling, idsOf(events, 'tutor.closed'));
  await deleteProfiles(settling, idsOf(events, 'tutor.emptied'));

  const people = events.flatMap(watchedPersonOf);
  const theirs = people.length > 0 ? await db.select({ id: tutorProfiles.id }).from(tutorProfiles).where(anyOf(tutorProfiles.userId, people)) : [];
  for (const tutorId of new Set([...events.flatMap(tutorsWatched), ...theirs.map(({ id }) => id)])) deliver({ topic: tutorTopic(tutorId) });
};

/** Whose profile is no longer there for those who watch it, or is there again. */
function watchedPersonOf(event: DomainEvent): string[] {
  if (event.type !== 'account.closed' && event.type !== 'account.suspended' && event.type !== 'account.reinstated') return [];
  return event.role === 'tutor' ? [event.userId] : [];
}

/** Of a topic that went to another subject no tutor has chosen there. */
async function dropTopics({ db }: Settling, events: readonly DomainEvent[]): Promise<void> {
  const moved = events.flatMap((event) => (event.type === 'topic.moved' ? [event.topicId] : []));
  if (moved.length > 0) await db.delete(tutorSubjectTopics).where(anyOf(tutorSubjectTopics.topicId, moved));
}

/** Nobody books a tutor whom nobody can sign in as; whoever takes the account over ends the vacation. */
async function pauseProfiles({ db, now, record }: Settling, events: readonly DomainEvent[]): Promise<void> {
  const ids = events.flatMap((event) => (event.type === 'address.disowned' && event.role === 'tutor' ? [event.userId] : []));
  if (ids.length === 0) return;
  const paused = await db
    .update(tutorProfiles)
    .set({ vacationMode: true, updatedAt: now() })
    .where(anyOf(tutorProfiles.userId, ids))
    .returning({ id: tutorProfiles.id });
  for (const { id } of paused) record({ type: 'tutor.availability_changed', tutorId: id });
}

async function closeProfiles({ db, now, record }: Settling, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const uploadIds = await uploadsHeldBy(db, ids);
  if (uploadIds.length > 0) record({ type: 'uploads.detached', uploadIds });
  // A deleted profile sheds no rejection: the next one of the same person begins with it.
  await db.execute(sql`
    insert into ${tutorRejections} (user_id, reason, rejected_at)
    select user_id, rejection_reason, coalesce(verification_date, ${now().toISOString()}::timestamptz) from ${tutorProfiles}
    where ${anyOf(tutorProfiles.id, ids)} and verification_status = 'rejected'
    on conflict (user_id) do update set reason = excluded.reason, rejected_at = excluded.rejected_at`);
  // Who teaches nothing is listed nowhere: lists and counters let go of the tutor while there is a row to count.
  await db.delete(tutorSubjects).where(anyOf(tutorSubjects.tutorId, ids));
  for (const tutorId of ids) record({ type: 'tutor.emptied', tutorId });
}

async function deleteProfiles({ db }: Settling, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(tutorProfiles).where(anyOf(tutorProfiles.id, ids));
}

function idsOf(events: readonly DomainEvent[], type: 'tutor.closed' | 'tutor.emptied'): string[] {
  return events.flatMap((event) => (event.type === type ? [event.tutorId] : []));
}

function changedTutorOf(event: DomainEvent): string[] {
  if (event.type !== 'account.changed' || event.role !== 'tutor') return [];
  return event.changed.includes(COMPLETING) ? [event.userId] : [];
}

function tutorsWatched(event: DomainEvent): string[] {
  if (event.type === 'profile.saved' || event.type === 'tutor.availability_changed') return [event.tutorId];
  if (event.type === 'verification.decided' || event.type === 'tutor.closed') return [event.tutorId];
  // A reminder changes nothing that anybody sees.
  if (!('booking' in event) || event.type === 'booking.reminder_due') return [];
  return event.booking.tutorId ? [event.booking.tutorId] : [];
}
