import { DEFAULT_THEME, MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { PALETTE, theme } from '../src/client/app/theme.ts';
import { cssVariablesResolver } from '../src/client/app/theme-variables.ts';

const FILE = '/src/client/app/theme-styles.css';

/** The CSS variables that MantineProvider would write into each page, as a style sheet. */
export function themeStyles(): Plugin {
  return { name: 'vidya:theme-styles', load: (id) => (id.split('?')[0]?.endsWith(FILE) ? writeThemeStyles() : null) };
}

/** Leaves out Mantine's colours that the theme does not use, which are half of all variables. */
export function writeThemeStyles(): string {
  const html = renderToStaticMarkup(createElement(MantineProvider, { theme, cssVariablesResolver, deduplicateCssVariables: false }));
  const css = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, styles]) => styles).join('\n');
  const others = Object.keys(DEFAULT_THEME.colors).filter((color) => !(color in PALETTE));
  return css.replace(new RegExp(`--mantine-color-(?:${others.join('|')})-[^;]+;`, 'g'), '');
}
