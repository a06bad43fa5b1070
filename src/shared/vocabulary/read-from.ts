/** A header of answers to signed-in users: the state of their inbox before the answer was read, and the time of reading. */
export const READ_FROM = 'x-read-from';

export const toReadFrom = (lastSeq: number, at: Date): string => `${lastSeq} ${at.getTime()}`;

export function parseReadFrom(header: string | null): { seq: number; at: number } | null {
  const [, seq, at] = /^(\d{1,15}) (\d{1,15})$/.exec(header ?? '') ?? [];
  return seq === undefined ? null : { seq: Number(seq), at: Number(at) };
}
