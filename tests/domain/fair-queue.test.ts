import { describe, expect, test } from 'vitest';
import { createFairQueue } from '#server/infra/fair-queue.ts';

/** Work that ends when it is told to, in the order in which it was begun. */
function useWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endNext = async () => {
    await new Promise(setImmediate);
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, work, endNext };
}

describe('a queue in which callers take turns', () => {
  test('a hundred and fifty of one caller keep another waiting for one turn, and not for all of theirs', async () => {
    const { begun, work, endNext } = useWork();
    const queue = createFairQueue({ atOnce: 1, perCaller: 200, most: 500 });
    for (let nth = 0; nth < 150; nth += 1) void queue.run('attacker', work(`attack ${nth}`));
    void queue.run('owner', work('owner'));
    await endNext();
    await endNext();
    expect(begun).toEqual(['attack 0', 'attack 1', 'owner']);
  });

  test('runs as many at once as it may, and goes on after one that fails', async () => {
    const { begun, work, endNext } = useWork();
    const queue = createFairQueue({ atOnce: 2, perCaller: 10, most: 10 });
    const failed = queue.run('a', () => Promise.reject(new Error('broken')));
    void queue.run('a', work('one'));
    void queue.run('a', work('two'));
    await expect(failed).rejects.toThrow('broken');
    await endNext();
    expect(begun).toEqual(['one', 'two']);
  });

  test('refuses a caller with too many waiting, and everybody once all have too many', async () => {
    const { work, endNext } = useWork();
    const queue = createFairQueue({ atOnce: 1, perCaller: 2, most: 3 });
    const done = Array.from({ length: 3 }, (_, nth) => queue.run('a', work(`a${nth}`)));
    await expect(queue.run('a', work('a3'))).rejects.toMatchObject({ code: 'request.limited', refusal: { retryAfter: 1 } });
    done.push(queue.run('b', work('b')));
    await expect(queue.run('c', work('c'))).rejects.toMatchObject({ code: 'server.unavailable' });
    for (let nth = 0; nth < 4; nth += 1) await endNext();
    expect(await Promise.all(done)).toEqual(['a0', 'a1', 'a2', 'b']);
    void queue.run('c', work('c'));
    await endNext();
  });
});
