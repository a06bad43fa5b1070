import * as fc from 'fast-check';
import { type Document, resolveRef, type Schema } from './document.ts';

export type Known = Readonly<Record<string, readonly unknown[]>>;

const MAX_DEPTH = 6;
const MAX_ITEMS = 4;
const USUAL_LENGTH = 40;
/** Longer texts would only slow the run. */
const MAX_LENGTH = 5_000;
const TEXTS = ['සිංහල ගුරුවරයා', 'தமிழ் ஆசிரியர்', 'A patient teacher of mathematics.', 'Ananda 👩‍🏫', "O'Neill & Söhne", '<p>Words</p>'];
const SHAPES = ['/a', '/a/b?c=d', 'https://example.com/a', 'a@example.com', '0771234567', '123456', '#6366f1', '09:00', 'a'];

export function valuesOf(document: Document, known: Known, schema: Schema | boolean | undefined, name = ''): fc.Arbitrary<unknown> {
  return values({ document, known }, { schema, name, depth: 0 });
}

type Source = { document: Document; known: Known };
type Target = { schema: Schema | boolean | undefined; name: string; depth: number };

function values(source: Source, { schema: target, name, depth }: Target): fc.Arbitrary<unknown> {
  if (target === undefined || typeof target === 'boolean' || Object.keys(target).length === 0) return fc.jsonValue({ maxDepth: 2 });
  const schema = resolveRef(source.document, target);
  const inner = (subschema: Schema | boolean | undefined, as = name) => values(source, { schema: subschema, name: as, depth: depth + 1 });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((subschema) => inner(subschema)));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map((subschema) => inner(subschema)), objectOf(schema, inner, depth)).map((parts) => Object.assign({}, ...parts));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [schema.properties ? 'object' : 'string']);
  return fc.oneof(...types.map((type) => valuesOfType(source, { schema, name, depth, type, inner })));
}

type Typed = { schema: Schema; name: string; depth: number; type: string; inner: Inner };
type Inner = (schema: Schema | boolean | undefined, name?: string) => fc.Arbitrary<unknown>;

function valuesOfType({ known }: Source, { schema, name, depth, type, inner }: Typed): fc.Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  const existing = (known[name] ?? []).filter((value) => typeof value === (type === 'integer' ? 'number' : type) && isShortEnough(value, schema));
  const preferExisting = (other: fc.Arbitrary<unknown>) =>
    existing.length === 0 ? other : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: other });
  if (type === 'integer' || type === 'number') return preferExisting(numbers(schema, type === 'integer'));
  if (type === 'array') {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, depth < MAX_DEPTH ? MAX_ITEMS : 0)) };
    const item = inner(schema.items);
    return schema.uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
  }
  if (type === 'object') return objectOf(schema, inner, depth);
  return preferExisting(texts(schema));
}

const isShortEnough = (value: unknown, { maxLength }: Schema): boolean => maxLength === undefined || String(value).length <= maxLength;

function objectOf({ properties = {}, required = [], additionalProperties, propertyNames }: Schema, inner: Inner, depth: number) {
  const included = Object.entries(properties).filter(([key]) => depth < MAX_DEPTH || required.includes(key));
  const shape = Object.fromEntries(included.map(([key, schema]) => [key, inner(schema, key)]));
  const documented = fc.record(shape, { requiredKeys: included.map(([key]) => key).filter((key) => required.includes(key)), noNullPrototype: true });
  if (!propertyNames && typeof additionalProperties !== 'object') return documented;
  const other = fc.dictionary(fc.string({ maxLength: Math.min(propertyNames?.maxLength ?? 12, 12) }), inner(additionalProperties), { maxKeys: 3 });
  return fc.tuple(other, documented).map((parts): unknown => Object.assign({}, ...parts));
}

function numbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: Schema, isWhole: boolean): fc.Arbitrary<number> {
  const low = Math.max(minimum ?? -Number.MAX_SAFE_INTEGER, exclusiveMinimum === undefined ? -Number.MAX_SAFE_INTEGER : exclusiveMinimum + 1);
  const high = Math.min(maximum ?? Number.MAX_SAFE_INTEGER, exclusiveMaximum === undefined ? Number.MAX_SAFE_INTEGER : exclusiveMaximum - 1);
  const small = { min: Math.max(low, Math.min(0, high)), max: Math.min(high, Math.max(low, 100)) };
  const whole = fc.oneof({ weight: 4, arbitrary: fc.integer(small) }, fc.integer({ min: low, max: high }), fc.constantFrom(low, high));
  if (isWhole) return whole.map((value) => Math.trunc(value / multipleOf) * multipleOf);
  return fc.oneof({ weight: 2, arbitrary: whole }, fc.double({ ...small, noNaN: true, noDefaultInfinity: true }));
}

function texts(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = Math.max(minLength, MAX_LENGTH) } = schema;
  const hasLength = (text: string) => text.length >= minLength && text.length <= maxLength;
  const formatted = textOfFormat(schema.format) ?? textOfPattern(schema.pattern);
  if (formatted) return schema.minLength === undefined && schema.maxLength === undefined ? formatted : formatted.filter(hasLength);
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, USUAL_LENGTH)) };
  const examples = TEXTS.filter(hasLength);
  return fc.oneof(
    { weight: 3, arbitrary: examples.length === 0 ? fc.string(bounds) : fc.constantFrom(...examples) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', ...bounds }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', ...bounds }).filter(hasLength) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(minLength), 'x'.repeat(Math.min(maxLength, MAX_LENGTH))) },
  );
}

const YEARS = { min: new Date('2020-01-01T00:00:00Z'), max: new Date('2031-01-01T00:00:00Z'), noInvalidDate: true };

function textOfFormat(format: string | undefined): fc.Arbitrary<string> | null {
  if (format === 'date-time') return fc.date(YEARS).map((date) => date.toISOString());
  if (format === 'date') return fc.date(YEARS).map((date) => date.toISOString().slice(0, 10));
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri' || format === 'url') return fc.webUrl();
  return null;
}

function textOfPattern(pattern: string | undefined): fc.Arbitrary<string> | null {
  if (pattern === undefined) return null;
  const exact = new RegExp(pattern, 'u');
  const shapes = SHAPES.filter((shape) => exact.test(shape));
  // fast-check cannot reverse an expression with lookahead.
  if (shapes.length === 0 || !pattern.includes('(?')) return fc.stringMatching(exact);
  return fc.constantFrom(...shapes);
}
