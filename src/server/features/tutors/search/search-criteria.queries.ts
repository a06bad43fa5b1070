import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import { dayBit, EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import type { SearchFilters } from '#shared/contracts/tutors.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { canVisit } from '#shared/domain/tutor-visibility.ts';
import { weekdayOf } from '#shared/domain/zone.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { SEARCH_MODE_OF, TEACHING_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/search.ts';
import { type DayFilter, isOrdinaryDay } from './free-on-day.queries.ts';
import { type Criteria, type Filters, isLong } from './listing-conditions.queries.ts';
import { getOrBuild, isRarePrice } from './listings.queries.ts';
import type { SubjectFilter } from './schedules.queries.ts';
import { estimateText, likeContaining, NO_ESTIMATE, type TextEstimate, type TextField, type TextLength } from './text-estimates.queries.ts';

export type Search = { criteria: Criteria; subjectFilter: SubjectFilter; day: DayFilter | null; unknownFields: readonly TextField[] };

export async function resolveSearch(ctx: Ctx, input: SearchFilters): Promise<Search | null> {
  const { category, subject, topic, search, location, teachingMode, freeOn, priceFrom = 0, priceTo = priceFrom } = input;
  const texts = [category, subject, topic, search, location];
  if (teachingMode === 'NONE' || priceFrom > priceTo || !texts.every((text = '') => isStorable(text))) return null;
  const { first, last } = bookableDates(ctx.now(), ctx.platform.zone);
  if (freeOn !== undefined && (freeOn < first || freeOn > last)) return null;
  if (isContradictory(ctx, input)) return null;

  const filters = toFilters(ctx, input);
  const { unknownFields, ...resolved } = await resolveNames(ctx.db, input);
  if (resolved.scopes.length === 0) return null;
  const isAnywhere = !category && !subject && !topic && !filters;
  const isPlain = resolved.words === null && resolved.locations === null && !filters;
  const criteria: Criteria = {
    ...resolved,
    filters,
    hasStoredCount: Boolean(category || subject) && !topic && isPlain,
    exceedsCountCap: resolved.exceedsCountCap && isAnywhere,
    isFrequentText: resolved.isFrequentText && isAnywhere,
    hasRarePrice: false,
  };
  const subjectFilter = { scopes: resolved.scopes, mode: toTeachingMode(teachingMode) };
  const hasRarePrice = await hasRarePriceRange(ctx.db, criteria, input);
  return {
    criteria: { ...criteria, hasRarePrice },
    subjectFilter,
    day: freeOn === undefined ? null : { date: freeOn, subjectFilter },
    unknownFields,
  };
}

/** PostgreSQL stores no NUL character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

function toFilters(
  { platform }: Ctx,
  { teachingMode, femaleOnly, verified, minRating = 0, priceFrom, priceTo, freeOn }: SearchFilters,
): Filters | null {
  const hasPrice = priceFrom !== undefined || priceTo !== undefined;
  if (!teachingMode && !femaleOnly && verified === undefined && minRating === 0 && !hasPrice && freeOn === undefined) return null;
  const mode = toTeachingMode(teachingMode);
  return {
    online: mode === 'online',
    homeVisit: mode === 'home-visit',
    group: mode === 'group',
    female: femaleOnly,
    verified: requiresVerified(platform, teachingMode) ? true : (verified ?? null),
    minRating: toHundredths(minRating),
    prices: hasPrice ? { from: toHundredths(priceFrom ?? 0), to: Math.floor((priceTo ?? LIMITS.ratePerHour) * 100 + 1e-9) } : null,
    day: freeOn !== undefined && isOrdinaryDay(freeOn, platform.zone) ? dayBit(weekdayOf(freeOn), mode ?? undefined) : 0,
  };
}

function requiresVerified(platform: Ctx['platform'], teachingMode: SearchFilters['teachingMode']): boolean {
  return teachingMode === SEARCH_MODE_OF['home-visit'] && !canVisit({ isVerified: false }, platform);
}

function isContradictory({ platform }: Ctx, { teachingMode, verified }: SearchFilters): boolean {
  return verified === false && requiresVerified(platform, teachingMode);
}

const toTeachingMode = (name: SearchFilters['teachingMode']): TeachingModeType | null =>
  TEACHING_MODES.find((mode) => SEARCH_MODE_OF[mode] === name) ?? null;

const toHundredths = (value: number): number => Math.ceil(value * 100 - 1e-9);

async function hasRarePriceRange(db: Executor, { scopes, words, locations, filters }: Criteria, { sortBy }: SearchFilters): Promise<boolean> {
  const [scope, ...others] = scopes;
  if (!filters?.prices || sortBy === 'price' || others.length > 0 || words !== null || locations !== null) return false;
  return isRarePrice(db, { scope, ...filters.prices });
}

async function resolveNames(db: Executor, { category, subject, topic, search, location }: SearchFilters): Promise<ResolvedNames> {
  if (!category && !subject && !topic && !search && !location) return NO_NAMES;
  const names = { category: getNameKind(category), subject: getNameKind(subject), topic: getNameKind(topic) };
  const isIndexable = isLong(search) || isLong(location);
  const text: TextLength = search || location ? (isIndexable ? 'long' : 'short') : 'none';
  const shape = [...Object.values(names), text].join(' ');
  const statement = getOrBuild(statements(db), shape, () => buildStatement(db, names, text));
  const row = only(await statement.execute({ category, subject, topic, search: search || null, location: location || null }));
  const { words, locations } = row;
  return { ...row, words: words === null ? null : [words], locations: locations === null ? null : [locations] };
}

type NameKind = 'absent' | 'id' | 'name' | 'uncategorised';
type Names = { category: NameKind; subject: NameKind; topic: NameKind };
type ResolvedNames = Pick<Criteria, 'scopes' | 'words' | 'locations'> & TextEstimate & { unknownFields: readonly TextField[] };
const NO_NAMES: ResolvedNames = {
  scopes: [EVERYWHERE],
  words: null,
  locations: null,
  unknownFields: [],
  ...NO_ESTIMATE,
};

function getNameKind(text: string | undefined): NameKind {
  if (!text) return 'absent';
  if (text.toLowerCase() === UNCATEGORIZED) return 'uncategorised';
  return isUuid(text) ? 'id' : 'name';
}

const statements = prepareOnce(() => new Map<string, ReturnType<typeof buildStatement>>());

function buildStatement(db: Executor, names: Names, text: TextLength) {
  const [words, locations] = ['search', 'location'].map((name) => sql`plain_text(${sql.placeholder(name)}::text)`);
  const { sample, columns } = estimateText(text);
  return db
    .select({
      scopes: sql<string[]>`scopes`,
      words: sql<string | null>`words`,
      locations: sql<string | null>`locations`,
      ...columns,
      unknownFields: sql<TextField[]>`${text === 'none' ? sql`'{}'::text[]` : unknownFields}`,
    })
    .from(sql`(select array(${selectScopes(names)}) as scopes, ${words} as words, ${locations} as locations) requested ${sample}`)
    .prepare('search_scopes');
}

/** Words of fewer than three characters are not stored, so nothing is known of them. */
const unknownFields = sql`array(
  select field from (values ('words', requested.words, 1), ('locations', requested.locations, 0)) typed (field, text, is_any)
  where exists (
    select from unnest(text_words(typed.text)) part where char_length(part) >= 3
      and not exists (select from listing_words where word ${likeContaining('part')} and places + is_any > 0)
  )
)`;

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
