// @vitest-environment node
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { theme } from '#client/app/theme.ts';
import { cssVariablesResolver } from '#client/app/theme-variables.ts';

type Rgb = readonly [number, number, number];

const whole = mergeMantineTheme(DEFAULT_THEME, theme);
const [basis, own] = [defaultCssVariablesResolver(whole), cssVariablesResolver(whole)];
const COLOURS = ['teal', 'terracotta', 'yellow', 'green', 'red', 'blue'];
const TINTS = ['primary', 'accent', 'success', 'warning', 'danger', 'info'];
const GROUNDS = ['--mantine-color-body', '--vidya-surface', '--vidya-sunken'];

describe.each(['light', 'dark'] as const)('the %s colours', (scheme) => {
  const values: Record<string, string> = { ...basis.variables, ...basis[scheme], ...own.variables, ...own[scheme] };

  it.each(['--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-anchor', '--mantine-color-error', '--vidya-accent'])(
    '%s can be read on every ground',
    (ink) => {
      for (const ground of GROUNDS) expect(contrast(ink, ground), `on ${ground}`).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(COLOURS)('%s can be read as text, on its own button and in its tint', (colour) => {
    expect(contrast(`--mantine-color-${colour}-text`, '--mantine-color-body')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(`--mantine-color-${colour}-text`, '--vidya-surface')).toBeGreaterThanOrEqual(4.5);
    expect(contrast('--mantine-color-white', `--mantine-color-${colour}-filled`)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('--mantine-color-white', `--mantine-color-${colour}-filled-hover`)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(`--mantine-color-${colour}-light-color`, `--mantine-color-${colour}-light`)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(`--mantine-color-${colour}-light-color`, `--mantine-color-${colour}-light-hover`)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(TINTS)('the %s ink can be read on its tint', (tint) => {
    expect(contrast(`--vidya-${tint}-ink`, `--vidya-${tint}-tint`)).toBeGreaterThanOrEqual(4.5);
  });

  it('show placeholders, and the edges of fields, stars and hearts', () => {
    expect(contrast('--mantine-color-placeholder', '--vidya-surface')).toBeGreaterThanOrEqual(4.5);
    for (const shape of ['--vidya-control-border', '--vidya-star', '--vidya-heart', '--mantine-color-teal-text']) {
      expect(contrast(shape, '--vidya-surface'), shape).toBeGreaterThanOrEqual(3);
    }
  });

  function contrast(one: string, other: string): number {
    const [light = 0, dark = 0] = [luminance(colourOf(one)), luminance(colourOf(other))].toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  function colourOf(name: string): Rgb {
    const value = values[name];
    if (!value) throw new Error(`${name} is not set`);
    const alias = value.match(/^var\((--[\w-]+)\)$/)?.[1];
    return alias ? colourOf(alias) : parsed(value);
  }
});

function parsed(value: string): Rgb {
  const [, over = '', share = '', under = ''] = value.match(/^color-mix\(in srgb, (#\w+) (\d+)%, (#\w+)\)$/) ?? [];
  if (share) return mixed(parsed(over), parsed(under), Number(share) / 100);
  if (!/^#[0-9a-f]{6}$/i.test(value)) throw new Error(`${value} is no colour that this test can read`);
  return [channel(value, 1), channel(value, 3), channel(value, 5)];
}

function channel(hex: string, at: number): number {
  return Number.parseInt(hex.slice(at, at + 2), 16) / 255;
}

function mixed(over: Rgb, under: Rgb, share: number): Rgb {
  const mix = (a: number, b: number) => a * share + b * (1 - share);
  return [mix(over[0], under[0]), mix(over[1], under[1]), mix(over[2], under[2])];
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
