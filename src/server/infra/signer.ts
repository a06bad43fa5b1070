import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Signer } from '#server/core/ports.ts';

export function createSigner(secret: string): Signer {
  const mac = (purpose: string, text: string) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
  return { mac, isMac: (given, purpose, text) => timingSafeEqual(hashOf(given), hashOf(mac(purpose, text))) };
}

/** Of one length, as the comparison demands. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
