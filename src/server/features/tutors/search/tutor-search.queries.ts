import { z } from 'zod';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import { getTutorProfiles } from '#server/features/tutors/tutors.queries.ts';
import type { SearchAnswer, SearchFilters, SearchInput, SearchPage, SearchPageInput, SearchReading } from '#shared/contracts/tutor-search.ts';
import { describeDate } from '#shared/domain/filter-text.ts';
import { readDateInText } from '#shared/domain/search-date.ts';
import { removeFromText } from '#shared/domain/text-removal.ts';
import { DomainError } from '#shared/errors.ts';
import { CURSOR_TYPES, findBestMatches } from './best-match.queries.ts';
import { findCountedPages } from './counted-pages.queries.ts';
import { countTutorsFreeOn, type DayFilter, findTutorsFreeOn, type ResultPage } from './free-on-day.queries.ts';
import type { Criteria } from './listing-conditions.queries.ts';
import { type Count, findListedTutors, getKeyTypes, type Order, type PageRequest, type SortKeys } from './listings.queries.ts';
import { beginOffers, type FindOffers } from './offers.queries.ts';
import type { SubjectFilter } from './schedules.queries.ts';
import { isStorable, resolveSearch } from './search-criteria.queries.ts';
import { correctText, leaveOutUnknown, type ReadText, readText, relaxText, toConditions, toReading } from './search-text.queries.ts';
import type { Vicinity } from './towns.queries.ts';
import { getTutorCards } from './tutor-cards.queries.ts';

const NO_COUNT = { total: 0, totalIsCapped: false };

export async function searchTutors(ctx: Ctx, typed: SearchInput): Promise<SearchAnswer> {
  const { input, ofText } = withDateOfText(ctx, typed);
  const order = toOrder(input);
  const cursor = input.cursor ?? input.after;
  const after = cursor ? parseCursor(cursor, isRanked(input) ? CURSOR_TYPES : [getKeyTypes(order)]) : undefined;
  const found = await findTutors(ctx, {
    input,
    request: { order, limit: input.limit, after },
    onMissed: cursor ? undefined : (known) => beginOffers(ctx, { input, known }),
  });
  const { page, next, count, subjectFilter, reading } = found;
  const ids = page.map(({ id }) => id);
  const [cards, offers] = await Promise.all([getTutorCards(ctx, ids, subjectFilter), found.offers?.()]);
  const matches = new Map(page.map(({ id, match }) => [id, match]));
  const tutors = cards.map((card) => ({ ...card, match: matches.get(card.id) }));
  return { tutors, nextCursor: next && Buffer.from(next.keys).toString('base64url'), reading: withFilters(reading, ofText), offers, ...count };
}

export async function searchTutorPage(ctx: Ctx, typed: SearchPageInput): Promise<SearchPage> {
  const { input, ofText } = withDateOfText(ctx, typed);
  const { page, limit } = input;
  const { count, ...rows } = await findTutors(ctx, { input, request: { order: toOrder(input), limit, offset: (page - 1) * limit } });
  const tutors = await getTutorProfiles(
    ctx,
    rows.page.map(({ id }) => id),
    'public',
  );
  const pages = Math.max(Math.ceil(count.total / limit), rows.next ? page + 1 : 0);
  return { tutors, reading: withFilters(rows.reading, ofText), page, pages, limit, ...count };
}

/** Whether a tutor matches the whole search, with nothing corrected and nothing left out. */
export async function hasExactResult(ctx: Ctx, typed: SearchFilters): Promise<boolean> {
  const { input } = withDateOfText(ctx, typed);
  if (!areTextsStorable(input)) return false;
  const text = await readText(ctx.db, input);
  const search = text.isWordless ? null : await resolveSearch(ctx, input, toConditions(text));
  if (!search) return false;
  const { criteria, day } = search;
  const request: PageRequest = { order: toOrder(input), limit: 1 };
  if (day) return hasTutorFreeOn(ctx, criteria, { ...request, day });
  return (await findListedTutors(ctx.db, criteria, request)).length > 0;
}

async function hasTutorFreeOn(ctx: Ctx, criteria: Criteria, request: PageRequest & { day: DayFilter }): Promise<boolean> {
  const { page, next } = await findTutorsFreeOn(ctx, criteria, request);
  if (page.length > 0 || !next) return page.length > 0;
  return hasTutorFreeOn(ctx, criteria, { ...request, after: JSON.parse(next.keys) });
}

type ReadFilters = SearchReading['filters'];

/** A date that the words name is the filter for a day, unless that is set to another one. */
function withDateOfText<Input extends SearchFilters>({ now, platform: { zone } }: Ctx, input: Input): { input: Input; ofText: ReadFilters } {
  const { search = '', freeOn } = input;
  const read = readDateInText(search, { now: now(), zone });
  if (!read || (freeOn !== undefined && freeOn !== read.date)) return { input, ofText: [] };
  const { date, texts } = read;
  const ofText = texts.map((text) => ({ kind: 'day' as const, label: describeDate(date), text, date }));
  return { input: { ...input, search: texts.reduce(removeFromText, search), freeOn: date }, ofText };
}

const withFilters = (reading: SearchReading, ofText: ReadFilters): SearchReading => ({ ...reading, filters: [...ofText, ...reading.filters] });

const areTextsStorable = ({ search = '', location = '' }: SearchFilters): boolean => isStorable(search) && isStorable(location);

