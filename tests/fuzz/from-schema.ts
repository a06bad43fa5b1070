import * as fc from 'fast-check';
import { type Document, resolved, type Schema } from './document.ts';

export type Known = Readonly<Record<string, readonly unknown[]>>;

const DEEPEST = 6;
const MOST_ITEMS = 4;
const USUAL_LENGTH = 40;
/** Longer texts would only slow the run. */
const LONGEST = 5_000;
const TEXTS = ['සිංහල ගුරුවරයා', 'தமிழ் ஆசிரியர்', 'A patient teacher of mathematics.', 'Ananda 👩‍🏫', "O'Neill & Söhne", '<p>Words</p>'];
const SHAPES = ['/a', '/a/b?c=d', 'https://example.com/a', 'a@example.com', '0771234567', '123456', '#6366f1', '09:00', 'a'];

export function valuesOf(document: Document, known: Known, schema: Schema | boolean | undefined, name = ''): fc.Arbitrary<unknown> {
  return values({ document, known }, { schema, name, depth: 0 });
}

type Source = { document: Document; known: Known };
type Wanted = { schema: Schema | boolean | undefined; name: string; depth: number };

function values(source: Source, { schema: given, name, depth }: Wanted): fc.Arbitrary<unknown> {
  if (given === undefined || typeof given === 'boolean' || Object.keys(given).length === 0) return fc.jsonValue({ maxDepth: 2 });
  const schema = resolved(source.document, given);
  const inner = (one: Schema | boolean | undefined, as = name) => values(source, { schema: one, name: as, depth: depth + 1 });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((one) => inner(one)));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map((one) => inner(one)), objectOf(schema, inner, depth)).map((parts) => Object.assign({}, ...parts));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [schema.properties ? 'object' : 'string']);
  return fc.oneof(...types.map((type) => ofType(source, { schema, name, depth, type, inner })));
}

type Typed = { schema: Schema; name: string; depth: number; type: string; inner: Inner };
type Inner = (schema: Schema | boolean | undefined, name?: string) => fc.Arbitrary<unknown>;

function ofType({ known }: Source, { schema, name, depth, type, inner }: Typed): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  const there = (known[name] ?? []).filter((value) => typeof value === (type === 'integer' ? 'number' : type) && isShortEnough(value, schema));
  const likely = (others: fc.Arbitrary<unknown>) =>
    there.length === 0 ? others : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...there) }, { weight: 1, arbitrary: others });
  if (type === 'integer' || type === 'number') return likely(numbers(schema, type === 'integer'));
  if (type === 'array') {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, depth < DEEPEST ? MOST_ITEMS : 0)) };
    const item = inner(schema.items);
    return schema.uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
  }
  if (type === 'object') return objectOf(schema, inner, depth);
  return likely(texts(schema));
}

const isShortEnough = (value: unknown, { maxLength }: Schema): boolean => maxLength === undefined || String(value).length <= maxLength;

function objectOf({ properties = {}, required = [], additionalProperties, propertyNames }: Schema, inner: Inner, depth: number) {
  const wanted = Object.entries(properties).filter(([key]) => depth < DEEPEST || required.includes(key));
  const shape = Object.fromEntries(wanted.map(([key, schema]) => [key, inner(schema, key)]));
  const named = fc.record(shape, { requiredKeys: wanted.map(([key]) => key).filter((key) => required.includes(key)), noNullPrototype: true });
  if (!propertyNames && typeof additionalProperties !== 'object') return named;
  const others = fc.dictionary(fc.string({ maxLength: Math.min(propertyNames?.maxLength ?? 12, 12) }), inner(additionalProperties), { maxKeys: 3 });
  return fc.tuple(others, named).map((both): unknown => Object.assign({}, ...both));
}

function numbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: Schema, isWhole: boolean): fc.Arbitrary<number> {
  const least = Math.max(minimum ?? -Number.MAX_SAFE_INTEGER, exclusiveMinimum === undefined ? -Number.MAX_SAFE_INTEGER : exclusiveMinimum + 1);
  const most = Math.min(maximum ?? Number.MAX_SAFE_INTEGER, exclusiveMaximum === undefined ? Number.MAX_SAFE_INTEGER : exclusiveMaximum - 1);
  const small = { min: Math.max(least, Math.min(0, most)), max: Math.min(most, Math.max(least, 100)) };
  const whole = fc.oneof({ weight: 4, arbitrary: fc.integer(small) }, fc.integer({ min: least, max: most }), fc.constantFrom(least, most));
  if (isWhole) return whole.map((value) => Math.trunc(value / multipleOf) * multipleOf);
  return fc.oneof({ weight: 2, arbitrary: whole }, fc.double({ ...small, noNaN: true, noDefaultInfinity: true }));
}

function texts(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = Math.max(minLength, LONGEST) } = schema;
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  const shaped = ofFormat(schema.format) ?? ofPattern(schema.pattern);
  if (shaped) return schema.minLength === undefined && schema.maxLength === undefined ? shaped : shaped.filter(fits);
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, USUAL_LENGTH)) };
  const words = TEXTS.filter(fits);
  return fc.oneof(
    { weight: 3, arbitrary: words.length === 0 ? fc.string(bounds) : fc.constantFrom(...words) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', ...bounds }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', ...bounds }).filter(fits) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(minLength), 'x'.repeat(Math.min(maxLength, LONGEST))) },
  );
}

const YEARS = { min: new Date('2020-01-01T00:00:00Z'), max: new Date('2031-01-01T00:00:00Z'), noInvalidDate: true };

function ofFormat(format: string | undefined): fc.Arbitrary<string> | null {
  if (format === 'date-time') return fc.date(YEARS).map((date) => date.toISOString());
  if (format === 'date') return fc.date(YEARS).map((date) => date.toISOString().slice(0, 10));
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri' || format === 'url') return fc.webUrl();
  return null;
}

function ofPattern(pattern: string | undefined): fc.Arbitrary<string> | null {
  if (pattern === undefined) return null;
  const exact = new RegExp(pattern, 'u');
  const shapes = SHAPES.filter((shape) => exact.test(shape));
  // fast-check cannot reverse an expression with lookahead.
  if (shapes.length === 0 || !pattern.includes('(?')) return fc.stringMatching(exact);
  return fc.constantFrom(...shapes);
}
