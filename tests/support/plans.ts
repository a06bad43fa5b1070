import type { TestDatabase } from './database.ts';
import type { Statement } from './statements.ts';

export const PLAN_MODES = ['force_custom_plan', 'force_generic_plan'] as const;
export type PlanMode = (typeof PLAN_MODES)[number];

/** A statement that scans one of these gets slower with every new account. */
const GROWING_TABLES = [
  'bookings',
  'codes',
  'inbox_events',
  'jobs',
  'limits',
  'listing_words',
  'reviews',
  'tutor_days_off',
  'tutor_experience',
  'tutor_listings',
  'tutor_modes',
  'tutor_profiles',
  'tutor_slots',
  'tutor_subject_topics',
  'tutor_subjects',
  'tutor_texts',
  'users',
];

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
};
export type Plan = { text: string; indexes: string[]; sorts: boolean; read: string[] };

/** `force_generic_plan` knows none of the values. */
export async function explainStatement(database: Pick<TestDatabase, 'sql'>, statement: Statement, mode: PlanMode): Promise<Plan> {
  const nodes = nodesOf(await runExplain(database, statement, { mode, options: 'format json, costs off' }));
  return {
    text: nodes.map((node) => [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ')).join(' < '),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    sorts: nodes.some((node) => node['Node Type'].endsWith('Sort')),
    read: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .flatMap((node) => GROWING_TABLES.filter((table) => table === node['Relation Name'])),
  };
}

export async function countBlocks(database: Pick<TestDatabase, 'sql'>, statement: Statement, mode: PlanMode): Promise<number> {
  const plan = await runExplain(database, statement, { mode, options: 'format json, analyze, buffers, timing off' });
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** PostgreSQL looks at 300 rows for each unit of the target, of 60,000 at most here: with a sample plans would differ from run to run. */
export async function analyze({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local default_statistics_target = 300`;
    await tx`analyze`;
  });
}

export async function vacuum({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = on`;
    await tx`select pg_current_xact_id()`;
  });
  await sql`vacuum analyze`;
}

type ExplainOptions = { mode: PlanMode; options: string };

function runExplain({ sql }: Pick<TestDatabase, 'sql'>, { text, params }: Statement, { mode, options }: ExplainOptions): Promise<Node> {
  const values = params.length > 0 ? `(${params.map(literal).join(', ')})` : '';
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local plan_cache_mode = ${mode}; prepare planned as ${text}`);
    const [row] = await tx.unsafe<{ 'QUERY PLAN': { Plan: Node }[] }[]>(`explain (${options}) execute planned ${values}`);
    await tx.unsafe('deallocate planned');
    const [plan] = row?.['QUERY PLAN'] ?? [];
    if (!plan) throw new Error('PostgreSQL explained nothing');
    return plan.Plan;
  });
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return literal(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return `'${String(value).replaceAll("'", "''")}'`;
}
