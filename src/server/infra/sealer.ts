import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Sealer } from '#server/core/ports.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A shorter tag would be easier to guess, and is none. */
const TAG = { authTagLength: TAG_BYTES };

/** AES-256-GCM, under a key for each purpose; seals with the secret, and opens what the previous one has sealed. */
export function createSealer(secret: string, previous: string | null = null): Sealer {
  const keyFor = (purpose: string, from = secret) => new Uint8Array(hkdfSync('sha256', from, '', `sealed ${purpose}`, 32));

  return {
    seal(purpose, plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce, TAG);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      return openedWith(keyFor(purpose), bytes) ?? (previous === null ? null : openedWith(keyFor(purpose, previous), bytes));
    },
  };
}

function openedWith(key: Uint8Array, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), TAG);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
