import { sql } from 'drizzle-orm';
import type { Executor } from './executor.ts';

export async function getTotals<Name extends string>(db: Executor, names: readonly Name[]): Promise<Record<Name, number>> {
  const requested = sql.param([...names]);
  const rows = await db.execute<{ name: Name; total: number }>(sql`
    select name, sum(value)::float8 as total from (
      select name, value from figures where name = any(${requested}::text[]) and bucket = '-infinity'
      union all
      select name, change from figure_changes where name = any(${requested}::text[]) and bucket = '-infinity'
    ) counted group by name`);
  const totals = new Map(rows.map(({ name, total }) => [name, total]));
  // The keys are the names, each with its total.
  return Object.fromEntries(names.map((name) => [name, totals.get(name) ?? 0])) as Record<Name, number>;
}
