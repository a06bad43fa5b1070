import type { ErrorCode } from '#shared/errors.ts';
import { PASSWORDS } from '#shared/vocabulary/account-limits.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type PasswordOwner = { name: string; email: string; role?: Role | null };

export function newPasswordProblem(password: string, owner: PasswordOwner, isCommon: (lowerCase: string) => boolean): ErrorCode | null {
  if (owner.role === 'admin' && password.length < LIMITS.password.adminMin) return 'auth.password_admin';
  const folded = foldCase(password);
  if (isCommon(folded)) return 'auth.password_common';
  return personalParts(owner).some((part) => folded.includes(part)) ? 'auth.password_personal' : null;
}

export function personalParts({ name, email }: PasswordOwner): string[] {
  const mailbox = email.slice(0, email.includes('@') ? email.lastIndexOf('@') : email.length);
  const words = [name, mailbox].flatMap((text) => foldCase(text).match(/\p{L}[\p{L}\p{M}\u200d]*/gu) ?? []);
  return [...new Set([...words, foldCase(mailbox.trim())])].filter((part) => [...part].length >= PASSWORDS.personalWord);
}

/** NFKC, so that letters are equal however a keyboard composes them. */
const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase();
