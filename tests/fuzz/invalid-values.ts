import * as fc from 'fast-check';

/** Placeholders for JSON that `JSON.stringify` cannot produce. */
const DEPTHS = { '@nested a hundred times@': 100, '@nested ten thousand times@': 10_000 };
const UNWRITABLE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(DEPTHS).map(([placeholder, depth]) => [placeholder, '['.repeat(depth) + ']'.repeat(depth)])),
  '@beyond all numbers@': '1e400',
  '@less than nothing@': '-0',
  '@twice@': '{"a":1,"a":2}',
};

export function jsonOf(value: unknown): string {
  return Object.entries(UNWRITABLE).reduce((text, [placeholder, json]) => text.replaceAll(`"${placeholder}"`, json), JSON.stringify(value));
}

const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '\t\n', '\u0000', 'a\u0000b', '\ud800', 'a\udc00', '\uffff', '\u202Eabc', '\u200b', 'é', 'e\u0301', 'ß', 'İ'],
  ...['😀', '👩‍👩‍👧‍👦', 'සිංහල ගුරුවරයා', 'தமிழ் ஆசிரியர்', '﷽', 'العربية', '٣'],
  ...['null', 'undefined', 'true', 'NaN', 'Infinity', '-Infinity', '0', '-0', '-1', '1.5', '1e3', '1e999', '0x10', '1_000', '１２', '9'.repeat(400)],
  ...['9007199254740993', '-9223372036854775809', '2147483648', '[object Object]', '[]', '{}', '__proto__', 'constructor', 'toString'],
  ...["'", '"', '\\', '%', '_', '%_\\', '$1', '{{7*7}}', "' or 1=1 --", '../../etc/passwd', '<script>alert(1)</script>', '\r\nX-More: 1'],
  ...['2026-02-30', '2026-13-01T00:00:00Z', '0000-01-01', '+275760-09-13T00:00:00.001Z', '-271821-04-20', '2026-03-09T03:30', '1e20', '24:00'],
  ...['507f1f77bcf86cd799439011', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40', 'vk_', '//evil.test', 'javascript:alert(1)', 'data:text/html,x'],
  ...['x'.repeat(101), 'x'.repeat(2_001), '😀'.repeat(1_000), 'x'.repeat(150_000)],
];

const HOSTILE_OBJECTS: readonly unknown[] = [
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":1}}', '{"toString":1,"valueOf":null}', '{"length":4294967295}'].map(parse),
  ...[{ $ne: null }, { toJSON: 1 }, { '': '' }, { id: {} }, { _id: [] }, { '\u0000': '\u0000' }, { 0: 'a', 1: 'b' }],
];

function parse(text: string): unknown {
  return JSON.parse(text);
}

const HOSTILE_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324],
  ...[[], {}, [null], [[]], [{}], [''], [[[['a']]]], [1, 'a', null, {}], { a: { b: { c: {} } } }],
  ...[Array.from({ length: 3_000 }, (_, index) => index), Array.from({ length: 1_500 }, () => ({}))],
  ...[Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`k${index}`, index]))],
];

export const hostileText = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) }, fc.string({ unit: 'binary', maxLength: 60 }));
export const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_OBJECTS) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(UNWRITABLE)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** With few positions fast-check shrinks quickly. */
const MAX_POSITIONS = 60;

type Position = { holder: Record<string, unknown> | unknown[]; key: string | number };

export function damage(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const kinds = fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'text', 'add');
  return fc.tuple(valid, fc.nat({ max: MAX_POSITIONS }), kinds, hostileValue).map(([value, index, change, replacement]) => {
    const root = { value: structuredClone(value) };
    const positions = positionsIn(root);
    const { holder, key } = positions[index % positions.length] ?? { holder: root, key: 'value' };
    const target = holder as Record<string | number, unknown>;
    if (change === 'remove' && !Array.isArray(holder) && holder !== root) delete target[key];
    else if (change === 'wrap') target[key] = [target[key]];
    else if (change === 'text') target[key] = typeof target[key] === 'string' ? { value: target[key] } : JSON.stringify(target[key]);
    else if (change === 'add' && !Array.isArray(holder) && holder !== root) target[`${key}_`] = replacement;
    else target[key] = replacement;
    return root.value;
  });
}

function positionsIn(root: { value: unknown }): Position[] {
  const positions: Position[] = [];
  const visit = (holder: Position['holder']) => {
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      positions.push({ holder, key });
      const value = (holder as Record<string | number, unknown>)[key];
      if (typeof value === 'object' && value !== null) visit(value as Position['holder']);
    }
  };
  visit(root);
  return positions;
}
