import { and, eq } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import { isAfterCursor } from '#server/core/cursor.ts';
import type { Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { type JobHandlers, jobsProjector } from '#server/core/jobs.ts';
import { concurrently } from '#server/core/unit-of-work.ts';
import { announcementsProjector } from '#server/features/announcements/announcements.projector.ts';
import { apiKeysProjector } from '#server/features/api-keys/api-keys.projector.ts';
import { expireArchive, makeArchive } from '#server/features/archives/archives.jobs.ts';
import { archivesProjector } from '#server/features/archives/archives.projector.ts';
import type { ArchiveSources } from '#server/features/archives/entries.queries.ts';
import { auditProjector } from '#server/features/audit/audit.projector.ts';
import { createAdmin, removeAdmin, resetSecondFactor } from '#server/features/auth/admins.commands.ts';
import { authProjector } from '#server/features/auth/auth.projector.ts';
import { resealFactors } from '#server/features/auth/reseal-factors.commands.ts';
import { blogsProjector } from '#server/features/blogs/blogs.projector.ts';
import { cancelUnanswered, completeEnded, lapseProposal, remindParties } from '#server/features/bookings/bookings.jobs.ts';
import { bookingsProjector } from '#server/features/bookings/bookings.projector.ts';
import { selectBookings, toBookingView } from '#server/features/bookings/bookings.queries.ts';
import { calendarProjector } from '#server/features/calendar/calendar.projector.ts';
import { streamCalendar } from '#server/features/calendar/calendar.queries.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { mailProjector } from '#server/features/mail/mail.projector.ts';
import { messagesProjector } from '#server/features/messages/messages.projector.ts';
import { notificationsProjector } from '#server/features/notifications/notifications.projector.ts';
import { pagesProjector } from '#server/features/pages/pages.projector.ts';
import { sendPush } from '#server/features/push/push.jobs.ts';
import { pushProjector } from '#server/features/push/push.projector.ts';
import { reviewsProjector } from '#server/features/reviews/reviews.projector.ts';
import { checkSavedSearches } from '#server/features/saved-searches/saved-searches.jobs.ts';
import { refreshListings } from '#server/features/tutors/listing.jobs.ts';
import { listingProjector } from '#server/features/tutors/listing.projector.ts';
import { hasExactResult } from '#server/features/tutors/search/tutor-search.queries.ts';
import { tutorsProjector } from '#server/features/tutors/tutors.projector.ts';
import { copyPhoto, removeFiles, sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { uploadsProjector } from '#server/features/uploads/uploads.projector.ts';
import { verificationProjector } from '#server/features/verification/verification.projector.ts';
import { resealWebhooks } from '#server/features/webhooks/reseal-webhooks.commands.ts';
import { sendWebhook } from '#server/features/webhooks/webhooks.jobs.ts';
import { type BookingsForWebhooks, webhooksProjector } from '#server/features/webhooks/webhooks.projector.ts';
import { booking } from '#server/rest/wire/bookings.ts';
import { toWire } from '#server/rest/wire/views.ts';

export const bookingsForWebhooks: BookingsForWebhooks = async ({ db, platform }, ids) => {
  const records = await selectBookings(db, anyOf(bookings.id, ids));
  return new Map(records.map((record) => [record.booking.id, toWire(booking, toBookingView(record), platform.publicUrl)]));
};

/** For archives: the bookings of one party, as that party may see them. */
const archiveSources: ArchiveSources = {
  listBookings: async ({ db }, { userId, party, after, limit }) => {
    const isParty = eq(party === 'student' ? bookings.studentId : bookings.tutorUserId, userId);
    const records = await selectBookings(db, and(isParty, isAfterCursor(bookings.createdAt, bookings.id, after))).limit(limit);
    // An address is hidden from the tutor until the request is accepted, not from the student who wrote it.
    return records.map((record) => ({ ...toBookingView(record), ...(party === 'student' && { address: record.booking.address }) }));
  },
  streamCalendar,
};

/** They run in this order. */
export const PROJECTORS: readonly Projector[] = [
  authProjector,
  bookingsProjector,
  tutorsProjector,
  verificationProjector,
  reviewsProjector,
  listingProjector,
  blogsProjector,
  pagesProjector,
  uploadsProjector,
  archivesProjector,
  concurrently(messagesProjector, webhooksProjector(bookingsForWebhooks), notificationsProjector),
  pushProjector,
  announcementsProjector,
  apiKeysProjector,
  calendarProjector,
  mailProjector,
  auditProjector,
  jobsProjector,
];

export const JOB_HANDLERS: JobHandlers = {
  'mail.send': sendMail,
  'photo.copy': copyPhoto,
  'upload.sweep': sweepUpload,
  'files.remove': removeFiles,
  'booking.unanswered': cancelUnanswered,
  'booking.over': completeEnded,
  'booking.remind': remindParties,
  'proposal.lapse': lapseProposal,
  'listing.refresh': refreshListings,
  'searches.check': checkSavedSearches(hasExactResult),
  'push.send': sendPush,
  'webhook.send': sendWebhook,
  'archive.make': makeArchive(archiveSources),
  'archive.expire': expireArchive,
};

export const SECRETS = { resealFactors, resealWebhooks } as const;

export const ADMINS = { create: createAdmin, remove: removeAdmin, resetSecondFactor } as const;
