import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import '#shared/contracts/common.ts';

const listMessages = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('where a contract has no sentence of its own', () => {
  // spec rest-limits.4 | P §5 | `Required`, `Invalid input`, `Invalid email` where a contract has no sentence of its own |
  //   src/shared/contracts/common.ts
  it.each([
    ['nothing where something is needed', z.string(), undefined, 'Required'],
    ['something of another kind', z.string(), 5, 'Invalid input'],
    ['what is no email address', z.email(), 'nobody', 'Invalid email'],
    ['what does not fit otherwise', z.string().regex(/^a$/), 'b', 'Invalid input'],
  ])('%s has the form library’s', (_, schema, value, sentence) => {
    expect(listMessages(schema, value)).toEqual([sentence]);
  });
});
