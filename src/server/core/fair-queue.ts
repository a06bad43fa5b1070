import { DomainError } from '#shared/errors.ts';

export type Rank = 0 | 1 | 2;
type Waiter = { since: number; start: () => void; reject: (error: DomainError) => void };
type CallerTurn = { caller: string; waiters: Waiter[] };
/** `timeoutMs`: who has waited this long has been answered with an error already, so the work is skipped. */
type Limits = { concurrency: number; perCaller: number; maxWaiting: number; timeoutMs: number };

export type FairQueue = {
  run<T>(caller: string, work: () => Promise<T>, rank?: Rank): Promise<T>;
};

const RANKS: readonly Rank[] = [0, 1, 2];
/** The rank of unknown callers. Under overload, oldest first would serve each caller only after it has given up. */
const NEWEST_FIRST: Rank = 1;
/** Every fourth turn goes to the lowest rank, so that nobody waits forever. */
const LOWEST_RANK_EVERY = 4;

export function createFairQueue({ concurrency, perCaller, maxWaiting, timeoutMs }: Limits): FairQueue {
  const turnsByRank: Record<Rank, CallerTurn[]> = { 0: [], 1: [], 2: [] };
  let running = 0;
  let waiting = 0;
  let turns = 0;

  const hasWaiters = (rank: Rank) => turnsByRank[rank].length > 0;
  const unavailable = () => new DomainError('server.unavailable', { retryAfter: 1 });

  function waitForTurn(caller: string, rank: Rank): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    const turnsOfRank = turnsByRank[rank];
    const findTurn = () => turnsOfRank.find((turn) => turn.caller === caller);
    if ((findTurn()?.waiters.length ?? 0) >= perCaller) throw new DomainError('request.limited', { retryAfter: 1 });
    if (waiting >= maxWaiting) dropLowest(rank);
    waiting += 1;
    const turn = findTurn();
    return new Promise((start, reject) => {
      const waiter = { since: performance.now(), start, reject };
      if (turn) turn.waiters.push(waiter);
      else if (rank === NEWEST_FIRST) turnsOfRank.unshift({ caller, waiters: [waiter] });
      else turnsOfRank.push({ caller, waiters: [waiter] });
    });
  }

  function dropLowest(rank: Rank): void {
    const lowest = RANKS.findLast(hasWaiters);
    if (lowest === undefined || lowest < rank || (lowest === rank && rank !== NEWEST_FIRST)) throw unavailable();
    const last = turnsByRank[lowest].at(-1);
    last?.waiters.pop()?.reject(unavailable());
    if (last?.waiters.length === 0) turnsByRank[lowest].pop();
    waiting -= 1;
  }

  function takeNext(): Waiter | undefined {
    turns += 1;
    const rank = turns % LOWEST_RANK_EVERY === 0 ? RANKS.findLast(hasWaiters) : RANKS.find(hasWaiters);
    const turn = rank === undefined ? undefined : turnsByRank[rank].shift();
    if (rank === undefined || !turn) return undefined;
    const waiter = turn.waiters.shift();
    if (turn.waiters.length > 0) turnsByRank[rank].push(turn);
    waiting -= 1;
    return waiter;
  }

  function startNext(): void {
    for (let waiter = takeNext(); waiter; waiter = takeNext()) {
      if (performance.now() - waiter.since < timeoutMs) {
        waiter.start();
        return;
      }
      waiter.reject(unavailable());
    }
    running -= 1;
  }

  return {
    async run(caller, work, rank = 1) {
      await waitForTurn(caller, rank);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
