import { isDeepStrictEqual } from 'node:util';
import { type Json, listOf, memberOf, membersOf, textsOf } from './json.ts';

/** What a client sends has to be taken as before; what it is answered has to be what it knows. New codes of refusals are none of either. */
type Way = 'sent' | 'answered' | 'refused';
type Pair<T> = { before: T; after: T };
type Asked = { at: string; way: Way; documents: Pair<Json>; seen?: ReadonlySet<string> };

/** What has changed for the worse between two schemas; a schema that contains itself is compared once. */
export function schemaChanges(schemas: Pair<Json | undefined>, asked: Asked): string[] {
  const references = `${memberOf(schemas.before, '$ref')} ${memberOf(schemas.after, '$ref')} ${asked.way}`;
  const { seen = new Set() } = asked;
  if (references.startsWith('#') && seen.has(references)) return [];
  const deeper = { ...asked, seen: new Set([...seen, references]) };
  const before = resolved(schemas.before, asked.documents.before);
  const after = resolved(schemas.after, asked.documents.after);
  return [
    ...typeChanges({ before, after }, deeper),
    ...valueChanges({ before, after }, deeper),
    ...rangeChanges({ before, after }, deeper),
    ...choiceChanges({ before, after }, deeper),
    ...propertyChanges({ before, after }, deeper),
    ...partChanges({ before, after }, deeper),
  ];
}

