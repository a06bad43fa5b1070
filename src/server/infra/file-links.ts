import { createHmac, timingSafeEqual } from 'node:crypto';
import { normalize } from 'node:path';
import type { FileStore } from '#server/core/ports.ts';

const PUBLIC = 'photos/';
const VALID_MS = 15 * 60_000;
/** Bytes; of ours, none comes near. */
const LONGEST = 200;

/** Addresses of files, wherever these lie; those outside `photos/` are read by a signed link that lasts 15 minutes. */
export function createFileLinks(secret: string): Pick<FileStore, 'url' | 'mayRead'> {
  const signatureOf = (path: string, expires: string) => createHmac('sha256', secret).update(`file\n${path}\n${expires}`).digest('base64url');

  return {
    url(path, now) {
      if (isPublic(path)) return `/files/${path}`;
      const expires = String(now.getTime() + VALID_MS);
      return `/files/${path}?expires=${expires}&signature=${signatureOf(path, expires)}`;
    },
    mayRead(path, { expires = '', signature = '' }, now) {
      if (isPublic(path)) return true;
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(path, expires))];
      return given.length === right.length && timingSafeEqual(given, right) && Number(expires) > now.getTime();
    },
  };
}

/** A path that stays inside the store; anything else is a name that no file has. */
export function inside(path: string): string {
  const plain = normalize(path);
  return plain.startsWith('..') || plain.startsWith('/') || plain.includes('\0') || Buffer.byteLength(plain) > LONGEST ? 'nothing' : plain;
}

/** As it is written: a path that only leads to another place says nothing about that place. */
function isPublic(path: string): boolean {
  return path.startsWith(PUBLIC) && normalize(path) === path;
}
