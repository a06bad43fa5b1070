import { z } from '@hono/zod-openapi';
import { LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { type SearchMode, TEACHING_MEDIUMS } from '#shared/vocabulary/people.ts';
import { DISTANCES, EXAMS, PARTS_OF_DAY, SEARCH_SORTS, type SearchSort, SORT_DIRECTIONS, type SortDirection } from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { IDS } from './examples.ts';
import { choice, filter, flag, limit, oneOf, page, parameter, pathId, searchText, several, toKeyword, toNumber } from './input.ts';

const TUTOR_ID = pathId('The id of the profile of a tutor, not of the account.', IDS.tutor);
export const tutorParams = z.object({ id: TUTOR_ID });
export const tutorIdParams = z.object({ tutorId: TUTOR_ID });

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

const PAST_DATE = '0001-01-01';

const nameOrId = (description: string, example: string) => filter(description, { example, max: LIMITS.name.max });

export const searchQuery = z
  .object({
    subject: nameOrId('Name or id of a subject', 'Combined Mathematics'),
    topic: nameOrId('Name or id of a topic', 'Differentiation'),
    category: nameOrId('Name or id of a category, or `uncategorized`', 'Mathematics'),
    location: filter(
      'A town or district under any of its names in English, Sinhala or Tamil, or words of the locations that the tutor names; part of a word is enough, and every word counts',
      { example: 'Kandy', max: LIMITS.searchText },
    ),
    teachingMode: parameter({
      description: 'How they teach: `ONLINE`, `INDIVIDUAL` at the home of the student, or `GROUP`. Another word finds nobody',
      values: ['ONLINE', 'INDIVIDUAL', 'GROUP'],
      read: toMode,
    }),
    search: searchText(
      'Words in any order, in English, Sinhala or Tamil, of which each counts by itself: a name, a subject, a topic, a category, a town or its district, or a filter such as `online`, `sinhala medium`, `female`, `under 2000` or `within 5 km of kandy`. With `or` between two of a kind one of them is enough. The last word may be a beginning',
      'maths colombo',
    ),
    femaleOnly: flag('Women only'),
    page: page(),
    limit: limit(`Tutors a page, ${SEARCH.pageSize} where it is absent`, { maximum: SEARCH.mostPerPage, example: SEARCH.pageSize }),
    sortBy: parameter({
      description:
        '`rating` where it is absent or unknown. `price` goes by the lowest rate of an hour, `experience` by how many entries the profile has, `createdAt` by when the profile was made; `newest` and `oldest` are `createdAt` downwards and upwards. `match` is best match: how the words are met, then the rating weighed by the number of reviews, how soon there is a free hour, and how many of the latest requests were answered; each eighth place is for a tutor of the last 60 days without a review. It has one direction',
      values: [...SEARCH_SORTS, 'newest', 'oldest'],
      read: (text) => text,
    }),
    sortOrder: choice('`desc` where it is absent, of names `asc`. Without effect on `newest` and `oldest`', SORT_DIRECTIONS),
    verified: parameter({
      description: '`true` or `verified`: verified tutors only; `false` or `unverified`: the others',
      values: [...VERIFIED.keys()],
      read: (text) => VERIFIED.get(text ?? ''),
    }),
    minRating: parameter({
      description: 'The least mean of the reviews, from 0 to 5',
      type: 'number',
      minimum: 0,
      maximum: 5,
      example: 4.5,
      read: (text) => toAmount(text, 5),
    }),
    priceFrom: parameter({
      description:
        'Rupees an hour. The price of a tutor is the lowest rate above 0 of an enabled online or home-visit mode, over all active subjects on the profile, not only the one that is searched for',
      type: 'number',
      minimum: 0,
      example: 1000,
      read: (text) => toAmount(text, LIMITS.ratePerHour),
    }),
    priceTo: parameter({
      description: 'Rupees an hour, of the same price',
      type: 'number',
      minimum: 0,
      example: 2500,
      read: (text) => toAmount(text, LIMITS.ratePerHour),
    }),
    freeOn: parameter({
      description: 'With an hour free on this date of the calendar in Colombo, from tomorrow to 28 days from today. On any other nobody is',
      format: 'date',
      example: '2026-12-01',
      read: (text) => (text === undefined || z.iso.date().safeParse(text).success ? text : PAST_DATE),
    }),
    mediums: several('Who teaches in any of these languages', TEACHING_MEDIUMS),
    exam: choice('For this exam: `scholarship` is that of grade 5, `international` Cambridge or Edexcel', EXAMS),
    days: several('With hours on any of these days in the weekly plan', WEEKDAYS),
    partsOfDay: several(
      'With hours in any of these parts of a day, on the days if there are some: the afternoon is from 12:00 to 17:00',
      PARTS_OF_DAY,
    ),
    withinKm: parameter({
      description: 'Kilometres from the town that `location` names, to a town that the tutor names. Without effect where it names no town',
      values: DISTANCES.map(String),
      read: (text) => DISTANCES.find((km) => String(km) === text),
    }),
  })
  .transform(({ sortBy, sortOrder, ...filters }) => ({ ...filters, ...toOrder(sortBy, sortOrder) }));

function toMode(text: string | undefined): SearchMode | undefined {
  const mode = toKeyword(text);
  if (mode === undefined) return undefined;
  return MODES.has(mode) ? MODES.get(mode) : 'NONE';
}

function toAmount(text: string | undefined, maximum: number): number | undefined {
  const amount = toNumber(text);
  return typeof amount === 'number' && amount >= 0 ? Math.min(amount, maximum) : undefined;
}

function toOrder(text = 'rating', sortOrder?: SortDirection): { sortBy: SearchSort; sortOrder: SortDirection } {
  if (text === 'newest' || text === 'oldest') return { sortBy: 'createdAt', sortOrder: text === 'newest' ? 'desc' : 'asc' };
  const sortBy = oneOf(SEARCH_SORTS, text);
  if (!sortBy) return { sortBy: 'rating', sortOrder: 'desc' };
  return { sortBy, sortOrder: sortOrder ?? (sortBy === 'name' ? 'asc' : 'desc') };
}
