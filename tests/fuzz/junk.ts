import * as fc from 'fast-check';

/** Placeholders for JSON that `JSON.stringify` cannot produce. */
const DEPTHS = { '@nested a hundred times@': 100, '@nested ten thousand times@': 10_000 };
const WRITTEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(DEPTHS).map(([sign, depth]) => [sign, '['.repeat(depth) + ']'.repeat(depth)])),
  '@beyond all numbers@': '1e400',
  '@less than nothing@': '-0',
  '@twice@': '{"a":1,"a":2}',
};

export function jsonOf(value: unknown): string {
  return Object.entries(WRITTEN).reduce((text, [sign, written]) => text.replaceAll(`"${sign}"`, written), JSON.stringify(value));
}

const ODD_TEXTS: readonly string[] = [
  ...['', ' ', '\t\n', '\u0000', 'a\u0000b', '\ud800', 'a\udc00', '\uffff', '\u202Eabc', '\u200b', 'é', 'e\u0301', 'ß', 'İ'],
  ...['😀', '👩‍👩‍👧‍👦', 'සිංහල ගුරුවරයා', 'தமிழ் ஆசிரியர்', '﷽', 'العربية', '٣'],
  ...['null', 'undefined', 'true', 'NaN', 'Infinity', '-Infinity', '0', '-0', '-1', '1.5', '1e3', '1e999', '0x10', '1_000', '１２', '9'.repeat(400)],
  ...['9007199254740993', '-9223372036854775809', '2147483648', '[object Object]', '[]', '{}', '__proto__', 'constructor', 'toString'],
  ...["'", '"', '\\', '%', '_', '%_\\', '$1', '{{7*7}}', "' or 1=1 --", '../../etc/passwd', '<script>alert(1)</script>', '\r\nX-More: 1'],
  ...['2026-02-30', '2026-13-01T00:00:00Z', '0000-01-01', '+275760-09-13T00:00:00.001Z', '-271821-04-20', '2026-03-09T03:30', '1e20', '24:00'],
  ...['507f1f77bcf86cd799439011', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40', 'vk_', '//evil.test', 'javascript:alert(1)', 'data:text/html,x'],
  ...['x'.repeat(101), 'x'.repeat(2_001), '😀'.repeat(1_000), 'x'.repeat(150_000)],
];

const ODD_OBJECTS: readonly unknown[] = [
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":1}}', '{"toString":1,"valueOf":null}', '{"length":4294967295}'].map(parsed),
  ...[{ $ne: null }, { toJSON: 1 }, { '': '' }, { id: {} }, { _id: [] }, { '\u0000': '\u0000' }, { 0: 'a', 1: 'b' }],
];

function parsed(text: string): unknown {
  return JSON.parse(text);
}

const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324],
  ...[[], {}, [null], [[]], [{}], [''], [[[['a']]]], [1, 'a', null, {}], { a: { b: { c: {} } } }],
  ...[Array.from({ length: 3_000 }, (_, nth) => nth), Array.from({ length: 1_500 }, () => ({}))],
  ...[Object.fromEntries(Array.from({ length: 1_500 }, (_, nth) => [`k${nth}`, nth]))],
];

export const oddText = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) }, fc.string({ unit: 'binary', maxLength: 60 }));
export const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 4, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_OBJECTS) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(WRITTEN)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** With few positions fast-check shrinks quickly. */
const MOST_PLACES = 60;

type Place = { holder: Record<string, unknown> | unknown[]; key: string | number };

export function damaged(whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'text', 'add');
  return fc.tuple(whole, fc.nat({ max: MOST_PLACES }), change, oddValue).map(([value, nth, how, odd]) => {
    const root = { value: structuredClone(value) };
    const places = placesIn(root);
    const { holder, key } = places[nth % places.length] ?? { holder: root, key: 'value' };
    const at = holder as Record<string | number, unknown>;
    if (how === 'remove' && !Array.isArray(holder) && holder !== root) delete at[key];
    else if (how === 'wrap') at[key] = [at[key]];
    else if (how === 'text') at[key] = typeof at[key] === 'string' ? { value: at[key] } : JSON.stringify(at[key]);
    else if (how === 'add' && !Array.isArray(holder) && holder !== root) at[`${key}_`] = odd;
    else at[key] = odd;
    return root.value;
  });
}

function placesIn(root: { value: unknown }): Place[] {
  const places: Place[] = [];
  const look = (holder: Place['holder']) => {
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      places.push({ holder, key });
      const value = (holder as Record<string | number, unknown>)[key];
      if (typeof value === 'object' && value !== null) look(value as Place['holder']);
    }
  };
  look(root);
  return places;
}
