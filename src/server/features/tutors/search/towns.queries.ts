import { and, eq, ne, sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { placeNames, places, searchEntities } from '#db/schema/search.ts';
import type { Distance } from '#shared/vocabulary/search.ts';

export type Town = { name: string; lat: number; lng: number };

/** The town of each name, in any script, not a district: these have no point that a distance could be measured from. */
export async function findTowns(db: Executor, names: readonly string[]): Promise<(Town | null)[]> {
  if (names.every((name) => name === '')) return names.map(() => null);
  const towns = await townsByName(db).execute({ names: [...names] });
  const byPosition = new Map(towns.map(({ position, ...town }) => [position, town]));
  return names.map((_, index) => byPosition.get(index) ?? null);
}

/** The numbers of the towns within a distance, the town itself among them. */
export async function listTownsWithin(db: Executor, { lat, lng }: Town, withinKm: Distance): Promise<number[]> {
  const rows = await townsWithin(db).execute({ lat, lng, withinKm });
  return rows.map(({ id }) => id);
}

const isTown = ne(places.key, places.district);

const townsByName = prepareOnce((db) => {
  const named = db
    .select({ name: places.name, lat: places.lat, lng: places.lng })
    .from(placeNames)
    .innerJoin(places, eq(places.key, placeNames.place))
    .where(and(eq(placeNames.phrase, sql`search_phrase(given.name)`), isTown))
    .orderBy(places.key)
    .limit(1);
  return db
    .select({
      position: sql<number>`position - 1`.mapWith(Number),
      name: sql<string>`town.name`,
      lat: sql<number>`town.lat`,
      lng: sql<number>`town.lng`,
    })
    .from(sql`unnest(${sql.placeholder('names')}::text[]) with ordinality given (name, position) cross join lateral (${named}) town`)
    .prepare('towns_by_name');
});

export const KM_PER_DEGREE = sql.raw('111.195');

/** Within 50 km the earth is flat enough: the difference is a few metres. */
const townsWithin = prepareOnce((db) => {
  const [lat, lng] = [sql`${sql.placeholder('lat')}::float8`, sql`${sql.placeholder('lng')}::float8`];
  const north = sql`(${places.lat} - ${lat}) * ${KM_PER_DEGREE}`;
  const east = sql`(${places.lng} - ${lng}) * ${KM_PER_DEGREE} * cosd(${lat})`;
  return db
    .select({ id: searchEntities.id })
    .from(places)
    .innerJoin(searchEntities, eq(searchEntities.place, places.key))
    .where(and(isTown, sql`power(${north}, 2) + power(${east}, 2) <= power(${sql.placeholder('withinKm')}::float8, 2)`))
    .orderBy(searchEntities.id)
    .prepare('towns_within');
});
