import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeClient } from '#client/api/trpc.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a call waits for its answer as long as it takes', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  const asked: RequestInit[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    asked.push(init);
    return new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  const ended = vi.fn();
  const client = makeClient({ token: () => null }, () => new Promise(() => {}));
  client.catalogue.categories.query({}).then(ended, ended);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(asked).toHaveLength(1);
  expect(ended).not.toHaveBeenCalled();
  expect(timeouts).not.toHaveBeenCalled();
});
