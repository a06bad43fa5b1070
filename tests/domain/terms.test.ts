import { expect, test } from 'vitest';
import { areTermsDue } from '#shared/domain/terms.ts';
import { TERMS_VERSION, TERMS_VERSIONS } from '#shared/vocabulary/terms.ts';

// spec s13-privacy.13
test.each([
  ['2026-11-21', '2026-11-21', false],
  ['2026-11-21', '2027-01-01', true],
  ['2027-01-01', '2026-11-21', false],
  // No record: the first version, or one before it.
  [null, '2026-11-21', false],
  [null, '2026-11-22', true],
])('after agreeing to those of %s, those of %s are due: %s', (agreed, current, isDue) => {
  expect(areTermsDue(agreed, current)).toBe(isDue);
});

test('the version in force is the last one', () => {
  expect(TERMS_VERSIONS.at(-1)).toBe(TERMS_VERSION);
  expect([...TERMS_VERSIONS].sort()).toEqual(TERMS_VERSIONS);
});
