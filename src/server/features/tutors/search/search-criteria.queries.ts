import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { type Executor, getOrBuild, only, prepareOnce } from '#db/executor.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import { EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import type { SearchFilters } from '#shared/contracts/tutor-search.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import type { TextFilter } from '#shared/domain/search-text.ts';
import { canVisit } from '#shared/domain/tutor-visibility.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { SEARCH_MODE_OF, TEACHING_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { type Distance, type Exam, UNCATEGORIZED } from '#shared/vocabulary/search.ts';
import { narrowToExam } from './exam.queries.ts';
import { listEntities, type ScopeEntity } from './expand.queries.ts';
import type { DayFilter } from './free-on-day.queries.ts';
import { type Criteria, type Filters, NOT_ESTIMATED } from './listing-conditions.queries.ts';
import { isRarePrice } from './listings.queries.ts';
import type { SubjectFilter } from './schedules.queries.ts';
import {
  joinConditions,
  otherwiseQuery,
  type SegmentQueries,
  type TaughtInMode,
  type TermsCondition,
  toEntitiesCondition,
  toMediumsCondition,
} from './search-terms.queries.ts';
import { estimateMatches, isUnmet } from './term-frequency.queries.ts';
import { listTownsWithin, type Town } from './towns.queries.ts';
import { isOnDays, NO_HOURS, narrowTimes, toHours } from './weekly-hours.queries.ts';

export type Search = { criteria: Criteria; subjectFilter: SubjectFilter; day: DayFilter | null };

/** A part of the search text, and the queries for how a tutor may match it. */
export type TextPart = SegmentQueries & { text: string; kind: 'catalogue' | 'place' | 'text' };

/** `called`: a `tsquery` for tutors whose name, or subject, is the word for the day; the filter for the day must not hide them. */
export type ReadFilter = TextFilter & { called?: string };

/** The conditions that the words of a search add to its filters. */
export type TextConditions = {
  conditions: readonly TermsCondition[];
  /** Conditions of the location field; `town` where it names a town, from which distances can be measured. */
  location: { conditions: readonly TermsCondition[]; town: Town | null };
  filters: readonly ReadFilter[];
  /** The scopes of the subjects, topics or categories that the words stand for. */
  scopes: readonly string[];
  parts: readonly TextPart[];
};

/** Null where nobody can match. */
export async function resolveSearch(ctx: Ctx, input: SearchFilters, text: TextConditions): Promise<Search | null> {
  const search = await resolveCriteria(ctx, input, text);
  if (!search) return null;
  const criteria = { ...search.criteria, estimate: await estimateMatches(ctx.db, search.criteria) };
  return { ...search, criteria: { ...criteria, hasRarePrice: await hasRarePriceRange(ctx.db, criteria, input) } };
}

export type CatalogueNames = Pick<SearchFilters, 'category' | 'subject' | 'topic'>;

/** The look-ups that resolving a search needs; `offers.queries.ts` caches them. */
export type Lookups = {
  findScopes: (names: CatalogueNames) => Promise<string[]>;
  narrowToExam: (scopes: readonly string[], exam: Exam) => Promise<string[]>;
  listTownsWithin: (town: Town, withinKm: Distance) => Promise<number[]>;
  listEntities: (scopes: readonly string[]) => Promise<ScopeEntity[]>;
  isUnmet: (terms: string) => Promise<boolean>;
};

export const toLookups = ({ db }: Ctx): Lookups => ({
  findScopes: (names) => resolveScopes(db, names),
  narrowToExam: (scopes, exam) => narrowToExam(db, scopes, exam),
  listTownsWithin: (town, withinKm) => listTownsWithin(db, town, withinKm),
  listEntities: (scopes) => listEntities(db, scopes),
  isUnmet: (terms) => isUnmet(db, terms),
});

/** Which tutors match, without the estimates that choose a fast plan. */
export async function resolveCriteria(ctx: Ctx, input: SearchFilters, text: TextConditions, lookups = toLookups(ctx)): Promise<Search | null> {
  const { category, subject, topic, teachingMode, exam, freeOn, priceFrom = 0, priceTo = priceFrom } = input;
  if (teachingMode === 'NONE' || priceFrom > priceTo || ![category, subject, topic].every((name = '') => isStorable(name))) return null;
  const { first, last } = bookableDates(ctx.now(), ctx.platform.zone);
  if (freeOn !== undefined && (freeOn < first || freeOn > last)) return null;
  const times = narrowTimes(input, text.filters);
  if (!times || !isOnDays(freeOn, times.days)) return null;

  const filters = toFilters(ctx, { ...input, ...times }, { ofText: text.filters, chosen: input });
  if (filters && isContradictory(ctx, input, filters)) return null;
  if (filters?.prices && filters.prices.from > filters.prices.to) return null;
  const given = await lookups.findScopes(input);
  const named = given[0] === EVERYWHERE && text.scopes.length > 0 ? text.scopes : given;
  const searchScopes = exam ? await lookups.narrowToExam(named, exam) : named;
  if (searchScopes.length === 0) return null;
  const modes = listModes(input, text);
  const { scopes, ofText } = exam ? { scopes: searchScopes, ofText: text.conditions } : await narrow(given, { text, filters }, lookups);
  const conditions = await listConditions(input, { ...text, conditions: ofText }, lookups);
  const entities = conditions.length === 0 || scopes[0] === EVERYWHERE ? [] : await lookups.listEntities(scopes);
  const ofScopes = toScopeTerms(scopes, entities, { filters, modes });
  const terms = joinConditions([...conditions, ...ofScopes.conditions], ofScopes.taught);
  const criteria: Criteria = {
    scopes,
    filters,
    terms,
    needsListing: scopes[0] !== EVERYWHERE && !ofScopes.areComplete,
    estimate: NOT_ESTIMATED,
    hasStoredCount: Boolean(category || subject) && !topic && terms === null && !filters && !exam,
    hasRarePrice: false,
  };
  const subjectFilter = { scopes: searchScopes, mode: modes[0] ?? null, times: { date: freeOn, days: times.days, parts: times.partsOfDay } };
  return { criteria, subjectFilter, day: freeOn === undefined ? null : { date: freeOn, subjectFilter } };
}

