import { type RefObject, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { ERRORS } from '#shared/errors.ts';
import { VERIFICATION_CHECKS, type VerificationCheck } from '#shared/vocabulary/people.ts';
import { tell } from './tell.ts';
import { useStaleTutors } from './use-stale-tutors.ts';

export type Ticks = Record<VerificationCheck, boolean>;
export type Decision = {
  ticks: Ticks;
  isAllTicked: boolean;
  problem: string | null;
  isBusy: boolean;
  list: RefObject<HTMLFieldSetElement | null>;
  tick: (check: VerificationCheck, isTicked: boolean) => void;
  approve: () => Promise<void>;
  review: () => Promise<void>;
};

const allTicks = (are: boolean): Ticks => ({ documents: are, education: are, experience: are, background: are, interview: are });

/** The five checks, ticked beforehand where the tutor is verified, and what is decided by them. */
export function useDecision(profile: TutorProfileView | undefined): Decision {
  const stale = { onSettled: useStaleTutors() };
  const approval = trpc.verification.approve.useMutation(stale);
  const renewal = trpc.verification.review.useMutation(stale);
  const [ticks, setTicks] = useState(allTicks(false));
  const [problem, setProblem] = useState<string | null>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  const isBusy = approval.isPending || renewal.isPending;
  // Who has approved finds another button in its place.
  const keepFocus = useReturnFocus(isBusy, () => list.current?.querySelector('input') ?? null);

  // Another profile than the one that was ticked off is looked at anew.
  const seen = profile && `${profile.revision} ${profile.isVerified}`;
  const [wasSeen, setWasSeen] = useState(seen);
  if (profile && seen !== wasSeen) {
    setWasSeen(seen);
    setTicks(allTicks(profile.isVerified));
  }

  const isAllTicked = VERIFICATION_CHECKS.every((check) => ticks[check]);
  const decide =
    (send: (said: { id: string; verificationChecks: Ticks; revision: number }) => Promise<{ message: string }>, failed: string) => async () => {
      if (!profile) return;
      if (!isAllTicked) {
        setProblem(ERRORS['verification.checks'].message);
        list.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
        return;
      }
      keepFocus();
      setProblem(null);
      try {
        const { message } = await send({ id: profile.id, verificationChecks: ticks, revision: profile.revision });
        tell(message);
      } catch (error) {
        setProblem(errorMessageWithReason(error, failed));
      }
    };

  return {
    ...{ ticks, isAllTicked, problem, isBusy, list },
    tick: (check, isTicked) => {
      setTicks({ ...ticks, [check]: isTicked });
      setProblem(null);
    },
    approve: useOneAtATime(decide(approval.mutateAsync, 'Failed to verify tutor')),
    review: useOneAtATime(decide(renewal.mutateAsync, 'Failed to mark the changes as reviewed. Please try again.')),
  };
}
