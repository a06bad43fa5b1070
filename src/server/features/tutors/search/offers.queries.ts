import { getOrBuild } from '#db/executor.ts';
import type { Ctx } from '#server/core/context.ts';
import type { SearchFilters, SearchOffers } from '#shared/contracts/tutors.ts';
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

/** A search that nobody matches completely. `known`: the search without words that no tutor has; `shown`: the search that was run instead. */
export type MissedSearch = { known: ReadText; shown: ReadText | null };

/** Similar searches that do find tutors, each with the number of tutors. */
export async function findOffers(ctx: Ctx, { input, known, shown }: MissedSearch & { input: SearchFilters }): Promise<SearchOffers> {
  const search = toCorrected(input, known);
  const lookups = rememberLookups(ctx);
  const [towns, subjects] = await Promise.all([listTowns(ctx, search, lookups), listSubjects(ctx, search, lookups)]);
  const parts = listWithout(search, shown).map(({ part, labels, rest }) => ({ part, labels: [...labels], filters: rest }));
  const read = await readSearches(ctx, [...parts, ...towns, ...subjects], lookups);
  const counts = await countEach(
    ctx,
    read.map((one) => one.search),
  );
  const found = new Map(read.map(({ offer }, index) => [offer, counts[index]]));
  const withCount = <T extends Offer>(offers: readonly T[]): (T & Count)[] =>
    offers.flatMap((offer) => {
      const count = found.get(offer);
      return count && count.total > 0 ? [{ ...offer, ...count }] : [];
    });
  const { most } = SEARCH.offers;
  return {
    without: chooseWithout(withCount(parts), most),
    towns: withCount(towns).slice(0, most),
    subjects: withCount(subjects)
      .toSorted((one, other) => other.total - one.total)
      .slice(0, most),
  };
}

/** `entity`: the place that the offered text has to be interpreted as. */
type Offer = { filters: SavedFilters; entity?: number };
type ReadSearch = { offer: Offer; search: Search | null };

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

async function readSearches(ctx: Ctx, offers: readonly Offer[], lookups: Lookups): Promise<ReadSearch[]> {
  const texts = await readTexts(
    ctx.db,
    offers.map(({ filters }) => filters),
  );
  return Promise.all(
    offers.map(async (offer, index) => {
      const text = texts[index];
      const isReadable = text && !text.isWordless && (offer.entity === undefined || hasPlace(text, offer.entity));
      return {
        offer,
        search: isReadable ? await resolveCriteria(ctx, toInput(offer.filters), toConditions(text), lookups) : null,
      };
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
