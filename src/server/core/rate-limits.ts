import { experimental_standaloneMiddleware as standalone } from '@trpc/server';
import { and, eq, sql } from 'drizzle-orm';
import { limits } from '#db/schema/access.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import type { LimitName, RateLimit } from '#shared/vocabulary/limits.ts';
import type { Ctx } from './context.ts';
import { toTRPCError } from './errors.ts';

type Window = { key: string; times: number; seconds: number };
type CallerKey = string | null;
type ConsumedWindow = { key: string; resetsAt: Date };
type PendingCalls = { running: number; waiting: ((canRetry: boolean) => void)[] };

const pendingByKey = new Map<string, PendingCalls>();

export function rateLimit<I>(
  name: LimitName,
  getCaller: (request: { ctx: Ctx; input: I }) => CallerKey | Promise<CallerKey>,
  failures?: readonly ErrorCode[],
) {
  return standalone<{ ctx: Ctx; input: I }>().create(async ({ ctx, input, next }) => {
    if (!ctx.rateLimits) return next();
    const caller = await getCaller({ ctx, input });
    if (caller === null) return next();
    const windows = toWindows(name, ctx.rateLimits[name], ctx.signer.mac('limit', caller));
    if (!failures) {
      await consume(ctx, windows);
      return next();
    }
    const key = `${windows[0]?.key}`;
    const consumed = await consumeOrWait(ctx, key, windows);
    try {
      const result = await next();
      if (result.ok || !hasErrorCode(result.error, failures)) await refundAndWakeNext(ctx, key, consumed);
      return result;
    } finally {
      finishCall(key);
    }
  });
}

export function rateLimitEach<I>(getCaller: (request: { ctx: Ctx; input: I }) => Promise<Partial<Record<LimitName, CallerKey>>>) {
  return standalone<{ ctx: Ctx; input: I }>().create(async ({ ctx, input, next }) => {
    const { rateLimits, signer } = ctx;
    if (!rateLimits) return next();
    const counted = Object.entries(await getCaller({ ctx, input })) as [LimitName, CallerKey][]; // the keys of a Record<LimitName, …>
    const windows = counted.flatMap(([name, caller]) => (caller === null ? [] : toWindows(name, rateLimits[name], signer.mac('limit', caller))));
    await consume(ctx, windows);
    return next();
  });
}

export const perCaller = ({ ctx }: { ctx: Ctx }): string => `${ctx.actor?.id}`;

/** Counts a known device separately, so that strangers cannot use up the owner's limit. */
export function perDevice({ ctx: { client, isKnownDevice }, input: { email } }: { ctx: Ctx; input: { email: string } }): string {
  return isKnownDevice && client.hasDeviceCookie ? `${email} device ${client.device}` : `${email} ${client.address}`;
}

/** `caller` is a keyed hash, so that the table reveals no address. */
function toWindows(name: LimitName, limits: readonly RateLimit[], caller: string): Window[] {
  return limits.map(({ times, seconds }) => ({ key: `${name} ${seconds} ${caller}`, times, seconds }));
}

/** Runs before the work and outside of any transaction, so that concurrent calls count and a rollback does not undo the count. */
async function consume(ctx: Ctx, windows: readonly Window[]): Promise<ConsumedWindow[]> {
  const { db } = ctx;
  const now = ctx.now();
  const consumed: ConsumedWindow[] = [];
  for (const { key, times, seconds } of windows) {
    const hasPassed = sql`known.resets_at <= ${now.toISOString()}::timestamptz`;
    const resetsAt = new Date(now.getTime() + seconds * 1000).toISOString();
    const [row] = await db.execute<{
      resetsAt: string;
    }>(sql`insert into ${limits} as known (key, count, resets_at) values (${key}, 1, ${resetsAt}::timestamptz)
      on conflict (key) do update set count = case when ${hasPassed} then 1 else known.count + 1 end,
        resets_at = case when ${hasPassed} then excluded.resets_at else known.resets_at end
      where ${hasPassed} or known.count < ${times}
      returning resets_at as "resetsAt"`);
    if (!row) {
      const limitError = await toLimitError(db, key, now);
      await refund(ctx, consumed);
      throw limitError;
    }
    consumed.push({ key, resetsAt: new Date(row.resetsAt) });
  }
  return consumed;
}

async function toLimitError(db: Ctx['db'], key: string, now: Date): Promise<DomainError> {
  const [window] = await db.select({ resetsAt: limits.resetsAt }).from(limits).where(eq(limits.key, key));
  const milliseconds = (window?.resetsAt ?? now).getTime() - now.getTime();
  return new DomainError('request.limited', { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) });
}

/** Where only failures count, a running call may still succeed and not count: a call over the limit waits for it before it is refused. */
async function consumeOrWait(ctx: Ctx, key: string, windows: readonly Window[]): Promise<ConsumedWindow[]> {
  const pending = pendingByKey.get(key) ?? { running: 0, waiting: [] };
  pendingByKey.set(key, pending);
  pending.running += 1;
  for (;;) {
    try {
      return await consume(ctx, windows);
    } catch (error) {
      const canRetry = error instanceof DomainError ? new Promise<boolean>((resolve) => pending.waiting.push(resolve)) : false;
      finishCall(key);
      if (!(await canRetry)) throw error;
    }
  }
}

function finishCall(key: string): void {
  const pending = pendingByKey.get(key);
  if (!pending) return;
  pending.running -= 1;
  if (pending.running > 0) return;
  pendingByKey.delete(key);
  for (const retry of pending.waiting) retry(false);
}

async function refund({ db, log }: Ctx, consumed: readonly ConsumedWindow[]): Promise<void> {
  try {
    for (const { key, resetsAt } of consumed) {
      await db
        .update(limits)
        .set({ count: sql`greatest(${limits.count} - 1, 0)` })
        .where(and(eq(limits.key, key), eq(limits.resetsAt, resetsAt)));
    }
  } catch (error) {
    log('a limit was not given back', { cause: error });
  }
}

async function refundAndWakeNext(ctx: Ctx, key: string, consumed: readonly ConsumedWindow[]): Promise<void> {
  await refund(ctx, consumed);
  const pending = pendingByKey.get(key);
  const retry = pending?.waiting.shift();
  if (!pending || !retry) return;
  pending.running += 1;
  retry(true);
}

export function hasErrorCode(error: unknown, codes: readonly ErrorCode[]): boolean {
  const { cause } = toTRPCError(error);
  return cause instanceof DomainError && codes.includes(cause.code);
}
