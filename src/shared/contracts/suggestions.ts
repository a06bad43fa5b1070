import { z } from 'zod';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { named } from './common.ts';

export const suggestInput = z.object({ text: z.string().trim().max(LIMITS.searchText) });
export type SuggestInput = z.infer<typeof suggestInput>;

/**
 * `alias`: the name in which the words were found, if it is not the shown one. `before` and `after`: the rest of the text around the name. An
 * entry that has all words replaces them and keeps the filters; any other one replaces the last word.
 */
const namedSuggestion = named.extend({ alias: z.string().nullable(), before: z.string(), after: z.string() });

export const suggestions = z.object({
  subjects: z.array(namedSuggestion),
  /** `subject`: set if only one subject has such a topic. */
  topics: z.array(namedSuggestion.extend({ subject: z.string().nullable() })),
  places: z.array(namedSuggestion),
  /** `subject`: the first one that the tutor teaches. */
  tutors: z.array(named.extend({ profileImage: z.string(), subject: z.string().nullable() })),
});
export type Suggestions = z.infer<typeof suggestions>;

export const popularSubjects = z.array(named);
export type PopularSubjects = z.infer<typeof popularSubjects>;

export const subjectIds = z.array(z.string());
