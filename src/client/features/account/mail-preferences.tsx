import { Skeleton } from '@mantine/core';
import { notifyManager } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { MailPreference } from '#shared/contracts/mail-preferences.ts';
import { MAIL_KIND_TEXT } from '#shared/domain/mail-kinds.ts';
import form from './account-form.module.css';
import classes from './mail-preferences.module.css';

const NOT_SHOWN = 'Failed to fetch your email preferences';
const NOT_SAVED = 'Failed to save your email preferences. Please try again.';

/** Which kinds of mail one gets; a link in such a mail may have changed it meanwhile. */
export function MailPreferences() {
  const { data: preferences, error, isFetching, refetch } = trpc.mail.preferences.useQuery(undefined, { refetchOnWindowFocus: 'always' });

  if (!preferences && error) {
    return (
      <ErrorState
        title="Error Loading Email Preferences"
        message={errorMessageWithReason(error, NOT_SHOWN)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!preferences) {
    return (
      <Loading label="Loading your email preferences…">
        <Skeleton height={148} />
      </Loading>
    );
  }
  return (
    <>
      <p className={form.note}>Choose what we write to you about. A change is saved at once.</p>
      <ul className={classes.kinds}>
        {preferences.map((preference) => (
          <li key={preference.kind}>
            <KindSwitch {...preference} />
          </li>
        ))}
      </ul>
      <p className={form.note}>
        Mails about your account itself always go: a confirmation link, a code, a changed password or address, and the end of the account.
      </p>
    </>
  );
}

function KindSwitch({ kind, isOn }: MailPreference) {
  const { label, covers } = MAIL_KIND_TEXT[kind];
  const { isShownOn, turn } = usePreference({ kind, isOn });
  return (
    <>
      <Switch
        label={<strong className={classes.label}>{label}</strong>}
        aria-describedby={`mails-${kind}`}
        checked={isShownOn}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      <p id={`mails-${kind}`} className={classes.covers}>
        {covers}
      </p>
    </>
  );
}

/** Turned at once, and back where the server says no. Who turns it again meanwhile gets the last that they wanted. */
function usePreference({ kind, isOn }: MailPreference) {
  const utils = trpc.useUtils();
  const setPreference = trpc.mail.setPreference.useMutation();
  const [shown, setShown] = useState<boolean | null>(null);
  const wanted = useRef(isOn);
  const isSending = useRef(false);

  async function sendWanted(): Promise<void> {
    const sent = wanted.current;
    const saved = await setPreference.mutateAsync({ kind, isOn: sent });
    await utils.mail.preferences.cancel();
    utils.mail.preferences.setData(undefined, (known) => known?.map((one) => (one.kind === kind ? saved : one)));
    if (wanted.current !== sent) await sendWanted();
  }

  async function turn(next: boolean): Promise<void> {
    wanted.current = next;
    setShown(next);
    if (isSending.current) return;
    isSending.current = true;
    try {
      await sendWanted();
    } catch (error) {
      toast.error(errorMessageWithReason(error, NOT_SAVED));
    }
    isSending.current = false;
    // The query notifies its observers a task later: until then the value of before would show.
    notifyManager.schedule(() => setShown(null));
  }

  return { isShownOn: shown ?? isOn, turn };
}
