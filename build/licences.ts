import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Package = { name: string; version: string; licence: string | null; isDevelopment: boolean };
export type Verdict = { package: Package; problem: 'unknown' | 'not allowed' };

/** Licences that require a notice at most. */
const ALLOWED = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Public Domain',
    'Python-2.0',
    'Unlicense',
  ],
  // Fonts, embedded as they are.
  'OFL-1.1',
]);

type Exception = { names: RegExp; licence: string | null; why: string };

/** Allowed for these packages only. */
const EXCEPTIONS: readonly Exception[] = [
  {
    names: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a library that sharp loads while it runs; it is not changed, and whoever runs the server may replace it',
  },
  { names: /^lightningcss(-|$)/, licence: 'MPL-2.0', why: 'a tool of the build, unchanged; nothing of it is in what is built' },
  { names: /^axe-core$|^@axe-core\//, licence: 'MPL-2.0', why: 'a tool of the tests, unchanged' },
  { names: /^web-push$/, licence: 'MPL-2.0', why: 'unchanged, and its source is where npm has it: the licence covers its own files alone' },
  { names: /^caniuse-lite$/, licence: 'CC-BY-4.0', why: 'data for the build; its authors are named by this list' },
  {
    names: /^(cli-table|humanize-number|only)$/,
    licence: null,
    why: 'of the build and the tests; their package.json names none, their readme says MIT',
  },
  { names: /^parse-cache-control$/, licence: 'BSD', why: 'of the bench; its file LICENSE is BSD-3-Clause' },
];

/** All that `package-lock.json` names, with those of the development. */
export function listPackages(root: string): Package[] {
  const lock: { packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return [];
    const manifest = join(root, path, 'package.json');
    const licence = entry.license ?? (existsSync(manifest) ? licenceIn(JSON.parse(readFileSync(manifest, 'utf8'))) : null);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ name, version: entry.version ?? '', licence, isDevelopment: entry.dev === true }];
  });
}

/** Null for an allowed package. */
export function judge(dependency: Package): Verdict | null {
  const { name, licence } = dependency;
  const exceptions = EXCEPTIONS.filter(({ names }) => names.test(name));
  if (licence === null) return exceptions.some((exception) => exception.licence === null) ? null : { package: dependency, problem: 'unknown' };
  const isAllowed = (id: string) => ALLOWED.has(id) || exceptions.some((exception) => exception.licence === id);
  return satisfies(licence, isAllowed) ? null : { package: dependency, problem: 'not allowed' };
}

/** An SPDX expression; AND binds closer than OR. */
function satisfies(expression: string, isAllowed: (id: string) => boolean): boolean {
  const tokens = expression.match(/\(|\)|(?:AND|OR)(?=[\s(])|[^()\s]+(?:\s+(?!(?:AND|OR)(?:[\s(]|$))[^()\s]+)*/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    if (tokens[at] !== '(') return isAllowed(tokens[at++] ?? '');
    at += 1;
    const inside = any();
    return tokens[at++] === ')' && inside;
  };
  const all = (): boolean => {
    let isGood = one();
    while (tokens[at] === 'AND') {
      at += 1;
      isGood = one() && isGood;
    }
    return isGood;
  };
  const any = (): boolean => {
    let isGood = all();
    while (tokens[at] === 'OR') {
      at += 1;
      isGood = all() || isGood;
    }
    return isGood;
  };
  return any() && at === tokens.length;
}

/** In the current and both obsolete forms of `package.json`. */
export function licenceIn({ license, licenses }: { license?: unknown; licenses?: unknown }): string | null {
  if (typeof license === 'string') return license.trim() || null;
  const several = Array.isArray(license) ? license : Array.isArray(licenses) ? licenses : license === undefined ? [] : [license];
  const types = several.flatMap((one: unknown) => {
    if (typeof one === 'string') return [one];
    return typeof one === 'object' && one !== null && 'type' in one && typeof one.type === 'string' ? [one.type] : [];
  });
  return types.length > 0 ? types.join(' OR ') : null;
}
