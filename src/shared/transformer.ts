/** The format of superjson, which earlier releases used: pages that are still open, and stored answers, remain readable. */
type Serialized = { json?: unknown; meta?: { values: Dates } };
/** By path: keys that are joined by dots. */
export type Dates = Record<string, readonly string[]>;

const DATE = 'Date';
export const IS_DATE = [DATE];
const SPECIAL = /[\\.]/;
const MAX_DEPTH = 32;
const MAX_PATH = 2_000;
/** `JSON.stringify` writes undefined as null or leaves it out; pages of earlier releases still mark such values. */
const UNDEFINED = 'undefined';

export class UnreadableMessage extends Error {}

export const transformer = {
  serialize(value: unknown): Serialized {
    if (value instanceof Date) return { json: value, meta: { values: IS_DATE as never } };
    const values: Dates = {};
    findDates(value, '', values);
    return withDates(value, values);
  },

  /** Throws `UnreadableMessage`. Linear in the length of the message. */
  deserialize(message: unknown): unknown {
    if (!isObject(message)) {
      if (message === undefined) return undefined;
      throw new UnreadableMessage('A message needs a `json` property');
    }
    const root: { json: unknown } = { json: message.json };
    const { meta } = message;
    if (meta === undefined) return root.json;
    if (!isObject(meta)) throw new UnreadableMessage('`meta` must be an object');
    // Pages of earlier releases also list shared references; each value is written out in full anyway.
    const { values = {} } = meta;
    if (Array.isArray(values)) revive(root, ['json'], values);
    else if (isObject(values)) for (const [path, annotation] of Object.entries(values)) revive(root, ['json', ...segmentsOf(path)], annotation);
    else throw new UnreadableMessage('`meta.values` must be an object');
    return root.json;
  },
};

export function withDates(json: unknown, values: Dates): Serialized {
  for (const _ in values) return { json, meta: { values } };
  return { json };
}

/** `prefix` is the path to `value`, with a dot behind it, or empty. */
export function findDates(value: unknown, prefix: string, dates: Dates): void {
  if (typeof value === 'object' && value !== null) walk(value, { prefix, keys: [], dates });
}

/** `keys` leads from the prefix to `value`. They are joined only where a date is found, because most objects have none. */
function walk(value: object, found: { prefix: string; keys: string[]; dates: Dates }): void {
  const { prefix, keys, dates } = found;
  if (keys.length > MAX_DEPTH) throw new UnreadableMessage(`A message may be nested ${MAX_DEPTH} levels deep`);
  let path: string | undefined;
  for (const key of Object.keys(value)) {
    const child = (value as Record<string, unknown>)[key];
    if (typeof child !== 'object' || child === null) continue;
    if (child instanceof Date) {
      path ??= prefix + keys.map((parent) => `${escaped(parent)}.`).join('');
      dates[path + escaped(key)] = IS_DATE;
      continue;
    }
    keys.push(key);
    walk(child, found);
    keys.pop();
  }
}

function revive(root: object, path: readonly string[], annotation: unknown): void {
  const [type, ...more] = Array.isArray(annotation) ? annotation : [];
  if ((type !== DATE && type !== UNDEFINED) || more.length > 0) throw new UnreadableMessage('Only dates have a type');
  if (path.length > MAX_DEPTH) throw new UnreadableMessage(`A message may be nested ${MAX_DEPTH} levels deep`);
  let parent: unknown = root;
  for (const key of path.slice(0, -1)) parent = isObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
  const key = path.at(-1) ?? '';
  if (!isObject(parent) || !isEnumerable.call(parent, key) || key === '__proto__') throw new UnreadableMessage('A type without a value');
  parent[key] = type === DATE ? dateOf(parent[key]) : undefined;
}

function dateOf(text: unknown): Date {
  const date = typeof text === 'string' && ISO.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime())) throw new UnreadableMessage('A date must be an ISO 8601 text');
  return date;
}

export const escaped = (key: string): string => (SPECIAL.test(key) ? key.replace(/[\\.]/g, '\\$&') : key);

/** A backslash escapes a dot or backslash inside a key. */
function segmentsOf(path: string): string[] {
  if (path.length > MAX_PATH) throw new UnreadableMessage('A path is too long');
  if (!path.includes('\\')) return path.split('.');
  const segments: string[] = [];
  let segment = '';
  for (let at = 0; at < path.length; at += 1) {
    if (path[at] === '.') {
      segments.push(segment);
      segment = '';
    } else {
      if (path[at] === '\\' && at + 1 < path.length) at += 1;
      segment += path[at];
    }
  }
  return [...segments, segment];
}

/** Accepts own keys only, and not the `length` of an array. */
const isEnumerable = Object.prototype.propertyIsEnumerable;
const ISO = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
