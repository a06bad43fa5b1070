import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { hasSecondFactor } from '#db/accounts.ts';
import type { Db } from '#db/client.ts';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { apiKeys } from '#db/schema/access.ts';
import { users } from '#db/schema/people.ts';
import type { ApiKeys } from '#server/core/ports.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';

const selectKeyAndOwner = prepareOnce((db: Executor) =>
  db
    .select({
      keyId: apiKeys.id,
      scope: apiKeys.scope,
      lastUsedAt: apiKeys.lastUsedAt,
      userId: users.id,
      role: users.role,
      name: users.name,
      email: users.email,
      hasSecondFactor: hasSecondFactor(users.id),
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.tokenHash, sql.placeholder('hash')), eq(users.status, 'active')))
    .prepare('key_and_owner'),
);

export function createApiKeys(db: Db): ApiKeys {
  return {
    async findOwner(key, now) {
      const [row] = await selectKeyAndOwner(db).execute({ hash: hashToken(key) });
      if (!row) return null;
      const { lastUsedAt, ...owner } = row;
      await recordUse(db, owner.keyId, { lastUsedAt, now });
      return owner;
    },
  };
}

async function recordUse(db: Db, keyId: string, { lastUsedAt, now }: { lastUsedAt: Date | null; now: Date }): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  if (lastUsedAt !== null && lastUsedAt >= minute) return;
  const isOlder = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minute));
  await db
    .update(apiKeys)
    .set({ lastUsedAt: minute })
    .where(and(eq(apiKeys.id, keyId), isOlder));
}
