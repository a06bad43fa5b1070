import { hasGoal } from './calls.ts';
import { type Goal, medianOf, type Ratio, type Round, ratioOf, type Side, type Verdict } from './ratios.ts';

export type Measured = {
  call: string;
  contenders: readonly string[];
  goals: readonly Goal[];
  rounds: readonly Round[];
  bytes: Readonly<Record<string, number>>;
};

const whole = (value: number | null, unit = '') => (value === null ? 'not known' : `${value.toFixed(0)}${unit}`);
const spread = ({ median, low, high }: Ratio) => `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;

/** Of the medians of their rounds. */
function cpuRatio(rounds: readonly Round[], { of, to }: Goal, measure: keyof Side): string {
  const [one, other] = [medianOf(rounds, of, measure), medianOf(rounds, to, measure)];
  return one === null || !other ? 'not known' : `${(one / other).toFixed(1)}x`;
}

export function linesOf({ call, contenders, rounds, bytes }: Measured): string[] {
  const cells = (contender: string) => [
    contender.padEnd(32),
    `${whole(medianOf(rounds, contender, 'perSecond')).padStart(6)}/s`,
    `p50 ${medianOf(rounds, contender, 'p50')?.toFixed(1).padStart(6)} ms`,
    `p99 ${medianOf(rounds, contender, 'p99')?.toFixed(1).padStart(6)} ms`,
    `Node ${whole(medianOf(rounds, contender, 'node')).padStart(5)} µs`,
    `PostgreSQL ${whole(medianOf(rounds, contender, 'database')).padStart(5)} µs`,
    `${whole(bytes[contender] ?? null).padStart(6)} bytes`,
  ];
  return [call, ...contenders.map((contender) => `       ${cells(contender).join('  ')}`)];
}

export function lineOf({ call, goal, ratio, isReached }: Verdict): string {
  return `${isReached ? 'ok    ' : 'FAILED'} ${goal.id.padEnd(8)} ${call}: ${goal.of} / ${goal.to} ${spread(ratio)}, goal at least ${goal.least}`;
}

/** In Markdown. */
export function tablesOf(measured: readonly Measured[], verdicts: readonly Verdict[]): string {
  const ratios = measured.flatMap(({ call, goals, rounds }) =>
    goals.map((goal) => {
      const verdict = verdicts.find((one) => one.call === call && one.goal === goal);
      const found = verdict ? [`at least ${goal.least}`, verdict.isReached ? 'ok' : '**FAILED**'] : ['none', ''];
      const cpu = [cpuRatio(rounds, goal, 'node'), cpuRatio(rounds, goal, 'database')];
      return row([call, `${goal.of} / ${goal.to}`, spread(ratioOf(rounds, goal)), ...cpu, hasGoal(goal) ? goal.id : '', ...found]);
    }),
  );
  const sides = measured.flatMap(({ call, contenders, rounds, bytes }) =>
    contenders.map((contender) => {
      const [p50, p99] = [medianOf(rounds, contender, 'p50'), medianOf(rounds, contender, 'p99')];
      const cpu = [medianOf(rounds, contender, 'node'), medianOf(rounds, contender, 'database')].map((value) => whole(value));
      const throughput = whole(medianOf(rounds, contender, 'perSecond'));
      return row([call, contender, throughput, `${p50?.toFixed(1)}`, `${p99?.toFixed(1)}`, ...cpu, whole(bytes[contender] ?? null)]);
    }),
  );
  return [
    row(['call', 'throughput of / to', 'ratio (quartiles)', 'Node', 'PostgreSQL', 'budget', 'goal', '']),
    row(Array.from({ length: 8 }, () => '---')),
    ...ratios,
    '',
    row(['call', 'who answers', 'a second', 'p50 ms', 'p99 ms', 'Node µs', 'PostgreSQL µs', 'bytes']),
    row(Array.from({ length: 8 }, () => '---')),
    ...sides,
  ].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
