import { callerAs } from '#tests/support/callers.ts';
import { CLOCK } from './search/measure.ts';
import { withDemoDatabase } from './search-quality/demo.ts';
import { requireFindable } from './search-quality/findable.ts';
import { InvalidQueries, JUNK, type Query, readQueries, SCRIPTS } from './search-quality/queries.ts';
import { isRelevant, readTutors, type Tutor } from './search-quality/relevance.ts';

const DEMO_TUTORS = 60;
const FIRST = 10;
const WORST = 15;
const SHOWN_NAMES = 3;
const GOALS = { recall: 0.95, reciprocalRank: 0.9 };
const WIDTHS = { label: 24, count: 9, cell: 20 };

type Figure = keyof typeof GOALS;
type Judged = Query & Record<Figure, number> & { relevant: string[]; found: string[] };
type FindTutors = (text: string) => Promise<Pick<Tutor, 'id' | 'name'>[]>;

const print = (line = '') => void process.stdout.write(`${line}\n`);

/** How many of the tutors that a query is after are among the first ten, and how far up the first of them is. */
async function main(): Promise<void> {
  const queries = readQueries();
  const judged = await withDemoDatabase(async (connection) => {
    const tutors = await readTutors(connection);
    if (tutors.length !== DEMO_TUTORS) throw new Error(`the demo data lists ${tutors.length} tutors, not ${DEMO_TUTORS}`);
    requireFindable(queries, tutors);
    const { search } = callerAs(connection, null, CLOCK).tutors;
    const find: FindTutors = async (text) => (await search({ search: text, limit: FIRST })).tutors;
    const results: Judged[] = [];
    for (const query of queries) results.push(await judge(query, { tutors, find }));
    return results;
  });
  printTable(judged);
  printWorst(judged.filter(({ kind }) => kind !== JUNK));
}

async function judge(query: Query, { tutors, find }: { tutors: readonly Tutor[]; find: FindTutors }): Promise<Judged> {
  const relevant = query.kind === JUNK ? [] : tutors.filter((tutor) => isRelevant(tutor, query.expect));
  const ids = new Set(relevant.map(({ id }) => id));
  const found = await find(query.query);
  const rank = found.findIndex(({ id }) => ids.has(id)) + 1;
  return {
    ...query,
    recall: found.filter(({ id }) => ids.has(id)).length / Math.min(FIRST, relevant.length),
    reciprocalRank: rank > 0 ? 1 / rank : 0,
    relevant: relevant.map(({ name }) => name),
    found: found.map(({ name }) => name),
  };
}

function printTable(judged: readonly Judged[]): void {
  print(`Means of ${judged.length} queries, of which ${JUNK} requires nothing; ! is a goal that is missed\n`);
  printRow('', ['queries', `  recall@${FIRST} >= ${GOALS.recall}`, `  MRR >= ${GOALS.reciprocalRank}`]);
  for (const kind of new Set(judged.map((one) => one.kind))) printGroup(kind, { judged, isIn: (one) => one.kind === kind });
  print();
  for (const script of SCRIPTS) printGroup(script, { judged, isIn: (one) => one.script === script });
  print();
  const missed = printGroup('all', { judged, isIn: () => true });
  print(missed === 0 ? '\nEvery goal is reached.' : `\n${missed} goals are missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

/** Answers how many goals it misses. */
function printGroup(label: string, { judged, isIn }: { judged: readonly Judged[]; isIn: (one: Judged) => boolean }): number {
  const all = judged.filter(isIn);
  const demanding = all.filter(({ kind }) => kind !== JUNK);
  const means = (['recall', 'reciprocalRank'] as const).map((figure) => ({ mean: meanOf(demanding, figure), goal: GOALS[figure] }));
  const cells = means.map(({ mean, goal }) => `${mean < goal ? '!' : ' '} ${demanding.length > 0 ? mean.toFixed(3) : '-'}`);
  printRow(label, [String(all.length), ...cells]);
  return means.filter(({ mean, goal }) => mean < goal).length;
}

const meanOf = (judged: readonly Judged[], figure: Figure): number => judged.reduce((sum, one) => sum + one[figure], 0) / judged.length;

function printRow(label: string, [count = '', ...cells]: readonly string[]): void {
  const line = [label.padEnd(WIDTHS.label), count.padStart(WIDTHS.count), '  ', ...cells.map((cell) => cell.padEnd(WIDTHS.cell))];
  print(line.join('').trimEnd());
}

function printWorst(judged: readonly Judged[]): void {
  const worst = judged.toSorted((one, other) => one.recall - other.recall || one.reciprocalRank - other.reciprocalRank).slice(0, WORST);
  print(`\nThe ${worst.length} worst: recall@${FIRST} and reciprocal rank\n`);
  for (const { query, recall, reciprocalRank, relevant, found } of worst)
    print(`${recall.toFixed(2)} ${reciprocalRank.toFixed(2)}  "${query}" expects ${toText(relevant)}; found ${toText(found)}`);
}

function toText(names: readonly string[]): string {
  if (names.length === 0) return 'nobody';
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  return names.length > SHOWN_NAMES ? `${shown} and ${names.length - SHOWN_NAMES} more` : shown;
}

await main().catch((error: unknown) => {
  if (!(error instanceof InvalidQueries)) throw error;
  print(error.message);
  process.exitCode = 1;
});
