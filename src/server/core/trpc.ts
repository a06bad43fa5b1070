import { initTRPC, type TRPCMiddlewareFunction } from '@trpc/server';
import type { z } from 'zod';
import { DomainError } from '#shared/errors.ts';
import { transformer } from '#shared/transformer.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { requireConfirmation, requireRecentConfirmation } from './confirmation.ts';
import { type Actor, type Ctx, requireActor, requireEnrolled, requireRole, requireSessionId, requireSignedIn } from './context.ts';
import { toErrorBody, toTRPCError } from './errors.ts';
import { isSecurityRefusal, observeSecurity } from './security-log.ts';
import { markShared } from './shared-answers.ts';

type Meta = {
  failed?: string;
  refused?: string;
  maxBytes?: number;
  beforeEnrolment?: true;
  /** Students get the same answer as visitors, and nothing that they do changes it. */
  isSharedWithStudents?: true;
};

const t = initTRPC
  .context<Ctx>()
  .meta<Meta>()
  .create({
    transformer,
    errorFormatter: ({ shape, error }) => {
      const { message: sentence, code, requestId, ...more } = toErrorBody(error);
      // Only our own pages call tRPC and show the sentence; REST has the number in a field of its own.
      const message = requestId ? `${sentence.replace(/\.?$/, '.')} If you contact us, quote this number: ${requestId}.` : sentence;
      return { ...shape, message, data: { code: shape.data.code, httpStatus: shape.data.httpStatus, domainCode: code, ...more } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** tRPC calls `parseAsync`, for which Zod does not use its compiled parsers. `parse` is three times as fast, and no schema of ours is asynchronous. */
function withCompiledParsers<B extends object>(builder: B): B {
  return new Proxy(builder, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key === 'input' || key === 'output')
        return (schema: z.ZodType) => withCompiledParsers(Reflect.apply(value as Extend, target, [synchronous(schema)]));
      if (key === 'use' || key === 'meta') return (part: unknown) => withCompiledParsers(Reflect.apply(value as Extend, target, [part]));
      return value;
    },
  });
}

type Extend = (part: unknown) => object;

const synchronous = (schema: z.ZodType): z.ZodType => Object.create(schema, { parseAsync: { value: (value: unknown) => schema.parse(value) } });

type Step<Added extends object> = TRPCMiddlewareFunction<Ctx, Meta, object, Added, unknown>;

/** Observes a call and turns whatever it throws into a `TRPCError`. It wraps `step` in one middleware, because tRPC copies the call for each middleware. */
function observed<Added extends object>(step: Step<Added>): Step<Added> {
  return async (call) => {
    const { ctx, meta, path } = call;
    const startedAt = performance.now();
    const end = (outcome: string) => ctx.observe({ of: 'procedure', path, outcome, ms: performance.now() - startedAt });
    ctx.client.request?.procedures.push(path);
    const result = await ctx.tracer.run(path, {}, () => runStep(step, call));
    // tRPC returns errors instead of throwing them.
    if ('ok' in result && result.ok) {
      end('ok');
      return result;
    }
    const error = toTRPCError(result.error, meta?.failed, ctx.client.request);
    const { code } = toErrorBody(error);
    end(code);
    if (error.code === 'INTERNAL_SERVER_ERROR') ctx.log('unexpected', { path, cause: error.cause });
    if (isSecurityRefusal(code)) observeSecurity(ctx, { event: 'refused', userId: ctx.actor?.id ?? null, details: { code, procedure: path } });
    throw error;
  };
}

type Call = Parameters<Step<object>>[0];

async function runStep<Added extends object>(step: Step<Added>, call: Call): Promise<Awaited<ReturnType<Step<Added>>> | { error: unknown }> {
  if (call.ctx.session.state === 'failed') return { error: call.ctx.session.error };
  try {
    return await step(call);
  } catch (error) {
    return { error };
  }
}

const procedureWith = <Added extends object>(step: Step<Added>) => withCompiledParsers(t.procedure).use(observed(step));

function limitReads({ ctx, type }: Call): void {
  const retryAfter = type === 'query' && ctx.session.state !== 'actor' ? ctx.readLimit?.(ctx.client.address) : null;
  if (retryAfter) throw new DomainError('request.limited', { retryAfter });
}

export const publicProcedure = procedureWith((call) => {
  limitReads(call);
  return call.next();
});

const isShared = ({ ctx: { session }, meta }: Call): boolean =>
  session.state === 'none' || (session.state === 'actor' && session.actor.role === 'student' && meta?.isSharedWithStudents === true);

async function share<R extends { ok: boolean }>(call: Call, next: () => Promise<R>): Promise<R> {
  const { sharedAnswers } = call.ctx;
  if (!sharedAnswers || !isShared(call)) return next();
  const key = `${call.path} ${JSON.stringify(await call.getRawInput())}`;
  // A key stands for one procedure, and so for results of one kind.
  const result = (await (sharedAnswers.get(key, next) ?? next())) as R;
  if ('data' in result) markShared(result.data);
  return result;
}

/** For queries that answer all visitors alike: the answer is read once in some seconds. */
export const sharedProcedure = procedureWith((call) => {
  limitReads(call);
  return share(call, () => call.next());
});
/** The sharing of `sharedProcedure` as a middleware, for procedures that check each call before they share the answer. */
export const sharesAnswer = t.middleware((call) => share(call, () => call.next()));

/**
 * Narrows the type of the actor that the context has already. If it were given to `next`, tRPC would copy all the context into an object that V8
 * treats as a dictionary: a hundredth of the time of a call, and 2 KB of each socket.
 */
const withActor = <A extends Actor>(next: Call['next']) => next<{ actor: A }>({});

export const userProcedure = procedureWith(({ ctx, next, meta }) => {
  const actor = requireActor(ctx);
  if (!meta?.beforeEnrolment) requireEnrolled(actor);
  return withActor<Actor>(next);
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
const roleProcedure = <R extends Role>(role: R) =>
  procedureWith(({ ctx, next, meta }) => {
    requireRole(role, ctx, meta?.refused);
    return withActor<Actor<R>>(next);
  });
export const studentProcedure = roleProcedure('student');
export const tutorProcedure = roleProcedure('tutor');
export const adminProcedure = roleProcedure('admin');
