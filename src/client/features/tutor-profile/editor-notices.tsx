import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
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
import { translated } from '#shared/domain/texts.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import { CHECK_LABELS } from '#shared/vocabulary/verification.ts';
import classes from './editor-bar.module.css';
import type { DraftFieldName } from './profile-draft.ts';

export type RestoredNoticeProps = { hasConflict: boolean; onDiscard: () => void };

export function RestoredNotice({ hasConflict, onDiscard }: RestoredNoticeProps) {
  const { t } = useLingui();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Notice
      tone={hasConflict ? 'warning' : 'info'}
      title={t`We restored your unsaved changes`}
      role="status"
      actions={
        <>
          <Button size="sm" variant="default" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
          <Button size="sm" variant="subtle" onClick={() => setDismissed(true)}>
            <Trans>Go on editing</Trans>
          </Button>
        </>
      }
    >
      {hasConflict
        ? t`The profile was changed meanwhile, so look at it once more before you save.`
        : t`They are in the fields below. Save them, or discard them to go back to your saved profile.`}
    </Notice>
  );
}

const NAMES: Record<DraftFieldName, MessageDescriptor> = {
  phone: msg`phone number`,
  bio: msg`about you`,
  headline: msg`headline`,
  introductionVideo: msg`introduction video`,
  gender: msg`gender`,
  socialMedia: msg`social media`,
  teachingMediums: msg`teaching mediums`,
  availableLocations: msg`where you teach`,
  minimumNoticeHours: msg`notice before a session`,
  bufferMinutes: msg`time between sessions`,
  contactEmail: msg`email address on your profile`,
  education: msg`education`,
  experience: msg`experience`,
  subjects: msg`subjects and teaching`,
  documents: msg`documents`,
};

export type ConflictNoticeProps = { isSaving: boolean; replaced: readonly DraftFieldName[]; onLoad: () => void; onSaveAnyway: () => void };

export function ConflictNotice({ isSaving, replaced, onLoad, onSaveAnyway }: ConflictNoticeProps) {
  const { t, i18n } = useLingui();
  const names = replaced.map((name) => i18n._(NAMES[name])).join(', ');
  const flex = { base: '1 0 auto', sm: 'none' };
  return (
    <Notice
      id="conflict"
      className={classes.conflict}
      classNames={{ icon: classes.conflictDetail }}
      tone="warning"
      title={translated(i18n, ERRORS['tutor.profile_changed'].message)}
      role="alert"
      tabIndex={-1}
      actions={
        <>
          <Button size="sm" flex={flex} variant="default" disabled={isSaving} onClick={onLoad}>
            <Trans>Load the saved profile</Trans>
          </Button>
          <Button size="sm" flex={flex} loading={isSaving} onClick={onSaveAnyway}>
            <Trans>Save mine anyway</Trans>
          </Button>
        </>
      }
    >
      {replaced.length > 0 && <p>{t`Changed in both: ${names}.`}</p>}
      <p className={classes.conflictDetail}>
        {replaced.length > 0
          ? t`Nothing that you typed here is lost. Saving yours replaces these fields; all others stay as they were saved there.`
          : t`Nothing that you typed here is lost. Saving yours changes only the fields that you changed here.`}
      </p>
    </Notice>
  );
}

export type OpenDialog = 'discard' | 'load' | null;
export type EditorDialogsProps = { open: OpenDialog; isLoading: boolean; onDiscard: () => void; onLoad: () => void; onClose: () => void };

export function EditorDialogs({ open, isLoading, onDiscard, onLoad, onClose }: EditorDialogsProps) {
  const { t } = useLingui();
  return (
    <>
      <ConfirmDialog
        opened={open === 'discard'}
        title={t`Discard Changes`}
        message={t`This discards all changes since you last saved. This cannot be undone.`}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep editing`}
        onConfirm={onDiscard}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={open === 'load'}
        title={t`Load the saved profile`}
        message={t`The profile as it was saved in the other tab takes the place of what you have typed here.`}
        confirmLabel={t`Load it`}
        cancelLabel={t`Keep editing`}
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
  const { t } = useLingui();
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
      title={t`Leave without saving?`}
      message={t`Your changes are not saved yet. They are stored in this browser until you save or discard them, and students cannot see them.`}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay`}
      onConfirm={confirm}
      onClose={() => setLeave(null)}
    />
  );
}

export type VerificationNoticeProps = { profile: TutorProfileView };

export function VerificationNotice({ profile }: VerificationNoticeProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const { isVerified, verificationStatus, verificationDate, verificationChecks, rejectionReason } = profile;
  const date = verificationDate && formatDay(verificationDate, zone, i18n.locale);
  if (isVerified)
    return (
      <Notice tone="success" title={t`Verified`} role="status">
        <Stack gap={2}>
          <p>{date ? t`Checked on ${date}` : t`Your profile has been checked.`}</p>
          <Checks checks={verificationChecks} />
          <p>
            <Trans>If you change education, experience or documents, you keep the badge while we check them again.</Trans>
          </p>
        </Stack>
      </Notice>
    );
  if (verificationStatus === 'pending')
    return (
      <Notice tone="warning" icon={Hourglass} title={t`Under Review`} role="status">
        <Stack gap={2}>
          <p>
            <Trans>We are checking your profile and will tell you when we have decided. You can keep editing it.</Trans>
          </p>
          <Checks checks={verificationChecks} />
        </Stack>
      </Notice>
    );
  if (verificationStatus === 'rejected')
    return (
      <Notice tone="danger" title={t`Your profile was not approved`} role="status">
        <Stack gap={2}>
          <Text fw={600} style={{ whiteSpace: 'pre-line' }}>
            {rejectionReason}
          </Text>
          <p>
            <Trans>Make the changes we asked for, then submit your profile again.</Trans>
          </p>
          <Checks checks={verificationChecks} />
        </Stack>
      </Notice>
    );
  return (
    <Notice tone="info" title={t`Not submitted yet`} role="status">
      <Trans>Complete every item below and submit your profile. After we check it, it gets the verified badge.</Trans>
    </Notice>
  );
}

function Checks({ checks }: { checks: TutorProfileView['verificationChecks'] }) {
  const { t, i18n } = useLingui();
  if (!VERIFICATION_CHECKS.some((check) => checks[check])) return null;
  return (
    <Group component="ul" gap="0.25rem 1.25rem" aria-label={t`Checks`}>
      {VERIFICATION_CHECKS.map((check) => {
        const isDone = checks[check];
        const Icon = isDone ? CircleCheck : CircleDashed;
        return (
          <Group key={check} component="li" gap={6} wrap="nowrap">
            <Icon size={18} aria-hidden="true" />
            {translated(i18n, CHECK_LABELS[check])}
            {isDone ? (
              <VisuallyHidden>
                <Trans>checked</Trans>
              </VisuallyHidden>
            ) : (
              <Text span size="sm">
                <Trans>not checked yet</Trans>
              </Text>
            )}
          </Group>
        );
      })}
    </Group>
  );
}
