import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { shareUsers } from '#db/locks.ts';
import { calendarFeeds } from '#db/schema/calendar.ts';
import { users } from '#db/schema/people.ts';
import type { SignedIn } from '#server/core/context.ts';
import { hashOfToken } from '#server/core/token-hash.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { MadeFeed } from '#shared/contracts/calendar.ts';
import { DomainError } from '#shared/errors.ts';

const TOKEN_BYTES = 32;

/** A new secret address of the caller's calendar; the one before ends. */
export function makeFeed(ctx: SignedIn): Promise<MadeFeed> {
  return inUnitOfWork(ctx, async ({ db, actor, now, platform }) => {
    const [account] = await shareUsers(db, eq(users.id, actor.id));
    if (!account) throw new DomainError('auth.expired');
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const row = { userId: actor.id, tokenHash: hashOfToken(token), createdAt: now() };
    await db.insert(calendarFeeds).values(row).onConflictDoUpdate({ target: calendarFeeds.userId, set: row });
    return { url: `${platform.publicUrl}/calendar/${token}.ics`, createdAt: row.createdAt };
  });
}

/** Whoever has none has none afterwards, too. */
export async function revokeFeed({ db, actor }: SignedIn): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, actor.id));
}
