import { CATEGORY_COLOR, COLOR_FORMAT } from '#shared/vocabulary/content.ts';
import { CATALOGUE } from '#shared/vocabulary/limits.ts';

export function orderFrom(sent: unknown): number {
  const text = typeof sent === 'string' ? sent.trim() : '';
  const order = typeof sent === 'number' ? sent : /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  return Number.isFinite(order) ? Math.min(Math.max(0, Math.trunc(order)), CATALOGUE.mostOrder) : 0;
}

export const isColor = (text: string): boolean => COLOR_FORMAT.test(text);

export function colorFrom(sent: unknown): string {
  const text = typeof sent === 'string' ? sent.trim() : '';
  return isColor(text) ? text : CATEGORY_COLOR;
}

/** Contrast ratio by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = channels(colorFrom(color));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): [number, number, number] {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  const channel = (at: number): number => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(2), channel(4)];
}
