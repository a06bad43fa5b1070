import { z } from '@hono/zod-openapi';
import { LIMITS } from '#shared/vocabulary/limits.ts';

/** A JSON object as a client sent it. */
export type Sent = Record<string, unknown>;

export const isSent = (value: unknown): value is Sent => typeof value === 'object' && value !== null && !Array.isArray(value);

type Body<C extends z.ZodType> = {
  /** What the procedure takes. */
  contract: C;
  /** What the reference shows, where that differs. */
  documented?: z.ZodType;
  /** What a client might send. */
  example?: object;
  /** What else the reference says of a field, and what of it a schema cannot tell. */
  fields?: Readonly<Record<string, object>>;
  /** Spellings and aliases made one; what is wrong stays wrong, for the procedure to refuse. */
  read: (sent: Sent) => unknown;
};

/** A body that is documented strictly, read leniently and judged by its procedure, who may call it first. */
export function body<C extends z.ZodType>(name: string, { contract, documented = contract, example, fields, read }: Body<C>) {
  return z
    .record(z.string(), z.unknown())
    .transform((sent) => unchecked<z.input<C>>(read(sent)))
    .openapi(name, { ...schemaObject(documented, fields), ...(example && { example }) });
}

/** The procedure checks all that it is given, so a value of any type may be handed on to it. */
function unchecked<T>(value: unknown): T {
  return value as T;
}

type SchemaObject = { type: 'object' };

/** OpenAPI 3.1 embeds JSON Schema as it is; every contract is an object. */
function schemaObject(schema: z.ZodType, fields: Body<z.ZodType>['fields'] = {}): SchemaObject {
  const { $schema, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  for (const [name, said] of Object.entries(fields)) Object.assign(Object(jsonSchema.properties?.[name]), said);
  return { ...jsonSchema, type: 'object' };
}

const NOTHING = ['', 'undefined', 'null'];

type Parameter<T> = {
  description: string;
  type?: 'string' | 'integer' | 'number';
  format?: 'date' | 'date-time';
  /** The range of a number that counts as one. */
  least?: number;
  most?: number;
  /** The first of its values, where it has a list of them. */
  example?: string | number;
  values?: readonly string[];
  read: (text: string | undefined) => T;
};

/** A parameter of the query; what clients send for "not given" is not given, and of repeated ones the last counts. */
export function parameter<T>({ description, type = 'string', format, least, most, values, example = values?.[0], read }: Parameter<T>) {
  return z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((sent) => {
      const text = storable((Array.isArray(sent) ? sent.at(-1) : sent) ?? '').trim();
      return read(NOTHING.includes(text) ? undefined : text);
    })
    .openapi({
      type,
      ...(format && { format }),
      ...(least !== undefined && { minimum: least }),
      ...(most !== undefined && { maximum: most }),
      ...(values && { enum: [...values] }),
      param: { description, ...(example !== undefined && { example }) },
    });
}

/** PostgreSQL holds every character but one, which becomes the sign for what cannot be shown. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

/** The id in a path; one that is too long to be an id is cut, which makes it no likelier to exist. */
export const pathId = (description: string, example: string) =>
  z.string().transform(cut).openapi({ type: 'string', param: { description, example } });

function cut(text: string): string {
  return storable(text).slice(0, LIMITS.id);
}

/** For filters, `all` is as good as nothing. */
export const unlessAll = (text: string | undefined): string | undefined => (text === 'all' ? undefined : text);

/** What it says when it is one of these, else nothing. */
export function oneOf<T extends string>(values: readonly T[], text: string | undefined): T | undefined {
  return values.find((value) => value === text);
}

export const MOST_PAGES = 1_000_000;

/** A whole number from 1 on, at most so much; nothing when it is not one. */
export function countOf(text: string | undefined, most: number): number | undefined {
  const count = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return count >= 1 ? Math.min(count, most) : undefined;
}

/** `true` and `false` also as texts. */
export function flag(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  const text = value.trim().toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  return text === '' ? undefined : value;
}

/** Numbers also as texts. */
export function number(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  const text = value.trim();
  if (text === '') return undefined;
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : value;
}

/** What is chosen from a list may have blanks around it, as any text may. */
export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A text that may be null. */
export const text = (value: unknown): unknown => value ?? (value === null ? '' : undefined);

/** Nothing, for null and the empty text. */
export const something = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

/** Whatever stands where a list should: the list, its only element, or an empty one. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return something(value) === undefined ? [] : [value];
}

/** An id, or an object that bears one. */
export function idOf(value: unknown): string | undefined {
  const id = isSent(value) ? (value._id ?? value.id) : value;
  return typeof id === 'string' || typeof id === 'number' ? cut(String(id).trim()) : undefined;
}

const NO_TIME = new Date(Number.NaN);
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** An ISO date, with time or without, or epoch milliseconds, also as text; UTC where it names no zone. */
export function instant(value: unknown): Date | undefined {
  const given = something(typeof value === 'string' ? value.trim() : value);
  if (given === undefined) return undefined;
  const time = typeof given === 'number' ? given : typeof given === 'string' ? timeOf(given) : Number.NaN;
  return time >= FIRST && time <= LAST ? new Date(time) : NO_TIME;
}

function timeOf(text: string): number {
  if (/^-?\d{5,}$/.test(text)) return Number(text);
  const [, day, clock = '00:00', zone = 'Z'] = ISO.exec(text) ?? [];
  return day !== undefined && isDay(day) ? Date.parse(`${day}T${clock}${zone.toUpperCase()}`) : Number.NaN;
}

/** JavaScript takes the 30th of February for a day in March. */
function isDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

/** A word of a closed list, however it is written. */
export function word(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase().replaceAll('_', '-') : undefined;
}
