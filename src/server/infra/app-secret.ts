import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sealer, Signer } from '#server/core/ports.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Node would accept a shorter tag, which is easier to guess. */
const TAG = { authTagLength: TAG_BYTES };

export function createSealer(secret: string, previousSecret: string | null = null): Sealer {
  const keyFor = (purpose: string, from = secret) => new Uint8Array(hkdfSync('sha256', from, '', `sealed ${purpose}`, 32));

  return {
    seal(purpose, plaintext) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce, TAG);
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64url');
    },
    open(purpose, ciphertext) {
      const bytes = Buffer.from(ciphertext, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      return decrypt(keyFor(purpose), bytes) ?? (previousSecret === null ? null : decrypt(keyFor(purpose, previousSecret), bytes));
    },
  };
}

function decrypt(key: Uint8Array, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), TAG);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plaintext = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export function createSigner(secret: string, previousSecret: string | null = null): Signer {
  const secrets = previousSecret === null ? [secret] : [secret, previousSecret];
  const computeMac = (key: string, purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
  const macs = (purpose: string, text: string) => secrets.map((key) => computeMac(key, purpose, text));

  return {
    mac: (purpose, text) => computeMac(secret, purpose, text),
    listMacs: macs,
    verifyMac: (given, purpose, text) => macs(purpose, text).filter((mac) => timingSafeEqual(toDigest(given), toDigest(mac))).length > 0,
  };
}

/** `timingSafeEqual` throws for unequal lengths. */
const toDigest = (text: string): Buffer => createHash('sha256').update(text).digest();
