import { z } from 'zod';
import { limited, perCaller } from '#server/core/limits.ts';
import { router, user } from '#server/core/trpc.ts';
import { done, id } from '#shared/contracts/common.ts';
import {
  type CreateNotificationInput,
  createNotificationInput,
  markReadInput,
  notificationStats as notificationStatsView,
  notificationsPage,
  notificationsQuery,
  notificationView,
} from '#shared/contracts/notifications.ts';
import { SUCCESS } from '#shared/messages.ts';
import { create, markAllRead, markRead, remove, removeAll, removeRead } from './notifications.commands.ts';
import { notificationStats, notificationsOf, unreadCount } from './notifications.queries.ts';

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
});
