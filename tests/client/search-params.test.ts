import { describe, expect, it } from 'vitest';
import { date, oneOf, searchParams, text } from '#client/lib/search-params.ts';
import { isDate } from '#shared/domain/zone.ts';

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

it.each(['2026-12-05', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1-05', '2026-12-05T00:00', '0099-01-01', '', 'today'])(
  'takes for a date what the rule does: %j',
  (value) => {
    expect(date(value) !== undefined).toBe(isDate(value));
  },
);
