import { eq } from 'drizzle-orm';
import { reviews } from '#db/schema/engagement.ts';
import type { Projector } from '#server/core/events.ts';

/** An admin hides a review, or shows it again; what it says stays its author's. */
export const reviewsProjector: Projector = async ({ db }, events) => {
  for (const event of events) {
    if (event.type !== 'review.hidden') continue;
    await db
      .update(reviews)
      .set({ hiddenAt: event.isHidden ? event.at : null })
      .where(eq(reviews.id, event.reviewId));
  }
};
