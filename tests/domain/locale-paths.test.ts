import { describe, expect, test } from 'vitest';
import { localeOf, withLocale, withoutLocale } from '#shared/domain/locale-paths.ts';

// spec s15-addresses.1 | S15 2 | English without a prefix, /si and /ta before the path of a page | src/shared/domain/locale-paths.ts
describe('the address of a page in a language', () => {
  test.each([
    ['/', 'en', '/'],
    ['/si', 'si', '/'],
    ['/si/', 'si', '/'],
    ['/ta/tutors?subject=Science', 'ta', '/tutors?subject=Science'],
    ['/si?category=all', 'si', '/?category=all'],
    ['/ta#content', 'ta', '/#content'],
    ['/sign', 'en', '/sign'],
    ['/en/tutors', 'en', '/en/tutors'],
    ['/tutors/si', 'en', '/tutors/si'],
    ['/si/ta/tutors', 'si', '/ta/tutors'],
  ])('%s is %s: %s', (path, locale, rest) => {
    expect(localeOf(path)).toBe(locale);
    expect(withoutLocale(path)).toBe(rest);
  });

  test.each([
    ['/', 'si', '/si'],
    ['/', 'en', '/'],
    ['/tutors', 'ta', '/ta/tutors'],
    ['/si/tutors?page=2', 'ta', '/ta/tutors?page=2'],
    ['/si/tutors', 'en', '/tutors'],
    ['/?category=all', 'si', '/si?category=all'],
  ] as const)('%s in %s is %s', (path, locale, address) => {
    expect(withLocale(path, locale)).toBe(address);
  });
});
