import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { mailOptOuts } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { MailPreference, UnsubscribeMailInput } from '#shared/contracts/account.ts';
import { DomainError } from '#shared/errors.ts';
import type { MailKind } from '#shared/vocabulary/notifications.ts';
import { verifyUnsubscribeLink } from './preferences.queries.ts';

export function setPreference(ctx: SignedIn, { kind, isOn }: MailPreference): Promise<MailPreference> {
  return inUnitOfWork(ctx, async ({ db, actor, now }) => {
    if (isOn) await db.delete(mailOptOuts).where(and(eq(mailOptOuts.userId, actor.id), eq(mailOptOuts.kind, kind)));
    else if (!(await switchOff(db, { user: actor.id, kind, at: now() }))) throw new DomainError('auth.expired');
    return { kind, isOn };
  });
}

export function unsubscribe(ctx: Ctx, link: UnsubscribeMailInput): Promise<MailPreference> {
  const preference = verifyUnsubscribeLink(ctx, link);
  return inUnitOfWork(ctx, async ({ db, now }) => {
    await switchOff(db, { ...preference, at: now() });
    return { kind: preference.kind, isOn: false };
  });
}

async function switchOff(db: Executor, { user, kind, at }: { user: string; kind: MailKind; at: Date }): Promise<boolean> {
  const locked = await withLocks(db, { users: { keyShare: byId(users.id, user) } });
  const [account] = locked.users;
  if (!account) return false;
  await db.insert(mailOptOuts).values({ userId: account.id, kind, createdAt: at }).onConflictDoNothing();
  return true;
}
