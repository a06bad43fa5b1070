import { newPasswordProblem, type PasswordOwner } from '#shared/domain/new-password.ts';
import { DomainError } from '#shared/errors.ts';
import type { Ctx } from './context.ts';

type NewPassword = PasswordOwner & { password: string; field?: string };

export function requireStrongPassword({ passwords }: Pick<Ctx, 'passwords'>, { password, field = 'password', ...owner }: NewPassword): void {
  const problem = newPasswordProblem(password, owner, (lowerCase) => passwords.isCommon(lowerCase));
  if (problem) throw new DomainError(problem, { field });
}
