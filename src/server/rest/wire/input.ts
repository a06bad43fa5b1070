import { z } from '@hono/zod-openapi';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

type Body<C extends z.ZodType> = {
  contract: C;
  documented?: z.ZodType;
  example?: object;
  fields?: Readonly<Record<string, string | object>>;
  read: (sent: JsonObject) => unknown;
};

/** A body that is documented strictly, read leniently and validated by its procedure, which checks who calls first. */
export function body<C extends z.ZodType>(name: string, { contract, documented = contract, example, fields, read }: Body<C>) {
  return z
    .record(z.string(), z.unknown())
    .transform((sent) => asInput<C>(read(sent)))
    .openapi(name, { ...schemaObject(documented, fields), ...(example && { example }) });
}

/** The procedure validates all of its input, so that a value of any type may be passed to it. */
function asInput<C extends z.ZodType>(value: unknown): z.input<C> {
  return value as z.input<C>;
}

function schemaObject(schema: z.ZodType, fields: Body<z.ZodType>['fields'] = {}): { type: 'object' } {
  const { $schema, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  for (const [name, about] of Object.entries(fields))
    Object.assign(Object(jsonSchema.properties?.[name]), typeof about === 'string' ? { description: about } : about);
  return { ...jsonSchema, type: 'object' };
}

const EMPTY = ['', 'undefined', 'null'];
export const MAX_PAGE = 1_000_000;

type Parameter<T> = {
  description: string;
  type?: 'string' | 'integer' | 'number';
  format?: 'date' | 'date-time';
  minimum?: number;
  maximum?: number;
  example?: string | number;
  values?: readonly string[];
  read: (text: string | undefined) => T;
};

export function parameter<T>({ description, type = 'string', format, minimum, maximum, values, example = values?.[0], read }: Parameter<T>) {
  return z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((sent) => {
      const text = withoutNul((Array.isArray(sent) ? sent.at(-1) : sent) ?? '').trim();
      return read(EMPTY.includes(text) ? undefined : text);
    })
    .openapi({
      type,
      ...(format && { format }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(values && { enum: [...values] }),
      param: { description, ...(example !== undefined && { example }) },
    });
}

export const page = (description = 'From 1', read = (text: string | undefined) => toCount(text, MAX_PAGE)) =>
  parameter({ description, type: 'integer', minimum: 1, example: 1, read });

export const limit = (description: string, { maximum, example }: { maximum: number; example: number }) =>
  parameter({ description, type: 'integer', minimum: 1, maximum, example, read: (text) => toCount(text, maximum) });

export const choice = <T extends string>(description: string, values: readonly T[]) =>
  parameter({ description, values, read: (text) => oneOf(values, text) });

/** Several of the values with commas between them; other words have no effect. */
export const several = <T extends string>(description: string, values: readonly T[]) =>
  parameter({
    description: `${description}, with commas between them: ${values.map((value) => `\`${value}\``).join(', ')}`,
    example: values.slice(0, 2).join(','),
    read: (text) => {
      const given = text?.toLowerCase().split(',') ?? [];
      const chosen = values.filter((value) => given.includes(value.toLowerCase()));
      return chosen.length > 0 ? chosen : undefined;
    },
  });

export const filter = (description: string, { example, values, max = LIMITS.id }: { example?: string; values?: readonly string[]; max?: number }) =>
  parameter({ description, example, values, read: (text) => (text === 'all' ? undefined : text?.slice(0, max)) });

export const searchText = (description: string, example: string) =>
  parameter({ description, example, read: (text) => text?.slice(0, LIMITS.searchText) });

export const flag = (description: string) => parameter({ description, values: ['true'], read: (text) => text === 'true' });

export const pathId = (description: string, example: string) =>
  z.string().transform(cut).openapi({ type: 'string', param: { description, example } });
export const idParams = (description: string, example: string) => z.object({ id: pathId(description, example) });

/** PostgreSQL text cannot hold U+0000. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD');

const cut = (text: string): string => withoutNul(text).slice(0, LIMITS.id);

export function oneOf<T extends string>(values: readonly T[], text: string | undefined): T | undefined {
  return values.find((value) => value === text);
}

export function toCount(text: string | undefined, maximum: number): number | undefined {
  const count = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return count >= 1 ? Math.min(count, maximum) : undefined;
}

export function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  const text = value.trim().toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  return text === '' ? undefined : value;
}

export function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  const text = value.trim();
  if (text === '') return undefined;
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : value;
}

export const trim = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

export const nullToEmpty = (value: unknown): unknown => value ?? (value === null ? '' : undefined);

export const emptyToUndefined = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

export function toArray(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return emptyToUndefined(value) === undefined ? [] : [value];
}

export function toId(value: unknown): string | undefined {
  const id = isJsonObject(value) ? (value._id ?? value.id) : value;
  return typeof id === 'string' || typeof id === 'number' ? cut(String(id).trim()) : undefined;
}

const INVALID_DATE = new Date(Number.NaN);
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;
const MIN_TIME = Date.parse('0001-01-01T00:00:00.000Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

export function toDate(value: unknown): Date | undefined {
  const given = emptyToUndefined(trim(value));
  if (given === undefined) return undefined;
  const time = typeof given === 'number' ? given : typeof given === 'string' ? parseTime(given) : Number.NaN;
  return time >= MIN_TIME && time <= MAX_TIME ? new Date(time) : INVALID_DATE;
}

function parseTime(text: string): number {
  if (/^-?\d{5,}$/.test(text)) return Number(text);
  const [, day, clock = '00:00', zone = 'Z'] = ISO.exec(text) ?? [];
  return day !== undefined && isCalendarDay(day) ? Date.parse(`${day}T${clock}${zone.toUpperCase()}`) : Number.NaN;
}

/** JavaScript parses 30 February as a day in March. */
function isCalendarDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

export function toKeyword(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase().replaceAll('_', '-') : undefined;
}
