import { router, student } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import { addedFavourite, favouriteInput, favouritesInput, favouritesPage, favouriteView } from '#shared/contracts/engagement.ts';
import { SUCCESS } from '#shared/messages.ts';
import { addFavourite, removeFavourite } from './favourites.commands.ts';
import { allFavourites, favouriteHearts, ownFavourites } from './favourites.queries.ts';

const refused = 'Only students can keep favorites';
const reading = student.meta({ failed: 'Failed to fetch favourites', refused });

export const favouritesRouter = router({
  own: reading
    .input(favouritesInput)
    .output(favouritesPage)
    .query(({ ctx, input }) => ownFavourites(ctx, input)),
  /** For programs: all of them. */
  allOwn: reading.output(favouriteView.array()).query(({ ctx }) => allFavourites(ctx)),
  /** The tutors whose heart is red: their profile ids, the newest first, as many as a browser keeps. */
  hearts: reading.output(favouriteInput.shape.tutorId.array()).query(({ ctx }) => favouriteHearts(ctx)),
  add: student
    .meta({ failed: 'Failed to add tutor to favorites. Please try again.', refused })
    .input(favouriteInput)
    .output(addedFavourite)
    .mutation(({ ctx, input }) => addFavourite(ctx, input)),
  remove: student
    .meta({ failed: 'Failed to remove tutor from favorites. Please try again.', refused })
    .input(favouriteInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeFavourite(ctx, input);
      return { message: SUCCESS.favouriteRemoved };
    }),
});
