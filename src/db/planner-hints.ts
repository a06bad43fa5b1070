import { type SQL, type SQLChunk, sql } from 'drizzle-orm';

// What steers the planner of PostgreSQL. The numbers are blocks read by one search among 30,000 tutors, with and without
// the hint, over the 411 cases of `bench/search/cases.ts` (2026-11-24); `npm run bench:search` measures 1,000,000 tutors.

/**
 * Always true and never run. Its cost makes the generic plan of a prepared statement look dear, so that PostgreSQL plans
 * for each value, because how common the value is decides where a good plan begins. A name among women, by rating:
 * 3,385 blocks with the hint, 45,955 without; in 45 of 411 cases the generic plan is better, by at most 5,380 blocks.
 */
export const forceCustomPlan = (value: SQLChunk): SQL =>
  sql`(${value}::text is not null or (select count(*) from generate_series(1, 1000000000)) > 0)`;

/** A subquery that the planner must not merge. Among 30,000 tutors a page of a rare price reads 1,353 blocks with it and 944 without. */
export const fenced = (query: SQL): SQL => sql`(${query} offset 0)`;

/**
 * Hides the value of a parameter from the planner, so that one generic plan serves all values. When the planner sees that a list is shorter than
 * it assumes, it plans anew each time: the words of a search took 1.7 ms to plan and 0.7 ms to read.
 */
export const unseen = (parameter: SQL): SQL => sql`(select ${parameter} offset 0)`;

/** The same value in a form for which PostgreSQL considers no index. Deep pages by ascending rating: 1,460 blocks with it, 1,776 without. */
export const hideFromIndex = (column: SQL): SQL => sql`(${column} + 0)`;

/** Writes the value into the statement, where a parameter would hide it from the planner. No difference among 30,000 tutors. */
export const inline = (value: number | `'${string}'`): SQL => sql.raw(`${value}`);

/**
 * Always true, but expensive per row in the planner's estimate. Without it the planner reads the table from its beginning and expects to meet a
 * matching row soon; where no row matches, that reads the whole table. Among 20,000 tutors "ma" reads 5,053 blocks without the hint.
 */
export const makeRowsDear = (value: SQLChunk): SQL =>
  sql`(char_length(${value}::text) > 0 or (select count(*) from generate_series(1, 1000000) where ${value} is null) > 0)`;
