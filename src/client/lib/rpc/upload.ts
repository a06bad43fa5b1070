import { TRPCClientError } from '@trpc/client';
import { ClientError, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { session } from '#client/lib/session/session.ts';

const PHOTO = '/api/upload/profile-photo';
const PHOTO_FAILED = 'Failed to upload profile photo';
const NO_URL = 'No URL received from photo upload';
const NO_ANSWER = 'Failed to upload profile image. Please try again.';
const DOCUMENTS = '/api/upload/verification-docs';
const DOCUMENTS_FAILED = 'Failed to upload documents. Please try again.';
const IMAGES = '/api/upload/';
const DELETE_FAILED = 'Failed to delete image';

/** `message` is a sentence to show. */
export class UploadFailed extends ClientError {
  /** Nothing was decided: the same file may fare better in a moment. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false }: { isPassing?: boolean } = {}) {
    super(message);
    this.isPassing = isPassing;
  }
}

export type Sent = {
  method: 'POST' | 'DELETE';
  path: string;
  token: string | null;
  body: FormData | null;
  onProgress: (share: number) => void;
  signal?: AbortSignal;
};
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
export async function uploadPhoto(photo: File, { onProgress, signal, transport = byXhr }: UploadPhotoOptions = {}): Promise<string> {
  const answered = await sent(transport, { method: 'POST', path: PHOTO, body: formOf('photo', photo), onProgress, signal }, NO_ANSWER);
  if (!isDone(answered)) throw failed(answered, PHOTO_FAILED);
  const answer = parsed(answered.text);
  const url = wordIn(valueIn(answer, 'data'), 'url');
  if (url === null) throw new UploadFailed(NO_URL);
  return url;
}

/** As the server keeps it; the address is signed and lasts 15 minutes. */
export type UploadedDocument = { id: string; url: string };

export type UploadDocumentsOptions = Omit<UploadPhotoOptions, 'onProgress'> & {
  /** Of the nth file, from 0 to 1. */
  onProgress?: (share: number, index: number) => void;
};

/** Stores documents one after the other, in their order, and stops at the first that fails; saving the profile attaches them. */
export async function uploadDocuments(
  files: readonly File[],
  { onProgress = () => {}, signal, transport = byXhr }: UploadDocumentsOptions = {},
): Promise<UploadedDocument[]> {
  const uploaded: UploadedDocument[] = [];
  for (const [index, file] of files.entries()) {
    const asked: Asked = {
      method: 'POST',
      path: DOCUMENTS,
      body: formOf('documents', file),
      onProgress: (share) => onProgress(share, index),
      signal,
    };
    const answered = await sent(transport, asked, DOCUMENTS_FAILED);
    if (!isDone(answered)) throw failed(answered, DOCUMENTS_FAILED);
    const document = valueIn(valueIn(parsed(answered.text), 'data'), '0');
    const [id, url] = [wordIn(document, 'id'), wordIn(document, 'url')];
    if (id === null || url === null) throw new UploadFailed(DOCUMENTS_FAILED);
    uploaded.push({ id, url });
  }
  return uploaded;
}

/** Takes an own upload away for good, by its id or its address. */
export async function deleteImage(id: string, { transport = byXhr }: { transport?: Transport } = {}): Promise<void> {
  const answered = await sent(transport, { method: 'DELETE', path: `${IMAGES}${encodeURIComponent(id)}`, body: null }, DELETE_FAILED);
  if (isDone(answered)) return;
  if (parsed(answered.text) === undefined) throw new UploadFailed(`Server error (${answered.status}): Unable to delete image`);
  throw failed(answered, DELETE_FAILED);
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

type Asked = Omit<Sent, 'token' | 'onProgress'> & { onProgress?: Sent['onProgress'] };

/** `otherwise` is said where there was no answer. */
async function sent(transport: Transport, { onProgress = () => {}, ...asked }: Asked, otherwise: string): Promise<Answered> {
  const answered = await transport({ ...asked, onProgress, token: session.token() }).catch((error: unknown) => {
    throw isAborted(error) ? error : new UploadFailed(otherwise, { isPassing: true });
  });
  if (answered.status === 401) void session.check();
  return answered;
}

const TOO_MANY = 429;

function failed(answered: Answered, otherwise: string): UploadFailed {
  const isPassing = answered.status >= 500 || answered.status === TOO_MANY;
  return new UploadFailed(errorMessageWithReason(refusalIn(parsed(answered.text), answered), otherwise), { isPassing });
}

const isDone = ({ status }: Answered): boolean => status >= 200 && status < 300;

function formOf(field: string, file: File): FormData {
  const form = new FormData();
  form.append(field, file);
  return form;
}

/** `fetch` tells nothing of how far an upload has come. */
const byXhr: Transport = ({ method, path, token, body, onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, path);
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

/** Undefined for what is no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function valueIn(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

function wordIn(body: unknown, name: string): string | null {
  const value = valueIn(body, name);
  return typeof value === 'string' && value !== '' ? value : null;
}
