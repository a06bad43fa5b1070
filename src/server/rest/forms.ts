import { TRPCError } from '@trpc/server';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { boundaryOf, type Part, parseMultipart } from './multipart.ts';
import { isMultipart, readBody } from './request-body.ts';

export type Form = readonly Part[];
type SentFile = { name: string; bytes: Uint8Array };

/** Longer ones are not looked at: no field of ours takes them. */
const LONGEST_TEXT = 4096;

/**
 * The form of a request, an empty one for whatever is none. `ask` calls the procedure with nothing:
 * it refuses a caller before its input, so that nothing is read of whoever may not send a form.
 */
export async function formFor(request: Request, ask: () => Promise<unknown>): Promise<Form> {
  await ask().catch(passOn);
  if (!isMultipart(request)) return [];
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (boundary === null) throw new DomainError('request.body');
  const body = await readBody(request, LIMITS.multipartBytes);
  if (typeof body === 'string') throw new DomainError(body, body === 'request.limited' ? { retryAfter: 1 } : {});
  const form = parseMultipart(body, boundary);
  if (!form) throw new DomainError('request.body');
  return form;
}

function passOn(thrown: unknown): void {
  if (!(thrown instanceof TRPCError) || thrown.code !== 'BAD_REQUEST') throw thrown;
}

/** The files of these fields, one at least, or the first of the names is what is missing; a field that was left empty has none. */
export function filesIn(form: Form, names: readonly [string, ...string[]]): [SentFile, ...SentFile[]] {
  const [first, ...others] = names.flatMap((name) =>
    form.flatMap(({ name: field, fileName, bytes }) =>
      field === name && fileName !== null && (fileName !== '' || bytes.length > 0) ? [{ name: fileName, bytes }] : [],
    ),
  );
  if (!first) throw new DomainError('upload.none', { field: names[0] });
  return [first, ...others];
}

/** The first text of a field. */
export function textIn(form: Form, name: string): string | undefined {
  const part = form.find((other) => other.name === name);
  return part && part.fileName === null && part.bytes.length <= LONGEST_TEXT ? new TextDecoder().decode(part.bytes) : undefined;
}
