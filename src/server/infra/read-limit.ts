import type { ReadLimit } from '#server/core/ports.ts';
import type { RateLimit } from '#shared/vocabulary/limits.ts';

type Bucket = { tokens: number; refilledAt: number };

const MAX_ADDRESSES = 50_000;

export function createReadLimit({ times, seconds }: RateLimit, getTime: () => number = () => performance.now()): ReadLimit {
  const perSecond = times / seconds;
  const buckets = new Map<string, Bucket>();

  return (address) => {
    const now = getTime();
    const bucket = buckets.get(address);
    const tokens = bucket ? Math.min(times, bucket.tokens + ((now - bucket.refilledAt) / 1000) * perSecond) : times;
    const isAllowed = tokens >= 1;
    buckets.delete(address);
    buckets.set(address, { tokens: isAllowed ? tokens - 1 : tokens, refilledAt: now });
    if (buckets.size > MAX_ADDRESSES) {
      const [oldest = address] = buckets.keys();
      buckets.delete(oldest);
    }
    return isAllowed ? null : Math.max(1, Math.ceil((1 - tokens) / perSecond));
  };
}
