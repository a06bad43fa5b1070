import { createHmac } from 'node:crypto';
import type { Signer } from '#server/core/ports.ts';

export function createSigner(secret: string): Signer {
  return { mac: (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url') };
}
