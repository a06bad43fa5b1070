import { isDeepStrictEqual } from 'node:util';

/** What was a valid request must stay valid, and a response must contain nothing that clients do not know. New error codes break neither rule. */
type Direction = 'sent' | 'answered' | 'refused';
type Pair<T> = { before: T; after: T };
type Comparison = { location: string; direction: Direction; documents: Pair<Json>; visited?: ReadonlySet<string> };

export function compareSchemas(schemas: Pair<Json | undefined>, comparison: Comparison): string[] {
  const references = `${getMember(schemas.before, '$ref')} ${getMember(schemas.after, '$ref')} ${comparison.direction}`;
  const { visited = new Set() } = comparison;
  if (references.startsWith('#') && visited.has(references)) return [];
  const deeper = { ...comparison, visited: new Set([...visited, references]) };
  const before = resolve(schemas.before, comparison.documents.before);
  const after = resolve(schemas.after, comparison.documents.after);
  return [
    ...compareTypes({ before, after }, deeper),
    ...compareValues({ before, after }, deeper),
    ...compareRanges({ before, after }, deeper),
    ...compareChoices({ before, after }, deeper),
    ...compareProperties({ before, after }, deeper),
    ...compareParts({ before, after }, deeper),
  ];
}

function resolve(schema: Json | undefined, document: Json): Json {
  const reference = getMember(schema, '$ref');
  if (typeof reference === 'string') {
    const path = reference.replace(/^#\//, '').split('/');
    return resolve(
      path.reduce<Json | undefined>((location, key) => getMember(location, key), document),
      document,
    );
  }
  return toList(getMember(schema, 'allOf')).reduce((whole, part) => merge(whole, resolve(part, document)), schema ?? {});
}

function merge(base: Json, other: Json): Json {
  const own = Object.fromEntries(listMembers(base));
  const properties = Object.fromEntries([...listMembers(own.properties), ...listMembers(getMember(other, 'properties'))]);
  const required = [...new Set([...toStrings(own.required), ...toStrings(getMember(other, 'required'))])];
  return { ...own, ...Object.fromEntries(listMembers(other)), properties, required };
}

const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];

function listTypes(schema: Json): string[] {
  const type = getMember(schema, 'type');
  if (type === undefined) return TYPES;
  return Array.isArray(type) ? toStrings(type) : [String(type)];
}

const includesType = (type: string, types: readonly string[]) => types.includes(type) || (type === 'integer' && types.includes('number'));

function compareTypes({ before, after }: Pair<Json>, { location, direction }: Comparison): string[] {
  const [typesBefore, typesAfter] = [listTypes(before), listTypes(after)];
  const isCompatible =
    direction === 'sent' ? typesBefore.every((type) => includesType(type, typesAfter)) : typesAfter.every((type) => includesType(type, typesBefore));
  return isCompatible ? [] : [`${location}: its type is now ${typesAfter.join(' or ')}, and was ${typesBefore.join(' or ')}`];
}

function listValues(schema: Json): Json[] | null {
  const only = getMember(schema, 'const');
  if (only !== undefined) return [only];
  const values = getMember(schema, 'enum');
  return values === undefined ? null : toList(values);
}

/** An enum in a response that becomes an open type may have values that the client does not know. */
function compareValues({ before, after }: Pair<Json>, { location, direction }: Comparison): string[] {
  const [valuesBefore, valuesAfter] = [listValues(before), listValues(after)];
  const findMissing = (from: readonly Json[], values: readonly Json[]) =>
    from.filter((value) => !values.some((other) => isDeepStrictEqual(value, other)));
  const describe = (values: readonly Json[]) => values.map((value) => JSON.stringify(value)).join(', ');
  if (direction === 'sent') {
    if (valuesAfter === null) return [];
    if (valuesBefore === null) return [`${location}: takes only ${describe(valuesAfter)} now`];
    const removed = findMissing(valuesBefore, valuesAfter);
    return removed.length === 0 ? [] : [`${location}: no longer takes ${describe(removed)}`];
  }
  if (valuesBefore === null || direction === 'refused') return [];
  if (valuesAfter === null) return [`${location}: may have any value now, and was one of ${describe(valuesBefore)}`];
  const added = findMissing(valuesAfter, valuesBefore);
  return added.length === 0 ? [] : [`${location}: may be ${describe(added)} now`];
}

const MAXIMA = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum', 'maxProperties'];
const MINIMA = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum', 'minProperties'];
const FORMATS = ['pattern', 'format', 'multipleOf', 'uniqueItems'];