type Counted = ResultPage & { count: Count };
type CountedPage = Counted & { subjectFilter: SubjectFilter };
const NO_RESULT: CountedPage = { page: [], next: null, count: NO_COUNT, subjectFilter: { scopes: [], mode: null } };
const NO_READING: SearchReading = { filters: [], corrections: [], leftOut: [], isShortened: false, town: null };

type Sought = {
  input: SearchFilters;
  request: PageRequest;
  /** Called where nobody matches the whole search, with the search without words that no tutor has. */
  onMissed?: ((known: ReadText) => FindOffers) | undefined;
};

/** Searches with all words; else with typing errors corrected; else without as few and as unimportant words as possible. */
async function findTutors(ctx: Ctx, { input, request, onMissed }: Sought): Promise<FoundTutors> {
  if (!areTextsStorable(input)) return { ...NO_RESULT, reading: NO_READING };
  const text = await readText(ctx.db, input);
  const find = async (read: ReadText) => ({ ...(await findByText(ctx, { input, text: read, request })), reading: toReading(read) });
  if (text.isWordless) return { ...NO_RESULT, reading: toReading(text) };
  const exact = await find(text);
  if (isFound(exact)) return exact;
  if (text.words.length + text.locations.length + text.filters.length === 0) {
    const findOffers = onMissed?.(text);
    return { ...exact, offers: () => findOffers?.(null) };
  }
  const corrected = await correctText(ctx.db, text);
  const result = corrected && (await find(corrected));
  if (result && isFound(result)) return result;
  const known = await leaveOutUnknown(ctx.db, corrected ?? text);
  const findOffers = onMissed?.(known);
  for (const shown of relaxText(corrected ?? text, known)) {
    const found = await find(shown);
    if (isFound(found)) return { ...found, offers: () => findOffers?.(shown) };
  }
  return { ...(result ?? exact), offers: () => findOffers?.(null) };
}

type FoundTutors = CountedPage & {
  reading: SearchReading;
  /** Set where nobody matches the whole search. */
  offers?: () => ReturnType<FindOffers> | undefined;
};

const isFound = ({ count }: CountedPage): boolean => count.total > 0 || count.totalIsCapped;

async function findByText(ctx: Ctx, { input, text, request }: { input: SearchFilters; text: ReadText; request: PageRequest }): Promise<CountedPage> {
  const conditions = toConditions(text);
  const search = await resolveSearch(ctx, input, conditions);
  if (!search) return NO_RESULT;
  const { criteria, day, subjectFilter } = search;
  const found = await (day
    ? findCountedTutorsFreeOn(ctx, criteria, { ...request, day })
    : isRanked(input)
      ? findBestMatches(ctx, { criteria, subjectFilter, parts: conditions.parts, vicinity: toVicinity(input, text) }, request)
      : findCountedPage(ctx, criteria, request));
  return { ...found, subjectFilter };
}

function toVicinity({ withinKm }: SearchFilters, { segments, town }: ReadText): Vicinity | null {
  const typed = segments.find(({ distance }) => distance)?.distance;
  return typed ?? (withinKm && town ? { towns: [town], withinKm } : null);
}

async function findCountedTutorsFreeOn(ctx: Ctx, criteria: Criteria, request: PageRequest & { day: DayFilter }): Promise<Counted> {
  const [rows, count] = await Promise.all([findTutorsFreeOn(ctx, criteria, request), countTutorsFreeOn(ctx, criteria, request.day)]);
  return { ...rows, count };
}

async function findCountedPage({ db }: Ctx, criteria: Criteria, request: PageRequest): Promise<Counted> {
  const { pages, count } = await findCountedPages(db, criteria, [request]);
  const rows = pages[0] ?? [];
  const page = rows.slice(0, request.limit);
  return { page, next: rows.length > request.limit ? (page.at(-1) ?? null) : null, count };
}

function toOrder({ sortBy, sortOrder }: SearchFilters): Order {
  return sortBy === 'match' ? 'match.desc' : `${sortBy}.${sortOrder ?? (sortBy === 'name' ? 'asc' : 'desc')}`;
}

/** Tutors who are free on a date are found by reading the listings in a stored order, so only the weighed rating counts there. */
const isRanked = ({ sortBy, freeOn }: SearchFilters): boolean => sortBy === 'match' && freeOn === undefined;

/** Beyond any number of tutors, and within the range of an OFFSET. */
const MAX_POSITION = 100_000_000;

const KEY_SCHEMAS = {
  integer: z.int32(),
  position: z.int().min(0).max(MAX_POSITION),
  timestamptz: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() > 0)
    .transform((date) => date.toISOString()),
  text: z.string().refine(isStorable),
  uuid: z.string().refine(isUuid),
};

function parseCursor(cursor: string, choices: readonly (readonly (keyof typeof KEY_SCHEMAS)[])[]): SortKeys {
  const parsed = z.array(z.unknown()).safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  const types = choices.find(({ length }) => length === parsed.data?.length);
  if (!types) throw new DomainError('request.invalid');
  const keys = (parsed.data ?? []).map((value, index) => KEY_SCHEMAS[types[index] ?? 'text'].safeParse(value).data);
  const validKeys = keys.filter((key) => key !== undefined);
  if (validKeys.length < types.length) throw new DomainError('request.invalid');
  return validKeys;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
