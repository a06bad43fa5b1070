import { sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { fenced, inline, makeRowsDear } from '#db/planner-hints.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';

export type NearTown = { name: string; entity: number; km: number };

/**
 * The towns nearest to one of the places where somebody has the terms. Half an hour's drive is near enough for the earth to be flat. There are
 * some four hundred places, which only a migration changes. They are
 * asked in order until enough have somebody.
 */
export async function findNearTowns(db: Executor, { entities, terms }: { entities: readonly number[]; terms: string | null }): Promise<NearTown[]> {
  if (entities.length === 0) return [];
  return nearTowns(db).execute({ entities: [...entities], terms: terms === null ? '' : `(${terms}) & ` });
}

const { nearKm, towns: MOST } = SEARCH.offers;
const KM_PER_DEGREE = inline(111.195);

const nearTowns = prepareOnce((db) =>
  db
    .select({ name: sql<string>`name`, entity: sql<number>`entity`, km: sql<number>`greatest(round(km), 1)`.mapWith(Number) })
    .from(
      sql`(
        with origin as materialized (
          select place.key, place.name, place.lat, place.lng from search_entities entity join places place on place.key = entity.place
          where entity.id = any(${sql.placeholder('entities')}::integer[])
        ), near as materialized (
          select town.name, entity.id as entity,
            min(${KM_PER_DEGREE} * sqrt((town.lat - origin.lat) ^ 2 + ((town.lng - origin.lng) * cosd(origin.lat)) ^ 2)) as km
          from places town cross join origin join search_entities entity on entity.place = town.key
          where town.key <> town.district and town.district not in (select key from origin) and town.name not in (select name from origin)
          group by town.name, entity.id
        )
        select name, entity, km from ${fenced(sql`select * from near where km <= ${inline(nearKm)} order by km, name`)} nearby
        where exists (
          select from tutor_texts where terms @@ (${sql.placeholder('terms')}::text || '''e' || entity || '''')::tsquery and ${makeRowsDear(sql`tutor_id`)}
        )
        limit ${inline(MOST)}
      ) nearest`,
    )
    .orderBy(sql`nearest.km, name`)
    .prepare('near_towns'),
);
