import { newPasswordProblem, type PasswordOwner } from '#shared/domain/new-password.ts';
import { DomainError } from '#shared/errors.ts';
import type { Ctx } from './context.ts';

type Chosen = PasswordOwner & { password: string; field?: string };

/** Refuses a new password that is easy to guess; `field` is where it was typed. */
export function demandNewPassword({ passwords }: Pick<Ctx, 'passwords'>, { password, field = 'password', ...owner }: Chosen): void {
  const problem = newPasswordProblem(password, owner, (lowerCase) => passwords.isCommon(lowerCase));
  if (problem) throw new DomainError(problem, { field });
}
