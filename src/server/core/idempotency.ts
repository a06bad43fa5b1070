import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Executor, sendAhead } from '#db/executor.ts';
import { DomainError, ERRORS, type FailureKind } from '#shared/errors.ts';
import { transformer } from '#shared/transformer.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { REQUEST_KEY_HOURS } from '#shared/vocabulary/limits.ts';
import type { SignedIn } from './context.ts';
import type { DomainEvent } from './events.ts';
import { inUnitOfWork, type Unit } from './unit-of-work.ts';

/** Failures of these kinds say nothing about the request, which may succeed a moment later. */
const NOT_STORED: readonly FailureKind[] = ['limited', 'unavailable'];

type IdempotentRequest = { key: string | undefined; body: object };
/** Stored in this form, so its keys cannot be renamed. */
type Outcome<T> = { value: T } | { refused: Pick<DomainError, 'code' | 'refusal' | 'message'> };
type IdempotentWork<C extends SignedIn, T, K> = {
  work: (unit: Unit<C>) => Promise<T>;
  /** Without names or addresses of people, who may delete their accounts while it is stored. */
  toStored: (value: T) => K;
  fromStored: (unit: Unit<C>, stored: K) => Promise<T>;
};
type Claim = { userId: string; key: string; bodyHash: string; at: Date };

export async function runIdempotent<C extends SignedIn, T, K>(
  ctx: C,
  { key, body }: IdempotentRequest,
  { work, toStored, fromStored }: IdempotentWork<C, T, K>,
): Promise<T> {
  if (!key) return inUnitOfWork(ctx, work);
  const claim: Claim = { userId: ctx.actor.id, key, bodyHash: hashBody(body), at: ctx.now() };
  const outcome = await inUnitOfWork(ctx, async (unit): Promise<Outcome<T>> => {
    const stored = await claimKey<K>(unit.db, claim);
    if (!stored) return runAndStore(unit, claim, { work, toStored });
    return 'value' in stored ? { value: await fromStored(unit, stored.value) } : stored;
  });
  if ('value' in outcome) return outcome.value;
  // Thrown after the commit: inside the transaction it would roll back its own record.
  const { code, refusal, message } = outcome.refused;
  throw new DomainError(code, refusal, message);
}

async function claimKey<K>(db: Executor, { userId, key, bodyHash, at }: Claim): Promise<Outcome<K> | null> {
  const expiredBefore = new Date(at.getTime() - REQUEST_KEY_HOURS * HOUR_MS);
  const [claimed] = await db.execute(sql`
    insert into request_keys (user_id, key, body_hash, created_at)
    select id, ${key}, ${bodyHash}, ${at.toISOString()}::timestamptz from users where id = ${userId}
    on conflict (user_id, key) do update set body_hash = excluded.body_hash, answer = null, created_at = excluded.created_at
    where request_keys.created_at <= ${expiredBefore.toISOString()}::timestamptz
    returning key`);
  if (claimed) return null;
  const [existing] = await db.execute<{ hash: string; answer: Record<string, unknown> }>(
    sql`select body_hash as hash, answer from request_keys where user_id = ${userId} and key = ${key}`,
  );
  if (!existing) return null;
  if (existing.hash !== bodyHash) throw new DomainError('request.key_reused');
  // `runAndStore` serialised it for this key.
  return transformer.deserialize(existing.answer) as Outcome<K>;
}

async function runAndStore<C extends SignedIn, T, K>(
  unit: Unit<C>,
  { userId, key }: Claim,
  { work, toStored }: Pick<IdempotentWork<C, T, K>, 'work' | 'toStored'>,
): Promise<Outcome<T>> {
  const recorded: DomainEvent[] = [];
  sendAhead(unit.db, sql`savepoint before_the_work`);
  const outcome = await work({ ...unit, record: (event) => void recorded.push(event) }).then(
    (value): Outcome<T> => ({ value }),
    async (error: unknown): Promise<Outcome<T>> => {
      if (!(error instanceof DomainError) || NOT_STORED.includes(ERRORS[error.code].kind)) throw error;
      await unit.db.execute(sql`rollback to savepoint before_the_work`);
      return { refused: { code: error.code, refusal: error.refusal, message: error.message } };
    },
  );
  if ('value' in outcome) for (const event of recorded) unit.record(event);
  const { json, meta } = transformer.serialize('value' in outcome ? { value: toStored(outcome.value) } : outcome);
  const answer = JSON.stringify({ json, meta });
  sendAhead(unit.db, sql`update request_keys set answer = ${answer}::jsonb where user_id = ${userId} and key = ${key}`);
  return outcome;
}

function hashBody(body: object): string {
  const sortKeys = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(body, sortKeys)).digest('hex');
}
