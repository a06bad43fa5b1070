import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { mailOptOuts } from '#db/schema/mail-preferences.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { MailPreference, UnsubscribeInput } from '#shared/contracts/mail-preferences.ts';
import { DomainError } from '#shared/errors.ts';
import type { MailKind } from '#shared/vocabulary/content.ts';
import { choiceOf } from './preferences.queries.ts';

/** Whether the caller gets mails of this kind from now on; those that were ordered already, too. */
export function setPreference(ctx: SignedIn, { kind, isOn }: MailPreference): Promise<MailPreference> {
  return inUnitOfWork(ctx, async ({ db, actor, now }) => {
    if (isOn) await db.delete(mailOptOuts).where(and(eq(mailOptOuts.userId, actor.id), eq(mailOptOuts.kind, kind)));
    else if (!(await switchOff(db, { user: actor.id, kind, at: now() }))) throw new DomainError('auth.expired');
    return { kind, isOn };
  });
}

/** For whoever holds a link that we have made, once or again; whoever has left is spared already. */
export function unsubscribe(ctx: Ctx, link: UnsubscribeInput): Promise<MailPreference> {
  const choice = choiceOf(ctx, link);
  return inUnitOfWork(ctx, async ({ db, now }) => {
    await switchOff(db, { ...choice, at: now() });
    return { kind: choice.kind, isOn: false };
  });
}

/** False where there is no such account. */
async function switchOff(db: Executor, { user, kind, at }: { user: string; kind: MailKind; at: Date }): Promise<boolean> {
  const locked = await withLocks(db, { users: { keyShare: byId(users.id, user) } });
  const [account] = locked.users;
  if (!account) return false;
  await db.insert(mailOptOuts).values({ userId: account.id, kind, createdAt: at }).onConflictDoNothing();
  return true;
}
