import { z } from 'zod';
import { SEARCH_MODES } from '#shared/vocabulary/people.ts';
import { SAVED_SEARCH_STATES } from '#shared/vocabulary/search.ts';
import { id } from './common.ts';
import { searchFilters } from './tutors.ts';

export const saveSearchInput = searchFilters.omit({ sortBy: true, sortOrder: true });
export type SaveSearchInput = z.infer<typeof saveSearchInput>;

const savedFilters = z
  .object({
    search: z.string(),
    category: z.string(),
    subject: z.string(),
    topic: z.string(),
    teachingMode: z.enum(SEARCH_MODES),
    location: z.string(),
    priceFrom: z.number(),
    priceTo: z.number(),
    freeOn: z.string(),
    minRating: z.number(),
    femaleOnly: z.boolean(),
    verified: z.boolean(),
  })
  .partial();

export const savedSearchView = z.object({
  id: z.string(),
  filters: savedFilters,
  state: z.enum(SAVED_SEARCH_STATES),
  createdAt: z.date(),
  foundAt: z.date().nullable(),
});
export type SavedSearchView = z.infer<typeof savedSearchView>;

export const savedSearchInput = z.object({ id });
export type SavedSearchInput = z.infer<typeof savedSearchInput>;
