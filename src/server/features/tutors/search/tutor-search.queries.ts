import { z } from 'zod';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import { getTutorProfiles } from '#server/features/tutors/tutors.queries.ts';
import type { SearchAnswer, SearchFilters, SearchInput, SearchPage, SearchPageInput } from '#shared/contracts/tutors.ts';
import { DomainError } from '#shared/errors.ts';
import { countTutorsFreeOn, findTutorsFreeOn, type ResultPage } from './free-on-day.queries.ts';
import { countListedTutors, findListedTutors, getKeyTypes, type Order, type PageRequest, type SortKeys } from './listings.queries.ts';
import { isStorable, resolveSearch, type Search } from './search-criteria.queries.ts';
import { getTutorCards } from './tutor-cards.queries.ts';
import { correctSearch } from './typo-correction.queries.ts';

const NO_COUNT = { total: 0, totalIsCapped: false };

export async function searchTutors(ctx: Ctx, input: SearchInput): Promise<SearchAnswer> {
  const order = toOrder(input);
  const cursor = input.cursor ?? input.after;
  const after = cursor ? parseCursor(cursor, order) : undefined;
  const search = await resolveSearch(ctx, input);
  if (!search) return { tutors: [], nextCursor: null, ...NO_COUNT };
  const { page, next, count } = await findTutors(ctx, { input, search, request: { order, limit: input.limit, after } });
  const tutors = await getTutorCards(
    ctx,
    page.map(({ id }) => id),
    search.subjectFilter,
  );
  return { tutors, nextCursor: next && Buffer.from(next.keys).toString('base64url'), ...count };
}

export async function searchTutorPage(ctx: Ctx, input: SearchPageInput): Promise<SearchPage> {
  const { page, limit } = input;
  const search = await resolveSearch(ctx, input);
  if (!search) return { tutors: [], page, pages: 0, limit, ...NO_COUNT };
  const { count, ...rows } = await findTutors(ctx, { input, search, request: { order: toOrder(input), limit, offset: (page - 1) * limit } });
  const tutors = await getTutorProfiles(
    ctx,
    rows.page.map(({ id }) => id),
    'public',
  );
  const pages = Math.max(Math.ceil(count.total / limit), rows.next ? page + 1 : 0);
  return { tutors, page, pages, limit, ...count };
}

type CountedPage = ResultPage & { count: { total: number; totalIsCapped: boolean } };
const NO_RESULT: CountedPage = { page: [], next: null, count: NO_COUNT };

async function findTutors(
  ctx: Ctx,
  { input, search, request }: { input: SearchFilters; search: Search; request: PageRequest },
): Promise<CountedPage> {
  const exactResult = search.unknownFields.length > 0 ? NO_RESULT : await findByCriteria(ctx, search, request);
  const { words, locations } = search.criteria;
  if (exactResult.count.total > 0 || exactResult.count.totalIsCapped || (words === null && locations === null)) return exactResult;
  const correction = await correctSearch(ctx.db, search);
  const corrected = correction && (await resolveSearch(ctx, { ...input, search: correction.words?.[0], location: correction.locations?.[0] }));
  return corrected ? findByCriteria(ctx, { ...corrected, criteria: { ...corrected.criteria, ...correction } }, request) : exactResult;
}

async function findByCriteria(ctx: Ctx, { criteria, day }: Search, request: PageRequest): Promise<CountedPage> {
  const [rows, count] = await Promise.all([
    day ? findTutorsFreeOn(ctx, criteria, { ...request, day }) : readListedPage(ctx, criteria, request),
    day ? countTutorsFreeOn(ctx, criteria, day) : countListedTutors(ctx.db, criteria),
  ]);
  return { ...rows, count };
}

async function readListedPage({ db }: Ctx, criteria: Search['criteria'], request: PageRequest): Promise<ResultPage> {
  const rows = await findListedTutors(db, criteria, request);
  const page = rows.slice(0, request.limit);
  return { page, next: rows.length > request.limit ? (page.at(-1) ?? null) : null };
}

const toOrder = ({ sortBy, sortOrder }: SearchFilters): Order => `${sortBy}.${sortOrder ?? (sortBy === 'name' ? 'asc' : 'desc')}`;

const KEY_SCHEMAS = {
  integer: z.int32(),
  timestamptz: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() > 0)
    .transform((date) => date.toISOString()),
  text: z.string().refine(isStorable),
  uuid: z.string().refine(isUuid),
};

function parseCursor(cursor: string, order: Order): SortKeys {
  const types = getKeyTypes(order);
  const parsed = z
    .array(z.unknown())
    .length(types.length)
    .safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
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
