// @vitest-environment node

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { writeThemeStyles } from '#build/theme-styles.ts';
import { PALETTE, theme } from '#client/app/theme.ts';
import { cssVariablesResolver } from '#client/app/theme-variables.ts';

const css = writeThemeStyles();
const whole = mergeMantineTheme(DEFAULT_THEME, theme);
const basis = defaultCssVariablesResolver(whole);
const own = cssVariablesResolver(whole);
const others = Object.keys(DEFAULT_THEME.colors).filter((color) => !(color in PALETTE));
const isOfOthers = (name: string) => others.some((color) => name.startsWith(`--mantine-color-${color}-`));

const SELECTORS = { variables: ':root', light: ':root[data-mantine-color-scheme="light"]', dark: ':root[data-mantine-color-scheme="dark"]' };

/** Later ones win. */
function readVariables(selector: string): Record<string, string> {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selectors = '']) => selectors.trim().startsWith(`${selector},`));
  return Object.fromEntries(
    blocks.flatMap(([, , body = '']) => [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()])),
  );
}

describe('the style sheet of the theme, which the build writes', () => {
  it.each(['variables', 'light', 'dark'] as const)('has every variable of the theme: %s', (block) => {
    const expected = Object.entries({ ...basis[block], ...own[block] }).filter(([name]) => !isOfOthers(name));
    expect(expected.length).toBeGreaterThan(10);
    expect(readVariables(SELECTORS[block])).toMatchObject(Object.fromEntries(expected));
  });

  it('has none of the colours that only Mantine has', () => {
    expect(others).toContain('grape');
    expect([...css.matchAll(/--mantine-color-[\w-]+(?=:)/g)].map(([name]) => name).filter(isOfOthers)).toEqual([]);
  });

  it('has the classes by which parts are hidden at a width', () => {
    const sources = readdirSync('src/client', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
    const used = new Set(
      sources.flatMap((path) =>
        [...readFileSync(join('src/client', path), 'utf8').matchAll(/(visible|hidden)From=(?:"|\{[^}]*')(\w+)/g)].map(
          ([, kind, width]) => `.mantine-${kind}-from-${width}`,
        ),
      ),
    );
    expect([...used]).toContain('.mantine-visible-from-md');
    expect([...used].filter((name) => !css.includes(`${name} {`))).toEqual([]);
  });
});
