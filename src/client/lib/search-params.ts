type Reader<T> = (value: unknown) => T | undefined;
type Readers = Record<string, Reader<unknown>>;
type Params<R extends Readers> = { [K in keyof R]?: Exclude<ReturnType<R[K]>, undefined> };

/** For `validateSearch`; drops invalid parameters. In the first chunk, where Zod would weigh more than the router. */
export function searchParams<R extends Readers>(readers: R): (search: Record<string, unknown>) => Params<R> {
  return (search) => {
    const params: Params<R> = {};
    for (const key in readers) {
      // Explicitly undefined: the router keeps parameters that are not named.
      if (key in search) Object.assign(params, { [key]: readers[key]?.(search[key]) });
    }
    return params;
  };
}

export function oneOf<const T>(values: readonly T[]): Reader<T> {
  return (value) => values.find((candidate) => candidate === value);
}

/** Several of the values with commas between them, each once and in their order. */
export function someOf(values: readonly string[]): Reader<string> {
  return (value) => {
    const given = String(value).split(',');
    return values.filter((one) => given.includes(one)).join(',') || undefined;
  };
}

/** As `2026-12-05`. */
export const date: Reader<string> = (value) => (typeof value === 'string' && isDate(value) ? value : undefined);

/** As in `zone.ts`, which not every first view loads. */
function isDate(text: string): boolean {
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : null;
  return parsed !== null && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** The router reads `q=2026` as a number. */
export function text(maxLength: number): Reader<string> {
  return (value) => {
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return (isText && String(value).trim().slice(0, maxLength)) || undefined;
  };
}
