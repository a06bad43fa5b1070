import type { BookingStatus, Party } from '#shared/vocabulary/bookings.ts';

/** `yes`: the server acknowledged it. `unknown`: no answer, or a 503, so that it happened completely or not at all. */
export type Certainty = 'yes' | 'unknown';
export type Settlement = 'accepted' | 'declined' | 'withdrawn';
export type Write =
  | { kind: 'made'; mark: string; bookingId: string | null; certainty: Certainty }
  | { kind: 'moved'; bookingId: string; to: BookingStatus; certainty: Certainty }
  | { kind: 'proposed'; bookingId: string; by: Party; start: string; proposalId: string | null; certainty: Certainty }
  | { kind: 'settled'; proposalId: string; as: Settlement; certainty: Certainty }
  | { kind: 'reviewed'; bookingId: string; text: string; certainty: Certainty }
  | { kind: 'sent'; clientId: string; certainty: Certainty };
export type WriteOf<K extends Write['kind']> = Extract<Write, { kind: K }>;

/** What the actors know: every write that may be stored, and every answer that may never come. */
export type Record = {
  writes: Write[];
  problems: string[];
  operations: number;
  /** How many answers of each status there were; 0 is a broken connection. */
  statuses: Map<number, number>;
  latencies: number[];
  /** How many requests were given up after a long time without an answer. */
  hangs: number;
  /** When the last request succeeded, as `performance.now` has it. */
  answeredAt: number;
  signIns: number;
};

export const createRecord = (): Record => ({
  writes: [],
  problems: [],
  operations: 0,
  statuses: new Map(),
  latencies: [],
  hangs: 0,
  answeredAt: 0,
  signIns: 0,
});

export function certaintyOf(status: number): Certainty | 'no' {
  if (status === 0 || status >= 500) return 'unknown';
  return status < 300 ? 'yes' : 'no';
}
