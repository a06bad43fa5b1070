import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

/** Parts of names that told a newcomer nothing; `docs/glossary.md` has the word to use instead. */
const OLD_PARTS = new Set([
  ...['nth', 'kept', 'said', 'told', 'wanted', 'asked', 'meant', 'unheard', 'theirs', 'whose', 'whoever', 'deed', 'deeds'],
  ...['wish', 'wishes', 'pursuit', 'follower', 'followers', 'patience', 'desk', 'tired'],
]);

/** Stored in jobs, mails and drafts of browsers, or ids of operations in the REST document. */
const STORED = new Set(['answer_asked', 'askedAt', 'desk', 'keptAt']);

const files = ['src', 'tests', 'bench', 'build'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts') && file !== 'tests/plain-english.test.ts'),
);

function splitName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

const isOld = (name: string): boolean => !STORED.has(name) && splitName(name).some((part) => OLD_PARTS.has(part));

/** Names of variables, parameters, functions, types and keys that a file declares. */
function listDeclaredNames(path: string, code: string): string[] {
  const names = new Set<string>();
  const visit = (node: unknown, parent: Record<string, unknown> | null, key: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one, parent, key);
      return;
    }
    const current = node as Record<string, unknown>;
    const isDeclared = key === 'id' || key === 'params' || key === 'key' || key === 'value' || key === 'elements' || key === 'left';
    if (current.type === 'Identifier' && isDeclared && parent?.type !== 'MemberExpression') names.add(String(current.name));
    for (const [childKey, child] of Object.entries(current)) visit(child, current, childKey);
  };
  visit(parseSync(path, code).program, null, '');
  return [...names];
}

describe('names', () => {
  test('of files are plain', () => {
    expect(files.filter((file) => isOld(basename(file)))).toEqual([]);
  });

  test('in the code are plain', () => {
    const found = files.flatMap((file) =>
      listDeclaredNames(file, readFileSync(file, 'utf8'))
        .filter(isOld)
        .map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  }, 60_000);
});

describe('documents and comments', () => {
  const OLD_WORDS = /\b(nth|deeds?|unheard)\b/i;

  test('use none of the old words', () => {
    const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', ...readdirSync('docs').map((name) => join('docs', name))].filter(
      (file) => file.endsWith('.md') && !/glossary|specification|asvs/.test(file),
    );
    const lines = documents.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line}`),
    );
    const comments = files.flatMap((file) => {
      const code = readFileSync(file, 'utf8');
      let isTag = false;
      return parseSync(file, code).comments.flatMap(({ value }) => {
        // The lines after the first one of a tag begin with three spaces.
        isTag = /^ spec /.test(value) || (isTag && value.startsWith('   '));
        return isTag ? [] : [`${file}: ${value.trim()}`];
      });
    });
    expect([...lines, ...comments].filter((line) => OLD_WORDS.test(line.slice(line.indexOf(': '))))).toEqual([]);
  }, 60_000);
});
