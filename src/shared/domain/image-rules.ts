import type { ErrorCode } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

/** What a profile photo may be, as browsers name it. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

/** A file that somebody has chosen; its type is only what its name says. */
export type ChosenFile = { type: string; size: number };

export type PhotoProblem = Extract<ErrorCode, 'upload.photo_type' | 'upload.photo_size'>;

/** Why a file is no profile photo, as far as can be told without looking into it. */
export function photoProblem({ type, size }: ChosenFile): PhotoProblem | null {
  const isPhoto = PHOTO_TYPES.some((known) => known === type.toLowerCase());
  if (!isPhoto || size === 0) return 'upload.photo_type';
  return isTooLarge(size) ? 'upload.photo_size' : null;
}

/** In bytes: exactly the limit passes. */
export function isTooLarge(size: number): boolean {
  return size > LIMITS.imageBytes;
}

const FILES = '/files/';
const ANY_SITE = 'http://site.invalid';

/** Where an image lies in our store, told by its address, root-relative or on our site; null for any other address. */
export function pathOfImage(address: string, site: string = ANY_SITE): string | null {
  if (!URL.canParse(address, site)) return null;
  const { origin, pathname } = new URL(address, site);
  return origin === new URL(site).origin && pathname.startsWith(FILES) ? pathname.slice(FILES.length) : null;
}
