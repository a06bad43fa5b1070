import { TRPCClientError } from '@trpc/client';
import { ClientRefusal, explanationOf } from './refusals.ts';
import { session } from './session.ts';

const PATH = '/api/upload/profile-photo';
const FAILED = 'Failed to upload profile photo';
const NO_URL = 'No URL received from photo upload';
const NO_ANSWER = 'Failed to upload profile image. Please try again.';

/** `message` is a sentence to show. */
export class UploadFailed extends ClientRefusal {}

export type Sent = { path: string; token: string | null; body: FormData; onProgress: (share: number) => void; signal?: AbortSignal };
/** `retryAfter` in seconds, 0 where nobody said. */
export type Answered = { status: number; text: string; retryAfter: number };
/** Rejects where there was no answer, with an `AbortError` where nobody waits for one any more. */
export type Transport = (sent: Sent) => Promise<Answered>;

export type UploadPhotoOptions = {
  /** From 0 to 1, of what has left this machine. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  transport?: Transport;
};

/** Stores a photo of the one who is signed in and answers its address; whose it becomes, the caller says next. */
export async function uploadPhoto(photo: File, { onProgress = () => {}, signal, transport = byXhr }: UploadPhotoOptions = {}): Promise<string> {
  const body = new FormData();
  body.append('photo', photo);
  const { status, text, retryAfter } = await transport({ path: PATH, token: session.token(), body, onProgress, signal }).catch((error: unknown) => {
    throw isAborted(error) ? error : new UploadFailed(NO_ANSWER);
  });
  const answer = parsed(text);
  if (status === 401) void session.check();
  if (status < 200 || status >= 300) throw new UploadFailed(explanationOf(refusalIn(answer, { status, retryAfter }), FAILED));
  const url = wordIn(valueIn(answer, 'data'), 'url');
  if (url === null) throw new UploadFailed(NO_URL);
  return url;
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** `fetch` tells nothing of how far an upload has come. */
const byXhr: Transport = ({ path, token, body, onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, retryAfter: Number(request.getResponseHeader('Retry-After')) || 0 });
    request.onerror = () => reject(new TypeError('no answer'));
    request.onabort = () => reject(new DOMException('called off', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) reject(new DOMException('called off', 'AbortError'));
    else request.send(body);
  });

/** A refusal over REST as one over tRPC, so that the same words are made of it. */
function refusalIn(answer: unknown, { status, retryAfter }: Pick<Answered, 'status' | 'retryAfter'>): unknown {
  const data = { domainCode: wordIn(answer, 'code') ?? '', httpStatus: status, retryAfter };
  return TRPCClientError.from({ error: { code: -32600, message: wordIn(answer, 'message') ?? '', data } });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function valueIn(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

function wordIn(body: unknown, name: string): string | null {
  const value = valueIn(body, name);
  return typeof value === 'string' && value !== '' ? value : null;
}
