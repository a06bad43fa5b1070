import { TRPCError } from '@trpc/server';
import { DomainError } from '#shared/errors.ts';
import { isMultipart } from './request-body.ts';

/** More than any form of ours has; each costs time before anybody knows what it is. */
const MOST_PARTS = 20;
const LINE = '\r\n';
/** RFC 2046 allows no longer one. */
const LONGEST_BOUNDARY = 70;
/** Bytes of the headers of one part, which are read letter by letter: a name, a file's name and its type. */
const MOST_HEADERS = 4096;

/**
 * The form of a request, an empty one for whatever is none. `ask` calls the procedure with nothing:
 * it refuses a caller before its input, so that for whoever may not send a form none is read.
 */
export async function formFor(request: Request, ask: () => Promise<unknown>): Promise<FormData> {
  await ask().catch(passOn);
  if (!isMultipart(request)) return new FormData();
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(request.headers.get('content-type') ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || boundary.length > LONGEST_BOUNDARY) throw new DomainError('request.body');
  const bytes = Buffer.from(await request.arrayBuffer());
  if (!isReadable(bytes, boundary)) throw new DomainError('request.body');
  // Read by the very boundary that was counted.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  return new Response(bytes, { headers }).formData().catch(() => {
    throw new DomainError('request.body');
  });
}

function passOn(thrown: unknown): void {
  if (!(thrown instanceof TRPCError) || thrown.code !== 'BAD_REQUEST') throw thrown;
}

/** Whether it has few parts with short headers. A part ends where the next one or the end of the form begins. */
function isReadable(bytes: Buffer, boundary: string): boolean {
  const end = Buffer.from(`${LINE}--${boundary}`);
  const first = bytes.indexOf(end.subarray(LINE.length));
  if (first === -1) return false;
  let begin = first + end.length - LINE.length;
  for (let parts = 0; parts <= MOST_PARTS; parts += 1) {
    const next = bytes.indexOf(end, begin);
    if (next === -1) return bytes.length - begin <= MOST_HEADERS;
    const headers = bytes.subarray(begin, Math.min(next, begin + MOST_HEADERS)).indexOf(`${LINE}${LINE}`);
    if (headers === -1) return false;
    begin = next + end.length;
  }
  return false;
}

/** The files of these fields, one at least, or the first of the names is what is missing; a field that was left empty has none. */
export function filesIn(form: FormData, names: readonly [string, ...string[]]): [File, ...File[]] {
  const [first, ...others] = names
    .flatMap((name) => form.getAll(name))
    .filter((value): value is File => value instanceof File && (value.name !== '' || value.size > 0));
  if (!first) throw new DomainError('upload.none', { field: names[0] });
  return [first, ...others];
}

export const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
