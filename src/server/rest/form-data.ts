import { TRPCError } from '@trpc/server';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { isMultipart, readBody } from './request-body.ts';

export type FormPart = { name: string; fileName: string | null; bytes: Uint8Array };

const MAX_PARTS = 20;
const MAX_HEADERS = 4096;
/** RFC 2046, 5.1.1. */
const MAX_BOUNDARY = 70;
const CRLF = Buffer.from('\r\n');
const END_OF_HEADERS = Buffer.from('\r\n\r\n');
const DASHES = Buffer.from('--');

export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary !== undefined && boundary.length <= MAX_BOUNDARY ? boundary : null;
}

/**
 * The parts of a `multipart/form-data` body (RFC 7578), null where it is none or exceeds the limits. Copies nothing:
 * `Request.formData()` copies each file twice, and holds the event loop for tens of milliseconds at 12 MB.
 */
export function parseMultipart(body: Buffer, boundary: string): FormPart[] | null {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  let offset = startsWith(body, 0, delimiter.subarray(CRLF.length)) ? delimiter.length - CRLF.length : endOf(body.indexOf(delimiter), delimiter);
  while (offset !== -1 && !startsWith(body, offset, DASHES)) {
    if (!startsWith(body, offset, CRLF) || parts.length === MAX_PARTS) return null;
    const head = body.subarray(offset, offset + CRLF.length + MAX_HEADERS + END_OF_HEADERS.length);
    const headersEnd = head.indexOf(END_OF_HEADERS);
    const next = headersEnd === -1 ? -1 : body.indexOf(delimiter, offset + headersEnd + END_OF_HEADERS.length);
    const field = next === -1 ? null : parseHeaders(head.subarray(CRLF.length, headersEnd).toString());
    if (!field) return null;
    parts.push({ ...field, bytes: body.subarray(offset + headersEnd + END_OF_HEADERS.length, next) });
    offset = endOf(next, delimiter);
  }
  return offset === -1 ? null : parts;
}

const endOf = (index: number, found: Buffer): number => (index === -1 ? -1 : index + found.length);

const startsWith = (body: Buffer, offset: number, prefix: Buffer): boolean => body.subarray(offset, offset + prefix.length).equals(prefix);

function parseHeaders(headers: string): Pick<FormPart, 'name' | 'fileName'> | null {
  const [, parameters] = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(headers) ?? [];
  if (parameters === undefined) return null;
  const values = new Map<string, string>();
  for (const [, key = '', quoted, plain = ''] of parameters.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g))
    values.set(key.toLowerCase(), quoted === undefined ? plain : unquote(quoted));
  const name = values.get('name');
  if (name === undefined) return null;
  return { name, fileName: decodeExtended(values.get('filename*')) ?? values.get('filename') ?? null };
}

/** Browsers escape a quote as %22, older programs as \"; any other backslash is part of a Windows path. */
function unquote(text: string): string {
  return text.replaceAll('\\"', '"').replace(/%22|%0D|%0A/gi, (escaped) => decodeURIComponent(escaped));
}

function decodeExtended(text: string | undefined): string | null {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text ?? '') ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

type UploadedFile = { name: string; bytes: Uint8Array };

const MAX_TEXT_BYTES = 4096;

/**
 * The form of a request; a request without one has no parts. `authorize` calls the procedure without a file: it refuses
 * the caller before its input, so that the body of a caller who may not send one is not read.
 */
export async function readForm(request: Request, authorize: () => Promise<unknown>): Promise<FormPart[]> {
  await authorize().catch((thrown: unknown) => {
    if (!(thrown instanceof TRPCError) || thrown.code !== 'BAD_REQUEST') throw thrown;
  });
  if (!isMultipart(request)) return [];
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (boundary === null) throw new DomainError('request.body');
  const body = await readBody(request, LIMITS.multipartBytes);
  if (typeof body === 'string') throw new DomainError(body, body === 'request.limited' ? { retryAfter: 1 } : {});
  const parts = parseMultipart(body, boundary);
  if (!parts) throw new DomainError('request.body');
  return parts;
}

/** The files of these fields; browsers send an empty part for a field that was left empty. */
export function filesIn(form: readonly FormPart[], names: readonly [string, ...string[]]): [UploadedFile, ...UploadedFile[]] {
  const [first, ...others] = names.flatMap((name) =>
    form.flatMap(({ name: field, fileName, bytes }) =>
      field === name && fileName !== null && (fileName !== '' || bytes.length > 0) ? [{ name: fileName, bytes }] : [],
    ),
  );
  if (!first) throw new DomainError('upload.none', { field: names[0] });
  return [first, ...others];
}

export function textIn(form: readonly FormPart[], name: string): string | undefined {
  const part = form.find((other) => other.name === name);
  return part && part.fileName === null && part.bytes.length <= MAX_TEXT_BYTES ? new TextDecoder().decode(part.bytes) : undefined;
}
