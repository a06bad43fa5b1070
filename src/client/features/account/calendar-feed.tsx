import { Button, Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import { SUCCESS } from '#shared/messages.ts';
import form from './account-form.module.css';
import classes from './calendar-feed.module.css';
import { CalendarLink } from './calendar-link.tsx';
import { useKeptDialog } from './use-kept-dialog.ts';

const NOT_SHOWN = 'Failed to fetch the calendar link';
const NOT_CHANGED = 'Failed to change the calendar link. Please try again.';

/** A secret address with which a calendar program follows the own sessions. */
export function CalendarFeed() {
  const { data: feed, error, isFetching, refetch } = trpc.calendar.feed.useQuery();

  if (feed !== undefined) return <Feed since={feed?.createdAt ?? null} />;
  if (error) {
    return (
      <ErrorState
        title="Error Loading Calendar"
        message={errorMessageWithReason(error, NOT_SHOWN)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Loading label="Loading your calendar link…">
      <Skeleton height={88} />
    </Loading>
  );
}

type Question = 'renew' | 'revoke';

const QUESTIONS = {
  renew: {
    type: 'warning',
    title: 'Make a new calendar link?',
    message: 'The old link stops working at once. Every calendar that follows it needs the new one.',
    confirmLabel: 'Make a new link',
  },
  revoke: {
    type: 'error',
    title: 'Revoke the calendar link?',
    message: 'It stops working at once. Calendars that follow it get no more sessions; what they show already may stay.',
    confirmLabel: 'Revoke link',
  },
} as const;

/** `since` is when the link was made; null where there is none. */
function Feed({ since }: { since: Date | null }) {
  const utils = trpc.useUtils();
  const [url, setUrl] = useState<string | null>(null);
  const question = useKeptDialog();
  const [asked, setAsked] = useState<Question>('renew');
  const [isRevoked, setRevoked] = useState(false);
  const maker = useRef<HTMLButtonElement>(null);
  const make = trpc.calendar.makeFeed.useMutation();
  const revoke = trpc.calendar.revokeFeed.useMutation();
  const isBusy = make.isPending || revoke.isPending;
  const keepFocus = useReturnFocus(isBusy);

  // The button that had the focus is gone with the link.
  useEffect(() => {
    if (isRevoked && since === null) maker.current?.focus();
  }, [isRevoked, since]);

  const ask = (next: Question) => {
    setAsked(next);
    question.open();
  };

  const makeLink = useOneAtATime(async () => {
    try {
      const made = await make.mutateAsync();
      question.finish();
      setRevoked(false);
      setUrl(made.url);
      utils.calendar.feed.setData(undefined, { createdAt: made.createdAt });
      toast.success(SUCCESS.calendarLinkCreated);
    } catch (error) {
      toast.error(errorMessageWithReason(error, NOT_CHANGED));
    }
  });

  const revokeLink = useOneAtATime(async () => {
    try {
      const { message } = await revoke.mutateAsync();
      question.finish();
      setUrl(null);
      setRevoked(true);
      utils.calendar.feed.setData(undefined, null);
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, NOT_CHANGED));
    }
  });
  useCloseOnBack(question.isOpen, () => {
    if (!isBusy) question.close(false);
  });

  return (
    <>
      <p className={form.note}>
        See your sessions in Google Calendar, Apple Calendar or Outlook: with a secret link they stay up to date there by themselves. Whoever has the
        link sees your sessions, so keep it to yourself.
      </p>
      {url && <CalendarLink key={url} url={url} />}
      {since && (
        <p className={classes.since}>
          Made on <ZonedInstant at={since} zone={pageConfig().timezone} />
        </p>
      )}
      {since && !url && <p className={form.note}>It was shown only once. If you no longer have it, make a new one.</p>}
      <div className={classes.buttons}>
        {since ? (
          <>
            <Button variant="default" onClick={() => ask('renew')}>
              Make a new link
            </Button>
            <Button variant="outline" color="red" onClick={() => ask('revoke')}>
              Revoke link
            </Button>
          </>
        ) : (
          <Button
            ref={maker}
            variant="default"
            loading={make.isPending}
            onClick={() => {
              keepFocus();
              void makeLink();
            }}
          >
            Make a calendar link
          </Button>
        )}
      </div>
      <ConfirmDialog
        key={question.key}
        opened={question.isOpen}
        {...QUESTIONS[asked]}
        isProcessing={isBusy}
        onConfirm={() => {
          keepFocus();
          void (asked === 'renew' ? makeLink() : revokeLink());
        }}
        onClose={() => question.close(false)}
      />
    </>
  );
}
