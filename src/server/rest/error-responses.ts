import { z } from '@hono/zod-openapi';
import { getHttpStatus, toErrorBody, toTRPCError } from '#server/core/errors.ts';
import { DomainError, type ErrorCode, type Refusal } from '#shared/errors.ts';
import { errorBody } from './wire/schemas.ts';

const UNEXPECTED = 'server.unexpected';
export type DocumentedCode = ErrorCode | typeof UNEXPECTED;

export type InvalidFields = Readonly<Record<string, string | readonly string[]>>;

type Errors = {
  codes: readonly DocumentedCode[];
  invalid?: InvalidFields;
  failed?: string;
  wrongRole?: string;
  hasGoogleUser?: boolean;
};

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request itself is wrong.',
  401: 'No valid session or key, or wrong credentials.',
  403: 'Not for this role, this account or this key.',
  404: 'Unknown, or not yours.',
  409: 'The present state forbids it.',
  429: 'Too often; `Retry-After` says when to come again.',
  500: 'Our mistake: nothing was done, and it has been written down.',
  503: 'The database or a third party is away; `Retry-After` says when to come again.',
};

const RETRY_AFTER: Readonly<Record<number, string>> = { 429: '60', 503: '1' };

const EXAMPLES: Partial<Record<ErrorCode, Refusal>> = {
  'auth.suspended': { params: { email: 'support@vidya.example' } },
  'auth.current_password': { field: 'currentPassword' },
  'auth.email_taken': { field: 'email' },
  'booking.duration': { field: 'duration' },
  'booking.slot_taken': { nextFree: ['2026-02-02T04:30:00.000Z', '2026-02-02T05:30:00.000Z', '2026-02-04T10:30:00.000Z'] },
  'upload.too_many': { params: { count: 2 }, field: 'documents' },
  'upload.document_type': { params: { file: 'degree.pdf' }, field: 'documents' },
  'upload.document_size': { params: { file: 'nic-front.png' }, field: 'documents' },
};

type Body = Record<string, unknown>;
type Example = { value: Body };

export function errorResponses(errors: Errors): Record<number, { description: string }> {
  const statuses = [...new Set(errors.codes.map(statusOfCode))].sort((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.codes.filter((code) => statusOfCode(code) === status);
      return [status, response(status, codes, errors)];
    }),
  );
}

function response(status: number, codes: readonly DocumentedCode[], errors: Errors) {
  const examples = Object.fromEntries(codes.flatMap((code) => examplesOf(code, errors)));
  const retryAfter = RETRY_AFTER[status];
  const schema = { type: 'string' as const, pattern: '^[0-9]+$', example: retryAfter };
  return {
    description: DESCRIPTIONS[status] ?? '',
    ...(retryAfter && { headers: { 'Retry-After': { description: 'Seconds until another try makes sense.', required: true, schema } } }),
    content: { 'application/json': { schema: errorBody.extend({ code: z.enum([...codes]) }), examples } },
  };
}

function examplesOf(code: DocumentedCode, { invalid = {}, failed, wrongRole, hasGoogleUser = false }: Errors): [string, Example][] {
  const example = (body: Body): Example => ({ value: hasGoogleUser ? { isGoogleUser: false, ...body } : body });
  if (code === UNEXPECTED) return [[code, example(bodyOf(toTRPCError(new Error(), failed)))]];
  if (code === 'request.invalid') {
    const messages = Object.entries(invalid).flatMap(([field, all]) => [all].flat().map((message) => ({ field, message })));
    const errors = messages.map(({ field, message }) => new DomainError(code, { field }, message));
    const bodies = (errors.length > 0 ? errors : [new DomainError(code)]).map((error) => bodyOf(toTRPCError(error)));
    return bodies.map((body, index) => [index === 0 ? code : `${code}.${index + 1}`, example(body)]);
  }
  const message = code === 'server.unavailable' ? failed : code === 'auth.role' ? wrongRole : undefined;
  const body = bodyOf(toTRPCError(new DomainError(code, EXAMPLES[code], message)));
  return [[code, example(code === 'auth.google_account' ? { ...body, isGoogleUser: true } : body)]];
}

function bodyOf(error: ReturnType<typeof toTRPCError>): Body {
  const { retryAfter: _, ...answer } = toErrorBody(error);
  return { success: false, ...Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) };
}

const statuses = new Map<DocumentedCode, number>();
/** Stored, as it is computed for each code of each call when a process starts. */
function statusOfCode(code: DocumentedCode): number {
  const status = statuses.get(code) ?? getHttpStatus(toTRPCError(code === UNEXPECTED ? new Error() : new DomainError(code)));
  statuses.set(code, status);
  return status;
}
