import { describe, expect, test } from 'vitest';
import { createSocketLimit } from '#server/core/socket-limits.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';

const ADDRESS = '192.0.2.1';

// spec s8-limits.20 | S8 H | At most 50 sockets an address without a session, of tRPC and Socket.IO together, in one process |
//   src/server/core/socket-limits.ts
describe('sockets of one address', () => {
  test('are fifty without a session, and more of those that have one; who leaves makes room', () => {
    const enter = createSocketLimit();
    const open = (isSignedIn: boolean, address = ADDRESS) => {
      const counted = enter(address) ?? expect.fail('it was refused at the door');
      return { counted, isAccepted: counted.setSignedIn(isSignedIn) };
    };
    const guests = Array.from({ length: SOCKETS.anonymous }, () => open(false));
    expect(guests.every(({ isAccepted }) => isAccepted)).toBe(true);
    expect(open(false).isAccepted).toBe(false);
    expect(Array.from({ length: 60 }, () => open(true).isAccepted)).not.toContain(false);
    expect(open(false, '192.0.2.2').isAccepted).toBe(true);
    guests[0]?.counted.release();
    guests[0]?.counted.release();
    expect(open(false).isAccepted).toBe(true);
    expect(open(false).isAccepted).toBe(false);
  });

  test('that never say who is there are five hundred', () => {
    const enter = createSocketLimit();
    const silent = Array.from({ length: SOCKETS.arriving }, () => enter(ADDRESS));
    expect(silent).not.toContain(null);
    expect(enter(ADDRESS)).toBeNull();
    silent[0]?.release();
    expect(enter(ADDRESS)).not.toBeNull();
  });
});
