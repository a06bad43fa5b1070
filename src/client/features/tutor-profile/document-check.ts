import { isTooLarge } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export const DOCUMENT_FILES = 'image/jpeg,image/png';

type Chosen = Pick<File, 'name' | 'type' | 'size'>;
export type CheckedFiles<F> = { fitting: F[]; problems: string[] };

/** Which of the chosen files can be sent beside those that are there, and why not the others; too many at once are none. */
export function checkedFiles<F extends Chosen>(files: readonly F[], present: number): CheckedFiles<F> {
  const room = Math.max(0, LIMITS.documents - present);
  if (files.length > room) return { fitting: [], problems: [new DomainError('upload.too_many', { params: { count: room } }).message] };
  const judged = files.map((file) => ({ file, problem: problemOf(file) }));
  return {
    fitting: judged.flatMap(({ file, problem }) => (problem === null ? [file] : [])),
    problems: judged.flatMap(({ problem }) => problem ?? []),
  };
}

function problemOf({ name, type, size }: Chosen): string | null {
  const params = { file: name };
  if (!DOCUMENT_FILES.split(',').includes(type.toLowerCase()) || size === 0) return new DomainError('upload.document_type', { params }).message;
  return isTooLarge(size) ? new DomainError('upload.document_size', { params }).message : null;
}
