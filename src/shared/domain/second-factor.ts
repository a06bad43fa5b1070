import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';

/** Crockford base 32: no i, l, o or u. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const HALF = SECOND_FACTOR.recoveryLetters / 2;

export const shownRecoveryCode = (code: string): string => `${code.slice(0, HALF)}-${code.slice(HALF)}`;

export type TypedCode = { kind: 'totp' | 'recovery_code'; code: string };

export function typedCode(text: string): TypedCode | null {
  const code = text.toLowerCase().replace(/[\s\-–.]/gu, '');
  if (code.length === SECOND_FACTOR.digits) return /^\d+$/.test(code) ? { kind: 'totp', code } : null;
  // In handwriting, o is read as 0, i and l as 1.
  const read = code.replaceAll('o', '0').replace(/[il]/g, '1');
  const isRecoveryCode = read.length === SECOND_FACTOR.recoveryLetters && [...read].every((letter) => RECOVERY_ALPHABET.includes(letter));
  return isRecoveryCode ? { kind: 'recovery_code', code: read } : null;
}

export type SecondFactorPolicy = {
  adminsNeedSecondFactor: boolean;
};

export const needsSecondFactor = (role: Role | null, { adminsNeedSecondFactor }: SecondFactorPolicy): boolean =>
  role === 'admin' && adminsNeedSecondFactor;

type Account = { role: Role | null; hasSecondFactor: boolean };

export const isSecondFactorDue = ({ role, hasSecondFactor }: Account, policy: SecondFactorPolicy): boolean =>
  needsSecondFactor(role, policy) && !hasSecondFactor;
