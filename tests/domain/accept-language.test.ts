import { expect, test } from 'vitest';
import { acceptedLocale } from '#shared/domain/accept-language.ts';

// spec s15-accept-language.1 | S15 2 | Of the languages that a browser or a program names, the one of ours that it likes best counts |
//   src/shared/domain/accept-language.ts
test.each([
  ['si-LK,si;q=0.9,en;q=0.8', 'si'],
  ['ta', 'ta'],
  ['en-GB,en;q=0.9,ta;q=0.8', 'en'],
  ['fr-FR, ta-IN;q=0.5, si;q=0.7', 'si'],
  ['SI', 'si'],
  ['de, fr;q=0.8', null],
  ['sit, tam', null],
  ['si;q=0', null],
  ['*', null],
  ['', null],
  [undefined, null],
])('%s: %s', (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});

test('a header that is no list names none', () => {
  expect(acceptedLocale(';;;,,,=si')).toBeNull();
  expect(acceptedLocale(`${'x'.repeat(10_000)},si`)).toBe('si');
});
