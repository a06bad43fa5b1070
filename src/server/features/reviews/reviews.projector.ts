import { eq } from 'drizzle-orm';
import { reviews } from '#db/schema/engagement.ts';
import type { Projector } from '#server/core/events.ts';

export const reviewsProjector: Projector = async ({ db }, events) => {
  for (const event of events) {
    if (event.type !== 'review.hidden') continue;
    await db
      .update(reviews)
      .set({ hiddenAt: event.isHidden ? event.occurredAt : null })
      .where(eq(reviews.id, event.reviewId));
  }
};
