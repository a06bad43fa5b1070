import { createClient } from '@vidya/api-client';

type Server = { fetch: (request: Request) => Promise<Response> };
type ClientResult = { data?: unknown; error?: unknown; response: Response };

/** The published client, over the server of a test instead of the network. */
export function apiClient({ fetch }: Server, token?: string) {
  return createClient({ baseUrl: 'http://vidya.test', token, fetch });
}

export type ApiClient = ReturnType<typeof apiClient>;

export function answerOf({ data, error, response }: ClientResult): { status: number; body: unknown } {
  return { status: response.status, body: error ?? data };
}

export function errorAnswer(status: number, code: string, message: string, extra: object = {}): { status: number; body: object } {
  return { status, body: { success: false, message, code, ...extra } };
}

export const fieldErrorAnswer = (field: string, status: number, code: string, message: string) =>
  errorAnswer(status, code, message, { errors: [{ field, message }] });

export function formWith(field: string, ...files: readonly Buffer[]) {
  const form = new FormData();
  for (const bytes of files) form.append(field, new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
  return { body: form as never, bodySerializer: (body: unknown) => body };
}
