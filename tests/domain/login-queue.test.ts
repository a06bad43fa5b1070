import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLoginQueue, type LoginCaller } from '#server/core/login-queue.ts';
import { LOGINS } from '#shared/vocabulary/account-limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const from = (address: string, more: Partial<LoginCaller> = {}): LoginCaller => ({ address, email: `${address}@example.com`, device: null, ...more });

/** Those who wait behind logins that are under way, in the order in which they are served; `noted` has had a wrong password. */
async function servedOf(callers: Record<string, LoginCaller>, noted: readonly LoginCaller[] = [], laterSeconds = 0): Promise<string[]> {
  const queue = createLoginQueue();
  for (const failure of noted) queue.recordFailure(failure);
  vi.advanceTimersByTime(laterSeconds * 1000);
  const ends: (() => void)[] = [];
  const running = Array.from({ length: LOGINS.queue.concurrency }, (_, index) =>
    queue.run(from(`${index}`), () => new Promise<void>((end) => ends.push(end))),
  );
  await new Promise(setImmediate);
  const served: string[] = [];
  const waiting = Object.entries(callers).map(([name, caller]) => queue.run(caller, async () => void served.push(name)));
  ends[0]?.();
  await Promise.all(waiting);
  for (const end of ends) end();
  await Promise.all(running);
  return served;
}

// spec s8-limits.12 | S8 D | 150 logins at once slow an honest one to at most 200 ms, but for a new browser beside ever new addresses and accounts:
//   devices that the account knows go first, addresses and accounts with a wrong password of late last | src/server/core/login-queue.ts
describe('logins that wait', () => {
  const attacker = from('192.0.2.1');
  const stranger = from('192.0.2.2');
  const known = from('192.0.2.1', { email: 'owner@example.com', device: 'd' });

  test('are served in this order: devices that the account knows, strangers, addresses with a wrong password of late', async () => {
    expect(await servedOf({ attacker, stranger, known }, [attacker])).toEqual(['known', 'stranger', 'attacker']);
  });

  test('come last for an account with a wrong password of late, too, wherever they come from', async () => {
    const otherAddress = from('198.51.100.1', { email: attacker.email });
    expect(await servedOf({ stranger, elsewhere: otherAddress }, [attacker])).toEqual(['stranger', 'elsewhere']);
  });

  test('do not come last any more once the wrong password no longer counts', async () => {
    expect(await servedOf({ stranger, attacker }, [attacker], LOGINS.failureSeconds - 1)).toEqual(['stranger', 'attacker']);
    expect(await servedOf({ stranger, attacker }, [attacker], LOGINS.failureSeconds)).toEqual(['attacker', 'stranger']);
  });

  test('are not held back by a wrong password that was typed at a device which the account knows', async () => {
    expect(await servedOf({ stranger, attacker }, [{ ...attacker, device: 'd' }])).toEqual(['attacker', 'stranger']);
  });

  test('of one device take turns with those of another', async () => {
    const other = from('192.0.2.9', { device: 'e' });
    expect(await servedOf({ first: known, second: known, other })).toEqual(['first', 'other', 'second']);
  });
});
