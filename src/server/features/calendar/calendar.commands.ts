import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { calendarFeeds } from '#db/schema/access.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { requireConfirmation } from '#server/core/confirmation.ts';
import type { SignedIn } from '#server/core/context.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { CreatedFeed } from '#shared/contracts/account.ts';

const TOKEN_BYTES = 32;

export function createFeed(ctx: SignedIn): Promise<CreatedFeed> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, platform, record, client } = unit;
    await lockOwnAccount(unit);
    await requireConfirmation(unit);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const row = { userId: actor.id, tokenHash: hashToken(token), createdAt: now() };
    await db.insert(calendarFeeds).values(row).onConflictDoUpdate({ target: calendarFeeds.userId, set: row });
    record({ type: 'sensitive_action.taken', userId: actor.id, action: { kind: 'calendar_link_made' }, client, occurredAt: row.createdAt });
    return { url: `${platform.publicUrl}/calendar/${token}.ics`, createdAt: row.createdAt };
  });
}

export async function revokeFeed({ db, actor }: SignedIn): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, actor.id));
}
