import { asc, inArray } from 'drizzle-orm';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import type { Projector } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { isPushKind } from '#shared/domain/push-message.ts';

export const pushProjector: Projector = async (context, events) => {
  const messages = events.flatMap((event) => {
    if (event.type !== 'notification.stored' || !isPushKind(event.kind) || event.url === null) return [];
    const { userId, kind, title, url } = event;
    return [{ userId, message: { kind, title, url, at: context.now().toISOString() } }];
  });
  if (messages.length === 0) return;
  const devices = await context.db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...new Set(messages.map(({ userId }) => userId))]))
    .orderBy(asc(pushSubscriptions.id));
  for (const { userId, message } of messages) {
    for (const device of devices) {
      if (device.userId === userId) enqueue(context, { kind: 'push.send', params: { subscriptionId: device.id, ...message } });
    }
  }
};
