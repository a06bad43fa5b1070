import { expect } from 'vitest';

/** Limits of time and memory hold where nothing else runs on the machine: in `npm run test:deep`. */
export function expectBelow(figure: number, limit: number, message?: string): void {
  if (process.env.DEEP) expect(figure, message).toBeLessThan(limit);
}
