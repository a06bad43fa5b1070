import type { ReadLimit } from '#server/core/ports.ts';
import type { RateLimit } from '#shared/vocabulary/limits.ts';

type Bucket = { left: number; at: number };

/** More are forgotten, the one that was heard of longest ago first: a flood of addresses costs no more memory than this. */
const MOST_ADDRESSES = 50_000;

/** A token bucket for each address, in memory: a write to the database for each read would cost more than the read. */
export function createReadLimit({ times, seconds }: RateLimit, now: () => number = () => performance.now()): ReadLimit {
  const perSecond = times / seconds;
  const buckets = new Map<string, Bucket>();

  return (address) => {
    const at = now();
    const before = buckets.get(address);
    const left = before ? Math.min(times, before.left + ((at - before.at) / 1000) * perSecond) : times;
    const isAllowed = left >= 1;
    buckets.delete(address);
    buckets.set(address, { left: isAllowed ? left - 1 : left, at });
    if (buckets.size > MOST_ADDRESSES) {
      const [oldest = address] = buckets.keys();
      buckets.delete(oldest);
    }
    return isAllowed ? null : Math.max(1, Math.ceil((1 - left) / perSecond));
  };
}
