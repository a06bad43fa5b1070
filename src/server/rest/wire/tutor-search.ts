import { z } from '@hono/zod-openapi';
import { SEARCH_SORTS, type SearchSort, SORT_DIRECTIONS, type SortDirection } from '#shared/vocabulary/content.ts';
import { LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import type { SearchMode } from '#shared/vocabulary/people.ts';
import { IDS } from './examples.ts';
import { countOf, MOST_PAGES, number, oneOf, parameter, pathId, unlessAll, word } from './reading.ts';

const TUTOR_ID = pathId('The id of the profile of a tutor, not of the account.', IDS.tutor);
export const tutorParams = z.object({ id: TUTOR_ID });
export const tutorIdParams = z.object({ tutorId: TUTOR_ID });

/** How clients spell a mode, `rest-contract.md` §6.3. */
const MODES = new Map<string, SearchMode | undefined>([
  ['online', 'ONLINE'],
  ['individual', 'INDIVIDUAL'],
  ['home-visit', 'INDIVIDUAL'],
  ['homevisit', 'INDIVIDUAL'],
  ['in-person', 'INDIVIDUAL'],
  ['group', 'GROUP'],
  ['any', undefined],
  ['all', undefined],
]);
const VERIFIED = new Map([
  ['true', true],
  ['verified', true],
  ['false', false],
  ['unverified', false],
]);

const LONG_PAST = '0001-01-01';

const nameOrId = (description: string, example: string) =>
  parameter({ description, example, read: (text) => unlessAll(text)?.slice(0, LIMITS.name.max) });
const part = (description: string, example: string) => parameter({ description, example, read: (text) => text?.slice(0, LIMITS.searchText) });

export const searchQuery = z
  .object({
    subject: nameOrId('Name or id of a subject', 'Combined Mathematics'),
    topic: nameOrId('Name or id of a topic', 'Differentiation'),
    category: nameOrId('Name or id of a category, or `uncategorized`', 'Mathematics'),
    location: parameter({
      description: 'Part of the locations that the tutor names',
      example: 'Kandy',
      read: (text) => unlessAll(text)?.slice(0, LIMITS.searchText),
    }),
    teachingMode: parameter({
      description: 'How they teach: `ONLINE`, `INDIVIDUAL` at the home of the student, or `GROUP`. Another word finds nobody',
      values: ['ONLINE', 'INDIVIDUAL', 'GROUP'],
      read: modeOf,
    }),
    search: part('Part of a name, location, subject or topic', 'nimali'),
    femaleOnly: parameter({ description: 'Women only', values: ['true'], read: (text) => text === 'true' }),
    page: parameter({ description: 'From 1', type: 'integer', least: 1, example: 1, read: (text) => countOf(text, MOST_PAGES) ?? 1 }),
    limit: parameter({
      description: `Tutors a page, ${SEARCH.pageSize} where it is absent`,
      type: 'integer',
      least: 1,
      most: SEARCH.mostPerPage,
      example: SEARCH.pageSize,
      read: (text) => countOf(text, SEARCH.mostPerPage) ?? SEARCH.pageSize,
    }),
    sortBy: parameter({
      description:
        '`rating` where it is absent or unknown. `price` goes by the lowest rate of an hour, `experience` by how many entries the profile has, `createdAt` by when the profile was made; `newest` and `oldest` are `createdAt` downwards and upwards',
      values: [...SEARCH_SORTS, 'newest', 'oldest'],
      read: (text) => text,
    }),
    sortOrder: parameter({
      description: '`desc` where it is absent, of names `asc`. Without effect on `newest` and `oldest`',
      values: SORT_DIRECTIONS,
      read: (text) => oneOf(SORT_DIRECTIONS, text),
    }),
    verified: parameter({
      description: '`true` or `verified`: verified tutors only; `false` or `unverified`: the others',
      values: [...VERIFIED.keys()],
      read: (text) => VERIFIED.get(text ?? ''),
    }),
    minRating: parameter({
      description: 'The least mean of the reviews, from 0 to 5',
      type: 'number',
      least: 0,
      most: 5,
      example: 4.5,
      read: leastRating,
    }),
    priceFrom: parameter({
      description:
        'Rupees an hour. The price of a tutor is the lowest rate above 0 of an enabled online or home-visit mode, over all active subjects on the profile, not only the one that is searched for',
      type: 'number',
      least: 0,
      example: 1000,
      read: price,
    }),
    priceTo: parameter({ description: 'Rupees an hour, of the same price', type: 'number', least: 0, example: 2500, read: price }),
    freeOn: parameter({
      description: 'With an hour free on this date of the calendar in Colombo, from tomorrow to 28 days from today. On any other nobody is',
      format: 'date',
      example: '2026-12-01',
      read: dateOf,
    }),
  })
  .transform(({ sortBy, sortOrder, ...filters }) => ({ ...filters, ...orderOf(sortBy, sortOrder) }));

/** A spelling nobody knows stands for a mode nobody offers. */
function modeOf(text: string | undefined): SearchMode | undefined {
  const spelled = word(text);
  if (spelled === undefined) return undefined;
  return MODES.has(spelled) ? MODES.get(spelled) : 'NONE';
}

function leastRating(text: string | undefined): number | undefined {
  const rating = number(text);
  return typeof rating === 'number' && rating >= 0 ? Math.min(rating, 5) : undefined;
}

function price(text: string | undefined): number | undefined {
  const rupees = number(text);
  return typeof rupees === 'number' && rupees >= 0 ? Math.min(rupees, LIMITS.ratePerHour) : undefined;
}

/** What is no date stands for one on which nobody can be booked. */
function dateOf(text: string | undefined): string | undefined {
  return text === undefined || z.iso.date().safeParse(text).success ? text : LONG_PAST;
}

/** An order nobody knows is by rating, the best first. */
function orderOf(text = 'rating', sortOrder?: SortDirection): { sortBy: SearchSort; sortOrder: SortDirection } {
  if (text === 'newest' || text === 'oldest') return { sortBy: 'createdAt', sortOrder: text === 'newest' ? 'desc' : 'asc' };
  const sortBy = oneOf(SEARCH_SORTS, text);
  if (!sortBy) return { sortBy: 'rating', sortOrder: 'desc' };
  return { sortBy, sortOrder: sortOrder ?? (sortBy === 'name' ? 'asc' : 'desc') };
}
