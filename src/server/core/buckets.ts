/** Answers whether so much more may be had now. */
export type Bucket = (amount?: number) => boolean;

export function createBucket({ most, perSecond }: { most: number; perSecond: number }): Bucket {
  let left = most;
  let filledAt = performance.now();
  return (amount = 1) => {
    const at = performance.now();
    left = Math.min(most, left + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
    if (left < amount) return false;
    left -= amount;
    return true;
  };
}
