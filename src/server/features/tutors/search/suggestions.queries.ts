import type { Ctx } from '#server/core/context.ts';
import type { SuggestInput, Suggestions } from '#shared/contracts/suggestions.ts';
import { parseSearchText, type SearchText, type TextFilter } from '#shared/domain/search-text.ts';
import { placesInText, type TextPlace } from '#shared/domain/text-parts.ts';
import { LIMITS, SUGGESTIONS } from '#shared/vocabulary/limits.ts';
import { isStorable } from './search-criteria.queries.ts';
import { toNameQuery } from './search-terms.queries.ts';
import { expandTyped, type SuggestedEntry } from './suggested-entries.queries.ts';
import { findListed } from './suggested-tutors.queries.ts';

const NOTHING: Suggestions = { subjects: [], topics: [], places: [], tutors: [] };

/** Suggestions that complete the typed words; the last word is taken for a prefix. */
export async function suggest({ db }: Ctx, input: SuggestInput): Promise<Suggestions> {
  const text = input.text.normalize('NFC');
  if (!isStorable(text)) return NOTHING;
  const typed = parseSearchText(text);
  const around = findTextAround(text, typed);
  if (!around || typed.words.reduce((letters, { word }) => letters + [...word].length, 0) < SUGGESTIONS.letters) return NOTHING;
  const { forms, entries, named } = await expandTyped(
    db,
    typed.words.map(({ word }) => word),
  );
  const isPlace = ({ kind }: SuggestedEntry) => kind === 'place';
  const listed = await findListed(db, { terms: toNameQuery(forms), places: entries.filter(isPlace).map(({ entity }) => entity) });
  const withTutors = entries.filter((entry) => !isPlace(entry) || listed.places.includes(entry.entity));
  // Removes duplicates, because most districts have the name of a town.
  const offered = [...new Map(withTutors.toReversed().map((entry) => [`${entry.kind} ${entry.hasAll} ${entry.name}`, entry])).values()].reverse();
  const complete = offered.filter(({ hasAll }) => hasAll);
  const incomplete = complete.some(hasName) ? [] : offered.filter((entry) => !entry.hasAll && (complete.length === 0 || hasName(entry)));
  // After a subject a town is more likely than a second subject, and after a town a subject.
  const fitting = incomplete.filter((entry) => !named.includes(isPlace(entry) ? 'place' : 'taught'));
  const completing = fitting.length > 0 ? fitting : incomplete;
  // "maths kan" more likely means maths in Kandy than another name of maths.
  const best = [...(completing.length > 0 ? complete.slice(0, 1) : complete), ...completing]
    .map((entry) => ({ ...entry, ...(entry.hasAll ? around.allWords : around.lastWord) }))
    .filter((entry) => keepsFilters(entry.before + entry.name + entry.after, typed.filters));
  const ofKind = (kind: SuggestedEntry['kind']) => best.filter((entry) => entry.kind === kind).slice(0, SUGGESTIONS.perGroup);
  return share({ subjects: ofKind('subject'), topics: ofKind('topic'), places: ofKind('place'), tutors: listed.tutors });
}

/** The last word is a word of one of its names, or a prefix of one. */
const hasName = ({ lastWay }: SuggestedEntry): boolean => lastWay <= 1;

type TextAround = Pick<Suggestions['subjects'][number], 'before' | 'after'>;

/** The text around a suggestion that replaces the last word, or all words; in the latter case only the filters are left. */
function findTextAround(text: string, { words, filters }: SearchText): { lastWord: TextAround; allWords: TextAround } | null {
  const [word] = words.slice(-1);
  const filterPlaces = findFilterPlaces(text, filters);
  const isInFilter = (place: TextPlace) => filterPlaces.some(({ from, to }) => from <= place.from && place.from < to);
  const last = word && placesInText(text, word.text).findLast((place) => !isInFilter(place));
  if (!last) return null;
  const filterTexts = (isOnSide: (place: TextPlace) => boolean) => filterPlaces.filter(isOnSide).map(({ from, to }) => text.slice(from, to));
  return {
    lastWord: { before: text.slice(0, last.from), after: text.slice(last.to) },
    allWords: {
      before: filterTexts(({ from }) => from < last.from)
        .map((filter) => `${filter} `)
        .join(''),
      after: filterTexts(({ from }) => from > last.from)
        .map((filter) => ` ${filter}`)
        .join(''),
    },
  };
}

function findFilterPlaces(text: string, filters: readonly TextFilter[]): TextPlace[] {
  const places: TextPlace[] = [];
  for (const filter of filters) {
    const end = places.at(-1)?.to ?? 0;
    places.push(
      ...placesInText(text, filter.text)
        .filter(({ from }) => from >= end)
        .slice(0, 1),
    );
  }
  return places;
}

/** A text that is too long, or has too many words, would lose its end and with it a filter. */
function keepsFilters(text: string, filters: readonly TextFilter[]): boolean {
  const read = parseSearchText(text).filters.map((filter) => filter.text);
  return text.length <= LIMITS.searchText && filters.every((filter) => read.includes(filter.text));
}

/** Takes the first suggestion of each group before the second of any. */
function share(all: Suggestions): Suggestions {
  const groups = [all.subjects, all.topics, all.places, all.tutors];
  const sizes = groups.map(() => 0);
  let left: number = SUGGESTIONS.most;
  for (let place = 0; place < SUGGESTIONS.perGroup; place += 1) {
    for (const [index, group] of groups.entries()) {
      if (left === 0 || group.length <= place) continue;
      sizes[index] = place + 1;
      left -= 1;
    }
  }
  const [subjects, topics, places, tutors] = sizes;
  return {
    subjects: all.subjects.slice(0, subjects),
    topics: all.topics.slice(0, topics),
    places: all.places.slice(0, places),
    tutors: all.tutors.slice(0, tutors),
  };
}
