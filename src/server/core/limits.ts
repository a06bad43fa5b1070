import { createHash } from 'node:crypto';
import { experimental_standaloneMiddleware as standalone } from '@trpc/server';
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { limits } from '#db/schema/access.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { type LimitName, RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import type { Ctx } from './context.ts';
import { toTRPCError } from './failures.ts';

type Window = { key: string; times: number; seconds: number };

/** A procedure's limit; `whose` names who is counted. With `failures`, only calls refused with one of these count. */
export function limited<I>(name: LimitName, whose: (asked: { ctx: Ctx; input: I }) => string, failures?: readonly ErrorCode[]) {
  return standalone<{ ctx: Ctx; input: I }>().create(async ({ ctx, input, next }) => {
    if (!ctx.hasRateLimits) return next();
    const windows = windowsOf(name, whose({ ctx, input }));
    await take(ctx, windows);
    const result = await next();
    if (failures && !(!result.ok && isOneOf(result.error, failures))) await giveBack(ctx.db, windows);
    return result;
  });
}

/** Nobody is named in the table. */
function windowsOf(name: LimitName, whose: string): Window[] {
  const who = createHash('sha256').update(whose).digest('base64url');
  return RATE_LIMITS[name].map(({ times, seconds }) => ({ key: `${name} ${seconds} ${who}`, times, seconds }));
}

/** Counted before the work and not after, so that calls at once count too; each a statement of its own, which outlives a refusal. */
async function take({ db, now }: Ctx, windows: readonly Window[]): Promise<void> {
  const at = now();
  for (const { key, times, seconds } of windows) {
    const resetsAt = new Date(at.getTime() + seconds * 1000);
    const hasPassed = sql`${limits.resetsAt} <= ${at.toISOString()}::timestamptz`;
    const [row] = await db
      .insert(limits)
      .values({ key, count: 1, resetsAt })
      .onConflictDoUpdate({
        target: limits.key,
        set: {
          count: sql`case when ${hasPassed} then 1 else ${limits.count} + 1 end`,
          resetsAt: sql`case when ${hasPassed} then excluded.resets_at else ${limits.resetsAt} end`,
        },
      })
      .returning();
    if (!row || row.count <= times) continue;
    throw new DomainError('request.limited', { retryAfter: Math.max(1, Math.ceil((row.resetsAt.getTime() - at.getTime()) / 1000)) });
  }
}

async function giveBack(db: Executor, windows: readonly Window[]): Promise<void> {
  for (const { key } of windows)
    await db
      .update(limits)
      .set({ count: sql`greatest(${limits.count} - 1, 0)` })
      .where(sql`${limits.key} = ${key}`);
}

function isOneOf(error: unknown, codes: readonly ErrorCode[]): boolean {
  const { cause } = toTRPCError(error);
  return cause instanceof DomainError && codes.includes(cause.code);
}
