import { SOCKETS } from '#shared/vocabulary/limits.ts';

export type Counted = {
  /** Whether the socket may stay, now that it is known whether its owner has a session. */
  settle: (isSignedIn: boolean) => boolean;
  leave: () => void;
};

/** Null where the address has too many already. */
export type SocketCount = (address: string) => Counted | null;

export const UNCOUNTED: SocketCount = () => ({ settle: () => true, leave: () => {} });

/** Counts the sockets of each address in this process, of tRPC and Socket.IO together, whose owners have no session or have not said yet who they are. */
export function createSocketCount(): SocketCount {
  const arriving = counter(SOCKETS.arriving);
  const anonymous = counter(SOCKETS.anonymous);

  return (address) => {
    let leave = arriving(address);
    if (!leave) return null;
    return {
      settle(isSignedIn) {
        leave?.();
        leave = isSignedIn ? null : anonymous(address);
        return isSignedIn || leave !== null;
      },
      leave() {
        leave?.();
        leave = null;
      },
    };
  };
}

/** Answers how to leave again, once; null where the address is full. */
function counter(most: number): (address: string) => (() => void) | null {
  const counts = new Map<string, number>();
  return (address) => {
    const before = counts.get(address) ?? 0;
    if (before >= most) return null;
    counts.set(address, before + 1);
    return () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    };
  };
}
