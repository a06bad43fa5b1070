import { eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { refreshListing } from '#db/listing.ts';
import { reviews } from '#db/schema/engagement.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { AccountPart, DomainEvent, Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';

const COUNTED: readonly BookingStatus[] = ['confirmed', 'completed'];
/** What a list shows of an account, or may list a tutor by. */
const SHOWN: readonly AccountPart[] = ['name', 'profileImage'];

/** What a batch changes of anybody's figures or listing is recomputed once. */
export const listingProjector: Projector = async ({ db }, events) => {
  const tutorIds = events.flatMap(profileOf);
  const people = events.flatMap((event) => [...bookedPersonOf(event), ...reviewedPersonOf(event), ...listedPersonOf(event)]);
  if (people.length > 0) tutorIds.push(...(await profilesOf(db, people)));
  const reviewIds = events.flatMap((event) => (event.type === 'review.hidden' ? [event.reviewId] : []));
  if (reviewIds.length > 0) tutorIds.push(...(await reviewedIn(db, reviewIds)));
  await refreshListing(db, tutorIds);
};

function profileOf(event: DomainEvent): string[] {
  if (event.type === 'figures.outdated') return [...event.tutorIds];
  return event.type === 'profile.saved' || event.type === 'tutor.closed' ? [event.tutorId] : [];
}

/** A booking counts for the person, whose profile may be a newer one than the booking's. */
function bookedPersonOf(event: DomainEvent): string[] {
  if (event.type !== 'booking.changed' || event.booking.tutorUserId === null) return [];
  return [event.from, event.booking.status].some((status) => COUNTED.includes(status)) ? [event.booking.tutorUserId] : [];
}

function reviewedPersonOf(event: DomainEvent): string[] {
  const isReviewed = event.type === 'review.written' || event.type === 'review.removed';
  return isReviewed && event.tutorUserId !== null ? [event.tutorUserId] : [];
}

function listedPersonOf(event: DomainEvent): string[] {
  switch (event.type) {
    case 'account.closed':
    case 'account.suspended':
    case 'account.reinstated':
      return event.role === 'tutor' ? [event.userId] : [];
    case 'account.changed':
      return event.role === 'tutor' && event.changed.some((part) => SHOWN.includes(part)) ? [event.userId] : [];
    default:
      return [];
  }
}

async function profilesOf(db: Executor, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.select({ id: tutorProfiles.id }).from(tutorProfiles).where(anyOf(tutorProfiles.userId, userIds));
  return rows.map(({ id }) => id);
}

async function reviewedIn(db: Executor, reviewIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: tutorProfiles.id })
    .from(reviews)
    .innerJoin(tutorProfiles, eq(tutorProfiles.userId, reviews.tutorUserId))
    .where(anyOf(reviews.id, reviewIds));
  return rows.map(({ id }) => id);
}
