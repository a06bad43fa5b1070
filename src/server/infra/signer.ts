import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Signer } from '#server/core/ports.ts';

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

/** `timingSafeEqual` needs equal lengths. */
const toDigest = (text: string): Buffer => createHash('sha256').update(text).digest();
