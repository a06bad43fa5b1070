import { z } from 'zod';
import { SEARCH_MODES, TEACHING_MEDIUMS } from '#shared/vocabulary/people.ts';
import { DISTANCES, EXAMS, PARTS_OF_DAY, SAVED_SEARCH_STATES } from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { id } from './common.ts';
import { searchFilters } from './tutor-search.ts';

const { teachingMode, priceTo } = searchFilters.shape;

/** What the page of the search can show: no mode or price that no tutor has. */
export const saveSearchInput = searchFilters.omit({ sortBy: true, sortOrder: true }).extend({
  teachingMode: teachingMode.refine((mode): boolean => mode !== 'NONE'),
  priceTo: priceTo.refine((price) => price !== 0),
});
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
    mediums: z.array(z.enum(TEACHING_MEDIUMS)),
    exam: z.enum(EXAMS),
    days: z.array(z.enum(WEEKDAYS)),
    partsOfDay: z.array(z.enum(PARTS_OF_DAY)),
    withinKm: z.literal(DISTANCES),
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
