import { getHttpStatus, toErrorBody, toTRPCError } from '#server/core/errors.ts';

/** The answer of the REST API to the same error. */
export function toErrorAnswer(thrown: unknown): Response {
  const error = toTRPCError(thrown);
  const { message, code, retryAfter } = toErrorBody(error);
  const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
  return Response.json({ success: false, message, code }, { status: getHttpStatus(error), headers });
}
