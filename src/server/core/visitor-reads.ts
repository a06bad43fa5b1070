import { experimental_standaloneMiddleware as standalone } from '@trpc/server';
import type { Ctx } from './context.ts';
import { getSqlState } from './errors.ts';

/** The replica is unreachable, or has cancelled a statement that conflicted with what it had to replay. */
const OF_REPLICA = /^(08|40001|57P|53|25006|ECONN|CONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI)/;

const refuseToBegin = (): never => {
  throw new Error('A read of the replica begins no transaction');
};

/**
 * For public queries: visitors and server-rendered pages read the replica, whose data are a few seconds old at most. Signed-in users read
 * the primary, so that they see what they have just written. When the replica fails, the primary answers.
 */
export const readsReplica = standalone<{ ctx: Ctx }>().create(async ({ ctx, next, type }) => {
  if (type !== 'query') throw new Error('Only queries read the replica');
  const replica = ctx.session.state === 'actor' ? null : ctx.findReplica?.();
  if (!replica) return next();
  // tRPC returns errors instead of throwing them.
  const result = await next({ ctx: { db: replica, begin: refuseToBegin } });
  const isAnswered = result.ok || !OF_REPLICA.test(getSqlState(result.error.cause) ?? '');
  ctx.observe({ of: 'visitor-read', isFromReplica: isAnswered });
  return isAnswered ? result : next();
});
