import { and, eq, ne, sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { placeNames, places, searchEntities } from '#db/schema/search.ts';
import type { Distance } from '#shared/vocabulary/search.ts';

export type Town = { name: string; lat: number; lng: number };
/** The area within `withinKm` of one of the towns. */
export type Vicinity = { towns: readonly Town[]; withinKm: Distance };
export type TownDistance = { town: string; km: number };

/** The town with each name, in any script. Never a district, because a district has no point to measure a distance from. */
export async function findTowns(db: Executor, names: readonly string[]): Promise<(Town | null)[]> {
  if (names.every((name) => name === '')) return names.map(() => null);
  const towns = await townsByName(db).execute({ names: [...names] });
  const byPosition = new Map(towns.map(({ position, ...town }) => [position, town]));
  return names.map((_, index) => byPosition.get(index) ?? null);
}

/** The entity ids of the towns within a distance, including the town itself. */
export async function listTownsWithin(db: Executor, { lat, lng }: Town, withinKm: Distance): Promise<number[]> {
  const rows = await townsWithin(db).execute({ lat, lng, withinKm });
  return rows.map(({ id }) => id);
}

/** The distance in whole kilometres between each tutor's nearest place and the towns; only for tutors who come to a place within the area. */
export async function measureDistances(db: Executor, ids: readonly string[], { towns, withinKm }: Vicinity): Promise<Map<string, TownDistance>> {
  const origins = { names: towns.map(({ name }) => name), lats: towns.map(({ lat }) => lat), lngs: towns.map(({ lng }) => lng) };
  const rows = await nearestPlaces(db).execute({ ids: [...ids], ...origins, withinKm });
  return new Map(rows.map(({ id, town, km }) => [id, { town, km }]));
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

/** Within 50 km, plane geometry is wrong by a few metres only. */
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

const nearestPlaces = prepareOnce((db) =>
  db
    .select({ id: sql<string>`id`, town: sql<string>`town`, km: sql<number>`km`.mapWith(Number) })
    .from(
      sql`(
        with near as materialized (
          select 'e' || entity.id as term, origin.name,
            ${KM_PER_DEGREE} * sqrt((place.lat - origin.lat) ^ 2 + ((place.lng - origin.lng) * cosd(origin.lat)) ^ 2) as km
          from unnest(${sql.placeholder('names')}::text[], ${sql.placeholder('lats')}::float8[], ${sql.placeholder('lngs')}::float8[]) origin (name, lat, lng)
          cross join places place join search_entities entity on entity.place = place.key where place.key <> place.district
        )
        select distinct on (requested.id) requested.id, near.name as town, round(near.km) as km
        from unnest(${sql.placeholder('ids')}::uuid[]) requested (id) join tutor_texts text on text.tutor_id = requested.id
        cross join lateral unnest(text.terms) written (term, positions, weights)
        join near on near.term = written.term and near.km <= ${sql.placeholder('withinKm')}::float8
        order by requested.id, near.km
      ) nearest`,
    )
    .prepare('nearest_places'),
);
