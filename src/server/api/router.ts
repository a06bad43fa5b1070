import { createCallerFactory, router } from '#server/core/trpc.ts';
import { accountRouter } from '#server/features/account/account.router.ts';
import { announcementsRouter } from '#server/features/announcements/announcements.router.ts';
import { apiKeysRouter } from '#server/features/api-keys/api-keys.router.ts';
import { archivesRouter } from '#server/features/archives/archives.router.ts';
import { auditRouter } from '#server/features/audit/audit.router.ts';
import { authRouter } from '#server/features/auth/auth.router.ts';
import { blogsRouter } from '#server/features/blogs/blogs.router.ts';
import { bookingsRouter } from '#server/features/bookings/bookings.router.ts';
import { proposalsRouter } from '#server/features/bookings/proposals.router.ts';
import { calendarRouter } from '#server/features/calendar/calendar.router.ts';
import { catalogueRouter } from '#server/features/catalogue/catalogue.router.ts';
import { daysOffRouter } from '#server/features/days-off/days-off.router.ts';
import { deadLettersRouter } from '#server/features/dead-letters/dead-letters.router.ts';
import { exportsRouter } from '#server/features/exports/exports.router.ts';
import { favouritesRouter } from '#server/features/favourites/favourites.router.ts';
import { inboxRouter } from '#server/features/inbox/inbox.router.ts';
import { mailRouter } from '#server/features/mail/mail.router.ts';
import { messagesRouter } from '#server/features/messages/messages.router.ts';
import { moderationRouter } from '#server/features/moderation/moderation.router.ts';
import { notificationsRouter } from '#server/features/notifications/notifications.router.ts';
import { pushRouter } from '#server/features/push/push.router.ts';
import { reviewsRouter } from '#server/features/reviews/reviews.router.ts';
import { savedSearchesRouter } from '#server/features/saved-searches/saved-searches.router.ts';
import { sitemapRouter } from '#server/features/sitemap/sitemap.router.ts';
import { statisticsRouter } from '#server/features/statistics/statistics.router.ts';
import { tutorsRouter } from '#server/features/tutors/tutors.router.ts';
import { uploadsRouter } from '#server/features/uploads/uploads.router.ts';
import { verificationRouter } from '#server/features/verification/verification.router.ts';
import { webhooksRouter } from '#server/features/webhooks/webhooks.router.ts';
export const appRouter = router({
  account: accountRouter,
  announcements: announcementsRouter,
  apiKeys: apiKeysRouter,
  archives: archivesRouter,
  audit: auditRouter,
  auth: authRouter,
  blogs: blogsRouter,
  bookings: bookingsRouter,
  calendar: calendarRouter,
  catalogue: catalogueRouter,
  daysOff: daysOffRouter,
  deadLetters: deadLettersRouter,
  exports: exportsRouter,
  favourites: favouritesRouter,
  inbox: inboxRouter,
  mail: mailRouter,
  messages: messagesRouter,
  moderation: moderationRouter,
  notifications: notificationsRouter,
  proposals: proposalsRouter,
  push: pushRouter,
  reviews: reviewsRouter,
  savedSearches: savedSearchesRouter,
  sitemap: sitemapRouter,
  statistics: statisticsRouter,
  tutors: tutorsRouter,
  uploads: uploadsRouter,
  verification: verificationRouter,
  webhooks: webhooksRouter,
});
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
