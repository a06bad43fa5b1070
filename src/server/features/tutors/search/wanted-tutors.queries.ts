import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import { dayBit, EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import { prepared } from '#server/core/prepared.ts';
import type { SearchFilters } from '#shared/contracts/tutors.ts';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { canVisit } from '#shared/domain/home-visits.ts';
import { weekdayOf } from '#shared/domain/zone.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/content.ts';
import { LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { SEARCH_MODE_OF, TEACHING_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { type FreeOn, isOrdinaryDay } from './free-on.queries.ts';
import { isRarePrice } from './listed-tutors.queries.ts';
import { type Field, type Filters, isLong, type Wanted } from './listing-conditions.queries.ts';
import type { Meant } from './schedules.queries.ts';

/** What a search asks of the listings, what of each tutor's subjects is meant, whether on a date, and which text nobody can have. */
export type Search = { wanted: Wanted; meant: Meant; day: FreeOn | null; unheard: readonly Field[] };

/** Null when no tutor can be meant: a name that nothing has, a mode that nobody offers, or a date that nobody can book. */
export async function wantedTutors(ctx: Ctx, input: SearchFilters): Promise<Search | null> {
  const { category, subject, topic, search, location, teachingMode, freeOn, priceFrom = 0, priceTo = priceFrom } = input;
  const texts = [category, subject, topic, search, location];
  if (teachingMode === 'NONE' || priceFrom > priceTo || !texts.every((text = '') => isStorable(text))) return null;
  const { first, last } = bookableDates(ctx.now(), ctx.platform.zone);
  if (freeOn !== undefined && (freeOn < first || freeOn > last)) return null;

  if (isNobody(ctx, input)) return null;

  const filters = filtersOf(ctx, input);
  const { unheard, ...named } = await resolve(ctx.db, input);
  if (named.scopes.length === 0) return null;
  const isAnywhere = !category && !subject && !topic && !filters;
  const isPlain = named.words === null && named.locations === null && !filters;
  const wanted = {
    ...named,
    filters,
    isCounted: Boolean(category || subject) && !topic && isPlain,
    isBeyondCount: named.isBeyondCount && isAnywhere,
    isFrequent: named.isFrequent && isAnywhere,
    isRarelyPriced: false,
  };
  const meant = { scopes: named.scopes, mode: modeNamed(teachingMode) };
  const isRarelyPriced = await isSoonerLookedUp(ctx.db, wanted, input);
  return { wanted: { ...wanted, isRarelyPriced }, meant, day: freeOn === undefined ? null : { date: freeOn, meant }, unheard };
}

/** PostgreSQL holds no such character, so nothing is called so. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

function filtersOf(
  { platform }: Ctx,
  { teachingMode, femaleOnly, verified, minRating = 0, priceFrom, priceTo, freeOn }: SearchFilters,
): Filters | null {
  const hasPrice = priceFrom !== undefined || priceTo !== undefined;
  if (!teachingMode && !femaleOnly && verified === undefined && minRating === 0 && !hasPrice && freeOn === undefined) return null;
  const mode = modeNamed(teachingMode);
  return {
    online: mode === 'online',
    homeVisit: mode === 'home-visit',
    group: mode === 'group',
    female: femaleOnly,
    verified: isForVerified(platform, teachingMode) ? true : (verified ?? null),
    minRating: hundredths(minRating),
    prices: hasPrice ? { from: hundredths(priceFrom ?? 0), to: Math.floor((priceTo ?? LIMITS.ratePerHour) * 100 + 1e-9) } : null,
    day: freeOn !== undefined && isOrdinaryDay(freeOn, platform.zone) ? dayBit(weekdayOf(freeOn), mode ?? undefined) : 0,
  };
}

/** Whether only verified tutors are offered in this mode. */
function isForVerified(platform: Ctx['platform'], teachingMode: SearchFilters['teachingMode']): boolean {
  return teachingMode === SEARCH_MODE_OF['home-visit'] && !canVisit({ isVerified: false }, platform);
}

function isNobody({ platform }: Ctx, { teachingMode, verified }: SearchFilters): boolean {
  return verified === false && isForVerified(platform, teachingMode);
}

const modeNamed = (name: SearchFilters['teachingMode']): TeachingModeType | null =>
  TEACHING_MODES.find((mode) => SEARCH_MODE_OF[mode] === name) ?? null;

const hundredths = (least: number): number => Math.ceil(least * 100 - 1e-9);

/** Where the order is not that of prices, and a text does not decide. */
async function isSoonerLookedUp(db: Executor, { scopes, words, locations, filters }: Wanted, { sortBy }: SearchFilters): Promise<boolean> {
  const [scope, ...others] = scopes;
  if (!filters?.prices || sortBy === 'price' || others.length > 0 || words !== null || locations !== null) return false;
  return isRarePrice(db, { scope, ...filters.prices });
}

/** The most specific places that fit all names at once, and the texts as search reads them. */
async function resolve(db: Executor, { category, subject, topic, search, location }: SearchFilters): Promise<Resolved> {
  if (!category && !subject && !topic && !search && !location) return EVERYBODY;
  const names = { category: kindOf(category), subject: kindOf(subject), topic: kindOf(topic) };
  const isLookedUp = isLong(search) || isLong(location);
  const text: TextLength = search || location ? (isLookedUp ? 'long' : 'short') : 'none';
  const shape = [...Object.values(names), text].join(' ');
  const built = resolutions(db);
  const statement = built.get(shape) ?? resolution(db, names, text);
  built.set(shape, statement);
  const found = only(await statement.execute({ category, subject, topic, search: search || null, location: location || null }));
  const { words, locations } = found;
  return { ...found, words: words === null ? null : [words], locations: locations === null ? null : [locations] };
}

type Kind = 'absent' | 'id' | 'name' | 'uncategorised';
type Names = { category: Kind; subject: Kind; topic: Kind };
type Resolved = Pick<Wanted, 'scopes' | 'words' | 'locations' | 'isCommon' | 'isBeyondCount' | 'isFrequent' | 'rarer'> & {
  unheard: readonly Field[];
};
const EVERYBODY: Resolved = {
  scopes: [EVERYWHERE],
  words: null,
  locations: null,
  isCommon: false,
  isBeyondCount: false,
  isFrequent: false,
  rarer: 'words',
  unheard: [],
};

function kindOf(text: string | undefined): Kind {
  if (!text) return 'absent';
  if (text.toLowerCase() === UNCATEGORIZED) return 'uncategorised';
  return isUuid(text) ? 'id' : 'name';
}

const resolutions = prepared(() => new Map<string, ReturnType<typeof resolution>>());

type TextLength = 'none' | 'short' | 'long';

function resolution(db: Executor, names: Names, text: TextLength) {
  const [words, locations] = ['search', 'location'].map((name) => sql`plain_text(${sql.placeholder(name)}::text)`);
  const hits = text === 'none' ? sql`select 0 as hits, 0 as in_words, 0 as in_locations` : sampled;
  return db
    .select({
      scopes: sql<string[]>`scopes`,
      words: sql<string | null>`words`,
      locations: sql<string | null>`locations`,
      isCommon: sql<boolean>`${text === 'long' ? isCommon : isShortCommon}`,
      isBeyondCount: sql<boolean>`${text === 'long' ? isBeyondCount : sql`false`}`,
      isFrequent: sql<boolean>`${text === 'long' ? isFrequent : sql`false`}`,
      rarer: sql<Field>`case when in_words <= in_locations then 'words' else 'locations' end`,
      unheard: sql<Field[]>`${text === 'none' ? sql`'{}'::text[]` : unheard}`,
    })
    .from(
      sql`(select array(${scopesOf(names)}) as scopes, ${words} as words, ${locations} as locations) wanted
        cross join lateral (${hits}) sample
        cross join lateral (select reltuples as texts from pg_class where oid = 'tutor_texts'::regclass) size`,
    )
    .prepare('search_scopes');
}

const SAMPLED = 200;
const share = (part: number) => sql.raw(`${SAMPLED * part}`);

/** How many of some of the scope hold the texts. */
const sampled = sql`
  select count(*) filter (where has_words and has_locations) as hits, count(*) filter (where has_words) as in_words,
    count(*) filter (where has_locations) as in_locations
  from (select tutor_id from tutor_listings where scope = wanted.scopes[1] order by profile_created_at, tutor_id limit ${share(1)}) picked
  join tutor_texts using (tutor_id)
  cross join lateral (
    select strpos(tutor_texts.words, coalesce(wanted.words, '')) > 0 as has_words,
      strpos(tutor_texts.locations, coalesce(wanted.locations, '')) > 0 as has_locations
  ) held`;

/** A letter or two may be in almost every text or in none: what is in one of twenty is met soon. */
const isShortCommon = sql`hits > ${share(0.05)}`;

/**
 * To look a text up is to read a list of all who hold it; to meet a thousand takes the longer the fewer they are.
 * In a list of ten thousand that is as dear for a text that all hold, in one of a million for a text that a tenth do.
 */
const isCommon = sql`hits ^ 2 * texts > ${share(1)} ^ 2 * 10000`;

/** What one of a hundred holds is met a thousand times in a part of all texts, if they are many. */
const isFrequent = sql`hits >= ${share(0.01)} and hits * texts > ${share(1)} * ${sql.raw(`${3 * SEARCH.countCap}`)}`;

const containing = (text: string) => sql.raw(`like '%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`);

/** What is part of a word is held by all who have the word. */
const isBeyondCount = sql`coalesce((
  case when wanted.locations is null then (select max(tutors) from listing_words where word ${containing('wanted.words')})
    when wanted.words is null then (select max(places) from listing_words where word ${containing('wanted.locations')}) end
), 0) > ${sql.raw(`${SEARCH.countCap}`)}`;

/** A text of which a word is part of no word that anybody has: shorter ones are not kept. */
const unheard = sql`array(
  select field from (values ('words', wanted.words, 1), ('locations', wanted.locations, 0)) typed (field, text, is_any)
  where exists (
    select from unnest(text_words(typed.text)) part where char_length(part) >= 3
      and not exists (select from listing_words where word ${containing('part')} and places + is_any > 0)
  )
)`;

function scopesOf(names: Names): SQL {
  const named = and(
    names.category === 'uncategorised' ? isNull(subjects.categoryId) : called(subjectCategories, 'category', names),
    called(subjects, 'subject', names),
    called(topics, 'topic', names),
  );
  const taught = sql`${subjects} left join ${subjectCategories} on ${subjectCategories.id} = ${subjects.categoryId}`;
  if (names.topic !== 'absent') {
    const active = sql`${topics.isActive} and ${subjects.isActive}`;
    return sql`select ${topics.id} from ${topics} join (${taught}) on ${subjects.id} = ${topics.subjectId} where ${active} and ${named}`;
  }
  if (names.subject !== 'absent') return sql`select ${subjects.id} from ${taught} where ${subjects.isActive} and ${named}`;
  if (names.category === 'uncategorised') return sql`select ${NO_CATEGORY}::uuid`;
  if (names.category === 'absent') return sql`select ${EVERYWHERE}::uuid`;
  return sql`select ${subjectCategories.id} from ${subjectCategories} where ${named}`;
}

function called(table: typeof subjectCategories | typeof subjects | typeof topics, name: keyof Names, names: Names): SQL | undefined {
  const wanted = sql.placeholder(name);
  if (names[name] === 'absent') return undefined;
  return names[name] === 'id' ? sql`${table.id} = ${wanted}::uuid` : sql`lower(${table.name}) = lower(${wanted}::text)`;
}
