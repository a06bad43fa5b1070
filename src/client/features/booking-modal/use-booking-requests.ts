import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { RequestBookingInput } from '#shared/contracts/bookings.ts';
import type { ErrorCode } from '#shared/errors.ts';

export type FailedWeek = { start: Date; error: unknown };

export type Outcome =
  | { kind: 'none' }
  | { kind: 'sending'; index: number; of: number }
  /** `isFinal`: nothing was booked. Otherwise sending again is safe, and may succeed; `booked` weeks of them are booked by then. */
  | { kind: 'refused'; error: unknown; isFinal: boolean; booked: number; of: number }
  | { kind: 'partly'; booked: Date[]; failed: FailedWeek[] }
  | { kind: 'booked' };

export type BookingRequests = {
  outcome: Outcome;
  send: (requests: readonly RequestBookingInput[]) => Promise<void>;
  reset: () => void;
};

const TIME_CONFLICTS: readonly ErrorCode[] = ['booking.slot_taken', 'booking.outside_slots', 'booking.notice'];
/** Statuses after which the same request may still succeed. */
const RETRYABLE = [401, 429];

export function useBookingRequests({ onBooked, onRefused }: { onBooked: () => void; onRefused: () => void }): BookingRequests {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(trpc.bookings.request.mutationOptions());

  const send = useOneAtATime(async (requests: readonly RequestBookingInput[]) => {
    const booked: Date[] = [];
    const failed: FailedWeek[] = [];
    for (const [index, request] of requests.entries()) {
      setOutcome({ kind: 'sending', index, of: requests.length });
      try {
        await mutateAsync(request);
        booked.push(request.startTime);
      } catch (error) {
        if (!isFinal(error)) {
          void queryClient.invalidateQueries(trpc.bookings.pathFilter());
          return setOutcome({ kind: 'refused', error, isFinal: false, booked: booked.length, of: requests.length });
        }
        if (isTimeConflict(error)) {
          failed.push({ start: request.startTime, error });
          continue;
        }
        // The later weeks would be refused for the same reason.
        failed.push(...requests.slice(index).map(({ startTime }) => ({ start: startTime, error })));
        break;
      }
    }
    void queryClient.invalidateQueries(trpc.bookings.pathFilter());
    const [first] = failed;
    if (!first) {
      setOutcome({ kind: 'booked' });
      return onBooked();
    }
    onRefused();
    setOutcome(
      booked.length > 0 ? { kind: 'partly', booked, failed } : { kind: 'refused', error: first.error, isFinal: true, booked: 0, of: requests.length },
    );
  });

  return { outcome, send, reset: () => setOutcome({ kind: 'none' }) };
}

function isFinal(error: unknown): boolean {
  const status = toApiError(error)?.status ?? 500;
  return status < 500 && !RETRYABLE.includes(status);
}

function isTimeConflict(error: unknown): boolean {
  const code = toApiError(error)?.code;
  return TIME_CONFLICTS.some((conflict) => conflict === code);
}
