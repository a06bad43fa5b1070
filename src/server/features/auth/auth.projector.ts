import { sessionTopic } from '#server/core/deliver.ts';
import type { Projector } from '#server/core/events.ts';

/** The sockets of a session close with the commit that ends it. */
export const authProjector: Projector = async ({ deliver }, events) => {
  for (const event of events) if (event.type === 'session.ended') deliver({ topic: sessionTopic(event.sessionId) });
};
