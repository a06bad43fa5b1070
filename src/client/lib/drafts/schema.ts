import type { DraftSchema } from './draft.ts';

/** A field that a stored draft lacks takes its default, so a new field invalidates no stored draft. */
export type DraftField<T> = DraftSchema<T> & { defaultValue: T };

type Fields = Record<string, DraftField<unknown>>;
type Values<F extends Fields> = { [K in keyof F]: F[K]['defaultValue'] };

/** A field that cannot be read takes its default as well: the rest of what was typed stays. */
export function record<F extends Fields>(fields: F, defaults: Partial<Values<F>> = {}): DraftField<Values<F>> {
  const lenient = Object.entries(fields).map(([name, field]) => [name, orDefault(field, name in defaults ? defaults[name] : field.defaultValue)]);
  return strictRecord<F>(Object.fromEntries(lenient), defaults);
}

/** For fields that are saved as a whole: one that cannot be read makes the draft invalid, because its default would be saved, too. */
export function strictRecord<F extends Fields>(fields: F, defaults: Partial<Values<F>> = {}): DraftField<Values<F>> {
  const parse = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no record');
    const stored: Record<string, unknown> = { ...value };
    const entries = Object.entries(fields).map(([name, field]) => {
      const fallback = name in defaults ? defaults[name] : field.defaultValue;
      return [name, stored[name] === undefined ? fallback : field.parse(stored[name])];
    });
    // Each value comes from the schema of its own field, or from a typed default.
    return Object.fromEntries(entries) as Values<F>;
  };
  return { parse, defaultValue: parse({}) };
}

function orDefault<T>({ parse }: DraftSchema<T>, defaultValue: T): DraftField<T> {
  return {
    defaultValue,
    parse(value) {
      try {
        return parse(value);
      } catch {
        return defaultValue;
      }
    },
  };
}

export function text(defaultValue = '', maxLength = Number.POSITIVE_INFINITY): DraftField<string> {
  const { parse } = field(defaultValue, (value) => typeof value === 'string');
  return { defaultValue, parse: (value) => parse(value).slice(0, maxLength) };
}

export function flag(defaultValue = false): DraftField<boolean> {
  return field(defaultValue, (value) => typeof value === 'boolean');
}

export function integer(defaultValue: number, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}): DraftField<number> {
  return field(defaultValue, (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max);
}

export function oneOf<const T>(values: readonly T[], defaultValue: NoInfer<T>): DraftField<T> {
  return field(defaultValue, (value) => values.some((candidate) => candidate === value));
}

export function nullable<T>({ parse }: DraftSchema<T>, defaultValue: T | null = null): DraftField<T | null> {
  return { defaultValue, parse: (value) => (value === null ? null : parse(value)) };
}

export function list<T>({ parse }: DraftSchema<T>, defaultValue: T[] = []): DraftField<T[]> {
  return {
    defaultValue,
    parse(value) {
      if (!Array.isArray(value)) throw new TypeError('no list');
      return value.map(parse);
    },
  };
}

function field<T>(defaultValue: T, isValid: (value: unknown) => boolean): DraftField<T> {
  return {
    defaultValue,
    parse(value) {
      if (!isValid(value)) throw new TypeError('another type');
      // It has just been checked.
      return value as T;
    },
  };
}
