import { initTRPC } from '@trpc/server';
import { DomainError } from '#shared/errors.ts';
import { transformer } from '#shared/transformer.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { demandConfirmation, demandRecentConfirmation } from './confirmation.ts';
import { type Ctx, demandEnrolled, sessionIdOf, signedIn, signedInAs } from './context.ts';
import { answerOf, toTRPCError } from './failures.ts';

/**
 * What a procedure says of itself, in whole sentences, for both transports: when our code breaks, and to the wrong role.
 * `mostBytes`: of a request over HTTP, where it takes more than others.
 * `beforeEnrolment`: also for an admin who has yet to set up a second factor. Everything else that needs a login is refused them.
 */
type Meta = { failed?: string; refused?: string; mostBytes?: number; beforeEnrolment?: true };

const t = initTRPC
  .context<Ctx>()
  .meta<Meta>()
  .create({
    transformer,
    errorFormatter: ({ shape, error }) => {
      const { message, code, ...more } = answerOf(error);
      return { ...shape, message, data: { code: shape.data.code, httpStatus: shape.data.httpStatus, domainCode: code, ...more } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const base = t.procedure.use(async ({ ctx, next, meta, path }) => {
  const failure = ctx.session.state === 'failed' ? ctx.session : null;
  const result = failure ? null : await next(); // a try/catch here never fires
  if (result?.ok) return result;
  const error = toTRPCError(failure?.error ?? result?.error, meta?.failed);
  if (error.code === 'INTERNAL_SERVER_ERROR') ctx.log('unexpected', { path, cause: error.cause });
  throw error;
});
/** Reading without a session has a limit; what needs one refuses them anyway. */
export const anyone = base.use(({ ctx, next, type }) => {
  const retryAfter = type === 'query' && ctx.session.state !== 'actor' ? ctx.readLimit?.(ctx.client.address) : null;
  if (retryAfter) throw new DomainError('request.limited', { retryAfter });
  return next();
});
export const user = base.use(({ ctx, next, meta }) => {
  const known = signedIn(ctx);
  if (!meta?.beforeEnrolment) demandEnrolled(known.actor);
  return next({ ctx: known });
});
/** Whoever is signed in with a session: to whom an API key does not stand in. */
export const inPerson = user.use(({ ctx, next }) => {
  sessionIdOf(ctx.actor);
  return next();
});
/** Whoever has proven in this session, within `CONFIRMATION.minutes`, that it is them. */
export const recentlyConfirmed = inPerson.use(async ({ ctx, next }) => {
  await demandRecentConfirmation(ctx);
  return next();
});
/** For a procedure on another base; the address must be proven too. It stands after the input, so that what was mistyped is said first. */
export const confirmed = t.middleware(async ({ ctx, next }) => {
  await demandConfirmation(signedIn(ctx));
  return next();
});
const as = <R extends Role>(role: R) => base.use(({ ctx, next, meta }) => next({ ctx: signedInAs(role, ctx, meta?.refused) }));
export const student = as('student');
export const tutor = as('tutor');
export const admin = as('admin');
