import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { ZodError } from 'zod';
import { DomainError, ERRORS, type FailureKind, type Params } from '#shared/errors.ts';
import { UnreadableMessage } from '#shared/transformer.ts';
import type { LoggedRequest } from './logged-request.ts';

const DEFAULT_MESSAGE = 'Something went wrong';
const MAX_ERRORS = 100;
export const STORE_UNAVAILABLE = 'STORE_AWAY';
/** Text that PostgreSQL cannot store: U+0000 or half a surrogate pair. */
const UNSTORABLE = /^(22021|22P05)$/;
/** Codes of PostgreSQL and of connections to it. Writing to a connection that PostgreSQL has just closed fails with EPIPE. */
const UNAVAILABLE = new RegExp(`^(08|57P|25006|53100|53300|57014|ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENETUNREACH$|ENOSPC$|CONNECT|${STORE_UNAVAILABLE}$)`);

const TRPC_CODE = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<FailureKind, TRPCError['code']>;

class UnexpectedError extends Error {
  requestId: string | undefined;
}

export function toTRPCError(thrown: unknown, failed: string = DEFAULT_MESSAGE, request: LoggedRequest | null = null): TRPCError {
  const cause = thrown instanceof TRPCError ? thrown.cause : thrown;
  const state = getSqlState(cause) ?? '';
  const refusal = UNAVAILABLE.test(state)
    ? new DomainError('server.unavailable', { retryAfter: 1 }, failed)
    : UNSTORABLE.test(state)
      ? new DomainError('request.invalid')
      : cause instanceof UnreadableMessage
        ? new DomainError('request.body')
        : cause;
  if (refusal instanceof DomainError) return new TRPCError({ code: TRPC_CODE[ERRORS[refusal.code].kind], message: refusal.message, cause: refusal });
  if (thrown instanceof TRPCError && (thrown.code !== 'INTERNAL_SERVER_ERROR' || cause instanceof UnexpectedError)) return thrown;
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: failed, cause: toUnexpected(failed, cause ?? thrown, request) });
}

function toUnexpected(message: string, cause: unknown, request: LoggedRequest | null): UnexpectedError {
  return Object.assign(new UnexpectedError(message, { cause }), { requestId: request?.id });
}

export type ErrorBody = {
  message: string;
  code: string;
  params?: Params;
  errors?: { field: string; message: string }[];
  nextFree?: string[];
  retryAfter?: number;
  /** Present for an unexpected error, whose cause is logged under this id. */
  requestId?: string;
};

export function toErrorBody({ code, cause }: TRPCError): ErrorBody {
  if (cause instanceof DomainError) {
    const { params, nextFree, retryAfter, field } = cause.refusal;
    return {
      message: cause.message,
      code: cause.code,
      params,
      nextFree,
      retryAfter,
      errors: field ? [{ field, message: cause.message }] : undefined,
    };
  }
  const isUnexpected = cause instanceof UnexpectedError;
  if (isUnexpected || code === 'INTERNAL_SERVER_ERROR') {
    const { message, requestId } = isUnexpected ? cause : { message: DEFAULT_MESSAGE };
    return { message, code: 'server.unexpected', requestId };
  }
  if (code === 'NOT_FOUND') return { message: ERRORS['request.unknown_path'].message, code: 'request.unknown_path' };
  if (code === 'PAYLOAD_TOO_LARGE') return { message: ERRORS['request.too_large'].message, code: 'request.too_large' };
  const errors = cause instanceof ZodError ? firstOfEachField(cause) : [];
  return { message: errors[0]?.message ?? ERRORS['request.invalid'].message, code: 'request.invalid', errors };
}

function firstOfEachField({ issues }: ZodError): { field: string; message: string }[] {
  const messages = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = path.join('.');
    if (!messages.has(field)) messages.set(field, message);
  }
  return [...messages].slice(0, MAX_ERRORS).map(([field, message]) => ({ field, message }));
}

/** A body that is too large answers 400 instead of 413, as the specification of the REST API asks. */
export const getHttpStatus = (error: TRPCError): number => (error.code === 'PAYLOAD_TOO_LARGE' ? 400 : getHTTPStatusCodeFromError(error));

export function getSqlState(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code;
  }
  return null;
}
