import type { ErrorCode } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

export type ChosenFile = { type: string; size: number };

export type PhotoProblem = Extract<ErrorCode, 'upload.photo_type' | 'upload.photo_size'>;

export function photoProblem({ type, size }: ChosenFile): PhotoProblem | null {
  const isPhoto = PHOTO_TYPES.some((match) => match === type.toLowerCase());
  if (!isPhoto || size === 0) return 'upload.photo_type';
  return isTooLarge(size) ? 'upload.photo_size' : null;
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
