import { experimental_standaloneMiddleware as standalone } from '@trpc/server';
import { and, eq, lt, lte, or, sql } from 'drizzle-orm';
import { limits } from '#db/schema/access.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import type { LimitName, RateLimit } from '#shared/vocabulary/limits.ts';
import { type Ctx, findActor } from './context.ts';
import { toTRPCError } from './failures.ts';

type Window = { key: string; times: number; seconds: number };
type Counted = string | null;
type Taken = { key: string; resetsAt: Date };
/** The calls of one person in this process: those on their way, and those that wait for what becomes of them. */
type Room = { inside: number; waiting: ((mayTryAgain: boolean) => void)[] };

const rooms = new Map<string, Room>();

/** A procedure's limit; `whose` names who is counted, or that nobody is. With `failures`, only calls refused with one of these count. */
export function limited<I>(name: LimitName, whose: (asked: { ctx: Ctx; input: I }) => Counted | Promise<Counted>, failures?: readonly ErrorCode[]) {
  return standalone<{ ctx: Ctx; input: I }>().create(async ({ ctx, input, next }) => {
    if (!ctx.rateLimits) return next();
    const who = await whose({ ctx, input });
    if (who === null) return next();
    const windows = windowsOf(name, ctx.rateLimits[name], ctx.signer.mac('limit', who));
    if (!failures) {
      await take(ctx, windows);
      return next();
    }
    const key = `${windows[0]?.key}`;
    const taken = await takeInTurn(ctx, key, windows);
    try {
      const result = await next();
      if (result.ok || !isRefusedWith(result.error, failures)) await giveBack(ctx, key, taken);
      return result;
    } finally {
      leave(key);
    }
  });
}

/** Several limits of a procedure at once, by who is counted for each: a call that one of them refuses counts for none. */
export function limitedByEach<I>(whose: (asked: { ctx: Ctx; input: I }) => Promise<Partial<Record<LimitName, Counted>>>) {
  return standalone<{ ctx: Ctx; input: I }>().create(async ({ ctx, input, next }) => {
    const { rateLimits, signer } = ctx;
    if (!rateLimits) return next();
    const counted = Object.entries(await whose({ ctx, input })) as [LimitName, Counted][];
    const windows = counted.flatMap(([name, who]) => (who === null ? [] : windowsOf(name, rateLimits[name], signer.mac('limit', who))));
    await take(ctx, windows);
    return next();
  });
}

/** Counts for each account, wherever its owner is. */
export const perCaller = ({ ctx }: { ctx: Ctx }): string => `${findActor(ctx)?.id}`;

/** Counts an email by the device where the account knows it, so that strangers cannot use up what its owner has; else by the address. */
export function perDevice({ ctx: { client, isKnownDevice }, input: { email } }: { ctx: Ctx; input: { email: string } }): string {
  return isKnownDevice && client.hasDeviceCookie ? `${email} device ${client.device}` : `${email} ${client.address}`;
}

/** Nobody is named in the table: `who` is a keyed hash, or a list of addresses could be tried on it. */
function windowsOf(name: LimitName, limits: readonly RateLimit[], who: string): Window[] {
  return limits.map(({ times, seconds }) => ({ key: `${name} ${seconds} ${who}`, times, seconds }));
}

/** Counted before the work and not after, so that calls at once count too; each a statement of its own, which outlives a refusal. A refused call does not count. */
async function take(ctx: Ctx, windows: readonly Window[]): Promise<Taken[]> {
  const { db } = ctx;
  const at = ctx.now();
  const taken: Taken[] = [];
  for (const { key, times, seconds } of windows) {
    const hasPassed = lte(limits.resetsAt, at);
    const [row] = await db
      .insert(limits)
      .values({ key, count: 1, resetsAt: new Date(at.getTime() + seconds * 1000) })
      .onConflictDoUpdate({
        target: limits.key,
        set: {
          count: sql`case when ${hasPassed} then 1 else ${limits.count} + 1 end`,
          resetsAt: sql`case when ${hasPassed} then excluded.resets_at else ${limits.resetsAt} end`,
        },
        setWhere: or(hasPassed, lt(limits.count, times)),
      })
      .returning({ key: limits.key, resetsAt: limits.resetsAt });
    if (!row) {
      const refused = await refusal(db, key, at);
      await untake(ctx, taken);
      throw refused;
    }
    taken.push(row);
  }
  return taken;
}

async function refusal(db: Ctx['db'], key: string, at: Date): Promise<DomainError> {
  const [full] = await db.select({ resetsAt: limits.resetsAt }).from(limits).where(eq(limits.key, key));
  const milliseconds = (full?.resetsAt ?? at).getTime() - at.getTime();
  return new DomainError('request.limited', { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) });
}

/** Calls that may yet succeed, and then do not count, refuse nobody: whoever finds no room waits for one of them to end. */
async function takeInTurn(ctx: Ctx, key: string, windows: readonly Window[]): Promise<Taken[]> {
  const room = rooms.get(key) ?? { inside: 0, waiting: [] };
  rooms.set(key, room);
  room.inside += 1;
  for (;;) {
    try {
      return await take(ctx, windows);
    } catch (error) {
      const mayTryAgain = error instanceof DomainError ? new Promise<boolean>((resolve) => room.waiting.push(resolve)) : false;
      leave(key);
      if (!(await mayTryAgain)) throw error;
    }
  }
}

/** The last one out has seen all the others fail, so those who wait are refused. */
function leave(key: string): void {
  const room = rooms.get(key);
  if (!room) return;
  room.inside -= 1;
  if (room.inside > 0) return;
  rooms.delete(key);
  for (const answer of room.waiting) answer(false);
}

async function untake({ db, log }: Ctx, taken: readonly Taken[]): Promise<void> {
  try {
    for (const one of taken) {
      await db
        .update(limits)
        .set({ count: sql`greatest(${limits.count} - 1, 0)` })
        .where(and(eq(limits.key, one.key), eq(limits.resetsAt, one.resetsAt)));
    }
  } catch (error) {
    // What was asked for is done, or refused already: it counts once too often, and is no failure itself.
    log('a limit was not given back', { cause: error });
  }
}

async function giveBack(ctx: Ctx, key: string, taken: readonly Taken[]): Promise<void> {
  await untake(ctx, taken);
  const room = rooms.get(key);
  const next = room?.waiting.shift();
  if (!room || !next) return;
  room.inside += 1;
  next(true);
}

export function isRefusedWith(error: unknown, codes: readonly ErrorCode[]): boolean {
  const { cause } = toTRPCError(error);
  return cause instanceof DomainError && codes.includes(cause.code);
}
