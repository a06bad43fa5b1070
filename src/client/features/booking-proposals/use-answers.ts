import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { BookingDetails, ProposalView } from '#shared/contracts/bookings.ts';
import { SUCCESS } from '#shared/messages.ts';

export type Answer = 'accept' | 'decline' | 'withdraw';

const SAID = {
  accept: SUCCESS.proposalAccepted,
  decline: SUCCESS.proposalDeclined,
  withdraw: SUCCESS.proposalWithdrawn,
} as const satisfies Record<Answer, string>;

const FAILED = 'Failed to move the booking. Please try again.';

type Answers = {
  answer: (answer: Answer) => void;
  /** The one that is under way. */
  pending: Answer | null;
  /** Why the time cannot be had, and which could be proposed instead. */
  refused: { sentence: string; offers: Date[] } | null;
};

/** What becomes of an open proposal, once at a time. */
export function useAnswers(booking: BookingDetails, proposal: ProposalView, onAnswered: () => void): Answers {
  const utils = trpc.useUtils();
  const ends = {
    onSuccess: (changed: BookingDetails) => utils.bookings.byId.setData({ id: booking.id }, changed),
    onSettled: () => Promise.all([utils.bookings.invalidate(), utils.tutors.availability.invalidate({ id: booking.tutor.id })]),
  };
  const mutations = {
    accept: trpc.proposals.accept.useMutation(ends),
    decline: trpc.proposals.decline.useMutation(ends),
    withdraw: trpc.proposals.withdraw.useMutation(ends),
  };
  const refusal = toApiError(mutations.accept.error);
  const isTimeGone = refusal?.code === 'booking.slot_taken' || refusal?.code === 'booking.outside_slots';

  const answer = useOneAtATime(async (chosen: Answer) => {
    try {
      await mutations[chosen].mutateAsync({ id: proposal.id });
      toast.success(SAID[chosen]);
      onAnswered();
    } catch (error) {
      toast.error(errorMessageWithReason(error, FAILED));
      if (toApiError(error)?.code === 'proposal.not_open') onAnswered();
    }
  });

  return {
    answer: (chosen) => void answer(chosen),
    pending: (['accept', 'decline', 'withdraw'] as const).find((one) => mutations[one].isPending) ?? null,
    refused: isTimeGone ? { sentence: refusal.message, offers: refusal.nextFree.map((at) => new Date(at)) } : null,
  };
}
