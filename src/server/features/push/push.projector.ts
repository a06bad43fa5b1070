import { asc, inArray } from 'drizzle-orm';
import { pushSubscriptions } from '#db/schema/push.ts';
import type { Projector } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { isPushKind } from '#shared/domain/push-message.ts';

/** Whoever was notified is told in their browsers, too, of what they would want to know without a page open. */
export const pushProjector: Projector = async (settling, events) => {
  const news = events.flatMap((event) => {
    if (event.type !== 'notification.stored' || !isPushKind(event.kind) || event.url === null) return [];
    const { userId, kind, title, url } = event;
    return [{ userId, message: { kind, title, url, at: settling.now().toISOString() } }];
  });
  if (news.length === 0) return;
  const devices = await settling.db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...new Set(news.map(({ userId }) => userId))]))
    .orderBy(asc(pushSubscriptions.id));
  for (const { userId, message } of news) {
    for (const device of devices) {
      if (device.userId === userId) enqueue(settling, { kind: 'push.send', params: { subscriptionId: device.id, ...message } });
    }
  }
};
