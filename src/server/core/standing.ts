import { DomainError } from '#shared/errors.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';

/** Of accounts that were waited for: a call that began before its caller left, or was suspended, does nothing after it. */
export function demandStanding(accounts: readonly { id: string; status: AccountStatus }[], { id }: { id: string }): void {
  if (!accounts.some((account) => account.id === id && account.status === 'active')) throw new DomainError('auth.expired');
}
