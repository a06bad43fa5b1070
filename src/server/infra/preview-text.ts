import { toLetters } from '#shared/domain/initials.ts';
import { escapeXml } from '#shared/domain/xml.ts';
import type { Sharp } from './load-sharp.ts';
import { FONT_FAMILIES } from './preview-fonts.ts';
import type { Block } from './preview-tools.ts';

export type Style = { weight: 'Bold' | 'Semi-Bold' | 'Medium'; colour: string };
/** In pixels; the largest size first. */
export type Box = { sizes: readonly number[]; width: number; height: number };

/** libvips refuses to draw nothing. */
const HAS_INK = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Draws the text in the largest size that fits, else as much of it as fits in the smallest size. */
export async function drawText(sharp: Sharp, text: string, { box, style }: { box: Box; style: Style }): Promise<Block> {
  const [size = 0, ...smallerSizes] = box.sizes;
  const block = await renderText(sharp, text, { size, width: box.width, ...style });
  if (block.height <= box.height && block.width <= box.width) return block;
  if (smallerSizes.length > 0) return drawText(sharp, text, { box: { ...box, sizes: smallerSizes }, style });
  return drawText(sharp, shorten(text), { box, style });
}

function shorten(text: string): string {
  const letters = toLetters(text.replace(/…$/, ''));
  const most = Math.floor(letters.length * 0.8);
  return `${letters.slice(0, most).join('').trimEnd()}…`;
}

async function renderText(sharp: Sharp, text: string, { size, width, weight, colour }: Style & { size: number; width: number }): Promise<Block> {
  const words = text.replace(/\s+/g, ' ').trim();
  // Pango parses its markup as XML.
  const markup = `<span foreground="${colour}">${escapeXml(HAS_INK.test(words) ? words : '…')}</span>`;
  const image = sharp({ text: { text: markup, font: `${FONT_FAMILIES}, ${weight} ${size}`, dpi: 72, width, wrap: 'word-char', rgba: true } });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
