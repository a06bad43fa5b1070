import { normalize } from 'node:path';
import type { FileStore } from '#server/core/ports.ts';
import { createSigner } from './signer.ts';

/** What links are signed with, and what those that are out may be signed with. */
export type Secrets = { secret: string; previousSecret?: string | null };

const PUBLIC = 'photos/';
const PURPOSE = 'file';
const VALID_MS = 15 * 60_000;
/** Bytes; of ours, none comes near. */
const LONGEST = 200;

/** Addresses of files, wherever these lie; those outside `photos/` are read by a signed link that lasts 15 minutes. */
export function createFileLinks({ secret, previousSecret }: Secrets): Pick<FileStore, 'url' | 'canRead'> {
  const signer = createSigner(secret, previousSecret);

  return {
    url(path, now) {
      if (isPublic(path)) return `/files/${path}`;
      const expires = String(now.getTime() + VALID_MS);
      return `/files/${path}?expires=${expires}&signature=${signer.mac(PURPOSE, `${path}\n${expires}`)}`;
    },
    canRead(path, { expires = '', signature = '' }, now) {
      if (isPublic(path)) return true;
      return signer.verifyMac(signature, PURPOSE, `${path}\n${expires}`) && Number(expires) > now.getTime();
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
