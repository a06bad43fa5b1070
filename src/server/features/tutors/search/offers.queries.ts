import { getOrBuild } from '#db/executor.ts';
import type { Ctx } from '#server/core/context.ts';
import type { SearchFilters, SearchOffers } from '#shared/contracts/tutor-search.ts';
import { chooseWithout } from '#shared/domain/search-offers.ts';
import { LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { type SavedFilters, UNCATEGORIZED } from '#shared/vocabulary/search.ts';
import type { Count } from './listings.queries.ts';
import { listTownsAround, type NearTown } from './near-towns.queries.ts';
import { countEach, findFirst } from './offer-counts.queries.ts';
import { findRelatedSubjects, type RelatedSubject } from './related-subjects.queries.ts';
import { type CatalogueNames, type Lookups, resolveCriteria, type Search, toLookups } from './search-criteria.queries.ts';
import { type CorrectedSearch, listWithout, splitPlaces, splitTaught, toCorrected, withoutUnknown } from './search-parts.queries.ts';
import { toEntitiesCondition } from './search-terms.queries.ts';
import { type ReadText, readText, readTexts, toConditions } from './search-text.queries.ts';

/** `shown`: the search that is run instead, if any. */
export type FindOffers = (shown: ReadText | null) => Promise<SearchOffers>;

/**
 * Finds similar searches that do find tutors, each with the number of tutors, for a search that nobody matches completely. `known`: the search without
 * words that no tutor has. Begins at once, beside the search for what is shown instead.
 */
export function beginOffers(ctx: Ctx, { input, known }: { input: SearchFilters; known: ReadText }): FindOffers {
  const search = toCorrected(input, known);
  const lookups = rememberLookups(ctx);
  const towns = listTowns(ctx, search, lookups).then((offers) => withCounts(ctx, offers, lookups));
  const subjects = listSubjects(ctx, search, lookups).then((offers) => withCounts(ctx, offers, lookups));
  const similar = Promise.all([towns, subjects]);
  // A failure of the search itself would leave this one without anybody to hear of it.
  similar.catch(() => {});
  return async (shown) => {
    const parts = listWithout(search, shown).map(({ part, labels, date, rest }) => ({ part, labels: [...labels], date, filters: rest }));
    const [without, [ofTowns, ofSubjects]] = await Promise.all([withCounts(ctx, parts, lookups), similar]);
    const { most } = SEARCH.offers;
    return {
      without: chooseWithout(without, most),
      towns: ofTowns.slice(0, most),
      subjects: ofSubjects.toSorted((one, other) => other.total - one.total).slice(0, most),
    };
  };
}

/** `entity`: the place that the offered text has to be interpreted as. */
type Offer = { filters: SavedFilters; entity?: number };

type RememberedLookups = Lookups & { remember: (names: CatalogueNames, scopes: string[]) => void };

/** Caches look-ups, because most of the offered searches need the same ones. */
function rememberLookups(ctx: Ctx): RememberedLookups {
  const { findScopes, narrowToExam, listTownsWithin, listEntities, isUnmet } = toLookups(ctx);
  const known = new Map<string, Promise<string[]>>();
  const keyOf = ({ category, subject, topic }: CatalogueNames) => JSON.stringify([category, subject, topic]);
  const remembered = <A extends readonly unknown[], R>(lookUp: (...args: A) => Promise<R>) => {
    const results = new Map<string, Promise<R>>();
    return (...args: A) => getOrBuild(results, JSON.stringify(args), () => lookUp(...args));
  };
  return {
    findScopes: (names) => getOrBuild(known, keyOf(names), () => findScopes(names)),
    narrowToExam: remembered(narrowToExam),
    listTownsWithin: remembered(listTownsWithin),
    listEntities: remembered(listEntities),
    isUnmet: remembered(isUnmet),
    remember: (names, scopes) => void known.set(keyOf(names), Promise.resolve(scopes)),
  };
}

/** Those that find somebody. */
async function withCounts<T extends Offer>(ctx: Ctx, offers: readonly T[], lookups: Lookups): Promise<(T & Count)[]> {
  if (offers.length === 0) return [];
  const counts = await countEach(ctx, await readSearches(ctx, offers, lookups));
  return offers.flatMap((offer, index) => {
    const count = counts[index];
    return count && count.total > 0 ? [{ ...offer, ...count }] : [];
  });
}

async function readSearches(ctx: Ctx, offers: readonly Offer[], lookups: Lookups): Promise<(Search | null)[]> {
  const texts = await readTexts(
    ctx.db,
    offers.map(({ filters }) => filters),
  );
  return Promise.all(
    offers.map(async (offer, index) => {
      const text = texts[index];
      const isReadable = text && !text.isWordless && (offer.entity === undefined || hasPlace(text, offer.entity));
      return isReadable ? resolveCriteria(ctx, toInput(offer.filters), toConditions(text), lookups) : null;
    }),
  );
}

const toInput = (filters: SavedFilters): SearchFilters => ({ sortBy: 'rating', ...filters, femaleOnly: filters.femaleOnly ?? false });

/** Whether the text is interpreted as this place; "Kandy" beside "dance" is the dance. */
const hasPlace = ({ segments, locations }: ReadText, id: number): boolean =>
  segments.some(({ kind, entities }) => kind === 'place' && entities.some((entity) => entity.id === id)) ||
  locations.some(({ expanded }) => expanded.matches.some(({ entity }) => entity.id === id));

async function listTowns(ctx: Ctx, search: CorrectedSearch, lookups: Lookups): Promise<(Offer & Omit<NearTown, 'entity'>)[]> {
  const places = splitPlaces(search);
  if (!places) return [];
  const { rest, entities, namedIn } = places;
  const [around, text] = await Promise.all([listTownsAround(ctx.db, entities), readText(ctx.db, rest)]);
  const conditions = toConditions(text);
  // A search for a second place is not helped by a town near the first one.
  if ([...conditions.conditions, ...conditions.location.conditions].some(({ kind }) => kind === 'place')) return [];
  const withPlace = (place: number) => ({ ...conditions, conditions: [...conditions.conditions, toEntitiesCondition('place', [place])] });
  const searches = await Promise.all(around.map(({ entity }) => resolveCriteria(ctx, toInput(rest), withPlace(entity), lookups)));
  const found = await findFirst(ctx.db, searches, SEARCH.offers.towns);
  const towns = around.filter((_, index) => found.has(index));
  const withTown = (name: string) => (namedIn === 'location' || !rest.search ? name : `${rest.search} ${name}`);
  return towns
    .map((town) => ({ ...town, filters: { ...rest, [namedIn]: withTown(town.name) } }))
    .filter(({ filters }) => (filters.search ?? '').length <= LIMITS.searchText);
}

async function listSubjects(ctx: Ctx, search: CorrectedSearch, lookups: RememberedLookups): Promise<(Offer & Pick<RelatedSubject, 'name'>)[]> {
  const { filters } = search;
  const isChosen = Boolean(filters.subject || filters.topic);
  const { scopes, rest } = isChosen ? { scopes: await lookups.findScopes(filters), rest: withoutUnknown(search) } : splitTaught(search);
  const subjects = await findRelatedSubjects(ctx.db, scopes);
  return subjects.map(({ id, name, category }) => {
    const names = { category: category ?? UNCATEGORIZED, subject: name, topic: undefined };
    lookups.remember(names, [id]);
    return { name, filters: { ...rest, ...names } };
  });
}
