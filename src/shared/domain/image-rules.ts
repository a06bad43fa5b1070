import type { ErrorCode } from '#shared/errors.ts';
import { LIMITS, UPLOADS } from '#shared/vocabulary/limits.ts';

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

export type ChosenFile = { type: string; size: number };

export type PhotoProblem = Extract<ErrorCode, 'upload.photo_type' | 'upload.photo_size'>;

export function photoProblem({ type, size }: ChosenFile): PhotoProblem | null {
  const isPhoto = PHOTO_TYPES.some((match) => match === type.toLowerCase());
  if (!isPhoto || size === 0) return 'upload.photo_type';
  return isTooLarge(size) ? 'upload.photo_size' : null;
}

const REDRAWN_TYPES = ['image/jpeg', 'image/png'];
const PHONE_TYPES = ['image/heic', 'image/heif'];

/** Whether the browser has to convert it to a smaller JPEG before it is sent. A GIF is never converted, because it would lose its animation. */
export function needsRedrawing({ type, size }: ChosenFile): boolean {
  const lower = type.toLowerCase();
  return size > 0 && (PHONE_TYPES.includes(lower) || (REDRAWN_TYPES.includes(lower) && isTooLarge(size)));
}

export type ImageSize = { width: number; height: number };

/** The sizes to try, largest first: the next is drawn where the file of the one before is still too large. */
export function redrawnSizes({ width, height }: ImageSize): ImageSize[] {
  const longer = Math.max(width, height);
  const fitted = UPLOADS.redrawnSides.filter((side, index) => index === 0 || side < longer);
  return fitted.map((side) => {
    const scale = Math.min(1, side / longer);
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  });
}

export function isTooLarge(size: number): boolean {
  return size > LIMITS.imageBytes;
}

const FILES = '/files/';
const ANY_SITE = 'http://site.invalid';

export function pathOfImage(address: string, site: string = ANY_SITE): string | null {
  if (!URL.canParse(address, site)) return null;
  const { origin, pathname } = new URL(address, site);
  return origin === new URL(site).origin && pathname.startsWith(FILES) ? pathname.slice(FILES.length) : null;
}