/** Without references of its own, and all that it is together made one. */
function resolved(schema: Json | undefined, document: Json): Json {
  const reference = memberOf(schema, '$ref');
  if (typeof reference === 'string') {
    const path = reference.replace(/^#\//, '').split('/');
    return resolved(
      path.reduce<Json | undefined>((at, key) => memberOf(at, key), document),
      document,
    );
  }
  return listOf(memberOf(schema, 'allOf')).reduce((whole, part) => merged(whole, resolved(part, document)), schema ?? {});
}

/** The later one is the narrower one. */
function merged(one: Json, other: Json): Json {
  const own = Object.fromEntries(membersOf(one));
  const properties = Object.fromEntries([...membersOf(own.properties), ...membersOf(memberOf(other, 'properties'))]);
  const required = [...new Set([...textsOf(own.required), ...textsOf(memberOf(other, 'required'))])];
  return { ...own, ...Object.fromEntries(membersOf(other)), properties, required };
}

const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** Every type where none is said. */
function typesOf(schema: Json): string[] {
  const type = memberOf(schema, 'type');
  if (type === undefined) return TYPES;
  return Array.isArray(type) ? textsOf(type) : [String(type)];
}

const isAmong = (type: string, types: readonly string[]) => types.includes(type) || (type === 'integer' && types.includes('number'));

function typeChanges({ before, after }: Pair<Json>, { at, way }: Asked): string[] {
  const [had, has] = [typesOf(before), typesOf(after)];
  const isKept = way === 'sent' ? had.every((type) => isAmong(type, has)) : has.every((type) => isAmong(type, had));
  return isKept ? [] : [`${at}: its type is now ${has.join(' or ')}, and was ${had.join(' or ')}`];
}

function valuesOf(schema: Json): Json[] | null {
  const only = memberOf(schema, 'const');
  if (only !== undefined) return [only];
  const values = memberOf(schema, 'enum');
  return values === undefined ? null : listOf(values);
}

/** A list of values that was closed and opens is more than a client knows. */
function valueChanges({ before, after }: Pair<Json>, { at, way }: Asked): string[] {
  const [had, has] = [valuesOf(before), valuesOf(after)];
  const missing = (from: readonly Json[], values: readonly Json[]) =>
    from.filter((value) => !values.some((other) => isDeepStrictEqual(value, other)));
  const told = (values: readonly Json[]) => values.map((value) => JSON.stringify(value)).join(', ');
  if (way === 'sent') {
    if (has === null) return [];
    if (had === null) return [`${at}: takes only ${told(has)} now`];
    const lost = missing(had, has);
    return lost.length === 0 ? [] : [`${at}: no longer takes ${told(lost)}`];
  }
  if (had === null || way === 'refused') return [];
  if (has === null) return [`${at}: may have any value now, and was one of ${told(had)}`];
  const added = missing(has, had);
  return added.length === 0 ? [] : [`${at}: may be ${told(added)} now`];
}

const MOST = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum', 'maxProperties'];
const LEAST = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum', 'minProperties'];
const FORMS = ['pattern', 'format', 'multipleOf', 'uniqueItems'];

function rangeChanges({ before, after }: Pair<Json>, { at, way }: Asked): string[] {
  const numberOf = (schema: Json, key: string, unless: number) => {
    const value = memberOf(schema, key);
    return typeof value === 'number' ? value : unless;
  };
  const isLess = (key: string) => numberOf(after, key, Number.POSITIVE_INFINITY) < numberOf(before, key, Number.POSITIVE_INFINITY);
  const isMore = (key: string) => numberOf(after, key, Number.NEGATIVE_INFINITY) > numberOf(before, key, Number.NEGATIVE_INFINITY);
  const isAsked = (key: string) => memberOf(after, key) !== undefined && !isDeepStrictEqual(memberOf(after, key), memberOf(before, key));
  const told = (key: string) => `${at}: its ${key} is now ${memberOf(after, key) ?? 'open'}, and was ${memberOf(before, key) ?? 'open'}`;
  if (way === 'sent') return [...MOST.filter(isLess), ...LEAST.filter(isMore), ...FORMS.filter(isAsked)].map(told);
  const isLost = (key: string) => memberOf(before, key) !== undefined && !isDeepStrictEqual(memberOf(after, key), memberOf(before, key));
  return ['format'].filter(isLost).map(told);
}

/** Each choice that there was has to be there still; each that there is has to be known. */
function choiceChanges({ before, after }: Pair<Json>, asked: Asked): string[] {
  const choicesOf = (schema: Json) => [...listOf(memberOf(schema, 'anyOf')), ...listOf(memberOf(schema, 'oneOf'))];
  const [had, has] = [choicesOf(before), choicesOf(after)];
  if (had.length === 0 && has.length === 0) return [];
  const [all, among] = [had.length === 0 ? [before] : had, has.length === 0 ? [after] : has];
  const fits = (one: Json, other: Json) => schemaChanges({ before: one, after: other }, asked).length === 0;
  const isKept =
    asked.way === 'sent' ? all.every((one) => among.some((other) => fits(one, other))) : among.every((other) => all.some((one) => fits(one, other)));
  return isKept ? [] : [`${asked.at}: the choice of its shapes has changed`];
}

function propertyChanges({ before, after }: Pair<Json>, asked: Asked): string[] {
  const { at, way } = asked;
  const [had, has] = [memberOf(before, 'properties'), memberOf(after, 'properties')];
  const [demanded, demands] = [textsOf(memberOf(before, 'required')), textsOf(memberOf(after, 'required'))];
  const more = way === 'sent' ? demands.filter((key) => !demanded.includes(key)).map((key) => `${at}.${key}: is now required`) : [];
  const isClosed = way === 'sent' && memberOf(after, 'additionalProperties') === false && memberOf(before, 'additionalProperties') !== false;
  return [
    ...more,
    ...(isClosed ? [`${at}: no longer takes other keys`] : []),
    ...membersOf(had).flatMap(([key, property]) => {
      const now = memberOf(has, key);
      if (now === undefined) return [`${at}.${key}: was removed`];
      const isOptional = way !== 'sent' && demanded.includes(key) && !demands.includes(key);
      return [
        ...(isOptional ? [`${at}.${key}: is no longer always there`] : []),
        ...schemaChanges({ before: property, after: now }, { ...asked, at: `${at}.${key}` }),
      ];
    }),
  ];
}

/** Of lists, and of keys without names. */
function partChanges({ before, after }: Pair<Json>, asked: Asked): string[] {
  return [
    ['items', '[]'],
    ['additionalProperties', '.*'],
  ].flatMap(([key = '', mark]) => {
    const parts = { before: memberOf(before, key), after: memberOf(after, key) };
    const isBoth = typeof parts.before === 'object' && typeof parts.after === 'object';
    return isBoth ? schemaChanges(parts, { ...asked, at: `${asked.at}${mark}` }) : [];
  });
}
