import { z } from 'zod';
import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { adminProcedure, router, userProcedure } from '#server/core/trpc.ts';
import { done, id } from '#shared/contracts/common.ts';
import {
  allNotificationsPage,
  allNotificationsQuery,
  type CreateNotificationInput,
  createNotificationInput,
  markReadInput,
  notificationStats as notificationStatsView,
  notificationsPage,
  notificationsQuery,
  notificationView,
  removeOldInput,
  throughInput,
  type WriteNotificationInput,
  type WriteNotificationsInput,
  writeNotificationInput,
  writeNotificationsInput,
} from '#shared/contracts/notifications.ts';
import { SUCCESS } from '#shared/messages.ts';
import {
  createNotification,
  createNotifications,
  markAllRead,
  markRead,
  removeAllNotifications,
  removeNotification,
  removeOldNotifications,
  removeReadNotifications,
} from './notifications.commands.ts';
import { countUnread, countUnreadGroups, getNotificationStats, listAllNotifications, listNotifications } from './notifications.queries.ts';

const createAdminProcedure = (failed: string) => adminProcedure.meta({ failed, refused: 'Only admins can manage notifications' });
const updatedCount = z.object({ updatedCount: z.number() });
const deletedCount = z.object({ deletedCount: z.number() });

export const notificationsRouter = router({
  list: userProcedure
    .meta({ failed: 'Failed to fetch notifications' })
    .input(notificationsQuery)
    .output(notificationsPage)
    .query(({ ctx, input }) => listNotifications(ctx, input)),
  unreadCount: userProcedure.output(z.object({ unreadCount: z.number() })).query(({ ctx }) => countUnread(ctx)),
  unreadGroups: userProcedure.output(z.object({ unreadCount: z.number() })).query(({ ctx }) => countUnreadGroups(ctx)),
  stats: userProcedure.output(notificationStatsView).query(({ ctx }) => getNotificationStats(ctx)),
  markRead: userProcedure
    .input(markReadInput)
    .output(updatedCount)
    .mutation(({ ctx, input }) => markRead(ctx, input)),
  markAllRead: userProcedure
    .input(throughInput)
    .output(updatedCount)
    .mutation(({ ctx, input }) => markAllRead(ctx, input)),
  remove: userProcedure
    .input(z.object({ id }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeNotification(ctx, input);
      return { message: SUCCESS.notificationDeleted };
    }),
  removeRead: userProcedure.output(deletedCount).mutation(({ ctx }) => removeReadNotifications(ctx)),
  removeAll: userProcedure
    .input(throughInput)
    .output(deletedCount)
    .mutation(({ ctx, input }) => removeAllNotifications(ctx, input)),
  create: userProcedure
    .input(createNotificationInput)
    .use(rateLimit<CreateNotificationInput>('createNotification', perCaller))
    .output(notificationView)
    .mutation(({ ctx, input }) => createNotification(ctx, input)),
  all: createAdminProcedure('Failed to fetch notifications')
    .input(allNotificationsQuery)
    .output(allNotificationsPage)
    .query(({ ctx, input }) => listAllNotifications(ctx, input)),
  write: createAdminProcedure('Failed to create notification')
    .input(writeNotificationInput)
    .use(rateLimit<WriteNotificationInput>('createNotification', perCaller))
    .output(notificationView)
    .mutation(({ ctx, input }) => createNotification(ctx, input)),
  writeMany: createAdminProcedure('Failed to create notifications')
    .input(writeNotificationsInput)
    .use(rateLimit<WriteNotificationsInput>('createNotification', perCaller))
    .output(z.object({ createdCount: z.number() }))
    .mutation(({ ctx, input }) => createNotifications(ctx, input)),
  removeOld: createAdminProcedure('Failed to delete notifications')
    .input(removeOldInput)
    .output(deletedCount)
    .mutation(({ ctx, input }) => removeOldNotifications(ctx, input)),
});
