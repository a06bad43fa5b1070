export type LiveStream<E, T> = {
  pushTo: (listener: LiveListener<E>) => Promise<void>;
  [Symbol.asyncIterator]: () => AsyncGenerator<T, void, undefined>;
};

/** An id consists of letters, digits and dots, so that it needs no escaping in JSON. */
type LiveListener<E> = (id: string, event: E) => void;
type LiveSource<E> = (listener: LiveListener<E>, signal: AbortSignal | undefined) => Promise<void>;

export function createLiveStream<E, T>(
  source: LiveSource<E>,
  signal: AbortSignal | undefined,
  toItem: (id: string, event: E) => T,
): LiveStream<E, T> {
  return { pushTo: (listener) => source(listener, signal), [Symbol.asyncIterator]: () => iterate(source, signal, toItem) };
}

export const isLiveStream = (value: unknown): value is LiveStream<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'pushTo' in value && Symbol.asyncIterator in value;

async function* iterate<E, T>(
  source: LiveSource<E>,
  signal: AbortSignal | undefined,
  toItem: (id: string, event: E) => T,
): AsyncGenerator<T, void, undefined> {
  const abort = new AbortController();
  const queue: T[] = [];
  let hasEnded = false;
  let wake = () => {};
  const listener = (id: string, event: E) => {
    queue.push(toItem(id, event));
    wake();
  };
  const ended = source(listener, signal ? AbortSignal.any([signal, abort.signal]) : abort.signal).finally(() => {
    hasEnded = true;
    wake();
  });
  // A reader that stops early never awaits `ended`.
  ended.catch(() => {});
  try {
    while (queue.length > 0 || !hasEnded) {
      yield* queue.splice(0);
      if (queue.length === 0 && !hasEnded) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    await ended;
  } finally {
    abort.abort();
  }
}
