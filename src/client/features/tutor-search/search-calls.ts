import { UNCATEGORIZED } from '#shared/vocabulary/content.ts';
import { filtersOf, type TutorSearch } from './search-state.ts';

// What loaders and components ask alike. Apart from the components, so that the loaders bring none into the first chunk.
const CATALOGUE_FRESH_MS = 10 * 60_000;
const STATS_FRESH_MS = 5 * 60_000;
/** A list that one comes back to stands as it was left. */
const LIST_FRESH_MS = 5 * 60_000;

export const CATEGORIES = [{ activeOnly: true }, { staleTime: CATALOGUE_FRESH_MS }] as const;
/** Active subjects without a category. */
export const OTHERS = [{ category: UNCATEGORIZED, active: 'true' }, { staleTime: CATALOGUE_FRESH_MS }] as const;
export const STATS = [undefined, { staleTime: STATS_FRESH_MS }] as const;

export const topicsOf = (subjectId: string) => [{ subjectId, activeOnly: true }, { staleTime: CATALOGUE_FRESH_MS }] as const;
export const tutorsOf = (search: TutorSearch) => [filtersOf(search), { staleTime: LIST_FRESH_MS }] as const;
