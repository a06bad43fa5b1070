import { TRPCClientError } from '@trpc/client';

export type FieldError = { field: string; message: string };

/** What the server said no with. `code` is stable: switch on it, never on the sentence. */
export type ApiError = {
  message: string;
  code: string;
  status: number;
  errors: FieldError[];
  params: Record<string, string | number>;
  nextFree: string[];
  /** Seconds until another try makes sense; 0 where nobody said. */
  retryAfter: number;
};

/** A rule that the client knows by itself says no, in these words. */
export class ClientError extends Error {}

/** The server's refusal, or null where there was no answer of ours: no network, a proxy's page, a bug of the client. */
export function toApiError(error: unknown): ApiError | null {
  if (!(error instanceof TRPCClientError) || !isErrorData(error.data)) return null;
  const { domainCode, httpStatus, errors = [], params = {}, nextFree = [], retryAfter = 0 } = error.data;
  return { message: error.message, code: domainCode, status: httpStatus, errors, params, nextFree, retryAfter };
}

/** The server's sentence wins; the specification's stands in when there is none, with why where the browser knows. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ClientError) return error.message;
  return toApiError(error)?.message || (navigator.onLine ? fallback : `${fallback.replace(/\.$/, '')}. You are offline.`);
}

/** The sentence, and when to try again where the server said so. */
export function errorMessageWithReason(error: unknown, fallback: string): string {
  const seconds = toApiError(error)?.retryAfter ?? 0;
  return seconds > 0 ? `${errorMessage(error, fallback)} ${tryAgainIn(seconds)}` : errorMessage(error, fallback);
}

function tryAgainIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds === 1) return 'You can try again in 1 second.';
  if (seconds < 60) return `You can try again in ${seconds} seconds.`;
  return minutes === 1 ? 'You can try again in 1 minute.' : `You can try again in ${minutes} minutes.`;
}

/** No or no valid session: the one refusal that ends it. */
export function isUnauthenticated(error: unknown): boolean {
  return toApiError(error)?.status === 401;
}

/** The server has understood, and will say the same again. Of a session that is over, its own check tells. */
export function isFinal(error: unknown): boolean {
  const status = toApiError(error)?.status ?? 0;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** Nothing was decided: the same request may fare better in a moment. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const status = toApiError(error)?.status;
  return status === undefined || status === 503;
}

type ErrorData = { domainCode: string; httpStatus: number } & Partial<Pick<ApiError, 'errors' | 'params' | 'nextFree' | 'retryAfter'>>;

function isErrorData(data: unknown): data is ErrorData {
  return typeof data === 'object' && data !== null && 'domainCode' in data && 'httpStatus' in data;
}
