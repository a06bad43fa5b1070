/** What is told to one hearer, live: to a function that is called with each, at once, or as items to whoever asks for one after the other. */
export type Live<E, T> = {
  /** Until the end; fails with what broke it, which may be `tell`. */
  each: (tell: Tell<E>) => Promise<void>;
  [Symbol.asyncIterator]: () => AsyncGenerator<T, void, undefined>;
};

/** An id is letters, digits and dots: it goes into JSON as it is. */
type Tell<E> = (id: string, event: E) => void;
/** Tells nothing once the signal is given, and ends. */
type Telling<E> = (tell: Tell<E>, signal: AbortSignal | undefined) => Promise<void>;

export function live<E, T>(telling: Telling<E>, signal: AbortSignal | undefined, itemOf: (id: string, event: E) => T): Live<E, T> {
  return { each: (tell) => telling(tell, signal), [Symbol.asyncIterator]: () => oneByOne(telling, signal, itemOf) };
}

export const isLive = (value: unknown): value is Live<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'each' in value && Symbol.asyncIterator in value;

async function* oneByOne<E, T>(
  telling: Telling<E>,
  signal: AbortSignal | undefined,
  itemOf: (id: string, event: E) => T,
): AsyncGenerator<T, void, undefined> {
  const leaving = new AbortController();
  const waiting: T[] = [];
  let isOver = false;
  let wake = () => {};
  const tell = (id: string, event: E) => {
    waiting.push(itemOf(id, event));
    wake();
  };
  const over = telling(tell, signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal).finally(() => {
    isOver = true;
    wake();
  });
  // Whoever leaves before the end does not hear how it went.
  over.catch(() => {});
  try {
    while (waiting.length > 0 || !isOver) {
      yield* waiting.splice(0);
      if (waiting.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    await over;
  } finally {
    leaving.abort();
  }
}
