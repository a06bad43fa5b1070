import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import { SUCCESS } from '#shared/messages.ts';
import { useDialog } from './dialog-draft.ts';
import { OneTimeSecret } from './one-time-secret.tsx';

const LOAD_FAILED = msg`Failed to fetch the calendar link`;
const CHANGE_FAILED = msg`Failed to change the calendar link. Please try again.`;

export function CalendarFeed() {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const { data: feed, error, isFetching, refetch } = useQuery(trpc.calendar.feed.queryOptions());

  if (feed !== undefined) return <LinkPanel createdAt={feed?.createdAt ?? null} />;
  if (error) {
    return (
      <QueryError title={t`Error Loading Calendar`} message={errorMessageWithReason(error, i18n._(LOAD_FAILED))} query={{ isFetching, refetch }} />
    );
  }
  return (
    <Loading label={t`Loading your calendar link…`}>
      <Skeleton height={88} />
    </Loading>
  );
}

type DialogKind = 'renew' | 'revoke';

const DIALOGS = {
  renew: {
    type: 'warning',
    title: msg`Make a new calendar link?`,
    message: msg`The old link stops working immediately. Add the new link to every calendar that uses it.`,
    confirmLabel: msg`Make a new link`,
  },
  revoke: {
    type: 'error',
    title: msg`Revoke the calendar link?`,
    message: msg`It stops working immediately. Calendars that use it get no new sessions, but may keep those they already show.`,
    confirmLabel: msg`Revoke link`,
  },
} as const;

function LinkPanel({ createdAt }: { createdAt: Date | null }) {
  const { i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [url, setUrl] = useState<string | null>(null);
  const dialog = useDialog();
  const [dialogKind, setDialogKind] = useState<DialogKind>('renew');
  const [isRevoked, setRevoked] = useState(false);
  const createButton = useRef<HTMLButtonElement>(null);
  const createFeed = useMutation(trpc.calendar.makeFeed.mutationOptions());
  const revokeFeed = useMutation(trpc.calendar.revokeFeed.mutationOptions());
  const isBusy = createFeed.isPending || revokeFeed.isPending;
  const returnFocus = useReturnFocus(isBusy);
  const { type, title, message: consequence, confirmLabel } = DIALOGS[dialogKind];

  useEffect(() => {
    if (isRevoked && createdAt === null) createButton.current?.focus();
  }, [isRevoked, createdAt]);

  const failed = i18n._(CHANGE_FAILED);
  const failure = createFeed.error ?? revokeFeed.error;
  // The dialog says it.
  const handleFailure = (error: unknown) => {
    if (!dialog.isOpen) toast.error(errorMessageWithReason(error, failed));
  };
  const openDialog = (kind: DialogKind) => {
    createFeed.reset();
    revokeFeed.reset();
    setDialogKind(kind);
    dialog.open();
  };

  const createLink = useOneAtATime(async () => {
    try {
      const created = await createFeed.mutateAsync();
      dialog.finish();
      setRevoked(false);
      setUrl(created.url);
      queryClient.setQueryData(trpc.calendar.feed.queryKey(), () => ({ createdAt: created.createdAt }));
      toast.success(SUCCESS.calendarLinkCreated);
    } catch (error) {
      handleFailure(error);
    }
  });

  const revokeLink = useOneAtATime(async () => {
    try {
      const { message } = await revokeFeed.mutateAsync();
      dialog.finish();
      setUrl(null);
      setRevoked(true);
      queryClient.setQueryData(trpc.calendar.feed.queryKey(), null);
      toast.success(message);
    } catch (error) {
      handleFailure(error);
    }
  });

  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>
          See your sessions in Google Calendar, Apple Calendar or Outlook: add this secret link, and they stay up to date. Anyone with the link can
          see your sessions, so keep it private.
        </Trans>
      </Text>
      {url && <CalendarLink key={url} url={url} />}
      {createdAt && (
        <Text mt="md" fw={600}>
          <Trans>
            Made on <ZonedInstant at={createdAt} />
          </Trans>
        </Text>
      )}
      {createdAt && !url && (
        <Text c="dimmed" mt={4}>
          <Trans>The link is shown only once. If you have lost it, make a new one.</Trans>
        </Text>
      )}
      <Group gap="0.5rem 0.75rem" mt="md">
        {createdAt ? (
          <>
            <Button variant="default" onClick={() => openDialog('renew')}>
              <Trans>Make a new link</Trans>
            </Button>
            <Button variant="outline" color="red" onClick={() => openDialog('revoke')}>
              <Trans>Revoke link</Trans>
            </Button>
          </>
        ) : (
          <Button
            ref={createButton}
            variant="default"
            loading={createFeed.isPending}
            onClick={() => {
              returnFocus();
              void createLink();
            }}
          >
            <Trans>Make a calendar link</Trans>
          </Button>
        )}
      </Group>
      <ConfirmDialog
        key={dialog.key}
        opened={dialog.isOpen}
        type={type}
        title={i18n._(title)}
        message={i18n._(consequence)}
        confirmLabel={i18n._(confirmLabel)}
        isProcessing={isBusy}
        problem={failure && errorMessageWithReason(failure, failed)}
        onConfirm={() => {
          returnFocus();
          void (dialogKind === 'renew' ? createLink() : revokeLink());
        }}
        onClose={dialog.close}
      />
    </>
  );
}

const COPY = {
  label: msg`Copy link`,
  done: msg`Link copied`,
  failed: msg`The link could not be copied. Please select it and copy it by hand.`,
} as const;

function CalendarLink({ url }: { url: string }) {
  const { t } = useLingui();
  return (
    <OneTimeSecret
      label={t`Your secret calendar link`}
      value={url}
      copy={COPY}
      actions={
        <Button component="a" variant="default" href={url.replace(/^https?:/, 'webcal:')} leftSection={<CalendarPlus size={18} />}>
          <Trans>Open in calendar app</Trans>
        </Button>
      }
      hint={t`For Google Calendar, open it on a computer, choose “Other calendars”, then “From URL”, and paste the link. Calendars update at their own pace. Google can take a few hours.`}
    />
  );
}
