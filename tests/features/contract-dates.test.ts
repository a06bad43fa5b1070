import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findDatesOf } from '#server/api/contract-dates.ts';
import { type Dates, transformer } from '#shared/transformer.ts';

type Example = { schema: z.ZodType; value: unknown };

const constantOf = <V>(values: fc.Arbitrary<V>, schema: z.ZodType) => values.map((value): Example => ({ schema, value }));
const example = fc.letrec<{ example: Example }>((tie) => ({
  example: fc.oneof(
    { maxDepth: 5 },
    constantOf(fc.date({ noInvalidDate: true }), z.date()),
    constantOf(fc.string(), z.string()),
    constantOf(fc.integer(), z.int()),
    constantOf(fc.constantFrom('a', 'b'), z.enum(['a', 'b'])),
    constantOf(
      fc.dictionary(fc.string({ minLength: 1 }), fc.date({ noInvalidDate: true }), { noNullPrototype: true }),
      z.record(z.string(), z.date()),
    ),
    tie('example').map(({ schema, value }) => ({ schema: schema.nullable(), value })),
    tie('example').map(({ schema }) => ({ schema: schema.optional(), value: undefined })),
    tie('example').map(({ schema, value }) => ({ schema: z.union([z.boolean(), schema]), value })),
    tie('example').map(({ schema, value }) => ({ schema: z.looseObject({ name: z.string() }), value: { name: '', at: value, by: schema.type } })),
    fc.tuple(tie('example'), fc.nat(3)).map(([{ schema, value }, count]) => ({ schema: z.array(schema), value: Array(count).fill(value) })),
    fc.dictionary(fc.stringMatching(/^[a-z.\\]{1,3}$/), tie('example'), { maxKeys: 4, noNullPrototype: true }).map((fields) => ({
      schema: z.object(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.schema]))),
      value: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.value])),
    })),
  ),
})).example;

// spec s14-http.35 | S14 2 | No walk over answers whose shape the contract knows: the dates of an answer are where its schema has them |
//   src/server/api/contract-dates.ts
test('the dates of an answer are found by its schema, wherever they are', () => {
  fc.assert(
    fc.property(example, ({ schema, value }) => {
      const dates: Dates = {};
      findDatesOf(z.object({ answer: schema }))({ answer: value }, '', dates);
      expect(dates).toEqual(transformer.serialize({ answer: value }).meta?.values ?? {});
    }),
    { numRuns: 1000 },
  );
});

// spec s14-http.35
test('what the schema has without dates is not looked at', () => {
  const value = Object.defineProperty({ at: new Date(0) }, 'names', { enumerable: true, get: () => expect.fail('was read') });
  const dates: Dates = {};
  findDatesOf(z.object({ at: z.date(), names: z.array(z.object({ name: z.string() })) }))(value, '', dates);
  expect(dates).toEqual({ at: ['Date'] });
});
