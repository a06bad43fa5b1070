import type { MantineColorsTuple } from '@mantine/core';

/** Shade 7 carries white text in light, shade 6 in dark; shade 4 is text on charcoal. */
export const PALETTE = {
  teal: ['#e8f3f0', '#d2e8e3', '#a6d3ca', '#76bdb1', '#4fa89b', '#2f9186', '#1c776e', '#11625b', '#0d4f4a', '#093c38'],
  terracotta: ['#fcf0ea', '#f8ded2', '#f0bda7', '#e79b7c', '#de8059', '#cb5f36', '#b04a25', '#963d1d', '#7a3319', '#5a2713'],
  yellow: ['#fef5e0', '#fbe8bd', '#f5d386', '#edbb52', '#dfa12f', '#bf8118', '#976110', '#7b4f0e', '#61400f', '#46300f'],
  green: ['#edf5ea', '#dbebd5', '#b6d6ab', '#90c082', '#6fab61', '#4d8f42', '#387330', '#2c5e27', '#244c20', '#1b3818'],
  red: ['#fdf0ed', '#fadcd7', '#f3b7ae', '#ea9388', '#e37b6f', '#cf4b40', '#b5372e', '#982b24', '#79231e', '#591b17'],
  blue: ['#edf3f8', '#d8e5f0', '#b1cbe1', '#86afd0', '#659ac2', '#447ba8', '#30638e', '#274f73', '#20405c', '#182f44'],
  gray: ['#f8f4ee', '#f2ece3', '#e9e1d6', '#e0d6c8', '#94897b', '#8a7f72', '#6a6157', '#514940', '#38322b', '#241f1a'],
  dark: ['#ebe4da', '#d6ccc0', '#b0a596', '#a1968a', '#4b443c', '#37312b', '#2a2621', '#1e1b18', '#171412', '#0f0d0b'],
} satisfies Record<string, MantineColorsTuple>;

export const PAPER = '#fbf7f1';
export const SHEET = '#fffdfa';
export const INK = '#231e19';
