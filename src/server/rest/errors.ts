import { TRPCError } from '@trpc/server';
import { HTTPException } from 'hono/http-exception';
import { ZodError, ZodRealError } from 'zod';
import { type ErrorBody, getHttpStatus, toErrorBody, toTRPCError } from '#server/core/errors.ts';
import type { Texts } from '#shared/domain/texts.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';

/** Of an answer that has a sentence. */
export const VARIES = { Vary: 'Accept-Language' };
export const LANGUAGE = 'Content-Language';

export function toApiError(thrown: unknown, request?: Parameters<typeof toTRPCError>[2]): TRPCError {
  return toTRPCError(thrown instanceof HTTPException ? new DomainError('request.body') : thrown, undefined, request);
}

/** The error body of `rest-contract.md` §2.5, in the language of `t`: without one, in English. */
export function answerError(error: TRPCError, t?: Texts): Response {
  const english = toErrorBody(error);
  const { retryAfter, errors = [], ...answer } = t ? inLanguage(t, english) : english;
  const body = {
    success: false,
    ...answer,
    ...(errors.length > 0 && { errors }),
    ...(answer.code === 'auth.google_account' && { isGoogleUser: true }),
  };
  const headers = {
    ...VARIES,
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(t && answer.message !== english.message && { [LANGUAGE]: t.locale }),
  };
  return Response.json(body, { status: getHttpStatus(error), headers });
}

function inLanguage(t: Texts, { message, errors, ...body }: ErrorBody): ErrorBody {
  const write = (sentence: string) => t.recognise(sentence, body.params);
  return { ...body, message: write(message), errors: errors?.map((error) => ({ ...error, message: write(error.message) })) };
}

export const answerCode = (code: ErrorCode, t?: Texts): Response => answerError(toTRPCError(new DomainError(code)), t);

export type FieldNames = Readonly<Record<string, string>>;

export function renameFields(thrown: unknown, names: FieldNames): unknown {
  if (!(thrown instanceof TRPCError)) return thrown;
  return new TRPCError({ code: thrown.code, message: thrown.message, cause: renameInCause(thrown.cause, names) });
}

function renameInCause(cause: Error | undefined, names: FieldNames): Error | undefined {
  const rename = (field: PropertyKey) => names[String(field)] ?? field;
  if (cause instanceof ZodError)
    return new ZodRealError(cause.issues.map(({ path: [first = '', ...rest], ...issue }) => ({ ...issue, path: [rename(first), ...rest] })));
  const field = cause instanceof DomainError ? cause.refusal.field : undefined;
  if (!(cause instanceof DomainError) || field === undefined) return cause;
  return new DomainError(cause.code, { ...cause.refusal, field: String(rename(field)) }, cause.message);
}
