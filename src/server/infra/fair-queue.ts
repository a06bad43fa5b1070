import { DomainError } from '#shared/errors.ts';

type Waiting = { begin: () => void };
type Limits = { atOnce: number; perCaller: number; most: number };

export type FairQueue = {
  /** Runs some work in its turn. Callers take turns, so that one with many waits for itself, and not the others for it. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
};

/** Refuses a caller who has too much waiting, and everybody once all together have. */
export function createFairQueue({ atOnce, perCaller, most }: Limits): FairQueue {
  /** In the order of their turns: whoever has had one goes to the end. */
  const callers = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function takeTurn(caller: string): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    const own = callers.get(caller) ?? [];
    if (own.length >= perCaller) throw new DomainError('request.limited', { retryAfter: 1 });
    if (waiting >= most) throw new DomainError('server.unavailable', { retryAfter: 1 });
    waiting += 1;
    callers.set(caller, own);
    return new Promise((begin) => own.push({ begin }));
  }

  function leave(): void {
    const [turn] = callers;
    if (!turn) {
      running -= 1;
      return;
    }
    const [caller, own] = turn;
    const next = own.shift();
    callers.delete(caller);
    if (own.length > 0) callers.set(caller, own);
    waiting -= 1;
    next?.begin();
  }

  return {
    async run(caller, work) {
      await takeTurn(caller);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
