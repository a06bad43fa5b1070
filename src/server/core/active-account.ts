import type { Executor } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import type { users } from '#db/schema/people.ts';
import { DomainError } from '#shared/errors.ts';

type Account = typeof users.$inferSelect;
type Caller = { db: Executor; actor: { id: string } };

/** Checked once the locks are held: the caller may have deleted the account, or been suspended, while this call waited. */
export function requireActive<T extends Pick<Account, 'id' | 'status'>>(accounts: readonly T[], { id }: { id: string }): T {
  const account = accounts.find((candidate) => candidate.id === id && candidate.status === 'active');
  if (!account) throw new DomainError('auth.expired');
  return account;
}

export async function lockOwnAccount({ db, actor }: Caller): Promise<Account> {
  const { users: accounts } = await withLocks(db, { users: { noKeyUpdate: [actor.id] } });
  return requireActive(accounts, actor);
}

export async function lockActiveAdmin({ db, actor }: Caller): Promise<void> {
  const { users: accounts } = await withLocks(db, { users: { keyShare: [actor.id] } });
  requireActive(accounts, actor);
}
