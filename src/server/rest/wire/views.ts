import { z } from '@hono/zod-openapi';
import * as contract from '#shared/contracts/common.ts';
import { count, date, email, id, image, isAddress, rating, rupees, userRef } from './schemas.ts';

type Fields = Readonly<Record<string, z.ZodType>>;
type Changes<F extends Fields> = { readonly [K in keyof F]?: string | z.ZodType };

type WireValue<T> = T extends Date
  ? string
  : T extends readonly (infer E)[]
    ? WireValue<E>[]
    : T extends object
      ? (T extends { id: string } ? { _id: string } : unknown) & { [K in keyof T]: WireValue<T[K]> }
      : T;
type WireField<T> = T extends z.ZodOptional<infer I extends z.ZodType> ? z.ZodOptional<WireField<I>> : z.ZodType<WireValue<z.output<T>>>;
type Alias = z.core.$brand<'alias'>;
type WireFields<F extends Fields, C, A extends Record<string, keyof F>> = ('id' extends keyof F ? { _id: z.ZodString } : unknown) & {
  [K in keyof F]: C extends Record<K, infer S extends z.ZodType> ? S : WireField<F[K]>;
} & { [K in keyof A]: z.ZodType<z.output<WireField<F[A[K]]>> & Alias> };

const BY_CONTRACT = new Map<z.ZodType, z.ZodType>([
  [contract.person, userRef],
  [contract.rupees, rupees],
]);
const BY_NAME = new Map<string, z.ZodType>([
  ['id', id],
  ['email', email],
  ['profileImage', image],
  ['featuredImage', image],
  ['rating', rating],
  ['averageRating', rating],
]);

/** The field of the view that is written under another name, too. */
const originals = new WeakMap<z.ZodType, string>();

/**
 * The schema of a view as REST answers it: an object with an `id` has it as `_id` too, a date is a text, a number a count.
 * `changes` has what differs, `aliases` second names of fields, which follow the first.
 */
export function wireSchema<
  F extends Fields,
  const C extends Changes<F> = Record<never, never>,
  const A extends Record<string, keyof F> = Record<never, never>,
>(view: z.ZodObject<F>, changes?: C, aliases?: A) {
  const fields = Object.entries(view.shape).flatMap(([name, field]) => {
    const change = changes?.[name];
    const derived = change instanceof z.ZodType ? change : wireField(field, name);
    const schema = typeof change === 'string' ? derived.openapi({ description: change }) : derived;
    const others = Object.keys(aliases ?? {}).filter((alias) => aliases?.[alias] === name);
    return [[name, schema], ...others.map((alias) => [alias, aliasOf(derived, name)])];
  });
  // The keys are those of the view, each with the schema that `wireField` or `changes` has for it.
  return z.object({ ...('id' in view.shape && { _id: id }), ...Object.fromEntries(fields) }) as z.ZodObject<WireFields<F, C, A>>;
}

function aliasOf(schema: z.ZodType, name: string): z.ZodType {
  const alias = schema.openapi({ description: `The same as \`${name}\`.` });
  originals.set(alias, name);
  return alias;
}

function wireField(field: z.ZodType, name = ''): z.ZodType {
  const shared = BY_CONTRACT.get(field) ?? BY_NAME.get(name);
  if (shared) return shared;
  if (field instanceof z.ZodOptional) return wireField(inner(field), name).optional();
  if (field instanceof z.ZodNullable) return wireField(inner(field), name).nullable();
  if (field instanceof z.ZodArray) return z.array(wireField(inner(field)));
  if (field instanceof z.ZodObject) return wireSchema(field);
  if (field instanceof z.ZodDate) return date;
  if (field instanceof z.ZodNumber) return count;
  if (field instanceof z.ZodString) return z.string();
  if (field instanceof z.ZodBoolean) return z.boolean();
  if (field instanceof z.ZodEnum) return z.enum(field.enum);
  throw new Error(`${name} has no schema by rule: name one`);
}

/** Zod types what a wrapper holds as one of its core's schemas; all of ours are of its classic API. */
const inner = (wrapper: { unwrap: () => unknown }): z.ZodType => wrapper.unwrap() as z.ZodType;

export type Source<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer E)[]
    ? readonly Source<E>[]
    : T extends object
      ? {
          readonly [K in keyof T as K extends '_id' ? never : [T[K]] extends [true | Alias] ? never : K]:
            | Source<T[K]>
            | (undefined extends T[K] ? null : never);
        }
      : T;

type Write = (value: unknown, site: string) => unknown;
const writes = new WeakMap<z.ZodType, Write>();

export function toWire<S extends z.ZodType>(schema: S, view: Source<z.output<S>>, site = ''): z.output<S> {
  // Made of the keys of the schema.
  return writeOf(schema)(view, site) as z.output<S>;
}

function writeOf(schema: z.ZodType): Write {
  const write = writes.get(schema) ?? makeWrite(schema);
  writes.set(schema, write);
  return write;
}

function makeWrite(schema: z.ZodType): Write {
  if (schema instanceof z.ZodObject) return makeWriteOfObject(schema.shape);
  if (schema instanceof z.ZodArray) {
    const write = writeOf(inner(schema));
    return (value, site) => (value as unknown[]).map((element) => write(element, site));
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const write = writeOf(inner(schema));
    const empty = schema instanceof z.ZodNullable ? null : undefined;
    return (value, site) => (value === null || value === undefined ? empty : write(value, site));
  }
  if (schema instanceof z.ZodLiteral) return (value) => value ?? schema.value;
  if (isAddress(schema)) return (value, site) => absolute(String(value), site);
  return schema instanceof z.ZodString ? writeText : writeSame;
}

const writeText: Write = (value) => (value instanceof Date ? value.toISOString() : value);
const writeSame: Write = (value) => value;

/** A function with a literal, as Zod makes its parsers: V8 then knows the shape of what is written. Field by field takes twice as long. */
function makeWriteOfObject(shape: Fields): Write {
  const fields = Object.entries(shape).map(([key, field], index) => {
    const value = `view[${JSON.stringify(key === '_id' ? 'id' : (originals.get(field) ?? key))}]`;
    return `${JSON.stringify(key)}: ${writeOf(field) === writeSame ? value : `writes[${index}](${value}, site)`}`;
  });
  const make = new Function('writes', `return (view, site) => ({ ${fields.join(', ')} });`);
  return make(Object.values(shape).map(writeOf));
}

export const absolute = (url: string, site: string): string => (url.startsWith('/') ? site + url : url);
