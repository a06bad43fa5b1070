import { msg, plural } from '@lingui/core/macro';
import { i18nOfPage } from '#client/lib/i18n.ts';
import { textsOf } from '#shared/domain/texts.ts';

export type FieldError = { field: string; message: string };

/** `code` is stable: switch on it, never on the message. */
export type ApiError = {
  message: string;
  code: string;
  status: number;
  errors: FieldError[];
  params: Record<string, string | number>;
  nextFree: string[];
  /** Seconds; 0 where the server did not say. */
  retryAfter: number;
};

export class ClientError extends Error {}

const CALL_ERROR = 'TRPCClientError';

/** As tRPC's own, whose class comes with the first call: both are known by their name. */
export class CallError extends Error {
  override readonly name = CALL_ERROR;
}

export const isCallError = (error: unknown): error is Error & { data?: unknown } => error instanceof Error && error.name === CALL_ERROR;

/** Null without an answer of our server: no network, a proxy's page, a bug of the client. */
export function toApiError(error: unknown): ApiError | null {
  if (!isCallError(error) || !isErrorData(error.data)) return null;
  const { domainCode, httpStatus, errors = [], params = {}, nextFree = [], retryAfter = 0 } = error.data;
  return { message: error.message, code: domainCode, status: httpStatus, errors, params, nextFree, retryAfter };
}

export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ClientError) return error.message;
  const apiError = toApiError(error);
  if (apiError?.message) return textsOf(i18nOfPage()).recognise(apiError.message, apiError.params);
  const problem = fallback.replace(/\.$/, '');
  return isOffline() ? i18nOfPage()._(msg`${problem}. You are offline.`) : fallback;
}

/** On the server, never. */
const isOffline = (): boolean => globalThis.navigator?.onLine === false;

export function errorMessageWithReason(error: unknown, fallback: string): string {
  const seconds = toApiError(error)?.retryAfter ?? 0;
  return seconds > 0 ? `${errorMessage(error, fallback)} ${retryMessage(seconds)}` : errorMessage(error, fallback);
}

function retryMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return i18nOfPage()._(
    seconds < 60
      ? msg`${plural(seconds, { one: 'You can try again in # second.', other: 'You can try again in # seconds.' })}`
      : msg`${plural(minutes, { one: 'You can try again in # minute.', other: 'You can try again in # minutes.' })}`,
  );
}

export function isUnauthenticated(error: unknown): boolean {
  return toApiError(error)?.status === 401;
}

/** The server will refuse it again. A session that is over is not final: its own check handles it. */
export function isFinal(error: unknown): boolean {
  const status = toApiError(error)?.status ?? 0;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

export function isTemporary(error: unknown): boolean {
  if (!isCallError(error)) return false;
  const status = toApiError(error)?.status;
  return status === undefined || status === 503;
}

type ErrorData = { domainCode: string; httpStatus: number } & Partial<Pick<ApiError, 'errors' | 'params' | 'nextFree' | 'retryAfter'>>;

function isErrorData(data: unknown): data is ErrorData {
  return typeof data === 'object' && data !== null && 'domainCode' in data && 'httpStatus' in data;
}
