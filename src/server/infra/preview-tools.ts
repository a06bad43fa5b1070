import { PREVIEW_SIZE } from '#shared/domain/tutor-preview.ts';
import { loadSharp, type Sharp } from './load-sharp.ts';
import { writeFonts } from './preview-fonts.ts';

/** Four bytes per pixel. */
export type Block = { bytes: Buffer; width: number; height: number };

export const COLOURS = {
  paper: '#fbf7f1',
  sheet: '#fffdfa',
  ink: '#231e19',
  muted: '#6a6157',
  teal: '#11625b',
  tint: '#d2e8e3',
  yellow: '#dfa12f',
  border: '#e9e1d6',
} as const;
export const HEAD = 12;
export const FOOT = { top: 532, height: 98 };
export const PHOTO = { left: 72, top: 82, side: 380, radius: 36 };
export const LOGO_SIDE = 54;

const ICON_SIDE = 36;
const STAR = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z';
const CHECK = 'M10 1a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM5.4 10.2l1.6-1.6 2.1 2.1 4-4.2 1.6 1.5-5.6 5.9z';
const LOGO = `<rect width="32" height="32" rx="9" fill="${COLOURS.teal}"/>
  <path d="M16 4.8c2.5 2.4 3.4 4.1 3.4 5.8a3.4 3.4 0 0 1-6.8 0c0-1.7.9-3.4 3.4-5.8z" fill="#f2b552"/>
  <path d="M15.4 26c-2.3-1.7-5.2-2.4-8.9-2.2v-8c3.7-.2 6.6.6 8.9 2.3zM16.6 26c2.3-1.7 5.2-2.4 8.9-2.2v-8c-3.7-.2-6.6.6-8.9 2.3z" fill="#fffdfa"/>`;
const GROUND = `<rect width="100%" height="100%" fill="${COLOURS.paper}"/>
  <rect width="100%" height="${HEAD}" fill="${COLOURS.teal}"/>
  <rect y="${FOOT.top}" width="100%" height="${FOOT.height}" fill="${COLOURS.sheet}"/>
  <rect y="${FOOT.top}" width="100%" height="2" fill="${COLOURS.border}"/>
  <g transform="translate(${PHOTO.left} ${FOOT.top + (FOOT.height - LOGO_SIDE) / 2}) scale(${LOGO_SIDE / 32})">${LOGO}</g>`;

export type Tools = Awaited<ReturnType<typeof load>>;

/** One for the process, as are the fonts that libvips knows. */
let loading: Promise<Tools> | undefined;

export function loadTools(): Promise<Tools> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load() {
  const sharp = await loadSharp();
  for (const fontfile of await writeFonts()) await sharp({ text: { text: 'a', fontfile } }).toBuffer();
  return withSvg(sharp, async () => ({
    sharp,
    ground: await rasterise(sharp, GROUND, PREVIEW_SIZE),
    star: await renderIcon(sharp, STAR, COLOURS.yellow),
    check: await renderIcon(sharp, CHECK, COLOURS.teal),
    tile: await renderTile(sharp, COLOURS.tint),
    mask: await renderTile(sharp, '#fff'),
  }));
}

/** Unblocked only while our own SVG is drawn, because uploads, which may contain anything, are decoded in the same process. */
export async function withSvg<T>(sharp: Sharp, work: () => Promise<T>): Promise<T> {
  const decoder = { operation: ['VipsForeignLoadSvgBuffer'] };
  sharp.unblock(decoder);
  try {
    return await work();
  } finally {
    sharp.block(decoder);
  }
}

const renderIcon = (sharp: Sharp, path: string, colour: string) =>
  rasterise(sharp, `<path transform="scale(${ICON_SIDE / 20})" fill="${colour}" fill-rule="evenodd" d="${path}"/>`, {
    width: ICON_SIDE,
    height: ICON_SIDE,
  });

const renderTile = (sharp: Sharp, colour: string) =>
  rasterise(sharp, `<rect width="100%" height="100%" rx="${PHOTO.radius}" fill="${colour}"/>`, { width: PHOTO.side, height: PHOTO.side });

async function rasterise(sharp: Sharp, shapes: string, { width, height }: { width: number; height: number }): Promise<Block> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  return { bytes: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), width, height };
}
