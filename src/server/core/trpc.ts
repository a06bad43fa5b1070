import { initTRPC } from '@trpc/server';
import { DomainError } from '#shared/errors.ts';
import { transformer } from '#shared/transformer.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { requireConfirmation, requireRecentConfirmation } from './confirmation.ts';
import { type Ctx, requireEnrolled, requireRole, requireSessionId, requireSignedIn } from './context.ts';
import { toErrorBody, toTRPCError } from './errors.ts';

type Meta = {
  failed?: string;
  refused?: string;
  maxBytes?: number;
  beforeEnrolment?: true;
};

const t = initTRPC
  .context<Ctx>()
  .meta<Meta>()
  .create({
    transformer,
    errorFormatter: ({ shape, error }) => {
      const { message, code, ...more } = toErrorBody(error);
      return { ...shape, message, data: { code: shape.data.code, httpStatus: shape.data.httpStatus, domainCode: code, ...more } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const baseProcedure = t.procedure.use(async ({ ctx, next, meta, path }) => {
  const failure = ctx.session.state === 'failed' ? ctx.session : null;
  const result = failure ? null : await next(); // tRPC returns errors instead of throwing them
  if (result?.ok) return result;
  const error = toTRPCError(failure?.error ?? result?.error, meta?.failed);
  if (error.code === 'INTERNAL_SERVER_ERROR') ctx.log('unexpected', { path, cause: error.cause });
  throw error;
});
export const publicProcedure = baseProcedure.use(({ ctx, next, type }) => {
  const retryAfter = type === 'query' && ctx.session.state !== 'actor' ? ctx.readLimit?.(ctx.client.address) : null;
  if (retryAfter) throw new DomainError('request.limited', { retryAfter });
  return next();
});
export const userProcedure = baseProcedure.use(({ ctx, next, meta }) => {
  const signedIn = requireSignedIn(ctx);
  if (!meta?.beforeEnrolment) requireEnrolled(signedIn.actor);
  return next({ ctx: signedIn });
});
export const sessionProcedure = userProcedure.use(({ ctx, next }) => {
  requireSessionId(ctx.actor);
  return next();
});
export const confirmedProcedure = sessionProcedure.use(async ({ ctx, next }) => {
  await requireRecentConfirmation(ctx);
  return next();
});
/** Used after `.input()`, so that invalid input is reported first. */
export const requireConfirmed = t.middleware(async ({ ctx, next }) => {
  await requireConfirmation(requireSignedIn(ctx));
  return next();
});
const roleProcedure = <R extends Role>(role: R) => baseProcedure.use(({ ctx, next, meta }) => next({ ctx: requireRole(role, ctx, meta?.refused) }));
export const studentProcedure = roleProcedure('student');
export const tutorProcedure = roleProcedure('tutor');
export const adminProcedure = roleProcedure('admin');
