import type { ErrorCode } from '#shared/errors.ts';
import { LIMITS, PASSWORDS } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type PasswordOwner = { name: string; email: string; role?: Role | null };

/** Why somebody cannot have this new password, beyond its length; null when they can. `isCommon` gets it in lower case. */
export function newPasswordProblem(password: string, owner: PasswordOwner, isCommon: (lowerCase: string) => boolean): ErrorCode | null {
  if (owner.role === 'admin' && password.length < LIMITS.password.adminMin) return 'auth.password_admin';
  const folded = foldCase(password);
  if (isCommon(folded)) return 'auth.password_common';
  return personalWords(owner).some((word) => folded.includes(word)) ? 'auth.password_personal' : null;
}

/** The words of the name, and of the address before its @, that are long enough to be recognised; domains belong to everybody. */
export function personalWords({ name, email }: PasswordOwner): string[] {
  const mailbox = email.slice(0, email.includes('@') ? email.lastIndexOf('@') : email.length);
  const words = [name, mailbox].flatMap((text) => foldCase(text).match(/\p{L}[\p{L}\p{M}\u200d]*/gu) ?? []);
  return [...new Set([...words, foldCase(mailbox.trim())])].filter((word) => [...word].length >= PASSWORDS.personalWord);
}

/** NFKC, so that the same letters count as the same however a keyboard composes them. */
const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase();
