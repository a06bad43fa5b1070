import { eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { shareUsers } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { DomainError } from '#shared/errors.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';

/** Of accounts that were waited for: a call that began before its caller left, or was suspended, does nothing after it. */
export function demandStanding(accounts: readonly { id: string; status: AccountStatus }[], { id }: { id: string }): void {
  if (!accounts.some((account) => account.id === id && account.status === 'active')) throw new DomainError('auth.expired');
}

/** The same, first of all that is waited for, where the call has to do with nobody else's account. */
export async function holdStanding({ db, actor }: { db: Executor; actor: { id: string } }): Promise<void> {
  demandStanding(await shareUsers(db, eq(users.id, actor.id)), actor);
}
