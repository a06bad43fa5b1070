import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Signer } from '#server/core/ports.ts';

/** Signs with the secret, and recognises what the previous one has signed. */
export function createSigner(secret: string, previous: string | null = null): Signer {
  const secrets = previous === null ? [secret] : [secret, previous];
  const macBy = (key: string, purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
  const macs = (purpose: string, text: string) => secrets.map((key) => macBy(key, purpose, text));

  return {
    mac: (purpose, text) => macBy(secret, purpose, text),
    listMacs: macs,
    verifyMac: (given, purpose, text) => macs(purpose, text).filter((mac) => timingSafeEqual(hashOf(given), hashOf(mac))).length > 0,
  };
}

/** Of one length, as the comparison demands. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
