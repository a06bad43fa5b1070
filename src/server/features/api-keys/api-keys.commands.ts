import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { apiKeys } from '#db/schema/access.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { requireConfirmation } from '#server/core/confirmation.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { CreateApiKeyInput, CreatedApiKey, KeyIdInput } from '#shared/contracts/api-keys.ts';
import { DomainError } from '#shared/errors.ts';
import { API_KEYS } from '#shared/vocabulary/account-limits.ts';
import { KEY_COLUMNS } from './api-keys.queries.ts';

export function createKey(ctx: SignedIn, { name, scope }: CreateApiKeyInput): Promise<CreatedApiKey> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record, client } = unit;
    await lockOwnAccount(unit);
    await requireConfirmation(unit);
    if ((await db.$count(apiKeys, eq(apiKeys.userId, actor.id))) >= API_KEYS.perUser) throw new DomainError('key.too_many');
    const secret = randomBytes(API_KEYS.bytes).toString('base64url');
    const key = `${API_KEYS.prefix}${secret}`;
    const row = {
      id: uuidV7(now().getTime()),
      userId: actor.id,
      name,
      scope,
      tokenHash: hashToken(key),
      hint: secret.slice(0, API_KEYS.hint),
      createdAt: now(),
    };
    record({ type: 'sensitive_action.taken', userId: actor.id, action: { kind: 'api_key_made', name }, client, occurredAt: now() });
    return { ...only(await db.insert(apiKeys).values(row).returning(KEY_COLUMNS)), key };
  });
}

export async function revokeKey({ db, actor }: SignedIn, { id }: KeyIdInput): Promise<void> {
  const revoked = await db
    .delete(apiKeys)
    .where(and(byId(apiKeys.id, id), eq(apiKeys.userId, actor.id)))
    .returning({ id: apiKeys.id });
  if (revoked.length === 0) throw new DomainError('key.not_found');
}