function compareRanges({ before, after }: Pair<Json>, { location, direction }: Comparison): string[] {
  const getNumber = (schema: Json, key: string, fallback: number) => {
    const value = getMember(schema, key);
    return typeof value === 'number' ? value : fallback;
  };
  const isLowered = (key: string) => getNumber(after, key, Number.POSITIVE_INFINITY) < getNumber(before, key, Number.POSITIVE_INFINITY);
  const isRaised = (key: string) => getNumber(after, key, Number.NEGATIVE_INFINITY) > getNumber(before, key, Number.NEGATIVE_INFINITY);
  const isNewFormat = (key: string) => getMember(after, key) !== undefined && !isDeepStrictEqual(getMember(after, key), getMember(before, key));
  const describe = (key: string) => `${location}: its ${key} is now ${getMember(after, key) ?? 'open'}, and was ${getMember(before, key) ?? 'open'}`;
  if (direction === 'sent') return [...MAXIMA.filter(isLowered), ...MINIMA.filter(isRaised), ...FORMATS.filter(isNewFormat)].map(describe);
  const isFormatLost = (key: string) => getMember(before, key) !== undefined && !isDeepStrictEqual(getMember(after, key), getMember(before, key));
  return ['format'].filter(isFormatLost).map(describe);
}

/** In a request all previous alternatives must remain; in a response all new ones must have existed before. */
function compareChoices({ before, after }: Pair<Json>, comparison: Comparison): string[] {
  const listChoices = (schema: Json) => [...toList(getMember(schema, 'anyOf')), ...toList(getMember(schema, 'oneOf'))];
  const [choicesBefore, choicesAfter] = [listChoices(before), listChoices(after)];
  if (choicesBefore.length === 0 && choicesAfter.length === 0) return [];
  const [allBefore, allAfter] = [choicesBefore.length === 0 ? [before] : choicesBefore, choicesAfter.length === 0 ? [after] : choicesAfter];
  const fits = (one: Json, other: Json) => compareSchemas({ before: one, after: other }, comparison).length === 0;
  const isCompatible =
    comparison.direction === 'sent'
      ? allBefore.every((one) => allAfter.some((other) => fits(one, other)))
      : allAfter.every((other) => allBefore.some((one) => fits(one, other)));
  return isCompatible ? [] : [`${comparison.location}: the choice of its shapes has changed`];
}

function compareProperties({ before, after }: Pair<Json>, comparison: Comparison): string[] {
  const { location, direction } = comparison;
  const [propertiesBefore, propertiesAfter] = [getMember(before, 'properties'), getMember(after, 'properties')];
  const [requiredBefore, requiredAfter] = [toStrings(getMember(before, 'required')), toStrings(getMember(after, 'required'))];
  const newlyRequired =
    direction === 'sent' ? requiredAfter.filter((key) => !requiredBefore.includes(key)).map((key) => `${location}.${key}: is now required`) : [];
  const isClosed = direction === 'sent' && getMember(after, 'additionalProperties') === false && getMember(before, 'additionalProperties') !== false;
  return [
    ...newlyRequired,
    ...(isClosed ? [`${location}: no longer takes other keys`] : []),
    ...listMembers(propertiesBefore).flatMap(([key, property]) => {
      const propertyAfter = getMember(propertiesAfter, key);
      if (propertyAfter === undefined) return [`${location}.${key}: was removed`];
      const isOptional = direction !== 'sent' && requiredBefore.includes(key) && !requiredAfter.includes(key);
      return [
        ...(isOptional ? [`${location}.${key}: is no longer always there`] : []),
        ...compareSchemas({ before: property, after: propertyAfter }, { ...comparison, location: `${location}.${key}` }),
      ];
    }),
  ];
}

function compareParts({ before, after }: Pair<Json>, comparison: Comparison): string[] {
  return [
    ['items', '[]'],
    ['additionalProperties', '.*'],
  ].flatMap(([key = '', mark]) => {
    const parts = { before: getMember(before, key), after: getMember(after, key) };
    const isBoth = typeof parts.before === 'object' && typeof parts.after === 'object';
    return isBoth ? compareSchemas(parts, { ...comparison, location: `${comparison.location}${mark}` }) : [];
  });
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const getMember = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const listMembers = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : []);

export const toList = (value: Json | undefined): Json[] => (Array.isArray(value) ? [...value] : []);

export const toStrings = (value: Json | undefined): string[] => toList(value).filter((item) => typeof item === 'string');
