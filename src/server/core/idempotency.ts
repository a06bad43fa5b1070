import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { requestKeys } from '#db/schema/access.ts';
import { DomainError, ERRORS, type FailureKind } from '#shared/errors.ts';
import { transformer } from '#shared/transformer.ts';
import { REQUEST_KEY_HOURS } from '#shared/vocabulary/limits.ts';
import type { SignedIn } from './context.ts';
import type { DomainEvent } from './events.ts';
import { inUnitOfWork, type Unit } from './unit-of-work.ts';

const HOUR = 3_600_000;
/** What says nothing of the request: the same may well be done a moment later. */
const NOT_KEPT: readonly FailureKind[] = ['limited', 'unavailable'];

/** `body`: what is asked for, without the key. */
type Asked = { key: string | undefined; body: object };
type Answer<T> = { value: T } | { refused: Pick<DomainError, 'code' | 'refusal' | 'message'> };
/** `toKept`: what of the answer stays for a day. It names no people, who may leave meanwhile: `fromKept` reads them again. */
type Doing<C extends SignedIn, T, K> = {
  work: (unit: Unit<C>) => Promise<T>;
  toKept: (value: T) => K;
  fromKept: (unit: Unit<C>, kept: K) => Promise<T>;
};
type Claim = { userId: string; key: string; bodyHash: string; at: Date };

/** A unit of work that is done once for a key of the caller: the same again gets the first answer, a refusal too, and does nothing. */
export async function once<C extends SignedIn, T, K>(ctx: C, { key, body }: Asked, doing: Doing<C, T, K>): Promise<T> {
  if (!key) return inUnitOfWork(ctx, doing.work);
  const claim: Claim = { userId: ctx.actor.id, key, bodyHash: hashOf(body), at: ctx.now() };
  const answer = await inUnitOfWork(ctx, async (unit): Promise<Answer<T>> => {
    const kept = await keptFor<K>(unit.db, claim);
    if (!kept) return answeredBy(unit, claim, doing);
    return 'value' in kept ? { value: await doing.fromKept(unit, kept.value) } : kept;
  });
  if ('value' in answer) return answer.value;
  // Thrown after the commit, or it would take its own record with it.
  const { code, refusal, message } = answer.refused;
  throw new DomainError(code, refusal, message);
}

/** The first answer; null when the key is new or its time is over, and then nobody else answers for it until the commit. */
async function keptFor<K>(db: Executor, { userId, key, bodyHash, at }: Claim): Promise<Answer<K> | null> {
  const over = new Date(at.getTime() - REQUEST_KEY_HOURS * HOUR);
  const [claimed] = await db.execute(sql`
    insert into request_keys (user_id, key, body_hash, created_at)
    select id, ${key}, ${bodyHash}, ${at.toISOString()}::timestamptz from users where id = ${userId}
    on conflict (user_id, key) do update set body_hash = excluded.body_hash, answer = null, created_at = excluded.created_at
    where request_keys.created_at <= ${over.toISOString()}::timestamptz
    returning key`);
  if (claimed) return null;
  const [first] = await db.execute<{ hash: string; answer: Record<string, unknown> }>(
    sql`select body_hash as hash, answer from request_keys where user_id = ${userId} and key = ${key}`,
  );
  // Nobody's: the account has gone meanwhile, which the work finds out for itself.
  if (!first) return null;
  if (first.hash !== bodyHash) throw new DomainError('request.key_reused');
  // It was written by `serialize`, under this key.
  return transformer.deserialize(first.answer) as Answer<K>;
}

/** Of a refusal nothing stays but the record of it; what the database itself says goes on as it is. */
async function answeredBy<C extends SignedIn, T, K>(unit: Unit<C>, claim: Claim, { work, toKept }: Doing<C, T, K>): Promise<Answer<T>> {
  const recorded: DomainEvent[] = [];
  await unit.db.execute(sql`savepoint before_the_work`);
  const answer = await work({ ...unit, record: (event) => void recorded.push(event) }).then(
    (value): Answer<T> => ({ value }),
    async (thrown: unknown): Promise<Answer<T>> => {
      if (!(thrown instanceof DomainError) || NOT_KEPT.includes(ERRORS[thrown.code].kind)) throw thrown;
      await unit.db.execute(sql`rollback to savepoint before_the_work`);
      return { refused: { code: thrown.code, refusal: thrown.refusal, message: thrown.message } };
    },
  );
  if ('value' in answer) for (const event of recorded) unit.record(event);
  const { json, meta } = transformer.serialize('value' in answer ? { value: toKept(answer.value) } : answer);
  const { userId, key } = claim;
  await unit.db
    .update(requestKeys)
    .set({ answer: { json, meta } })
    .where(and(eq(requestKeys.userId, userId), eq(requestKeys.key, key)));
  return answer;
}

/** The keys of an object have no order. */
function hashOf(body: object): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(body, sorted)).digest('hex');
}
