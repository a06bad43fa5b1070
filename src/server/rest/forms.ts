import { TRPCError } from '@trpc/server';
import { DomainError } from '#shared/errors.ts';
import { isMultipart } from './request-body.ts';

/** More than any form of ours has; each costs time before anybody knows what it is. */
const MOST_PARTS = 20;
const LINE = '\r\n';

/**
 * The form of a request, an empty one for whatever is none. `ask` calls the procedure with nothing:
 * it refuses a caller before its input, so that for whoever may not send a form none is read.
 */
export async function formFor(request: Request, ask: () => Promise<unknown>): Promise<FormData> {
  await ask().catch(passOn);
  if (!isMultipart(request)) return new FormData();
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(request.headers.get('content-type') ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new DomainError('request.body');
  const bytes = Buffer.from(await request.arrayBuffer());
  if (partsIn(bytes, boundary) > MOST_PARTS) throw new DomainError('request.body');
  // Read by the very boundary that was counted.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  return new Response(bytes, { headers }).formData().catch(() => {
    throw new DomainError('request.body');
  });
}

function passOn(thrown: unknown): void {
  if (!(thrown instanceof TRPCError) || thrown.code !== 'BAD_REQUEST') throw thrown;
}

/** A part ends where the next one or the end of the form begins. */
function partsIn(bytes: Buffer, boundary: string): number {
  const end = Buffer.from(`${LINE}--${boundary}`);
  let parts = 0;
  for (let at = bytes.indexOf(end); at !== -1 && parts <= MOST_PARTS; at = bytes.indexOf(end, at + end.length)) parts += 1;
  return parts;
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
