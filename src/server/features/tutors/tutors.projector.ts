import { sql } from 'drizzle-orm';
import { tutorTopic } from '#server/core/deliver.ts';
import type { DomainEvent, Projector } from '#server/core/events.ts';

/** A new tutor begins with an empty profile; whoever watches a tutor's free times hears when they may have changed. */
export const tutorsProjector: Projector = async ({ db, deliver }, events) => {
  const newTutors = events.flatMap((event) => (event.type === 'account.registered' && event.role === 'tutor' ? [event.userId] : []));
  if (newTutors.length > 0) {
    await db.execute(sql`
      insert into tutor_profiles (id, user_id, phone, created_at, updated_at)
      select gen_random_uuid(), id, phone, created_at, created_at from users where id = any(${sql.param(newTutors)}::uuid[])
      on conflict do nothing`);
  }
  for (const tutorId of new Set(events.flatMap(tutorsWatched))) deliver({ topic: tutorTopic(tutorId) });
};

function tutorsWatched(event: DomainEvent): string[] {
  if (event.type === 'profile.saved') return [event.tutorId];
  if (event.type !== 'booking.requested' && event.type !== 'booking.changed') return [];
  return event.booking.tutorId ? [event.booking.tutorId] : [];
}
