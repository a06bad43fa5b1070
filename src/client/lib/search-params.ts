type Reader<T> = (value: unknown) => T | undefined;
type Readers = Record<string, Reader<unknown>>;
type Params<R extends Readers> = { [K in keyof R]?: Exclude<ReturnType<R[K]>, undefined> };

/**
 * A route's `validateSearch`, parameter by parameter: what does not fit is left out.
 * Every route's is in the first chunk, where Zod would weigh more than the router.
 */
export function searchParams<R extends Readers>(readers: R): (search: Record<string, unknown>) => Params<R> {
  return (search) => {
    const params: Params<R> = {};
    for (const key in readers) {
      // Said to be undefined: the router keeps what this does not name.
      if (key in search) Object.assign(params, { [key]: readers[key]?.(search[key]) });
    }
    return params;
  };
}

export function oneOf<const T>(known: readonly T[]): Reader<T> {
  return (value) => known.find((one) => one === value);
}

/** Trimmed and cut; the router reads `q=2026` as a number. */
export function words(most: number): Reader<string> {
  return (value) => {
    const isWord = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return (isWord && String(value).trim().slice(0, most)) || undefined;
  };
}
