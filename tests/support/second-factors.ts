import { Secret, TOTP } from 'otpauth';
import type { Db } from '#db/client.ts';
import { type CallerOptions, callerAs } from './callers.ts';
import { NOW, signedIn, type User } from './factories.ts';

export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: at.getTime() });

export async function anAppOf(database: { db: Db }, person: User, options: CallerOptions = {}) {
  const at = options.now ?? (() => NOW);
  await signedIn(database.db, person);
  const api = callerAs(database, person, { ...options, hasRateLimits: false });
  const { secret, enrolment } = await api.auth.beginApp();
  const { recoveryCodes } = await api.auth.enableApp({ enrolment, code: codeAt(secret, at()) });
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}
