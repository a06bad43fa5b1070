import { z } from 'zod';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import { tutorProfiles } from '#server/features/tutors/tutors.queries.ts';
import type { SearchAnswer, SearchFilters, SearchInput, SearchPage, SearchPageInput } from '#shared/contracts/tutors.ts';
import { DomainError } from '#shared/errors.ts';
import { forgiven } from './forgiving-text.queries.ts';
import { countFreeOn, type Found, tutorsFreeOn } from './free-on.queries.ts';
import { countListed, keyTypes, listedTutors, type Order, type Place, type SortKeys } from './listed-tutors.queries.ts';
import { tutorCards } from './tutor-cards.queries.ts';
import { isStorable, type Search, wantedTutors } from './wanted-tutors.queries.ts';

const NOBODY = { total: 0, totalIsCapped: false };

/** Inside the app: cards, one page after another. */
export async function searchTutors(ctx: Ctx, input: SearchInput): Promise<SearchAnswer> {
  const order = orderOf(input);
  const after = input.cursor ? keysOf(input.cursor, order) : undefined;
  const search = await wantedTutors(ctx, input);
  if (!search) return { tutors: [], nextCursor: null, ...NOBODY };
  const { page, next, count } = await found(ctx, { input, search, place: { order, limit: input.limit, after } });
  const tutors = await tutorCards(
    ctx,
    page.map(({ id }) => id),
    search.meant,
  );
  return { tutors, nextCursor: next && Buffer.from(next.keys).toString('base64url'), ...count };
}

/** Over REST: whole profiles, by numbered pages. */
export async function searchTutorPage(ctx: Ctx, input: SearchPageInput): Promise<SearchPage> {
  const { page, limit } = input;
  const search = await wantedTutors(ctx, input);
  if (!search) return { tutors: [], page, pages: 0, limit, ...NOBODY };
  const { count, ...rows } = await found(ctx, { input, search, place: { order: orderOf(input), limit, offset: (page - 1) * limit } });
  const tutors = await tutorProfiles(
    ctx,
    rows.page.map(({ id }) => id),
    'public',
  );
  // A count that is capped does not know the last page: a scroll goes on while more follow.
  const pages = Math.max(Math.ceil(count.total / limit), rows.next ? page + 1 : 0);
  return { tutors, page, pages, limit, ...count };
}

type Counted = Found & { count: { total: number; totalIsCapped: boolean } };
const NOTHING: Counted = { page: [], next: null, count: NOBODY };

/** A text that nobody has is read once more as what it may have meant: then all pages are of that, and none of both. */
async function found(ctx: Ctx, { input, search, place }: { input: SearchFilters; search: Search; place: Place }): Promise<Counted> {
  const plain = search.unheard.length > 0 ? NOTHING : await foundAs(ctx, search, place);
  const { words, locations } = search.wanted;
  if (plain.count.total > 0 || plain.count.totalIsCapped || (words === null && locations === null)) return plain;
  const meant = await forgiven(ctx.db, search);
  const again = meant && (await wantedTutors(ctx, { ...input, search: meant.words?.[0], location: meant.locations?.[0] }));
  return again ? foundAs(ctx, { ...again, wanted: { ...again.wanted, ...meant } }, place) : plain;
}

async function foundAs(ctx: Ctx, { wanted, day }: Search, place: Place): Promise<Counted> {
  const [rows, count] = await Promise.all([
    day ? tutorsFreeOn(ctx, wanted, { ...place, day }) : tutorsListed(ctx, wanted, place),
    day ? countFreeOn(ctx, wanted, day) : countListed(ctx.db, wanted),
  ]);
  return { ...rows, count };
}

async function tutorsListed({ db }: Ctx, wanted: Search['wanted'], place: Place): Promise<Found> {
  const rows = await listedTutors(db, wanted, place);
  const page = rows.slice(0, place.limit);
  return { page, next: rows.length > place.limit ? (page.at(-1) ?? null) : null };
}

const orderOf = ({ sortBy, sortOrder }: SearchFilters): Order => `${sortBy}.${sortOrder ?? (sortBy === 'name' ? 'asc' : 'desc')}`;

const KEYS = {
  integer: z.int32(),
  timestamptz: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() > 0)
    .transform((date) => date.toISOString()),
  text: z.string().refine(isStorable),
  uuid: z.string().refine(isUuid),
};

/** What a cursor says, if it is one of this order. */
function keysOf(cursor: string, order: Order): SortKeys {
  const types = keyTypes(order);
  const parsed = z
    .array(z.unknown())
    .length(types.length)
    .safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  const keys = (parsed.data ?? []).map((value, nth) => KEYS[types[nth] ?? 'text'].safeParse(value).data);
  const known = keys.filter((key) => key !== undefined);
  if (known.length < types.length) throw new DomainError('request.invalid');
  return known;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
