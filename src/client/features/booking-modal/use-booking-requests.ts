import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { RequestBookingInput } from '#shared/contracts/bookings.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** A week that somebody else has had in the meantime, with what the server says. */
export type LostWeek = { start: Date; error: unknown };

export type Outcome =
  | { kind: 'none' }
  | { kind: 'sending'; index: number; of: number }
  /** Nothing was booked, or nobody knows: sending again does no harm. */
  | { kind: 'refused'; error: unknown }
  /** Some weeks stand, the others are named. */
  | { kind: 'partly'; booked: Date[]; lost: LostWeek[] }
  | { kind: 'booked' };

export type BookingRequests = {
  outcome: Outcome;
  /** One after the other, each for itself. */
  send: (requests: readonly RequestBookingInput[]) => Promise<void>;
  /** Back to what was chosen. */
  reset: () => void;
};

const LOST: readonly ErrorCode[] = ['booking.slot_taken', 'booking.outside_slots'];
const UNDECIDED = [401, 429];

/** `onRefused`: the server has said no, so that the next try is another request. */
export function useBookingRequests({ onBooked, onRefused }: { onBooked: () => void; onRefused: () => void }): BookingRequests {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.bookings.request.useMutation();

  const send = useOneAtATime(async (requests: readonly RequestBookingInput[]) => {
    const booked: Date[] = [];
    const lost: LostWeek[] = [];
    for (const [index, request] of requests.entries()) {
      setOutcome({ kind: 'sending', index, of: requests.length });
      try {
        await mutateAsync(request);
        booked.push(request.startTime);
      } catch (error) {
        if (!isDecided(error)) {
          void utils.bookings.invalidate();
          return setOutcome({ kind: 'refused', error });
        }
        if (isLost(error)) {
          lost.push({ start: request.startTime, error });
          continue;
        }
        // What stands against this one stands against those that follow.
        lost.push(...requests.slice(index).map(({ startTime }) => ({ start: startTime, error })));
        break;
      }
    }
    void utils.bookings.invalidate();
    const [first] = lost;
    if (first) onRefused();
    if (!first) setOutcome({ kind: 'booked' });
    else setOutcome(booked.length > 0 ? { kind: 'partly', booked, lost } : { kind: 'refused', error: first.error });
    if (!first) onBooked();
  });

  return { outcome, send, reset: () => setOutcome({ kind: 'none' }) };
}

function isDecided(error: unknown): boolean {
  const status = toApiError(error)?.status ?? 500;
  return status < 500 && !UNDECIDED.includes(status);
}

function isLost(error: unknown): boolean {
  const code = toApiError(error)?.code;
  return LOST.some((lost) => lost === code);
}
