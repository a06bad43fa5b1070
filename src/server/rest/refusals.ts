import { z } from '@hono/zod-openapi';
import { answerOf, statusOf, toTRPCError } from '#server/core/failures.ts';
import { DomainError, type ErrorCode, type Refusal } from '#shared/errors.ts';
import { errorBody } from './wire/shapes.ts';

/** What our own bug is called; all others are refusals. */
const UNEXPECTED = 'server.unexpected';
export type RefusalCode = ErrorCode | typeof UNEXPECTED;

/** The sentences of a contract by the fields that they refuse. */
export type Invalid = Readonly<Record<string, string | readonly string[]>>;

type Refused = {
  codes: readonly RefusalCode[];
  invalid?: Invalid;
  /** When our code breaks, and when the database is away. */
  failed: string | undefined;
  /** To the wrong role. */
  wrongRole: string | undefined;
  /** Whether every refusal says if Google is the way in. */
  saysIfGoogle: boolean;
};

const MEANING: Readonly<Record<number, string>> = {
  400: 'The request itself is wrong.',
  401: 'No valid session or key, or wrong credentials.',
  403: 'Not for this role, this account or this key.',
  404: 'Unknown, or not yours.',
  409: 'The present state forbids it.',
  429: 'Too often; `Retry-After` says when to come again.',
  500: 'Our mistake: nothing was done, and it has been written down.',
  503: 'The database or a third party is away; `Retry-After` says when to come again.',
};

/** Seconds, where trying again later makes sense. */
const RETRY_AFTER: Readonly<Record<number, string>> = { 429: '60', 503: '1' };

/** What fills the gaps of a sentence, and what comes with it. */
const WITH: Partial<Record<ErrorCode, Refusal>> = {
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

/** A response for each status of these codes, with the exact body of each; documented only, for what refuses throws. */
export function refusalsFor(refused: Refused): Record<number, object> {
  const told = [...new Set(refused.codes.map(statusFor))].sort((one, other) => one - other);
  const codesOf = (status: number) => refused.codes.filter((code) => statusFor(code) === status);
  return Object.fromEntries(told.map((status) => [status, response(status, codesOf(status), refused)]));
}

function response(status: number, codes: readonly RefusalCode[], refused: Refused): object {
  const examples = Object.fromEntries(codes.flatMap((code) => examplesOf(code, refused)));
  const retryAfter = RETRY_AFTER[status];
  const schema = { type: 'string', pattern: '^[0-9]+$', example: retryAfter };
  return {
    description: MEANING[status] ?? '',
    ...(retryAfter && { headers: { 'Retry-After': { description: 'Seconds until another try makes sense.', required: true, schema } } }),
    content: { 'application/json': { schema: errorBody.extend({ code: z.enum([...codes]) }), examples } },
  };
}

function examplesOf(code: RefusalCode, { invalid = {}, failed, wrongRole, saysIfGoogle }: Refused): [string, Example][] {
  const example = (body: Body): Example => ({ value: saysIfGoogle ? { isGoogleUser: false, ...body } : body });
  if (code === UNEXPECTED) return [[code, example(bodyOf(toTRPCError(new Error(), failed)))]];
  if (code === 'request.invalid') {
    const sentences = Object.entries(invalid).flatMap(([field, said]) => [said].flat().map((message) => ({ field, message })));
    const bodies = sentences.map(({ field, message }) => bodyOf(toTRPCError(new DomainError(code, { field }, message))));
    const shown = bodies.length > 0 ? bodies : [bodyOf(toTRPCError(new DomainError(code)))];
    return shown.map((body, nth) => [nth === 0 ? code : `${code}.${nth + 1}`, example(body)]);
  }
  const said = code === 'server.unavailable' ? failed : code === 'auth.role' ? wrongRole : undefined;
  const body = bodyOf(toTRPCError(new DomainError(code, WITH[code], said)));
  return [[code, example(code === 'auth.google_account' ? { ...body, isGoogleUser: true } : body)]];
}

/** As it is answered. */
function bodyOf(error: ReturnType<typeof toTRPCError>): Body {
  const { retryAfter: _, ...answer } = answerOf(error);
  return { success: false, ...Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) };
}

const statuses = new Map<RefusalCode, number>();
/** Asked for each code of each call whenever a process starts: an error is made of each once. */
function statusFor(code: RefusalCode): number {
  const status = statuses.get(code) ?? statusOf(toTRPCError(code === UNEXPECTED ? new Error() : new DomainError(code)));
  statuses.set(code, status);
  return status;
}
