// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CLIENT = 'src/client';
const SHARED_STYLES = join(CLIENT, 'app/styles.ts');
const MANTINE = 'node_modules/@mantine/core';
const ALWAYS = ['baseline', 'global'];

const read = (path: string) => readFileSync(path, 'utf8');
const sources = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => join(CLIENT, path))
  .map((path) => ({ path, text: read(path) }));

const shared = stylesImportedBy(read(SHARED_STYLES));
const index = read(join(MANTINE, 'esm/index.mjs'));

describe('the styles of Mantine', () => {
  it('are there for every component in use, in app/styles.ts or in the module loaded on demand', () => {
    const missing = sources.flatMap(({ path, text }) => {
      const there = new Set([...shared, ...stylesImportedBy(text)]);
      return [...stylesNeededBy(text)].filter((style) => !there.has(style)).map((style) => `${path} needs ${style}.css`);
    });
    expect(missing).toEqual([]);
  });

  it('hold nothing in the first style sheet that no component uses', () => {
    const used = new Set(sources.flatMap(({ text }) => [...stylesNeededBy(text)].filter((style) => !stylesImportedBy(text).includes(style))));
    expect(shared.filter((style) => !ALWAYS.includes(style) && !used.has(style))).toEqual([]);
  });

  it('stand in the order of the whole style sheet, because later rules win', () => {
    const whole = read(join(MANTINE, 'styles.css'));
    const places = shared.map((style) => ({ style, place: whole.indexOf(firstRuleOf(style)) }));
    expect(places.map(({ style }) => style)).toEqual(places.toSorted((a, b) => a.place - b.place).map(({ style }) => style));
  });

  it('come with the notifications, in the module that shows them', () => {
    const showing = sources.filter(({ text }) => text.includes("from '@mantine/notifications'"));
    expect(showing.map(({ path }) => path)).toEqual([join(CLIENT, 'ui/toast-stack.tsx')]);
    for (const { text } of showing) {
      expect(text).toContain("import '@mantine/notifications/styles.layer.css'");
      expect(stylesImportedBy(text)).toContain('Notification');
    }
  });

  it('are recognised through the components that a component is made of', () => {
    expect([...stylesNeededBy("import { Button } from '@mantine/core';")].toSorted()).toEqual(['Button', 'Loader', 'UnstyledButton']);
    expect([...stylesNeededBy("import { TextInput } from '@mantine/core';")]).toContain('Input');
    expect([...stylesNeededBy("import { Checkbox } from '@mantine/core';")]).not.toContain('CheckboxCard');
    expect([...stylesNeededBy("import { Checkbox } from '@mantine/core'; <Checkbox.Card />")]).toContain('CheckboxCard');
  });
});

function stylesImportedBy(text: string): string[] {
  return [...text.matchAll(/^import '@mantine\/core\/styles\/(\w+)\.layer\.css';/gm)].map((match) => match[1] ?? '');
}

function stylesNeededBy(text: string): Set<string> {
  const lists = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].map((match) => match[1] ?? '');
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().split(' as ')[0] ?? '');
  const needed = new Set<string>();
  const seen = new Set<string>();
  for (const name of names) {
    const file = index.match(new RegExp(`import \\{[^}"]*\\b${name}\\b[^}"]*\\} from "\\./(components/[^"]+)"`))?.[1];
    if (name && file) follow(join(MANTINE, 'esm', file), text, { needed, seen });
  }
  return needed;
}

/** Collects the style sheets of a module of Mantine and of what it imports; a part such as `Checkbox.Card` counts where it is used. */
function follow(file: string, text: string, found: { needed: Set<string>; seen: Set<string> }): void {
  if (found.seen.has(file) || !existsSync(file)) return;
  found.seen.add(file);
  for (const [, path = ''] of read(file).matchAll(/ from "(\.[^"]+)"/g)) {
    const style = basename(path, '.module.mjs');
    if (path.endsWith('.module.mjs')) {
      if (existsSync(join(MANTINE, `styles/${style}.css`))) found.needed.add(style);
    } else if (!isUnusedPart(join(dirname(file), path), text) && !isUnusedOverlay(file, path, text)) {
      follow(join(dirname(file), path), text, found);
    }
  }
}

function isUnusedPart(file: string, text: string): boolean {
  const [folder = '', parent = ''] = dirname(file).split('/').reverse();
  const [part, whole] = folder.startsWith(parent) && folder !== parent ? [folder, parent] : [basename(file, '.mjs'), folder];
  return part !== whole && part.startsWith(whole) && !text.includes(`${whole}.${part.slice(whole.length)}`);
}

function isUnusedOverlay(file: string, path: string, text: string): boolean {
  return dirname(file).endsWith('/Popover') && path.includes('/Overlay/') && !text.includes('withOverlay');
}

function firstRuleOf(style: string): string {
  const css = read(join(MANTINE, `styles/${style}.css`));
  return css.trim().slice(0, 120);
}