const MAX_SCOPES = 40;

/**
 * If the words name subjects, reads only the listings of those subjects: where a mode or a day has to hold for the subject, and where no tutor matches
 * the words in another way.
 */
async function narrow(
  given: string[],
  { text, filters }: { text: TextConditions; filters: Filters | null },
  { isUnmet }: Lookups,
): Promise<{ scopes: readonly string[]; ofText: readonly TermsCondition[] }> {
  const { scopes, conditions } = text;
  const unchanged = { scopes: given, ofText: conditions };
  if (given[0] !== EVERYWHERE || scopes.length === 0 || scopes.length > MAX_SCOPES) return unchanged;
  const subject = conditions.find(({ kind }) => kind === 'subject');
  const otherwise = subject && otherwiseQuery(subject);
  if (!subject || (otherwise && !(await isUnmet(otherwise)))) return isOfSubject(filters) ? { scopes, ofText: conditions } : unchanged;
  return { scopes, ofText: conditions.filter((condition) => condition !== subject) };
}

const isOfSubject = (filters: Filters | null): boolean =>
  filters !== null && (filters.online || filters.homeVisit || filters.group || filters.hours !== NO_HOURS);

async function listConditions(
  { mediums = [], withinKm }: SearchFilters,
  { conditions, location, filters }: TextConditions,
  { listTownsWithin }: Lookups,
): Promise<TermsCondition[]> {
  const near = withinKm && location.town ? [toEntitiesCondition('place', await listTownsWithin(location.town, withinKm))] : location.conditions;
  const ofText = filters.flatMap((filter) => (filter.kind === 'medium' ? filter.mediums : []));
  return [...conditions, ...near, ...[ofText, mediums].filter((any) => any.length > 0).map(toMediumsCondition)];
}

/** The scopes as terms; `areComplete`: the terms are enough, without the listings of the scopes. */
type ScopeTerms = { conditions: readonly TermsCondition[]; taught: TaughtInMode | null; areComplete: boolean };

function toScopeTerms(
  scopes: readonly string[],
  entities: readonly ScopeEntity[],
  { filters, modes }: { filters: Filters | null; modes: readonly TeachingModeType[] },
): ScopeTerms {
  // If one scope has no term, terms cannot be used at all: tutors who are only in that scope would not be found.
  if (entities.length === 0 || entities.length < scopes.length) return { conditions: [], taught: null, areComplete: false };
  const ids = entities.map(({ id }) => id);
  const areSubjects = entities.every(({ isTopic }) => !isTopic);
  const [mode, ...otherModes] = modes;
  const hasTime = filters !== null && filters.hours !== NO_HOURS;
  if (mode && areSubjects) return { conditions: [], taught: { mode, entities: ids }, areComplete: otherModes.length === 0 && !hasTime };
  return { conditions: [toEntitiesCondition(areSubjects ? 'subject' : 'other', ids)], taught: null, areComplete: !mode && !hasTime };
}

