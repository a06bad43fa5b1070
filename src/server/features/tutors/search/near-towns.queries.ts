import { sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { KM_PER_DEGREE } from './towns.queries.ts';

export type NearTown = { name: string; entity: number; km: number };

const { nearKm } = SEARCH.offers;
const MAX_TOWNS = 40;

/** The towns around the places, the nearest first, without those in a district that is one of the places. Plane geometry is exact enough at this distance. */
export function listTownsAround(db: Executor, entities: readonly number[]): Promise<NearTown[]> {
  return townsAround(db).execute({ entities: [...entities] });
}

const townsAround = prepareOnce((db) =>
  db
    .select({ name: sql<string>`name`, entity: sql<number>`entity`, km: sql<number>`greatest(round(km), 1)`.mapWith(Number) })
    .from(
      sql`(
        with origin as materialized (
          select place.key, place.name, place.lat, place.lng from search_entities entity join places place on place.key = entity.place
          where entity.id = any(${sql.placeholder('entities')}::integer[])
        )
        select town.name, entity.id as entity,
          min(${KM_PER_DEGREE} * sqrt((town.lat - origin.lat) ^ 2 + ((town.lng - origin.lng) * cosd(origin.lat)) ^ 2)) as km
        from places town cross join origin join search_entities entity on entity.place = town.key
        where town.key <> town.district and town.district not in (select key from origin) and town.name not in (select name from origin)
        group by town.name, entity.id
      ) town`,
    )
    .where(sql`km <= ${inline(nearKm)}`)
    .orderBy(sql`town.km, name`)
    .limit(MAX_TOWNS)
    .prepare('towns_around'),
);
