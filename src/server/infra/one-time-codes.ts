import { Secret, TOTP } from 'otpauth';
import type { OneTimeCodes } from '#server/core/ports.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';

const { digits, period, drift } = SECOND_FACTOR;
const SECRET_BYTES = 20;

export function createOneTimeCodes({ appName }: { appName: string }): OneTimeCodes {
  // Many apps silently ignore any algorithm but SHA-1 and show wrong codes.
  const createTotp = (secret: string, label = '') =>
    new TOTP({ issuer: appName, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits, period });

  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    uri: (secret, account) => createTotp(secret, account).toString(),
    findStep(secret, code, now) {
      const timestamp = now.getTime();
      const delta = createTotp(secret).validate({ token: code, timestamp, window: drift });
      return delta === null ? null : Math.floor(timestamp / (period * 1000)) + delta;
    },
  };
}
