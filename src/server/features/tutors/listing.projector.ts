import type { Executor } from '#db/executor.ts';
import { refreshCounters, refreshListing } from '#db/listing.ts';
import { reviews } from '#db/schema/engagement.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { AccountPart, DomainEvent, Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';

const COUNTED_STATUSES: readonly BookingStatus[] = ['confirmed', 'completed'];
const LISTED_PARTS: readonly AccountPart[] = ['name', 'profileImage'];

export const listingProjector: Projector = async ({ db }, events) => {
  const changed = [...events.flatMap(toTutorIds), ...(await listProfileIds(db, events.flatMap(toListedTutor)))];
  const outdated = events.flatMap((event) => (event.type === 'figures.outdated' ? [...event.tutorIds] : []));
  await refreshListing(db, [...changed, ...outdated], { onlyFigures: changed.length === 0 });
  const reviewIds = events.flatMap((event) => (event.type === 'review.hidden' ? [event.reviewId] : []));
  const counted = events.flatMap((event) => [...toBookedTutor(event), ...toReviewedTutor(event)]);
  await refreshCounters(db, [...counted, ...(await listReviewedTutors(db, reviewIds))]);
};

function toTutorIds(event: DomainEvent): string[] {
  return event.type === 'profile.saved' || event.type === 'tutor.closed' ? [event.tutorId] : [];
}

/** By account, because the booking's profile may have been deleted and created again. Declined and unanswered requests count for the answer time. */
function toBookedTutor(event: DomainEvent): string[] {
  if (event.type !== 'booking.changed' || event.booking.tutorUserId === null) return [];
  const isCounted = event.by !== 'student' || [event.from, event.booking.status].some((status) => COUNTED_STATUSES.includes(status));
  return isCounted ? [event.booking.tutorUserId] : [];
}

function toReviewedTutor(event: DomainEvent): string[] {
  const isReviewed = event.type === 'review.written' || event.type === 'review.removed';
  return isReviewed && event.tutorUserId !== null ? [event.tutorUserId] : [];
}

function toListedTutor(event: DomainEvent): string[] {
  switch (event.type) {
    case 'account.closed':
    case 'account.suspended':
    case 'account.reinstated':
      return event.role === 'tutor' ? [event.userId] : [];
    case 'account.changed':
      return event.role === 'tutor' && event.changed.some((part) => LISTED_PARTS.includes(part)) ? [event.userId] : [];
    default:
      return [];
  }
}

async function listProfileIds(db: Executor, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db.select({ id: tutorProfiles.id }).from(tutorProfiles).where(anyOf(tutorProfiles.userId, userIds));
  return rows.map(({ id }) => id);
}

async function listReviewedTutors(db: Executor, reviewIds: readonly string[]): Promise<string[]> {
  if (reviewIds.length === 0) return [];
  const rows = await db.select({ tutorUserId: reviews.tutorUserId }).from(reviews).where(anyOf(reviews.id, reviewIds));
  return rows.flatMap(({ tutorUserId }) => tutorUserId ?? []);
}
