import { z } from 'zod';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { named } from './common.ts';

export const suggestInput = z.object({ text: z.string().trim().max(LIMITS.searchText) });
export type SuggestInput = z.infer<typeof suggestInput>;

/**
 * `alias`: the name in which the words were found, where it is another. `before` and `after`: what stays of the text around the name. An entry
 * that has all words leaves the filters, any other one takes the place of the last word.
 */
const namedSuggestion = named.extend({ alias: z.string().nullable(), before: z.string(), after: z.string() });

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

export const subjectIds = z.array(z.string());
