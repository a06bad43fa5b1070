import { BOOKING } from '#shared/vocabulary/limits.ts';

export type ConfirmState<T> = { waiting: readonly T[]; sending: readonly T[] };
export type Outcome<T> = { confirmed: T[]; refused: { booking: T; error: unknown }[] };

export type ConfirmQueueOptions<T> = {
  /** `isParting`: the page may be gone before the answer. */
  send: (booking: T, isParting: boolean) => Promise<unknown>;
  onSent: (outcome: Outcome<T>) => void | Promise<void>;
};

export type ConfirmQueue<T> = {
  getState: () => ConfirmState<T>;
  subscribe: (onChange: () => void) => () => void;
  confirm: (bookings: readonly T[]) => void;
  undo: () => void;
  /** Sends what waits for Undo, now. Resolves once all that was sent is answered. */
  flush: (isParting?: boolean) => Promise<unknown>;
};

/** Nobody can undo a confirmation once it is sent, so each waits first. It leaves the queue before it is sent, and is sent once. */
export function createConfirmQueue<T extends { id: string }>({ send, onSent }: ConfirmQueueOptions<T>): ConfirmQueue<T> {
  let state: ConfirmState<T> = { waiting: [], sending: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const underway = new Set<Promise<void>>();

  const set = (next: ConfirmState<T>) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const flush = (isParting = false) => {
    clearTimeout(timer);
    const { waiting, sending } = state;
    if (waiting.length > 0) {
      set({ waiting: [], sending: [...sending, ...waiting] });
      const sent = sendAll(waiting, isParting).finally(() => underway.delete(sent));
      underway.add(sent);
    }
    return Promise.all(underway);
  };

  const sendAll = async (bookings: readonly T[], isParting: boolean) => {
    const answers = await Promise.allSettled(bookings.map((booking) => send(booking, isParting)));
    const outcome: Outcome<T> = { confirmed: [], refused: [] };
    for (const [index, booking] of bookings.entries()) {
      const answer = answers[index];
      if (answer?.status === 'rejected') outcome.refused.push({ booking, error: answer.reason });
      else outcome.confirmed.push(booking);
    }
    // They stay in it until the list has been read again, so that no button to confirm appears meanwhile.
    await Promise.resolve(onSent(outcome)).catch(() => null);
    set({ ...state, sending: state.sending.filter((booking) => !bookings.includes(booking)) });
  };

  return {
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    confirm(bookings) {
      const known = new Set([...state.waiting, ...state.sending].map(({ id }) => id));
      const added = bookings.filter(({ id }) => !known.has(id));
      if (added.length === 0) return;
      void flush();
      set({ ...state, waiting: added });
      timer = setTimeout(() => void flush(), BOOKING.undoMs);
    },
    undo() {
      clearTimeout(timer);
      set({ ...state, waiting: [] });
    },
    flush,
  };
}
