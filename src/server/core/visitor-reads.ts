import { experimental_standaloneMiddleware as standalone } from '@trpc/server';
import type { Ctx } from './context.ts';
import { getSqlState } from './errors.ts';

/** That it is away, or that it has ended a statement which stood in the way of what it has to replay. */
const OF_REPLICA = /^(08|40001|57P|53|25006|ECONN|CONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|EAI)/;

const refuseToBegin = (): never => {
  throw new Error('A read of the replica begins no transaction');
};

/**
 * For queries that everybody may ask: visitors, and pages that are rendered for nobody, read the replica, whose data are some seconds old at most.
 * Whoever is signed in reads the primary, and so finds what he has just written. What the replica fails to answer, the primary answers.
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
