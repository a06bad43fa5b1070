import type { Projector } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { isPushKind } from '#shared/domain/push-message.ts';

export const pushProjector: Projector = async (context, events) => {
  for (const event of events) {
    if (event.type !== 'notification.stored' || !isPushKind(event.kind) || event.url === null) continue;
    const { kind, title, url, deviceIds } = event;
    const message = { kind, title, url, at: context.now().toISOString() };
    for (const subscriptionId of deviceIds) enqueue(context, { kind: 'push.send', params: { subscriptionId, ...message } });
  }
};
