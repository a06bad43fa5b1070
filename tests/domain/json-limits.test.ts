import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonProblem } from '#shared/domain/json-limits.ts';
import { JSON_LIMITS } from '#shared/vocabulary/limits.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const numbers = (count: number) => `[${Array(count).fill('1').join()}]`;

describe('a JSON text', () => {
  test.each([
    ['as deep as allowed', nested(JSON_LIMITS.depth), null],
    ['one level deeper', nested(JSON_LIMITS.depth + 1), 'too_deep'],
    ['as many values as allowed', numbers(JSON_LIMITS.values), null],
    ['one value more', numbers(JSON_LIMITS.values + 1), 'too_many_values'],
    ['brackets and commas in a string', JSON.stringify({ text: `${'[{'.repeat(500)}${','.repeat(JSON_LIMITS.values)}` }), null],
    ['a string that ends in an escaped backslash', `{"text":"\\\\","more":${nested(JSON_LIMITS.depth)}}`, 'too_deep'],
    ['a string with an escaped quote', `{"text":"\\"${'['.repeat(100)}"}`, null],
    ['a string that does not end', `{"text":"${'['.repeat(100)}`, null],
    ['a NUL character', '{"name":"Ni\\u0000mal"}', 'nul'],
    ['a text about a NUL character', '{"name":"Ni\\\\u0000mal"}', null],
    ['nothing', '', null],
  ])('%s', (_, text, problem) => {
    expect(jsonProblem(text)).toBe(problem);
  });

  // spec s8-load.4 | S8 B | No JSON is deeper than 32 levels or has more than 20,000 values, over tRPC, WebSocket and REST; it is counted before it
  //   is parsed | src/shared/domain/json-limits.ts
  test('as JSON.stringify writes any value is as deep as the value', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 40 }), (value) => {
        expect(jsonProblem(JSON.stringify(value))).toBe(depthOf(value) > JSON_LIMITS.depth ? 'too_deep' : null);
      }),
    );
  });
});
