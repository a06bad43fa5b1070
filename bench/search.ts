import { parseArgs } from 'node:util';
import { queriesOfFourWeeks } from './search/calendar.ts';
import { CASES, MOST_FILTERED } from './search/cases.ts';
import { startBench } from './search/databases.ts';
import { median, oneRound, type Prepared, parsedAgain, prepare, readToTheEnd } from './search/measure.ts';

const COMMAND = 'npm run bench:search --';
const WARM_UP = 3;
const MOST_PARSED_AGAIN = 0.01;
const MOST_LINES = 20;
/** So many times the rounds, for what misses its goal. */
const LONGER = 3;

type Measured = Prepared & { rounds: number[][] };

const growthOf = ({ rounds }: Measured): number => median(rounds.map(([before = 0, after = 0]) => after / before));

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** How much longer a search takes with a hundred times the tutors, and what else search has to keep; one figure a line. */
async function main(): Promise<void> {
  const { small, big, rounds, only, isKept } = wishOf();
  const command = `${COMMAND}${isKept ? ' --keep' : ''} --small ${small} --big ${big}`;
  const missed: string[] = [];
  const tell = (what: string, { figure, isReached, again }: { figure: string; isReached: boolean; again: string }) => {
    if (!isReached) missed.push(what);
    say(`${isReached ? 'ok  ' : 'MISS'} ${what.padEnd(62)} ${figure.padEnd(50)} ${again}`);
  };

  const bench = await startBench(isKept);
  const bulks = [await bench.bulk(small), await bench.bulk(big)];
  const prepared: Measured[] = [];
  for (const one of CASES.filter(({ nr }) => only.length === 0 || only.includes(nr))) prepared.push({ ...(await prepare(one, bulks)), rounds: [] });

  say(`p50 of a search among ${small.toLocaleString('en')} and among ${big.toLocaleString('en')} tutors, ${rounds} rounds in turn`);
  const isReached = (one: Measured) => one.case.goal === null || growthOf(one) <= one.case.goal;
  const measure = async (some: readonly Measured[], times: number) => {
    for (let index = -WARM_UP; index < times; index += 1) {
      for (const one of some) {
        const round = await oneRound(one);
        if (index >= 0) one.rounds.push(round);
      }
    }
  };
  await measure(prepared, rounds);
  // A machine that has other work to do makes the few rounds differ: what is close is measured for longer, and all rounds count.
  const close = prepared.filter((one) => !isReached(one));
  if (close.length > 0) await measure(close, LONGER * rounds);
  for (const one of prepared) {
    const { nr, name, goal } = one.case;
    const [before, after] = [0, 1].map((which) => median(one.rounds.map((times) => times[which] ?? 0)).toFixed(1));
    const figure = `${before} -> ${after} ms: ${growthOf(one).toFixed(2)}x (${goal === null ? 'no goal' : `goal: at most ${goal}x`})`;
    tell(`#${nr} ${name}`, { figure, isReached: isReached(one), again: `${command} --only ${nr}` });
  }
  const growths = prepared.filter((one) => one.case.goal === MOST_FILTERED).map(growthOf);
  say(`     filters in all orders: ${median(growths).toFixed(2)}x in the middle, ${Math.max(...growths).toFixed(2)}x at most`);

  const { plans, read } = await readToTheEnd(prepared);
  tell('big tables read from end to end', { figure: `${read.length} in ${plans} plans (goal: 0)`, isReached: read.length === 0, again: command });
  for (const line of read.slice(0, MOST_LINES)) say(`     ${line}`);
  const share = await parsedAgain(prepared);
  tell('statements parsed again after warm-up', {
    figure: `${(share * 100).toFixed(2)}% (goal: at most ${MOST_PARSED_AGAIN * 100}%)`,
    isReached: share <= MOST_PARSED_AGAIN,
    again: command,
  });
  const { queries, held, ms } = await queriesOfFourWeeks(await bench.bulk(1));
  tell('queries of bookings for four weeks of a tutor with 1,000', {
    figure: `${queries}, with ${held} in ${ms.toFixed(0)} ms (goal: 1)`,
    isReached: queries === 1,
    again: command,
  });

  await bench.stop();
  say(missed.length === 0 ? 'Every goal is reached.' : `${missed.length} goals are missed.`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function wishOf() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { small: text, big: text, rounds: text, only: text, keep: { type: 'boolean' } } });
  const whole = (value: string | undefined, usual: number) => {
    const count = Number(value ?? usual);
    if (!Number.isInteger(count) || count < 1) throw new Error(`${COMMAND} [--small 10000] [--big 1000000] [--rounds 11] [--only NR,NR] [--keep]`);
    return count;
  };
  return {
    small: whole(values.small, 10_000),
    big: whole(values.big, 1_000_000),
    rounds: whole(values.rounds, 11),
    only: (values.only?.split(',') ?? []).map((nr) => whole(nr, 0)),
    isKept: values.keep ?? false,
  };
}

await main();
