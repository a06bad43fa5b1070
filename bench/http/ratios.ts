import { median } from '../median.ts';

/** One contender in one round: requests per second, milliseconds, and microseconds of processor time per request where the system reports it. */
export type Side = { perSecond: number; p50: number; p99: number; node: number | null; database: number | null };
export type Round = Readonly<Record<string, Side>>;
/** `low` and `high` are quartiles. */
export type Ratio = { median: number; low: number; high: number };
export type Goal = { id: string; of: string; to: string; least: number };
export type Verdict = { call: string; goal: Goal; ratio: Ratio; isReached: boolean };

/** Runs a fixed number of rounds, whatever the results; the contenders take turns, in every second round in reverse order. */
export async function runRounds(count: number, contenders: readonly string[], measure: (contender: string) => Promise<Side>): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let index = 0; index < count; index += 1) {
    const sides: Record<string, Side> = {};
    for (const contender of index % 2 === 0 ? contenders : contenders.toReversed()) sides[contender] = await measure(contender);
    rounds.push(sides);
  }
  return rounds;
}

/** The ratio of the throughputs of two contenders, round by round. */
export function ratioOf(rounds: readonly Round[], { of, to }: Pick<Goal, 'of' | 'to'>): Ratio {
  const ratios = rounds.map((round) => sideOf(round, of).perSecond / sideOf(round, to).perSecond).sort((one, other) => one - other);
  const at = (part: number) => ratios[Math.round((ratios.length - 1) * part)] ?? Number.NaN;
  return { median: median(ratios), low: at(0.25), high: at(0.75) };
}

export function medianOf(rounds: readonly Round[], contender: string, measure: keyof Side): number | null {
  const values = rounds.map((round) => sideOf(round, contender)[measure]);
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? median(known) : null;
}

export function judge(call: string, goal: Goal, rounds: readonly Round[]): Verdict {
  const ratio = ratioOf(rounds, goal);
  return { call, goal, ratio, isReached: ratio.median >= goal.least };
}

export const exitCodeOf = (verdicts: readonly Pick<Verdict, 'isReached'>[]): 0 | 1 => (verdicts.every(({ isReached }) => isReached) ? 0 : 1);

export function percentile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? Number.NaN;
}

function sideOf(round: Round, contender: string): Side {
  const side = round[contender];
  if (!side) throw new Error(`${contender} was not measured`);
  return side;
}
