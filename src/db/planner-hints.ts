import { type SQL, type SQLChunk, sql } from 'drizzle-orm';

/**
 * Always true and never run. Its cost makes the generic plan of a prepared statement look dear, so that PostgreSQL plans
 * for each value: how common the value is decides where a good plan begins.
 */
export const forceCustomPlan = (value: SQLChunk): SQL =>
  sql`(${value}::text is not null or (select count(*) from generate_series(1, 1000000000)) > 0)`;

/** A subquery that the planner must not merge into the query around it. */
export const fenced = (query: SQL): SQL => sql`(${query} offset 0)`;

/** The same value, for which no index is considered. */
export const hideFromIndex = (column: SQL): SQL => sql`(${column} + 0)`;

/** In the text of the statement, where a parameter would hide from the planner what or how little is read. */
export const inline = (value: number | `'${string}'`): SQL => sql.raw(`${value}`);
