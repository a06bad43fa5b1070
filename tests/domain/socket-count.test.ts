import { describe, expect, test } from 'vitest';
import { createSocketLimit } from '#server/core/socket-limits.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';

const HERE = '192.0.2.1';

// spec s8-limits.20 | S8 H | At most 50 sockets an address without a session, of tRPC and Socket.IO together, in one process |
//   src/server/core/socket-limits.ts
describe('sockets of one address', () => {
  test('are fifty without a session, and more of those that have one; who leaves makes room', () => {
    const enter = createSocketLimit();
    const open = (isSignedIn: boolean, address = HERE) => {
      const counted = enter(address) ?? expect.fail('it was refused at the door');
      return { counted, stays: counted.setSignedIn(isSignedIn) };
    };
    const guests = Array.from({ length: SOCKETS.anonymous }, () => open(false));
    expect(guests.every(({ stays }) => stays)).toBe(true);
    expect(open(false).stays).toBe(false);
    expect(Array.from({ length: 60 }, () => open(true).stays)).not.toContain(false);
    expect(open(false, '192.0.2.2').stays).toBe(true);
    guests[0]?.counted.release();
    guests[0]?.counted.release();
    expect(open(false).stays).toBe(true);
    expect(open(false).stays).toBe(false);
  });

  test('that never say who is there are five hundred', () => {
    const enter = createSocketLimit();
    const silent = Array.from({ length: SOCKETS.arriving }, () => enter(HERE));
    expect(silent).not.toContain(null);
    expect(enter(HERE)).toBeNull();
    silent[0]?.release();
    expect(enter(HERE)).not.toBeNull();
  });
});
