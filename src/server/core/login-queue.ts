import { LOGINS } from '#shared/vocabulary/account-limits.ts';
import { DEADLINES } from '#shared/vocabulary/limits.ts';
import { createFairQueue, type Rank } from './fair-queue.ts';

export type LoginCaller = { address: string; email: string; device: string | null };

export type LoginQueue = {
  run<T>(caller: LoginCaller, check: () => Promise<T>): Promise<T>;
  recordFailure: (caller: LoginCaller) => void;
};

export function createLoginQueue(): LoginQueue {
  const queue = createFairQueue({ ...LOGINS.queue, timeoutMs: DEADLINES.requestMs });
  const failures = new Map<string, number>();

  const hasFailed = (name: string) => performance.now() - (failures.get(name) ?? Number.NEGATIVE_INFINITY) < LOGINS.failureSeconds * 1000;

  function rankOf({ address, email, device }: LoginCaller): Rank {
    if (device !== null) return 0;
    return hasFailed(address) || hasFailed(email) ? 2 : 1;
  }

  return {
    run: (caller, check) => queue.run(caller.device === null ? caller.address : `device ${caller.device}`, check, rankOf(caller)),
    recordFailure({ address, email, device }) {
      if (device !== null) return;
      for (const name of [address, email]) {
        failures.delete(name);
        failures.set(name, performance.now());
      }
      for (const oldest of failures.keys()) {
        if (failures.size <= LOGINS.failuresRemembered) break;
        failures.delete(oldest);
      }
    },
  };
}
