import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { TRPCClientError } from '@trpc/client';
import { i18nOfPage } from '#client/lib/i18n.ts';
import { ClientError, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { session } from '#client/lib/session/session.ts';

const PHOTO = '/api/upload/profile-photo';
const PHOTO_FAILED = msg`Failed to upload profile photo`;
const NO_URL = msg`No URL received from photo upload`;
const NO_ANSWER = msg`Failed to upload profile image. Please try again.`;
const DOCUMENTS = '/api/upload/verification-docs';
const DOCUMENTS_FAILED = msg`Failed to upload documents. Please try again.`;
const IMAGES = '/api/upload/';
const DELETE_FAILED = msg`Failed to delete image`;

export class UploadError extends ClientError {
  readonly isTemporary: boolean;

  constructor(message: MessageDescriptor | string, { isTemporary = false }: { isTemporary?: boolean } = {}) {
    super(typeof message === 'string' ? message : i18nOfPage()._(message));
    this.isTemporary = isTemporary;
  }
}

export type UploadRequest = {
  method: 'POST' | 'DELETE';
  path: string;
  token: string | null;
  body: FormData | null;
  onProgress: (fraction: number) => void;
  signal?: AbortSignal;
};
/** `retryAfter` in seconds, 0 where the server did not say. */
export type UploadResponse = { status: number; text: string; retryAfter: number };
/** Rejects where there was no answer, with an `AbortError` after an abort. */
export type Transport = (send: UploadRequest) => Promise<UploadResponse>;

export type UploadPhotoOptions = {
  /** From 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  transport?: Transport;
};

export async function uploadPhoto(photo: File, { onProgress, signal, transport = byXhr }: UploadPhotoOptions = {}): Promise<string> {
  const response = await send(transport, { method: 'POST', path: PHOTO, body: toFormData('photo', photo), onProgress, signal }, NO_ANSWER);
  if (!isSuccess(response)) throw toUploadError(response, PHOTO_FAILED);
  const answer = parseJson(response.text);
  const url = readText(readValue(answer, 'data'), 'url');
  if (url === null) throw new UploadError(NO_URL);
  return url;
}

/** The address is signed and lasts 15 minutes. */
export type UploadedDocument = { id: string; url: string };

export type UploadDocumentsOptions = Omit<UploadPhotoOptions, 'onProgress'> & {
  onProgress?: (fraction: number, index: number) => void;
};

export async function uploadDocuments(
  files: readonly File[],
  { onProgress = () => {}, signal, transport = byXhr }: UploadDocumentsOptions = {},
): Promise<UploadedDocument[]> {
  const uploaded: UploadedDocument[] = [];
  for (const [index, file] of files.entries()) {
    const request: SendOptions = {
      method: 'POST',
      path: DOCUMENTS,
      body: toFormData('documents', file),
      onProgress: (fraction) => onProgress(fraction, index),
      signal,
    };
    const response = await send(transport, request, DOCUMENTS_FAILED);
    if (!isSuccess(response)) throw toUploadError(response, DOCUMENTS_FAILED);
    const document = readValue(readValue(parseJson(response.text), 'data'), '0');
    const [id, url] = [readText(document, 'id'), readText(document, 'url')];
    if (id === null || url === null) throw new UploadError(DOCUMENTS_FAILED);
    uploaded.push({ id, url });
  }
  return uploaded;
}

export async function deleteImage(id: string, { transport = byXhr }: { transport?: Transport } = {}): Promise<void> {
  const response = await send(transport, { method: 'DELETE', path: `${IMAGES}${encodeURIComponent(id)}`, body: null }, DELETE_FAILED);
  if (isSuccess(response)) return;
  const { status } = response;
  if (parseJson(response.text) === undefined) throw new UploadError(msg`Server error (${status}): Unable to delete image`);
  throw toUploadError(response, DELETE_FAILED);
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

type SendOptions = Omit<UploadRequest, 'token' | 'onProgress'> & { onProgress?: UploadRequest['onProgress'] };

async function send(transport: Transport, { onProgress = () => {}, ...request }: SendOptions, fallback: MessageDescriptor): Promise<UploadResponse> {
  const response = await transport({ ...request, onProgress, token: session.token() }).catch((error: unknown) => {
    throw isAborted(error) ? error : new UploadError(fallback, { isTemporary: true });
  });
  if (response.status === 401) void session.check();
  return response;
}

const TOO_MANY = 429;

function toUploadError(response: UploadResponse, fallback: MessageDescriptor): UploadError {
  const isTemporary = response.status >= 500 || response.status === TOO_MANY;
  return new UploadError(errorMessageWithReason(toTrpcError(parseJson(response.text), response), i18nOfPage()._(fallback)), { isTemporary });
}

const isSuccess = ({ status }: UploadResponse): boolean => status >= 200 && status < 300;

function toFormData(field: string, file: File): FormData {
  const form = new FormData();
  form.append(field, file);
  return form;
}

/** `fetch` reports no progress of uploads. */
const byXhr: Transport = ({ method, path, token, body, onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Accept-Language', i18nOfPage().locale);
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

function toTrpcError(answer: unknown, { status, retryAfter }: Pick<UploadResponse, 'status' | 'retryAfter'>): unknown {
  const data = { domainCode: readText(answer, 'code') ?? '', httpStatus: status, retryAfter };
  return TRPCClientError.from({ error: { code: -32600, message: readText(answer, 'message') ?? '', data } });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function readValue(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

function readText(body: unknown, name: string): string | null {
  const value = readValue(body, name);
  return typeof value === 'string' && value !== '' ? value : null;
}
