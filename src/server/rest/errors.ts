import { TRPCError } from '@trpc/server';
import { HTTPException } from 'hono/http-exception';
import { ZodError, ZodRealError } from 'zod';
import { getHttpStatus, toErrorBody, toTRPCError } from '#server/core/errors.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';

export function toApiError(thrown: unknown, request?: Parameters<typeof toTRPCError>[2]): TRPCError {
  return toTRPCError(thrown instanceof HTTPException ? new DomainError('request.body') : thrown, undefined, request);
}

/** The error body of `rest-contract.md` §2.5. */
export function answerError(error: TRPCError): Response {
  const { retryAfter, errors = [], ...answer } = toErrorBody(error);
  const body = {
    success: false,
    ...answer,
    ...(errors.length > 0 && { errors }),
    ...(answer.code === 'auth.google_account' && { isGoogleUser: true }),
  };
  return Response.json(body, { status: getHttpStatus(error), headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } });
}

export const answerCode = (code: ErrorCode): Response => answerError(toTRPCError(new DomainError(code)));

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
