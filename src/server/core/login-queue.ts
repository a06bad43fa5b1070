import { DEADLINES, LOGINS } from '#shared/vocabulary/limits.ts';
import { createFairQueue, type Rank } from './fair-queue.ts';

/** `device`: only where the account knows it. */
export type LoginCaller = { address: string; email: string; device: string | null };

export type LoginQueue = {
  /** Checks a password in its turn. */
  run<T>(caller: LoginCaller, check: () => Promise<T>): Promise<T>;
  noteFailure: (caller: LoginCaller) => void;
};

/**
 * Checks of passwords, few at a time: each costs a hash and some statements, and a hundred at once would keep everybody waiting.
 * First come devices that the account knows, last addresses and accounts with a wrong password of late.
 */
export function createLoginQueue(): LoginQueue {
  const queue = createFairQueue({ ...LOGINS.queue, patienceMs: DEADLINES.requestMs });
  /** When each address and each account had its last wrong password, the longest ago first. */
  const failures = new Map<string, number>();

  const hasFailed = (name: string) => performance.now() - (failures.get(name) ?? Number.NEGATIVE_INFINITY) < LOGINS.failureSeconds * 1000;

  function rankOf({ address, email, device }: LoginCaller): Rank {
    if (device !== null) return 0;
    return hasFailed(address) || hasFailed(email) ? 2 : 1;
  }

  return {
    run: (caller, check) => queue.run(caller.device === null ? caller.address : `device ${caller.device}`, check, rankOf(caller)),
    noteFailure({ address, email, device }) {
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
