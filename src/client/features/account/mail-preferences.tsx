import { Skeleton } from '@mantine/core';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { MailPreference } from '#shared/contracts/mail-preferences.ts';
import { MAIL_KIND_TEXT } from '#shared/domain/mail-kinds.ts';
import form from './account-form.module.css';
import classes from './mail-preferences.module.css';
import { useOptimisticSwitch } from './use-optimistic-switch.ts';

const LOAD_FAILED = 'Failed to fetch your email preferences';
const SAVE_FAILED = 'Failed to save your email preferences. Please try again.';

export function MailPreferences() {
  const { data: preferences, error, isFetching, refetch } = trpc.mail.preferences.useQuery(undefined, { refetchOnWindowFocus: 'always' });

  if (!preferences && error) {
    return (
      <ErrorState
        title="Error Loading Email Preferences"
        message={errorMessageWithReason(error, LOAD_FAILED)}
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
  const { preferences } = trpc.useUtils().mail;
  const setPreference = trpc.mail.setPreference.useMutation();
  const toggle = useOptimisticSwitch({
    isOn,
    async save(next) {
      const saved = await setPreference.mutateAsync({ kind, isOn: next });
      await preferences.cancel();
      preferences.setData(undefined, (current) => current?.map((preference) => (preference.kind === kind ? saved : preference)));
    },
    onError: (error) => toast.error(errorMessageWithReason(error, SAVE_FAILED)),
  });
  return (
    <>
      <Switch label={<strong className={classes.label}>{label}</strong>} aria-describedby={`mails-${kind}`} {...toggle} />
      <p id={`mails-${kind}`} className={classes.covers}>
        {covers}
      </p>
    </>
  );
}
