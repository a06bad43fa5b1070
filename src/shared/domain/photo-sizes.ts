/** Side lengths in pixels; photos are shown as squares. */
export const PHOTO_WIDTHS = [96, 192, 384] as const;

export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

const PHOTOS = '/files/photos/';

export function findPhotoWidth(text: string | undefined): PhotoWidth | undefined {
  return PHOTO_WIDTHS.find((width) => String(width) === text);
}

/** Undefined for photos of other sites, which have one size, and for SVG, which fits every size. */
export function photoSrcSet(url: string): string | undefined {
  if (!url.startsWith(PHOTOS) || url.includes('?') || url.endsWith('.svg')) return undefined;
  return PHOTO_WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', ');
}
