import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transformer, UnreadableMessage } from '#shared/transformer.ts';

const throughTheWire = (value: unknown) => transformer.deserialize(JSON.parse(JSON.stringify(transformer.serialize(value))));
const AT = new Date('2026-03-09T03:30:00.000Z');

describe('what was serialized', () => {
  test.each([
    ['a date', AT],
    ['dates in objects and arrays', { starts: [AT, { end: AT }], title: 'Maths' }],
    ['a date below keys with dots and backslashes', { 'a.b': { 'c\\d': { '.': AT } }, '': AT }],
    ['a date below an empty key', { '': [{ '': AT }] }],
    ['a text that looks like a date', { text: AT.toISOString() }],
    ['an object that looks like a message', { json: { a: AT }, meta: { values: { a: ['Date'] } } }],
    ['null and numbers', { none: null, count: 0.5, list: [] }],
    ['nothing', undefined],
  ])('is deserialized as it was: %s', (_, value) => {
    expect(throughTheWire(value)).toEqual(value);
  });

  // spec s8-load.1
  test('is deserialized as it was, whatever it is', () => {
    const anything = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
        fc.boolean(),
        fc.constant(null),
        fc.date({ noInvalidDate: true }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          tie('value'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(anything, (value) => {
        expect(throughTheWire(value)).toEqual(value);
      }),
    );
  });
});

describe('a message of an older version of the page', () => {
  // spec s8-load.2 | S8 B | A page that was opened before the deployment is still understood | src/shared/transformer.ts
  test('is read with its dates and without its undefined values', () => {
    const message = { json: { from: AT.toISOString(), until: null }, meta: { values: { from: ['Date'], until: ['undefined'] }, v: 1 } };
    expect(transformer.deserialize(message)).toEqual({ from: AT, until: undefined });
  });

  test('is read though it also says which of its values are the same', () => {
    const at = AT.toISOString();
    const message = {
      json: { from: at, until: at, days: [{ a: 1 }, { a: 1 }] },
      meta: { values: { from: ['Date'], until: ['Date'] }, referentialEqualities: { from: ['until'], 'days.0': ['days.1'] }, v: 1 },
    };
    expect(transformer.deserialize(message)).toEqual({ from: AT, until: AT, days: [{ a: 1 }, { a: 1 }] });
  });
});

// spec s8-load.1 | S8 B | The wire of procedures is JSON and the paths of its dates; sets, maps, bigints and unknown annotations are refused,
//   references are passed over | src/shared/transformer.ts
describe('a message is refused', () => {
  test.each([
    ['that is no object', 'text'],
    ['with references between values', { json: { s: [1] }, meta: { values: { s: ['set'] }, referentialEqualities: { s: ['t'] } } }],
    ['with a set', { json: [1], meta: { values: ['set'] } }],
    ['with a map', { json: { m: [[1, 2]] }, meta: { values: { m: ['map'] } } }],
    ['with a bigint', { json: { n: '9' }, meta: { values: { n: ['bigint'] } } }],
    ['with a regular expression', { json: { r: '/a/' }, meta: { values: { r: ['regexp'] } } }],
    ['with annotations inside annotations', { json: { d: [AT] }, meta: { values: { d: ['set', { 0: ['Date'] }] } } }],
    ['with a date that is none', { json: { d: 'tomorrow' }, meta: { values: { d: ['Date'] } } }],
    ['with a date in other words', { json: { d: '9 March 2026' }, meta: { values: { d: ['Date'] } } }],
    ['with a type for the length of a list', { json: { list: [1] }, meta: { values: { 'list.length': ['undefined'] } } }],
    ['with a date that is a number', { json: { d: 5 }, meta: { values: { d: ['Date'] } } }],
    ['with a date that is not there', { json: {}, meta: { values: { d: ['Date'] } } }],
    ['with a date below a text', { json: { d: 'a' }, meta: { values: { 'd.0': ['Date'] } } }],
    ['with a date in a prototype', { json: {}, meta: { values: { '__proto__.toString': ['Date'] } } }],
    ['with a date as a prototype', JSON.parse(`{"json":{"__proto__":"${AT.toISOString()}"},"meta":{"values":{"__proto__":["Date"]}}}`)],
    ['with a path of a hundred keys', { json: {}, meta: { values: { ['a.'.repeat(100)]: ['Date'] } } }],
  ])('%s', (_, message) => {
    expect(() => transformer.deserialize(message)).toThrow(UnreadableMessage);
    expect(Object.prototype.toString).toBeTypeOf('function');
  });
});
