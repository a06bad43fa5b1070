import { describe, expect, it, test } from 'vitest';
import { judge, licenceIn, listPackages } from '#build/licences.ts';
import { findingsIn } from '#build/vulnerabilities.ts';

const problemOf = (licence: string | null, name = 'some-package') =>
  judge({ name, version: '1.0.0', licence, isDevelopment: false })?.problem ?? null;

describe('the licence of a package', () => {
  test.each([
    'MIT',
    'ISC',
    'Apache-2.0',
    '(MIT OR GPL-3.0-only)',
    'GPL-2.0-only OR BSD-3-Clause',
    'Apache-2.0 AND MIT',
    '(MIT AND (ISC OR GPL-3.0-only))',
    'Public Domain',
  ])('may be %s', (licence) => expect(problemOf(licence)).toBeNull());

  // spec s8-development.21 | S8, Done when | `npm run audit` judges every licence, and says plainly when the registry cannot be asked |
  //   build/licences.ts, build/vulnerabilities.ts
  test.each([
    ...[
      'GPL-3.0-only',
      'AGPL-3.0-or-later',
      'LGPL-3.0-or-later',
      'MPL-2.0',
      'SSPL-1.0',
      'BUSL-1.1',
      'UNLICENSED',
      'SEE LICENSE IN LICENSE.md',
      'CC-BY-NC-4.0',
    ],
    ...[
      'MIT AND GPL-3.0-only',
      '(MIT AND GPL-3.0-only) OR SSPL-1.0',
      'MIT OR',
      'MIT)',
      '(MIT',
      'MIT ISC',
      'GPL-3.0-only WITH Classpath-exception-2.0',
      '',
    ],
  ])('may not be %j', (licence) => expect(problemOf(licence)).toBe('not allowed'));

  // spec s8-development.21
  it('is allowed for every package that is installed', () => {
    const packages = listPackages(process.cwd());
    expect(packages.length).toBeGreaterThan(500);
    expect(packages.flatMap((found) => judge(found) ?? [])).toEqual([]);
  });

  it('must be known', () => {
    expect(problemOf(null)).toBe('unknown');
  });

  it('is excepted for the packages that are named, and for no others', () => {
    expect(problemOf('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64')).toBeNull();
    expect(problemOf('Apache-2.0 AND LGPL-3.0-or-later', '@img/sharp-win32-x64')).toBeNull();
    expect(problemOf('GPL-3.0-only', '@img/sharp-libvips-linux-x64')).toBe('not allowed');
    expect(problemOf('LGPL-3.0-or-later', 'sharp-libvips')).toBe('not allowed');
  });

  test.each([
    [{ license: 'MIT' }, 'MIT'],
    [{ license: { type: 'MIT', url: 'x' } }, 'MIT'],
    [{ licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }, 'MIT OR GPL-2.0'],
    [{ license: ' ' }, null],
    [{}, null],
    [{ licenses: [{ url: 'x' }] }, null],
  ])('is read from %j', (manifest, licence) => expect(licenceIn(manifest)).toBe(licence));
});

describe('what npm audit has found', () => {
  const report = (severities: Record<string, string>) =>
    JSON.stringify({ vulnerabilities: Object.fromEntries(Object.entries(severities).map(([name, severity]) => [name, { severity }])) });

  it('counts as serious from high on', () => {
    expect(findingsIn(report({ a: 'low', b: 'high', c: 'critical' }))).toMatchObject({ state: 'asked', total: 3, serious: 2 });
    expect(findingsIn(report({}))).toMatchObject({ state: 'asked', total: 0, serious: 0 });
  });

  it('is accepted for as long as an exception holds', () => {
    const exceptions = { b: { until: '2026-12-31', why: 'not reachable' } };
    expect(findingsIn(report({ b: 'high' }), '2026-12-31', exceptions)).toMatchObject({
      serious: 0,
      lines: ['b: high (accepted until 2026-12-31: not reachable)'],
    });
    expect(findingsIn(report({ b: 'high' }), '2027-01-01', exceptions)).toMatchObject({ serious: 1 });
  });

  // spec s8-development.21
  it.each(['', 'npm error code', '{"message":"405 Method Not Allowed","statusCode":405}', 'null', '[]'])(
    'is not known when it printed %j',
    (output) => {
      expect(findingsIn(output).state).toBe('not asked');
    },
  );
});
