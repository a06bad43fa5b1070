import { describe, expect, it } from 'vitest';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';

const read = searchParams({ q: text(5), sort: oneOf(['name', 'price']), female: oneOf([true]) });

describe('search parameters', () => {
  it.each([
    [
      { q: '  physics ', sort: 'price', female: true },
      { q: 'physi', sort: 'price', female: true },
    ],
    [{ q: 2026 }, { q: '2026' }],
    [{ q: '   ' }, { q: undefined }],
    [
      { q: { $ne: 1 }, sort: ['name'], female: 'true' },
      { q: undefined, sort: undefined, female: undefined },
    ],
    [{ sort: 'constructor' }, { sort: undefined }],
    [{ unknown: 1 }, {}],
    [{}, {}],
  ])('of %j are %j', (search, params) => {
    expect(read(search)).toStrictEqual(params);
  });
});
