import { router, studentProcedure } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import { savedSearchInput, savedSearchView, saveSearchInput } from '#shared/contracts/saved-searches.ts';
import { SUCCESS } from '#shared/messages.ts';
import { deleteSearch, saveSearch } from './saved-searches.commands.ts';
import { listSavedSearches } from './saved-searches.queries.ts';

const refused = 'Only students can save searches';

export const savedSearchesRouter = router({
  list: studentProcedure
    .meta({ failed: 'Failed to fetch your saved searches', refused })
    .output(savedSearchView.array())
    .query(({ ctx }) => listSavedSearches(ctx)),
  save: studentProcedure
    .meta({ failed: 'Failed to save the search. Please try again.', refused })
    .input(saveSearchInput)
    .output(savedSearchView)
    .mutation(({ ctx, input }) => saveSearch(ctx, input)),
  delete: studentProcedure
    .meta({ failed: 'Failed to delete the saved search. Please try again.', refused })
    .input(savedSearchInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteSearch(ctx, input);
      return { message: SUCCESS.searchDeleted };
    }),
});
