import { TRPCClientError } from '@trpc/client';

export type FieldError = { field: string; message: string };

/** What the server said no with. `code` is stable: switch on it, never on the sentence. */
export type Refused = {
  message: string;
  code: string;
  status: number;
  errors: FieldError[];
  params: Record<string, string | number>;
  nextFree: string[];
};

/** The server's refusal, or null where there was no answer of ours: no network, a proxy's page, a bug of the client. */
export function refusalOf(error: unknown): Refused | null {
  if (!(error instanceof TRPCClientError) || !isData(error.data)) return null;
  const { domainCode, httpStatus, errors = [], params = {}, nextFree = [] } = error.data;
  return { message: error.message, code: domainCode, status: httpStatus, errors, params, nextFree };
}

/** The server's sentence wins; the specification's stands in when there is none. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return refusalOf(error)?.message || otherwise;
}

/** No or no valid session: the one refusal that ends it. */
export function isUnauthenticated(error: unknown): boolean {
  return refusalOf(error)?.status === 401;
}

/** Nothing was decided: the same request may fare better in a moment. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const status = refusalOf(error)?.status;
  return status === undefined || status === 503;
}

type Data = { domainCode: string; httpStatus: number } & Partial<Pick<Refused, 'errors' | 'params' | 'nextFree'>>;

function isData(data: unknown): data is Data {
  return typeof data === 'object' && data !== null && 'domainCode' in data && 'httpStatus' in data;
}
