import type { CSSVariablesResolver } from '@mantine/core';
import { PALETTE, PAPER, SHEET } from './theme.ts';

const TINTED = ['teal', 'terracotta', 'yellow', 'green', 'red', 'blue'] as const;

/** Mantine's dark tints are nearly black; these lie thinly over charcoal. */
const darkTints = Object.fromEntries(
  TINTED.flatMap((color) => [
    [`--mantine-color-${color}-light`, `color-mix(in srgb, ${PALETTE[color][5]} 22%, ${PALETTE.dark[6]})`],
    [`--mantine-color-${color}-light-hover`, `color-mix(in srgb, ${PALETTE[color][5]} 32%, ${PALETTE.dark[6]})`],
    [`--mantine-color-${color}-light-color`, PALETTE[color][2]],
  ]),
);

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--vidya-header-height': '4rem',
    '--vidya-success-tint': 'var(--mantine-color-green-light)',
    '--vidya-success-ink': 'var(--mantine-color-green-light-color)',
    '--vidya-warning-tint': 'var(--mantine-color-yellow-light)',
    '--vidya-warning-ink': 'var(--mantine-color-yellow-light-color)',
    '--vidya-danger-tint': 'var(--mantine-color-red-light)',
    '--vidya-danger-ink': 'var(--mantine-color-red-light-color)',
    '--vidya-info-tint': 'var(--mantine-color-blue-light)',
    '--vidya-info-ink': 'var(--mantine-color-blue-light-color)',
    '--vidya-primary-tint': 'var(--mantine-color-teal-light)',
    '--vidya-primary-ink': 'var(--mantine-color-teal-light-color)',
    '--vidya-accent-tint': 'var(--mantine-color-terracotta-light)',
    '--vidya-accent-ink': 'var(--mantine-color-terracotta-light-color)',
  },
  light: {
    '--mantine-color-body': PAPER,
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--vidya-surface': SHEET,
    '--vidya-sunken': 'var(--mantine-color-gray-1)',
    '--vidya-border': 'var(--mantine-color-gray-3)',
    '--vidya-control-border': 'var(--mantine-color-gray-4)',
    '--vidya-muted': 'var(--mantine-color-gray-6)',
    '--vidya-accent': 'var(--mantine-color-terracotta-6)',
    '--vidya-star': '#b9770f',
    '--vidya-star-empty': 'var(--mantine-color-gray-3)',
    '--vidya-heart': '#c8322b',
  },
  dark: {
    ...darkTints,
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--mantine-color-gray-light-hover': 'var(--mantine-color-dark-4)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-dark-1)',
    '--mantine-color-body': 'var(--mantine-color-dark-7)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--vidya-surface': 'var(--mantine-color-dark-6)',
    '--vidya-sunken': 'var(--mantine-color-dark-8)',
    '--vidya-border': 'var(--mantine-color-dark-4)',
    '--vidya-control-border': '#7d7367',
    '--vidya-muted': 'var(--mantine-color-dark-2)',
    '--vidya-accent': 'var(--mantine-color-terracotta-4)',
    '--vidya-star': '#eab04a',
    '--vidya-star-empty': 'var(--mantine-color-dark-4)',
    '--vidya-heart': '#f0796f',
  },
});
