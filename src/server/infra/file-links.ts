import { normalize } from 'node:path';
import type { FileStore } from '#server/core/ports.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { createSigner } from './app-secret.ts';

export type Secrets = { secret: string; previousSecret?: string | null };

const PUBLIC = 'photos/';
const PURPOSE = 'file';
const VALID_MS = 15 * MINUTE_MS;
const MAX_PATH_BYTES = 200;

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

export function toSafePath(path: string): string {
  const normalised = normalize(path);
  return normalised.startsWith('..') || normalised.startsWith('/') || normalised.includes('\0') || Buffer.byteLength(normalised) > MAX_PATH_BYTES
    ? 'nothing'
    : normalised;
}

/** Only a normalised path is public: `photos/../documents/x` is not. */
function isPublic(path: string): boolean {
  return path.startsWith(PUBLIC) && normalize(path) === path;
}
