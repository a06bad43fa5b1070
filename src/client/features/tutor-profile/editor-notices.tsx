import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useBlocker, useRouter } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, Hourglass } from 'lucide-react';
import { useCallback, useState } from 'react';
import { session } from '#client/lib/session/session.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { isDialogOpen } from '#client/ui/use-close-on-back.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { VERIFICATION_CHECKS, type VerificationCheck } from '#shared/vocabulary/people.ts';
import classes from './editor-bar.module.css';
import type { DraftFieldName } from './profile-draft.ts';

export type RestoredNoticeProps = { hasConflict: boolean; onDiscard: () => void };

export function RestoredNotice({ hasConflict, onDiscard }: RestoredNoticeProps) {
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Notice
      tone={hasConflict ? 'warning' : 'info'}
      title="We restored your unsaved changes"
      role="status"
      actions={
        <>
          <Button size="sm" variant="default" onClick={onDiscard}>
            Discard
          </Button>
          <Button size="sm" variant="subtle" onClick={() => setDismissed(true)}>
            Go on editing
          </Button>
        </>
      }
    >
      {hasConflict
        ? 'The profile was changed meanwhile, so look at it once more before you save.'
        : 'They are in the fields below. Save them, or discard them to go back to your saved profile.'}
    </Notice>
  );
}

const NAMES: Record<DraftFieldName, string> = {
  phone: 'phone number',
  bio: 'about you',
  headline: 'headline',
  introductionVideo: 'introduction video',
  gender: 'gender',
  socialMedia: 'social media',
  teachingMediums: 'teaching mediums',
  availableLocations: 'where you teach',
  minimumNoticeHours: 'notice before a session',
  bufferMinutes: 'time between sessions',
  contactEmail: 'email address on your profile',
  education: 'education',
  experience: 'experience',
  subjects: 'subjects and teaching',
  documents: 'documents',
};

export type ConflictNoticeProps = { isSaving: boolean; replaced: readonly DraftFieldName[]; onLoad: () => void; onSaveAnyway: () => void };

export function ConflictNotice({ isSaving, replaced, onLoad, onSaveAnyway }: ConflictNoticeProps) {
  const flex = { base: '1 0 auto', sm: 'none' };
  return (
    <Notice
      id="conflict"
      className={classes.conflict}
      classNames={{ icon: classes.conflictDetail }}
      tone="warning"
      title={ERRORS['tutor.profile_changed'].message}
      role="alert"
      tabIndex={-1}
      actions={
        <>
          <Button size="sm" flex={flex} variant="default" disabled={isSaving} onClick={onLoad}>
            Load the saved profile
          </Button>
          <Button size="sm" flex={flex} loading={isSaving} onClick={onSaveAnyway}>
            Save mine anyway
          </Button>
        </>
      }
    >
      {replaced.length > 0 && <p>{`Changed in both: ${replaced.map((name) => NAMES[name]).join(', ')}.`}</p>}
      <p className={classes.conflictDetail}>
        {replaced.length > 0
          ? 'Nothing that you typed here is lost. Saving yours replaces these fields; all others stay as they were saved there.'
          : 'Nothing that you typed here is lost. Saving yours changes only the fields that you changed here.'}
      </p>
    </Notice>
  );
}

export type OpenDialog = 'discard' | 'load' | null;
export type EditorDialogsProps = { open: OpenDialog; isLoading: boolean; onDiscard: () => void; onLoad: () => void; onClose: () => void };

export function EditorDialogs({ open, isLoading, onDiscard, onLoad, onClose }: EditorDialogsProps) {
  return (
    <>
      <ConfirmDialog
        opened={open === 'discard'}
        title="Discard Changes"
        message="This discards all changes since you last saved. This cannot be undone."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onDiscard}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={open === 'load'}
        title="Load the saved profile"
        message="The profile as it was saved in the other tab takes the place of what you have typed here."
        confirmLabel="Load it"
        cancelLabel="Keep editing"
        isProcessing={isLoading}
        onConfirm={onLoad}
        onClose={onClose}
      />
    </>
  );
}

export type LeaveGuardProps = { isNeeded: boolean; userId: string };

