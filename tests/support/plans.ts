import type { TestDatabase } from './database.ts';
import type { Statement } from './statements.ts';

export const PLAN_MODES = ['force_custom_plan', 'force_generic_plan'] as const;
export type PlanMode = (typeof PLAN_MODES)[number];

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] };
export type Plan = { text: string; indexes: string[]; sorts: boolean; scanned: string[] };

/** How PostgreSQL would run a statement that was sent; generic: knowing none of its values. */
export async function planOf({ sql }: Pick<TestDatabase, 'sql'>, { text, params }: Statement, mode: PlanMode): Promise<Plan> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local plan_cache_mode = ${mode}`);
    await tx.unsafe(`prepare planned as ${text}`);
    const values = params.length > 0 ? `(${params.map(literal).join(', ')})` : '';
    const [row] = await tx.unsafe<{ 'QUERY PLAN': { Plan: Node }[] }[]>(`explain (format json, costs off) execute planned ${values}`);
    const lines = await tx.unsafe<{ 'QUERY PLAN': string }[]>(`explain execute planned ${values}`);
    await tx.unsafe('deallocate planned');
    const nodes = row?.['QUERY PLAN'][0] ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
    return {
      text: lines.map((line) => line['QUERY PLAN']).join('\n'),
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      sorts: nodes.some((node) => node['Node Type'] === 'Sort' || node['Node Type'] === 'Incremental Sort'),
      scanned: nodes.filter((node) => node['Node Type'] === 'Seq Scan').flatMap((node) => node['Relation Name'] ?? []),
    };
  });
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return literal(`{${value.join(',')}}`);
  return `'${String(value).replaceAll("'", "''")}'`;
}
