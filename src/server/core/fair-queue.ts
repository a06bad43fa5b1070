import { DomainError } from '#shared/errors.ts';

/** Of those who wait, the lower goes first. */
export type Rank = 0 | 1 | 2;
type Waiting = { since: number; begin: () => void; refuse: (error: DomainError) => void };
type Turn = { caller: string; waiting: Waiting[] };
/** `patienceMs`: whoever asked has been answered by then, and nothing is done for them any more. */
type Limits = { concurrency: number; perCaller: number; most: number; patienceMs: number };

export type FairQueue = {
  /** Runs some work in its turn. Callers of one rank take turns, so that one with many waits for itself, and not the others for it. */
  run<T>(caller: string, work: () => Promise<T>, rank?: Rank): Promise<T>;
};

const RANKS: readonly Rank[] = [0, 1, 2];
/** Of strangers the newest goes first: where more come than can be served, the others would all be served when they have given up. */
const NEWEST_FIRST: Rank = 1;
/** Every so many turns one goes to the lowest rank that waits: nobody waits forever. */
const TURNS_OF_LOWEST = 4;

/** Refuses a caller who has too much waiting, and once all together have, the last of the lowest rank. */
export function createFairQueue({ concurrency, perCaller, most, patienceMs }: Limits): FairQueue {
  const lines: Record<Rank, Turn[]> = { 0: [], 1: [], 2: [] };
  let running = 0;
  let waiting = 0;
  let turns = 0;

  const isWaiting = (rank: Rank) => lines[rank].length > 0;
  const unavailable = () => new DomainError('server.unavailable', { retryAfter: 1 });

  function takeTurn(caller: string, rank: Rank): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    const line = lines[rank];
    const ownTurn = () => line.find((turn) => turn.caller === caller);
    if ((ownTurn()?.waiting.length ?? 0) >= perCaller) throw new DomainError('request.limited', { retryAfter: 1 });
    if (waiting >= most) makeRoom(rank);
    waiting += 1;
    const own = ownTurn();
    return new Promise((begin, refuse) => {
      const one = { since: performance.now(), begin, refuse };
      if (own) own.waiting.push(one);
      else if (rank === NEWEST_FIRST) line.unshift({ caller, waiting: [one] });
      else line.push({ caller, waiting: [one] });
    });
  }

  function makeRoom(rank: Rank): void {
    const lowest = RANKS.findLast(isWaiting);
    if (lowest === undefined || lowest < rank || (lowest === rank && rank !== NEWEST_FIRST)) throw unavailable();
    const last = lines[lowest].at(-1);
    last?.waiting.pop()?.refuse(unavailable());
    if (last?.waiting.length === 0) lines[lowest].pop();
    waiting -= 1;
  }

  function next(): Waiting | undefined {
    turns += 1;
    const rank = turns % TURNS_OF_LOWEST === 0 ? RANKS.findLast(isWaiting) : RANKS.find(isWaiting);
    const turn = rank === undefined ? undefined : lines[rank].shift();
    if (rank === undefined || !turn) return undefined;
    const one = turn.waiting.shift();
    if (turn.waiting.length > 0) lines[rank].push(turn);
    waiting -= 1;
    return one;
  }

  function leave(): void {
    for (let one = next(); one; one = next()) {
      if (performance.now() - one.since < patienceMs) {
        one.begin();
        return;
      }
      one.refuse(unavailable());
    }
    running -= 1;
  }

  return {
    async run(caller, work, rank = 1) {
      await takeTurn(caller, rank);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
