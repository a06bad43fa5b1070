import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Executor, only } from '#db/executor.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import { EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import { prepared } from '#server/core/prepared.ts';
import type { SearchAnswer, SearchFilters, SearchInput, SearchPage, SearchPageInput } from '#shared/contracts/tutors.ts';
import { DomainError } from '#shared/errors.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/content.ts';
import { countListed, type Filters, isLong, keyTypes, listedTutors, type Order, type SortKeys, type Wanted } from './listed-tutors.queries.ts';
import { tutorCards } from './tutor-cards.queries.ts';
import { tutorProfiles } from './tutors.queries.ts';

/** Inside the app: cards, one page after another. */
export async function searchTutors(ctx: Ctx, input: SearchInput): Promise<SearchAnswer> {
  const { db } = ctx;
  const order = orderOf(input);
  const after = input.cursor ? keysOf(input.cursor, order) : undefined;
  const wanted = await wantedTutors(db, input);
  if (!wanted) return { tutors: [], nextCursor: null, total: 0, totalIsCapped: false };
  const [rows, count] = await Promise.all([listedTutors(db, wanted, { order, limit: input.limit, after }), countListed(db, wanted)]);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  const tutors = await tutorCards(
    db,
    page.map(({ id }) => id),
    wanted.scopes,
  );
  return { tutors, nextCursor: last ? Buffer.from(last.keys).toString('base64url') : null, ...count };
}

/** Over REST: whole profiles, by numbered pages. */
export async function searchTutorPage(ctx: Ctx, input: SearchPageInput): Promise<SearchPage> {
  const { db } = ctx;
  const { page, limit } = input;
  const wanted = await wantedTutors(db, input);
  if (!wanted) return { tutors: [], page, pages: 0, limit, total: 0, totalIsCapped: false };
  const place = { order: orderOf(input), limit, offset: (page - 1) * limit };
  const [rows, count] = await Promise.all([listedTutors(db, wanted, place), countListed(db, wanted)]);
  const tutors = await tutorProfiles(
    ctx,
    rows.slice(0, limit).map(({ id }) => id),
    'list',
  );
  // A count that is capped does not know the last page: a scroll goes on while more follow.
  const pages = Math.max(Math.ceil(count.total / limit), rows.length > limit ? page + 1 : 0);
  return { tutors, page, pages, limit, ...count };
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

/** PostgreSQL holds no such character, so nothing is called so. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** Null when no tutor can be meant: a name that nothing has, or a mode that nobody offers. */
async function wantedTutors(db: Executor, input: SearchFilters): Promise<Wanted | null> {
  const { category, subject, topic, search, location } = input;
  if (input.teachingMode === 'none' || ![category, subject, topic, search, location].every((text = '') => isStorable(text))) return null;
  const filters = filtersOf(input);
  const hasText = Boolean(search || location);
  if (!category && !subject && !topic && !hasText) return { ...EVERYBODY, isCounted: false, filters };

  const resolved = await resolve(db, input);
  if (resolved.scopes.length === 0) return null;
  return { ...resolved, isCounted: Boolean(category || subject) && !topic && !hasText && !filters, filters };
}

function filtersOf({ teachingMode, femaleOnly, verified, minRating = 0 }: SearchFilters): Filters | null {
  if (!teachingMode && !femaleOnly && verified === undefined && minRating === 0) return null;
  return {
    online: teachingMode === 'online',
    homeVisit: teachingMode === 'home-visit',
    group: teachingMode === 'group',
    female: femaleOnly,
    verified: verified ?? null,
    minRating: Math.ceil(minRating * 100 - 1e-9),
  };
}

/** The most specific places that fit all names at once, and the texts as search reads them. */
async function resolve(db: Executor, { category, subject, topic, search, location }: SearchFilters): Promise<Resolved> {
  const names = { category: kindOf(category), subject: kindOf(subject), topic: kindOf(topic) };
  const isShort = Boolean(search || location) && !isLong(search) && !isLong(location);
  const shape = [...Object.values(names), isShort].join(' ');
  const built = resolutions(db);
  const statement = built.get(shape) ?? resolution(db, names, isShort);
  built.set(shape, statement);
  return only(await statement.execute({ category, subject, topic, search: search || null, location: location || null }));
}

type Kind = 'absent' | 'id' | 'name' | 'uncategorised';
type Names = { category: Kind; subject: Kind; topic: Kind };
type Resolved = Pick<Wanted, 'scopes' | 'words' | 'locations' | 'isCommon'>;
const EVERYBODY: Resolved = { scopes: [EVERYWHERE], words: null, locations: null, isCommon: false };

function kindOf(text: string | undefined): Kind {
  if (!text) return 'absent';
  if (text.toLowerCase() === UNCATEGORIZED) return 'uncategorised';
  return isUuid(text) ? 'id' : 'name';
}

const resolutions = prepared(() => new Map<string, ReturnType<typeof resolution>>());

function resolution(db: Executor, names: Names, isShort: boolean) {
  const [words, locations] = ['search', 'location'].map((text) => sql`plain_text(${sql.placeholder(text)}::text)`);
  return db
    .select({
      scopes: sql<string[]>`scopes`,
      words: sql<string | null>`words`,
      locations: sql<string | null>`locations`,
      isCommon: isShort ? sql<boolean>`${commonness}` : sql<boolean>`false`,
    })
    .from(sql`(select array(${scopesOf(names)}) as scopes, ${words} as words, ${locations} as locations) wanted`)
    .prepare('search_scopes');
}

/** A letter or two may be in almost every text or in none: a few hundred texts tell. */
const commonness = sql`(
  select count(*) > 10 from (select * from tutor_texts order by tutor_id limit 200) sample
  where strpos(sample.words, coalesce(wanted.words, '')) > 0 and strpos(sample.locations, coalesce(wanted.locations, '')) > 0
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
