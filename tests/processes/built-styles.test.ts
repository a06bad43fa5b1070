import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = 'src/client';
const BUILT = 'dist/client/assets';
const CLASS = /\.m_[0-9a-f]+/;

const readAll = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

// spec s10-pages.28 | S10 3 | A part that is loaded later brings its styles: the build contains each style sheet that the code imports |
//   src/client/ui/switch.tsx
test('the build contains the styles of each part of Mantine that is in use', () => {
  const sheets = new Set(readAll(SOURCE, /\.tsx?$/).match(/@mantine\/core\/styles\/\w+\.layer\.css/g));
  const styles = readAll(BUILT, /\.css$/);
  const classes = [...sheets].map((sheet) => ({ sheet, name: CLASS.exec(readFileSync(`node_modules/${sheet}`, 'utf8'))?.[0] }));
  expect(classes.filter(({ name }) => name !== undefined).length).toBeGreaterThan(30);
  expect(classes.filter(({ name }) => name !== undefined && !styles.includes(name)).map(({ sheet }) => sheet)).toEqual([]);
});
