import { OpenAPIHono, type z } from '@hono/zod-openapi';
import type { TRPCError } from '@trpc/server';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Caller } from '#server/api/router.ts';
import { answerOf, statusOf, toTRPCError } from '#server/core/failures.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { errorBody } from './wire/shapes.ts';

/** `site` is the origin that makes a root-relative address absolute. */
export type RestEnv = { Variables: { api: Caller; site: string } };

const MOST_DRAINED = 32 * LIMITS.messageBytes;

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

/** The character that PostgreSQL cannot hold, as JSON writes it; after an even number of backslashes it is only a text about it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Whatever a client calls its body, it is read as JSON; an empty one as an empty object. */
export const readsJson: MiddlewareHandler = async (c, next) => {
  const { raw } = c.req;
  const text = await textOf(raw);
  if (text === null) return refuse('request.too_large');
  if (NUL.test(text)) return refuse('request.invalid');
  const headers = new Headers(raw.headers);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  c.req.raw = new Request(raw.url, { method: raw.method, headers, body: text.trim() === '' ? '{}' : text });
  await next();
};

/** Null when it is too large; what comes in pieces is let run out, for nobody hears an answer while still sending. */
async function textOf(request: Request): Promise<string | null> {
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length) > LIMITS.messageBytes ? null : request.text();
  if (request.body === null) return '';

  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; size <= MOST_DRAINED; ) {
    const { done, value } = await reader.read();
    if (done) return size > LIMITS.messageBytes ? null : text + decoder.decode();
    size += value.length;
    if (size <= LIMITS.messageBytes) text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return null;
}

/** No cache may keep what depends on who asks. */
export const answersInJson: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (headers.get('content-type') === 'application/json') headers.set('content-type', 'application/json; charset=utf-8');
};

type Who = 'anyone' | 'user' | 'student' | 'tutor';

const WHO = {
  anyone: { security: [{}, { bearer: [] }], description: 'Anyone may call it; a token is optional, a bad one is ignored.' },
  user: { security: [{ bearer: [] }], description: 'Anyone who is signed in.' },
  student: { security: [{ bearer: [] }], description: 'Students only.' },
  tutor: { security: [{ bearer: [] }], description: 'Tutors only.' },
} as const satisfies Record<Who, { security: Record<string, string[]>[]; description: string }>;

/** What the reference says of a call. */
export const operation = (tag: string, who: Who, summary: string) => ({ tags: [tag], summary, ...WHO[who] });

const answer = <S extends z.ZodType>(description: string, schema: S) => ({ description, content: { 'application/json': { schema } } });

export const ok = <S extends z.ZodType>(schema: S) => ({ 200: answer('Done.', schema) });
export const created = <S extends z.ZodType>(schema: S) => ({ 201: answer('Created.', schema) });
export const json = <S extends z.ZodType>(schema: S) => ({ body: { required: true, content: { 'application/json': { schema } } } });

const REFUSALS = {
  400: 'The request itself is wrong.',
  401: 'No valid session, or wrong credentials.',
  403: 'The wrong role, or a suspended account.',
  404: 'Unknown, or not yours.',
  409: 'The present state forbids it.',
} as const;

/** Documented only: a refusal is thrown by the procedure and never returned by an adapter. */
export function refusals(...statuses: (keyof typeof REFUSALS)[]): Record<never, never> {
  return Object.fromEntries(statuses.map((status) => [status, answer(REFUSALS[status], errorBody)]));
}
