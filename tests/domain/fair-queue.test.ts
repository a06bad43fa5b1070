import { describe, expect, test } from 'vitest';
import { createFairQueue } from '#server/core/fair-queue.ts';

/** Work that ends when it is told to, in the order in which it was begun. */
function useWork() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endNext = async () => {
    await new Promise(setImmediate);
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun: started, work, endNext };
}

// spec s8-limits.11 | S8 D | Passwords are hashed in a bounded queue in which addresses take turns | src/server/core/fair-queue.ts
describe('a queue in which callers take turns', () => {
  test('a hundred and fifty of one caller keep another waiting for one turn, and not for all of theirs', async () => {
    const { begun: started, work, endNext } = useWork();
    const queue = createFairQueue({ concurrency: 1, perCaller: 200, maxWaiting: 500, timeoutMs: 10_000 });
    for (let index = 0; index < 150; index += 1) void queue.run('attacker', work(`attack ${index}`));
    void queue.run('owner', work('owner'));
    await endNext();
    await endNext();
    expect(started).toEqual(['attack 0', 'owner', 'attack 1']);
  });

  test('runs as many at once as it may, and goes on after one that fails', async () => {
    const { begun: started, work, endNext } = useWork();
    const queue = createFairQueue({ concurrency: 2, perCaller: 10, maxWaiting: 10, timeoutMs: 10_000 });
    const failed = queue.run('a', () => Promise.reject(new Error('broken')));
    void queue.run('a', work('one'));
    void queue.run('a', work('two'));
    await expect(failed).rejects.toThrow('broken');
    await endNext();
    expect(started).toEqual(['one', 'two']);
  });

  test('refuses a caller with too many waiting, and once all have too many those who would come last', async () => {
    const { begun: started, work, endNext } = useWork();
    const queue = createFairQueue({ concurrency: 1, perCaller: 2, maxWaiting: 3, timeoutMs: 10_000 });
    const running = queue.run('a', work('a0'));
    const suspects = [queue.run('a', work('a1'), 2), queue.run('a', work('a2'), 2)] as const;
    await expect(queue.run('a', work('a3'), 2)).rejects.toMatchObject({ code: 'request.limited', refusal: { retryAfter: 1 } });
    const stranger = queue.run('b', work('b'), 1);
    await expect(queue.run('c', work('c'), 2)).rejects.toMatchObject({ code: 'server.unavailable' });

    const knownRuns = [queue.run('d', work('d'), 0), queue.run('e', work('e'), 0)];
    for (const run of suspects) await expect(run).rejects.toMatchObject({ code: 'server.unavailable' });
    const newer = queue.run('f', work('f'));
    await expect(stranger).rejects.toMatchObject({ code: 'server.unavailable' });
    knownRuns.push(queue.run('g', work('g'), 0));
    await expect(newer).rejects.toMatchObject({ code: 'server.unavailable' });
    await expect(queue.run('h', work('h'), 0)).rejects.toMatchObject({ code: 'server.unavailable' });
    for (let index = 0; index < 4; index += 1) await endNext();
    expect(await Promise.all([running, ...knownRuns])).toEqual(started);
    expect(started).toEqual(['a0', 'd', 'e', 'g']);
  });

  test('serves the lower rank first, but for every fourth turn, and of strangers the newest', async () => {
    const { begun: started, work, endNext } = useWork();
    const queue = createFairQueue({ concurrency: 1, perCaller: 10, maxWaiting: 100, timeoutMs: 10_000 });
    void queue.run('first', work('first'));
    for (const name of ['suspect 1', 'suspect 2']) void queue.run(name, work(name), 2);
    for (const name of ['stranger 1', 'stranger 2']) void queue.run(name, work(name), 1);
    for (const name of ['known 1', 'known 2']) void queue.run(name, work(name), 0);
    for (let index = 0; index < 6; index += 1) await endNext();
    expect(started).toEqual(['first', 'known 1', 'known 2', 'stranger 2', 'suspect 1', 'stranger 1', 'suspect 2']);
    await endNext();
  });

  test('does nothing for a caller that has timed out', async () => {
    const { begun: started, work, endNext } = useWork();
    const queue = createFairQueue({ concurrency: 1, perCaller: 10, maxWaiting: 10, timeoutMs: 0 });
    const first = queue.run('a', work('a'));
    const late = expect(queue.run('b', work('b'))).rejects.toMatchObject({ code: 'server.unavailable' });
    await endNext();
    expect(await first).toBe('a');
    await late;
    const next = queue.run('c', work('c'));
    await endNext();
    expect(await next).toBe('c');
    expect(started).toEqual(['a', 'c']);
  });
});