type Leave = { action: string; next: { pathname: string; search: object } };

export function LeaveGuard({ isNeeded, userId }: LeaveGuardProps) {
  const router = useRouter();
  const [leave, setLeave] = useState<Leave | null>(null);
  // The router registers another function anew, which would be with each key.
  const shouldBlockFn = useCallback(
    ({ current, next, action }: Leave & { current: { pathname: string } }) => {
      const closesDialog = action === 'BACK' && isDialogOpen();
      if (closesDialog || current.pathname === next.pathname || session.viewer()?.id !== userId) return false;
      setLeave({ action, next });
      return true;
    },
    [userId],
  );
  // Without the router's resolver, for which the address would already be the next one while the dialog asks.
  useBlocker({ shouldBlockFn, enableBeforeUnload: isNeeded, disabled: !isNeeded });

  function confirm(): void {
    if (leave === null) return;
    setLeave(null);
    const { action, next } = leave;
    if (action === 'BACK') router.history.back({ ignoreBlocker: true });
    else if (action === 'FORWARD') router.history.forward({ ignoreBlocker: true });
    else void router.navigate({ to: next.pathname, search: next.search, replace: action === 'REPLACE', ignoreBlocker: true });
  }

  return (
    <ConfirmDialog
      opened={leave !== null}
      type="warning"
      title="Leave without saving?"
      message="Your changes are not saved yet. They are stored in this browser until you save or discard them, and students cannot see them."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={confirm}
      onClose={() => setLeave(null)}
    />
  );
}

const CHECKS = {
  documents: 'Documents',
  education: 'Education',
  experience: 'Experience',
  background: 'Background',
  interview: 'Interview',
} as const satisfies Record<VerificationCheck, string>;

export type VerificationNoticeProps = { profile: TutorProfileView };

export function VerificationNotice({ profile }: VerificationNoticeProps) {
  const zone = useTimeZone();
  const { isVerified, verificationStatus, verificationDate, verificationChecks, rejectionReason } = profile;
  if (isVerified)
    return (
      <Notice tone="success" title="Verified" role="status">
        <Stack gap={2}>
          <p>{verificationDate ? `Checked on ${formatDay(verificationDate, zone)}` : 'Your profile has been checked.'}</p>
          <Checks checks={verificationChecks} />
          <p>If you change education, experience or documents, you keep the badge while we check them again.</p>
        </Stack>
      </Notice>
    );
  if (verificationStatus === 'pending')
    return (
      <Notice tone="warning" icon={Hourglass} title="Under Review" role="status">
        <Stack gap={2}>
          <p>We are checking your profile and will tell you when we have decided. You can keep editing it.</p>
          <Checks checks={verificationChecks} />
        </Stack>
      </Notice>
    );
  if (verificationStatus === 'rejected')
    return (
      <Notice tone="danger" title="Your profile was not approved" role="status">
        <Stack gap={2}>
          <Text fw={600} style={{ whiteSpace: 'pre-line' }}>
            {rejectionReason}
          </Text>
          <p>Make the changes we asked for, then submit your profile again.</p>
          <Checks checks={verificationChecks} />
        </Stack>
      </Notice>
    );
  return (
    <Notice tone="info" title="Not submitted yet" role="status">
      Complete every item below and submit your profile. After we check it, it gets the verified badge.
    </Notice>
  );
}

function Checks({ checks }: { checks: TutorProfileView['verificationChecks'] }) {
  if (!VERIFICATION_CHECKS.some((check) => checks[check])) return null;
  return (
    <Group component="ul" gap="0.25rem 1.25rem" aria-label="Checks">
      {VERIFICATION_CHECKS.map((check) => {
        const isDone = checks[check];
        const Icon = isDone ? CircleCheck : CircleDashed;
        return (
          <Group key={check} component="li" gap={6} wrap="nowrap">
            <Icon size={18} aria-hidden="true" />
            {CHECKS[check]}
            {isDone ? (
              <VisuallyHidden>checked</VisuallyHidden>
            ) : (
              <Text span size="sm">
                not checked yet
              </Text>
            )}
          </Group>
        );
      })}
    </Group>
  );
}
