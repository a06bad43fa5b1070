import { Secret, TOTP } from 'otpauth';
import type { OneTimeCodes } from '#server/core/ports.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/limits.ts';

const { digits, period, drift } = SECOND_FACTOR;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export function createOneTimeCodes({ appName }: { appName: string }): OneTimeCodes {
  // Many apps ignore another algorithm than SHA-1 without a word, and then show wrong codes.
  const totpOf = (secret: string, label = '') =>
    new TOTP({ issuer: appName, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits, period });

  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    uri: (secret, account) => totpOf(secret, account).toString(),
    findStep(secret, code, now) {
      const timestamp = now.getTime();
      const delta = totpOf(secret).validate({ token: code, timestamp, window: drift });
      return delta === null ? null : Math.floor(timestamp / (period * 1000)) + delta;
    },
  };
}
