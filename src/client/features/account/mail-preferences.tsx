import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { DividedList } from '#client/ui/divided-list.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { MailPreference } from '#shared/contracts/account.ts';
import { MAIL_KIND_TEXT } from '#shared/domain/mail-kinds.ts';
import { translated } from '#shared/domain/texts.ts';
import { useOptimisticSwitch } from './use-optimistic-switch.ts';

const LOAD_FAILED = msg`Failed to fetch your email preferences`;
const SAVE_FAILED = msg`Failed to save your email preferences. Please try again.`;

export function MailPreferences() {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const {
    data: preferences,
    error,
    isFetching,
    refetch,
  } = useQuery(trpc.mail.preferences.queryOptions(undefined, { refetchOnWindowFocus: 'always' }));

  if (!preferences && error) {
    return (
      <QueryError
        title={t`Error Loading Email Preferences`}
        message={errorMessageWithReason(error, i18n._(LOAD_FAILED))}
        query={{ isFetching, refetch }}
      />
    );
  }
  if (!preferences) {
    return (
      <Loading label={t`Loading your email preferences…`}>
        <Skeleton height={148} />
      </Loading>
    );
  }
  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>Choose which emails you get. Changes are saved immediately.</Trans>
      </Text>
      <DividedList mt="sm" mb="md">
        {preferences.map((preference) => (
          <Box key={preference.kind} component="li" pt="xs" pb="0.875rem">
            <KindSwitch {...preference} />
          </Box>
        ))}
      </DividedList>
      <Text c="dimmed" mt={4}>
        <Trans>
          We always send emails about your account: confirmation links, codes, changes to your password or address, and closing your account.
        </Trans>
      </Text>
    </>
  );
}

function KindSwitch({ kind, isOn }: MailPreference) {
  const { i18n } = useLingui();
  const [label, covers] = [translated(i18n, MAIL_KIND_TEXT[kind].label), translated(i18n, MAIL_KIND_TEXT[kind].covers)];
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const setPreference = useMutation(trpc.mail.setPreference.mutationOptions());
  const toggle = useOptimisticSwitch({
    isOn,
    async save(next) {
      const saved = await setPreference.mutateAsync({ kind, isOn: next });
      await queryClient.cancelQueries(trpc.mail.preferences.pathFilter());
      queryClient.setQueryData(trpc.mail.preferences.queryKey(), (current) =>
        current?.map((preference) => (preference.kind === kind ? saved : preference)),
      );
    },
    onError: (error) => toast.error(errorMessageWithReason(error, i18n._(SAVE_FAILED))),
  });
  return (
    <>
      <Switch
        label={
          <Text component="strong" inherit fw={600}>
            {label}
          </Text>
        }
        aria-describedby={`mails-${kind}`}
        {...toggle}
      />
      <Text id={`mails-${kind}`} c="dimmed" mt={-4} pe="3.75rem">
        {covers}
      </Text>
    </>
  );
}
