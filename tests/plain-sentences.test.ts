import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Turns of the old manner; `docs/words.md` says what to write instead. */
const OLD_TURNS: readonly RegExp[] = [
  /\bwhoever\b/i,
  /\bwhatever (?:is|an?|the)\b/i,
  /\bsomebody\b/i,
  /\bso that\b/i,
  /\bstands? (?:at|below|beside|for|here|in|on|there|under)\b/i,
  /\blies (?:at|beside|here|in|on|under)\b/i,
  /\bat once\b/i,
  /\b(?:is|are|was|were|be) told\b/i,
  /\bcall(?:s|ed)? (?:it|them )?off\b/i,
  /\b(?:goes|go|gone|removed|deleted) for good\b/i,
  /\b(?:be|was|were) had\b/i,
  /\b(?:is|are) kept\b/i,
  /\bwe kept\b/i,
  /\bstays? as (?:it is|they are)\b/i,
  /\bby mail\b/i,
  /\bthis mail\b/i,
  /\bthe latest first\b/i,
];

const FOLDERS = ['src/client', 'src/server/features', 'src/shared'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx$|\.mail\.ts$|(?:copy|text|kinds|messages|errors)\.ts$/.test(file)),
);

/** Texts of a file that a person may read: of two words at least. */
function listSentences(file: string): string[] {
  const sentences: string[] = [];
  const add = (text: string) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (/[A-Za-z]{2,} [A-Za-z]/.test(plain)) sentences.push(plain);
  };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] };
    if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') add(value);
    if (type === 'TemplateLiteral' && quasis) add(quasis.map((quasi) => quasi.value.cooked).join('…'));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return sentences;
}

test('sentences that people read have no turn of the old manner', () => {
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    listSentences(file).flatMap((sentence) => {
      const turn = OLD_TURNS.find((one) => one.test(sentence));
      return turn ? [`${file}: ${sentence.slice(0, 200)}`] : [];
    }),
  );
  expect(found).toEqual([]);
});