/** PostgreSQL stores no NUL character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

function toFilters(
  { platform }: Ctx,
  { teachingMode, femaleOnly, verified, minRating = 0, priceFrom, priceTo, ...times }: SearchFilters,
  { ofText, chosen }: { ofText: readonly ReadFilter[]; chosen: SearchFilters },
): Filters | null {
  const modes = listModes({ teachingMode }, { filters: ofText });
  const isFemale = femaleOnly || ofText.some(({ kind }) => kind === 'female');
  const maxPrices = ofText.flatMap((filter) => (filter.kind === 'price' ? [filter.maxPrice] : []));
  const maxPrice = Math.min(priceTo ?? LIMITS.ratePerHour, ...maxPrices);
  const hasPrice = priceFrom !== undefined || priceTo !== undefined || maxPrices.length > 0;
  const hasMode = modes.length > 0 || Boolean(teachingMode);
  const offered = { mode: modes[0] ?? null, zone: platform.zone };
  const hours = toHours(times, offered);
  const called = ofText.flatMap((filter) => filter.called ?? []).join(' | ');
  const hasTime = times.freeOn !== undefined || hours !== NO_HOURS;
  if (!hasMode && !isFemale && verified === undefined && minRating === 0 && !hasPrice && !hasTime) return null;
  const visits = modes.includes('home-visit');
  return {
    online: modes.includes('online'),
    homeVisit: visits,
    group: modes.includes('group'),
    female: isFemale,
    verified: visits && !canVisit({ isVerified: false }, platform) ? true : (verified ?? null),
    minRating: toHundredths(minRating),
    prices: hasPrice ? { from: toHundredths(priceFrom ?? 0), to: Math.floor(maxPrice * 100 + 1e-9) } : null,
    hours,
    called: hours !== NO_HOURS && called ? { terms: called, hours: toHours(chosen, offered) } : null,
  };
}

/** Asks for unverified tutors with home visits, where only verified tutors may visit. */
const isContradictory = ({ platform }: Ctx, { verified }: SearchFilters, { homeVisit }: Filters): boolean =>
  verified === false && homeVisit && !canVisit({ isVerified: false }, platform);

/** The mode of the filter, then those of the words. */
function listModes({ teachingMode }: Pick<SearchFilters, 'teachingMode'>, { filters }: Pick<TextConditions, 'filters'>): TeachingModeType[] {
  const mode = toTeachingMode(teachingMode);
  return [...new Set([...(mode ? [mode] : []), ...filters.flatMap((filter) => (filter.kind === 'mode' ? [filter.mode] : []))])];
}

const toTeachingMode = (name: SearchFilters['teachingMode']): TeachingModeType | null =>
  TEACHING_MODES.find((mode) => SEARCH_MODE_OF[mode] === name) ?? null;

const toHundredths = (value: number): number => Math.ceil(value * 100 - 1e-9);

async function hasRarePriceRange(db: Executor, { scopes, terms, filters }: Criteria, { sortBy }: SearchFilters): Promise<boolean> {
  const [scope, ...others] = scopes;
  if (!filters?.prices || sortBy === 'price' || others.length > 0 || terms !== null) return false;
  return isRarePrice(db, { scope, ...filters.prices });
}

async function resolveScopes(db: Executor, { category, subject, topic }: CatalogueNames): Promise<string[]> {
  if (!category && !subject && !topic) return [EVERYWHERE];
  const names = { category: getNameKind(category), subject: getNameKind(subject), topic: getNameKind(topic) };
  const statement = getOrBuild(statements(db), Object.values(names).join(' '), () => buildStatement(db, names));
  return only(await statement.execute({ category, subject, topic })).scopes;
}

type NameKind = 'absent' | 'id' | 'name' | 'uncategorised';
type Names = { category: NameKind; subject: NameKind; topic: NameKind };

function getNameKind(text: string | undefined): NameKind {
  if (!text) return 'absent';
  if (text.toLowerCase() === UNCATEGORIZED) return 'uncategorised';
  return isUuid(text) ? 'id' : 'name';
}

const statements = prepareOnce(() => new Map<string, ReturnType<typeof buildStatement>>());

const buildStatement = (db: Executor, names: Names) =>
  db
    .select({ scopes: sql<string[]>`scopes` })
    .from(sql`(select array(${selectScopes(names)}) as scopes) requested`)
    .prepare('search_scopes');

function selectScopes(names: Names): SQL {
  const matchesNames = and(
    names.category === 'uncategorised' ? isNull(subjects.categoryId) : matchesName(subjectCategories, 'category', names),
    matchesName(subjects, 'subject', names),
    matchesName(topics, 'topic', names),
  );
  const subjectsWithCategory = sql`${subjects} left join ${subjectCategories} on ${subjectCategories.id} = ${subjects.categoryId}`;
  if (names.topic !== 'absent') {
    const active = sql`${topics.isActive} and ${subjects.isActive}`;
    return sql`select ${topics.id} from ${topics} join (${subjectsWithCategory}) on ${subjects.id} = ${topics.subjectId} where ${active} and ${matchesNames}`;
  }
  if (names.subject !== 'absent') return sql`select ${subjects.id} from ${subjectsWithCategory} where ${subjects.isActive} and ${matchesNames}`;
  if (names.category === 'uncategorised') return sql`select ${NO_CATEGORY}::uuid`;
  if (names.category === 'absent') return sql`select ${EVERYWHERE}::uuid`;
  return sql`select ${subjectCategories.id} from ${subjectCategories} where ${matchesNames}`;
}

function matchesName(table: typeof subjectCategories | typeof subjects | typeof topics, name: keyof Names, names: Names): SQL | undefined {
  const value = sql.placeholder(name);
  if (names[name] === 'absent') return undefined;
  return names[name] === 'id' ? sql`${table.id} = ${value}::uuid` : sql`lower(${table.name}) = lower(${value}::text)`;
}
