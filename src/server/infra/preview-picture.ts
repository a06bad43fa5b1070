import type { OverlayOptions } from 'sharp';
import { getInitials } from '#shared/domain/initials.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import type { Texts } from '#shared/domain/texts.ts';
import type { TutorPreview } from '#shared/domain/tutor-preview.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';
import { type Box, drawText, type Style } from './preview-text.ts';
import { type Block, COLOURS, FOOT, HEAD, LOGO_SIDE, loadTools, PHOTO, type Tools, withSvg } from './preview-tools.ts';

const COLUMN = { left: 504, width: 624 };
const ROW_GAP = 28;
const ICON_GAP = 12;
const INITIALS: Box = { sizes: [150, 110, 80, 40], width: 320, height: 240 };

const title: Style = { weight: 'Bold', colour: COLOURS.ink };
const strong: Style = { weight: 'Semi-Bold', colour: COLOURS.ink };
const quiet: Style = { weight: 'Medium', colour: COLOURS.muted };
const price: Style = { weight: 'Bold', colour: COLOURS.teal };
const mark: Style = { weight: 'Semi-Bold', colour: COLOURS.teal };

type Picture = { preview: TutorPreview; photo: Uint8Array | null; appName: string; t: Texts };

export async function drawPreview({ preview, photo, appName, t }: Picture) {
  const tools = await loadTools();
  const portrait = (photo && (await drawPhoto(tools, photo))) ?? (await drawInitials(tools, preview.name));
  const brand = await drawText(tools.sharp, appName, { box: { sizes: [40], width: 800, height: 60 }, style: title });
  const brandAt = { left: PHOTO.left + LOGO_SIDE + 18, top: FOOT.top + (FOOT.height - brand.height) / 2 };
  return imageOf(tools, tools.ground)
    .composite([overlay(portrait, PHOTO), overlay(brand, brandAt), ...placeRows(await drawRows(tools, { preview, appName, t }))])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}

type Row = { text: Block; icon?: Block };

async function drawRows(tools: Tools, { preview, appName, t }: Omit<Picture, 'photo'>) {
  const { name, subjects, rating, reviewCount, ratePerHour, isVerified } = preview;
  const draw = (text: string, sizes: readonly number[], style: Style) =>
    drawText(tools.sharp, text, { box: { sizes, width: COLUMN.width - 48, height: 1.5 * (sizes[0] ?? 0) }, style });
  const reviews = reviewCount === 1 ? t`1 review` : t`${formatNumber(reviewCount)} reviews`;
  const rows: Row[] = [{ text: await drawText(tools.sharp, name, { box: { sizes: [72, 58, 46], width: COLUMN.width, height: 160 }, style: title }) }];
  if (isVerified) rows.push({ text: await draw(t`Verified tutor`, [30, 24], mark), icon: tools.check });
  if (subjects.length > 0) {
    const box = { sizes: [32, 28], width: COLUMN.width, height: 92 };
    rows.push({ text: await drawText(tools.sharp, subjects.join(' · '), { box, style: quiet }) });
  }
  if (reviewCount > 0) rows.push({ text: await draw(`${rating.toFixed(1)} (${reviews})`, [32, 24], strong), icon: tools.star });
  else rows.push({ text: await draw(t`New on ${appName}`, [32, 24], quiet) });
  rows.push({ text: await draw(t`from ${formatRupees(ratePerHour, t.locale)} / hour`, [40, 34, 28], price) });
  return rows;
}

/** Stacked vertically, centred between head and foot. */
function placeRows(rows: readonly Row[]): OverlayOptions[] {
  const height = rows.reduce((sum, { text }) => sum + text.height, ROW_GAP * (rows.length - 1));
  let top = (HEAD + FOOT.top - height) / 2;
  return rows.flatMap(({ text, icon }) => {
    const left = COLUMN.left + (icon ? icon.width + ICON_GAP : 0);
    const overlays = [overlay(text, { left, top })];
    if (icon) overlays.push(overlay(icon, { left: COLUMN.left, top: top + (text.height - icon.height) / 2 }));
    top += text.height + ROW_GAP;
    return overlays;
  });
}

/** Null for what cannot be decoded. The photos of the demo data are SVG, and no upload ever is. */
async function drawPhoto({ sharp, mask }: Tools, photo: Uint8Array): Promise<Block | null> {
  const isSvg = photo[0] === 0x3c; // <
  const draw = () =>
    sharp(photo, { limitInputPixels: UPLOADS.mostPixels })
      .resize({ width: PHOTO.side, height: PHOTO.side, fit: 'cover', position: 'top' })
      .flatten({ background: COLOURS.sheet })
      .ensureAlpha()
      .composite([{ ...overlay(mask, { left: 0, top: 0 }), blend: 'dest-in' }])
      .raw()
      .toBuffer();
  const bytes = await (isSvg ? withSvg(sharp, draw) : draw()).catch(() => null);
  return bytes && { bytes, width: PHOTO.side, height: PHOTO.side };
}

async function drawInitials(tools: Tools, name: string): Promise<Block> {
  const letters = await drawText(tools.sharp, getInitials(name), { box: INITIALS, style: price });
  const middle = { left: (PHOTO.side - letters.width) / 2, top: (PHOTO.side - letters.height) / 2 };
  return {
    ...tools.tile,
    bytes: await imageOf(tools, tools.tile)
      .composite([overlay(letters, middle)])
      .raw()
      .toBuffer(),
  };
}

const imageOf = ({ sharp }: Tools, { bytes, width, height }: Block) => sharp(bytes, { raw: { width, height, channels: 4 } });

const overlay = ({ bytes, width, height }: Block, { left, top }: { left: number; top: number }): OverlayOptions => ({
  input: bytes,
  raw: { width, height, channels: 4 },
  left: Math.round(left),
  top: Math.round(top),
});
