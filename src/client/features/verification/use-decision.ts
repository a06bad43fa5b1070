import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Draft, userDraft } from '#client/lib/drafts/draft.ts';
import { flag, integer, oneOf, strictRecord } from '#client/lib/drafts/schema.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAccount } from '#client/lib/session/session.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { ERRORS } from '#shared/errors.ts';
import { VERIFICATION_CHECKS, VERIFICATION_STATUSES, type VerificationCheck } from '#shared/vocabulary/people.ts';
import { type ProfileVersion, showResult, useInvalidateTutors } from './tutor-actions.ts';

type Checks = Record<VerificationCheck, boolean>;

export type Decision = {
  checks: Checks;
  isComplete: boolean;
  problem: string | null;
  isBusy: boolean;
  list: RefObject<HTMLFieldSetElement | null>;
  showProblem: (problem: string) => void;
  check: (name: VerificationCheck, isChecked: boolean) => void;
  checkAll: () => void;
  approve: () => Promise<void>;
  review: () => Promise<void>;
};

const allChecks = (value: boolean): Checks => ({ documents: value, education: value, experience: value, background: value, interview: value });

/** With the version of the profile that was looked at. */
type StoredChecks = ProfileVersion & { checks: Checks };

const CHECKS = strictRecord({ documents: flag(), education: flag(), experience: flag(), background: flag(), interview: flag() });

/** An interview may take days. */
const storedChecks = (adminId: string, tutorId: string): Draft<StoredChecks> =>
  userDraft(
    adminId,
    `checks ${tutorId}`,
    strictRecord({ revision: integer(-1), verificationStatus: oneOf(VERIFICATION_STATUSES, 'pending'), checks: CHECKS }),
  );

const versionOf = ({ revision, verificationStatus }: ProfileVersion): string => `${revision} ${verificationStatus}`;
const isDecided = ({ verificationStatus }: ProfileVersion): boolean => verificationStatus === 'approved' || verificationStatus === 'rejected';
/** Changed by the tutor: what another admin decides says so itself. */
const isChanged = (stored: ProfileVersion, profile: ProfileVersion): boolean =>
  stored.revision < profile.revision && isDecided(stored) === isDecided(profile);
const isSame = (checks: Checks, others: Checks): boolean => VERIFICATION_CHECKS.every((name) => checks[name] === others[name]);

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
  const { id: adminId } = useAccount();
  const draft = profile && storedChecks(adminId, profile.id);
  const version = profile && versionOf(profile);
  const [checkedVersion, setCheckedVersion] = useState<string>();
  if (profile && version !== checkedVersion) {
    const stored = draft?.read() ?? null;
    setCheckedVersion(version);
    setChecks(stored && versionOf(stored) === version ? stored.checks : allChecks(profile.isVerified));
    if (stored && isChanged(stored, profile)) setProblem(ERRORS['verification.outdated'].message);
  }
  const forgetPast = useEffectEvent((shown: string) => {
    const stored = draft?.read();
    if (stored && profile && versionOf(stored) !== shown && stored.revision <= profile.revision) draft?.remove();
  });
  useEffect(() => {
    if (version !== undefined) forgetPast(version);
  }, [version]);

  const keep = (next: Checks) => {
    if (!profile) return;
    const { revision, verificationStatus, isVerified } = profile;
    if (isSame(next, allChecks(isVerified))) draft?.remove();
    else draft?.write({ revision, verificationStatus, checks: next });
  };
  const change = (next: Checks) => {
    setChecks(next);
    setProblem(null);
    keep(next);
  };

  const isComplete = VERIFICATION_CHECKS.every((name) => checks[name]);
  const decide =
    (send: (input: ProfileVersion & { id: string; verificationChecks: Checks }) => Promise<{ message: string }>, fallback: string) => async () => {
      if (!profile) return;
      if (!isComplete) {
        setProblem(ERRORS['verification.checks'].message);
        list.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
        return;
      }
      returnFocus();
      setProblem(null);
      draft?.remove();
      try {
        const { id, revision, verificationStatus } = profile;
        const { message } = await send({ id, verificationChecks: checks, revision, verificationStatus });
        showResult(message);
        onDone?.();
      } catch (error) {
        setProblem(errorMessageWithReason(error, fallback));
        if (toApiError(error)?.status !== 409) keep(checks);
      }
    };

  return {
    ...{ checks, isComplete, problem, isBusy, list, showProblem: setProblem },
    check: (name, isChecked) => change({ ...checks, [name]: isChecked }),
    checkAll: () => change(allChecks(true)),
    approve: useOneAtATime(decide(approval.mutateAsync, 'Failed to verify tutor')),
    review: useOneAtATime(decide(renewal.mutateAsync, 'Failed to mark the changes as reviewed. Please try again.')),
  };
}
