import { sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { fenced, inline } from '#db/planner-hints.ts';
import { tutorTexts } from '#db/schema/listing.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { type Criteria, getShape, toValues } from './listing-conditions.queries.ts';
import { getOrBuild, selectAny } from './listings.queries.ts';
import { KM_PER_DEGREE } from './towns.queries.ts';

export type NearTown = { name: string; entity: number; km: number };

/**
 * The towns nearest to one of the places where somebody matches. Half an hour's drive is near enough for the earth to be flat. Among so many
 * who match that these are a sample, a town of few tutors may be missed.
 */
export async function findNearTowns(db: Executor, { entities, criteria }: { entities: readonly number[]; criteria: Criteria }): Promise<NearTown[]> {
  if (entities.length === 0) return [];
  const statement = getOrBuild(statements(db), getShape(criteria, 'terms'), () => nearTowns(db, criteria));
  return statement.execute({ ...toValues(criteria), entities: [...entities] });
}

const { nearKm, towns: MAX_TOWNS } = SEARCH.offers;
const SAMPLE_SIZE = 1000;

const statements = prepareOnce(() => new Map<string, ReturnType<typeof nearTowns>>());

function nearTowns(db: Executor, criteria: Criteria) {
  const ofTutor = sql`select terms from ${tutorTexts} where ${tutorTexts.tutorId} = found.tutor_id`;
  return db
    .select({ name: sql<string>`name`, entity: sql<number>`entity`, km: sql<number>`greatest(round(km), 1)`.mapWith(Number) })
    .from(
      sql`(
        with origin as materialized (
          select place.key, place.name, place.lat, place.lng from search_entities entity join places place on place.key = entity.place
          where entity.id = any(${sql.placeholder('entities')}::integer[])
        ), found as materialized (${selectAny(criteria, { way: 'terms', maxRows: SAMPLE_SIZE })}
        ), taught as materialized (
          select distinct substr(term, 2)::integer as entity
          from found cross join lateral ${fenced(ofTutor)} text cross join lateral unnest(tsvector_to_array(text.terms)) term where term like 'e%'
        )
        select town.name, entity.id as entity,
          min(${KM_PER_DEGREE} * sqrt((town.lat - origin.lat) ^ 2 + ((town.lng - origin.lng) * cosd(origin.lat)) ^ 2)) as km
        from places town cross join origin join search_entities entity on entity.place = town.key join taught on taught.entity = entity.id
        where town.key <> town.district and town.district not in (select key from origin) and town.name not in (select name from origin)
        group by town.name, entity.id
      ) nearest`,
    )
    .where(sql`km <= ${inline(nearKm)}`)
    .orderBy(sql`nearest.km, name`)
    .limit(MAX_TOWNS)
    .prepare('near_towns');
}
