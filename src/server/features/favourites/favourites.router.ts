import { router, studentProcedure } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import { addedFavourite, favouriteInput, favouritesInput, favouritesPage, favouriteView } from '#shared/contracts/engagement.ts';
import { SUCCESS } from '#shared/messages.ts';
import { addFavourite, removeFavourite } from './favourites.commands.ts';
import { listAllFavourites, listFavouriteTutorIds, listOwnFavourites } from './favourites.queries.ts';

const refused = 'Only students can keep favorites';
const reading = studentProcedure.meta({ failed: 'Failed to fetch favourites', refused });

export const favouritesRouter = router({
  own: reading
    .input(favouritesInput)
    .output(favouritesPage)
    .query(({ ctx, input }) => listOwnFavourites(ctx, input)),
  allOwn: reading.output(favouriteView.array()).query(({ ctx }) => listAllFavourites(ctx)),
  hearts: reading.output(favouriteInput.shape.tutorId.array()).query(({ ctx }) => listFavouriteTutorIds(ctx)),
  add: studentProcedure
    .meta({ failed: 'Failed to add tutor to favorites. Please try again.', refused })
    .input(favouriteInput)
    .output(addedFavourite)
    .mutation(({ ctx, input }) => addFavourite(ctx, input)),
  remove: studentProcedure
    .meta({ failed: 'Failed to remove tutor from favorites. Please try again.', refused })
    .input(favouriteInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeFavourite(ctx, input);
      return { message: SUCCESS.favouriteRemoved };
    }),
});
