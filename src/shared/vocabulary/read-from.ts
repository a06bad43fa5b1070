/** Of an answer to a signed-in person: the state of their inbox before anything was read for it, and when that was. */
export const READ_FROM = 'x-read-from';

export const toReadFrom = (lastSeq: number, at: Date): string => `${lastSeq} ${at.getTime()}`;

export function parseReadFrom(header: string | null): { seq: number; at: number } | null {
  const [, seq, at] = /^(\d{1,15}) (\d{1,15})$/.exec(header ?? '') ?? [];
  return seq === undefined ? null : { seq: Number(seq), at: Number(at) };
}
