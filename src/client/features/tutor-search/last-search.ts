import type { TutorSearch } from './search-state.ts';

let last: TutorSearch = {};

/** What was last looked for, so that the way back from a profile finds it again. */
export const lastSearch = (): TutorSearch => last;

export function keepSearch(search: TutorSearch): void {
  last = search;
}
