import { z } from 'zod';
import { limited, perCaller } from '#server/core/limits.ts';
import { admin, router, user } from '#server/core/trpc.ts';
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
  type WriteNotificationInput,
  type WriteNotificationsInput,
  writeNotificationInput,
  writeNotificationsInput,
} from '#shared/contracts/notifications.ts';
import { SUCCESS } from '#shared/messages.ts';
import { create, createMany, markAllRead, markRead, remove, removeAll, removeOld, removeRead } from './notifications.commands.ts';
import { allNotifications, notificationStats, notificationsOf, unreadCount } from './notifications.queries.ts';

const forAdmins = (failed: string) => admin.meta({ failed, refused: 'Only admins can manage notifications' });
const updated = z.object({ updatedCount: z.number() });
const deleted = z.object({ deletedCount: z.number() });

export const notificationsRouter = router({
  list: user
    .meta({ failed: 'Failed to fetch notifications' })
    .input(notificationsQuery)
    .output(notificationsPage)
    .query(({ ctx, input }) => notificationsOf(ctx, input)),
  unreadCount: user.output(z.object({ unreadCount: z.number() })).query(({ ctx }) => unreadCount(ctx)),
  stats: user.output(notificationStatsView).query(({ ctx }) => notificationStats(ctx)),
  markRead: user
    .input(markReadInput)
    .output(updated)
    .mutation(({ ctx, input }) => markRead(ctx, input)),
  markAllRead: user.output(updated).mutation(({ ctx }) => markAllRead(ctx)),
  remove: user
    .input(z.object({ id }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await remove(ctx, input);
      return { message: SUCCESS.notificationDeleted };
    }),
  removeRead: user.output(deleted).mutation(({ ctx }) => removeRead(ctx)),
  removeAll: user.output(deleted).mutation(({ ctx }) => removeAll(ctx)),
  create: user
    .input(createNotificationInput)
    .use(limited<CreateNotificationInput>('createNotification', perCaller))
    .output(notificationView)
    .mutation(({ ctx, input }) => create(ctx, input)),
  all: forAdmins('Failed to fetch notifications')
    .input(allNotificationsQuery)
    .output(allNotificationsPage)
    .query(({ ctx, input }) => allNotifications(ctx, input)),
  write: forAdmins('Failed to create notification')
    .input(writeNotificationInput)
    .use(limited<WriteNotificationInput>('createNotification', perCaller))
    .output(notificationView)
    .mutation(({ ctx, input }) => create(ctx, input)),
  writeMany: forAdmins('Failed to create notifications')
    .input(writeNotificationsInput)
    .use(limited<WriteNotificationsInput>('createNotification', perCaller))
    .output(z.object({ createdCount: z.number() }))
    .mutation(({ ctx, input }) => createMany(ctx, input)),
  removeOld: forAdmins('Failed to delete notifications')
    .input(removeOldInput)
    .output(deleted)
    .mutation(({ ctx, input }) => removeOld(ctx, input)),
});
