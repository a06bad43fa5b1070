import { OpenAPIHono } from '@hono/zod-openapi';
import type { TRPCError } from '@trpc/server';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Caller, createCaller } from '#server/api/router.ts';
import { answerOf, statusOf, toTRPCError } from '#server/core/failures.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';

type Context = Exclude<Parameters<typeof createCaller>[0], (...args: never[]) => unknown>;

/** `site` is the origin that makes a root-relative address absolute. */
export type RestEnv = {
  Variables: { api: Caller; site: string; client: Context['client']; session: () => Promise<Context['session']> };
};

/** Routes that are written down in the OpenAPI document as they are mounted. */
export function restGroup(): OpenAPIHono<RestEnv> {
  return new OpenAPIHono<RestEnv>({
    // The wire reads leniently and leaves every refusal to the procedure; only a body that is no object fails here.
    defaultHook: (result) => (result.success ? undefined : refuse('request.body')),
  });
}

/** From anything thrown to an error of the API; a body that cannot be parsed comes from Hono's validator. */
export function refusalOf(thrown: unknown): TRPCError {
  return toTRPCError(thrown instanceof HTTPException ? new DomainError('request.body') : thrown);
}

/** The contract's error body, `rest-contract.md` §2.5. */
export function answerError(error: TRPCError): Response {
  const { retryAfter, errors = [], ...answer } = answerOf(error);
  const body = {
    success: false,
    ...answer,
    ...(errors.length > 0 && { errors }),
    ...(answer.code === 'auth.google_account' && { isGoogleUser: true }),
  };
  return Response.json(body, { status: statusOf(error), headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } });
}

export const refuse = (code: ErrorCode): Response => answerError(toTRPCError(new DomainError(code)));

/** No cache may keep what depends on who asks. */
export const answersInJson: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (headers.get('content-type') === 'application/json') headers.set('content-type', 'application/json; charset=utf-8');
};
