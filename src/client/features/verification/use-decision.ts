import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { ERRORS } from '#shared/errors.ts';
import { VERIFICATION_CHECKS, type VerificationCheck } from '#shared/vocabulary/people.ts';
import { showResult, useInvalidateTutors } from './tutor-actions.ts';

type Checks = Record<VerificationCheck, boolean>;

export type Decision = {
  checks: Checks;
  isComplete: boolean;
  problem: string | null;
  isBusy: boolean;
  list: RefObject<HTMLFieldSetElement | null>;
  check: (name: VerificationCheck, isChecked: boolean) => void;
  checkAll: () => void;
  approve: () => Promise<void>;
  review: () => Promise<void>;
};

const allChecks = (value: boolean): Checks => ({ documents: value, education: value, experience: value, background: value, interview: value });

export function useDecision(profile: TutorProfileView | undefined, onDone?: () => void): Decision {
  const options = { onSettled: useInvalidateTutors() };
  const trpc = useTRPC();
  const approval = useMutation(trpc.verification.approve.mutationOptions(options));
  const renewal = useMutation(trpc.verification.review.mutationOptions(options));
  const [checks, setChecks] = useState(allChecks(false));
  const [problem, setProblem] = useState<string | null>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  const isBusy = approval.isPending || renewal.isPending;
  // After an approval its button is gone.
  const returnFocus = useReturnFocus(isBusy, () => list.current?.querySelector('input') ?? null);

  // The checks hold for the version of the profile that was looked at.
  const version = profile && `${profile.revision} ${profile.isVerified}`;
  const [checkedVersion, setCheckedVersion] = useState(version);
  if (profile && version !== checkedVersion) {
    setCheckedVersion(version);
    setChecks(allChecks(profile.isVerified));
  }

  const isComplete = VERIFICATION_CHECKS.every((name) => checks[name]);
  const decide =
    (send: (input: { id: string; verificationChecks: Checks; revision: number }) => Promise<{ message: string }>, fallback: string) => async () => {
      if (!profile) return;
      if (!isComplete) {
        setProblem(ERRORS['verification.checks'].message);
        list.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
        return;
      }
      returnFocus();
      setProblem(null);
      try {
        const { message } = await send({ id: profile.id, verificationChecks: checks, revision: profile.revision });
        showResult(message);
        onDone?.();
      } catch (error) {
        setProblem(errorMessageWithReason(error, fallback));
      }
    };

  return {
    ...{ checks, isComplete, problem, isBusy, list },
    check: (name, isChecked) => {
      setChecks({ ...checks, [name]: isChecked });
      setProblem(null);
    },
    checkAll: () => {
      setChecks(allChecks(true));
      setProblem(null);
    },
    approve: useOneAtATime(decide(approval.mutateAsync, 'Failed to verify tutor')),
    review: useOneAtATime(decide(renewal.mutateAsync, 'Failed to mark the changes as reviewed. Please try again.')),
  };
}
