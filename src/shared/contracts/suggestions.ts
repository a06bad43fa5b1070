import { z } from 'zod';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { named } from './common.ts';

export const suggestInput = z.object({ text: z.string().trim().max(LIMITS.searchText) });
export type SuggestInput = z.infer<typeof suggestInput>;

/**
 * `alias`: the name in which the words were found, where it is another. `before`: what stands in the text before the last word, where the entry
 * has only that one: it completes the text instead of taking its place.
 */
const namedSuggestion = named.extend({ alias: z.string().nullable(), before: z.string() });

export const suggestions = z.object({
  subjects: z.array(namedSuggestion),
  /** `subject`: the only one that has such a topic. */
  topics: z.array(namedSuggestion.extend({ subject: z.string().nullable() })),
  places: z.array(namedSuggestion),
  /** `subject`: the first that the tutor teaches. */
  tutors: z.array(named.extend({ profileImage: z.string(), subject: z.string().nullable() })),
});
export type Suggestions = z.infer<typeof suggestions>;

export const popularSubjects = z.array(named);
export type PopularSubjects = z.infer<typeof popularSubjects>;
