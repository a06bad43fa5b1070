import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, PasswordInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { session, useViewer } from '#client/lib/session/session.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { LinkDetails, LinkPasswordForm } from '#shared/contracts/auth.ts';
import { translated } from '#shared/domain/texts.ts';
import { ProblemNotice } from './problem-notice.tsx';

const ROLES = { student: msg`Student`, tutor: msg`Tutor`, admin: msg`Admin` } as const;

const schema = () => import('#shared/contracts/auth.ts').then(({ linkPasswordForm }) => linkPasswordForm);

export type LinkElsewhereProps = { token: string; onDone: (isConfirmed: boolean) => void };

export function LinkElsewhere({ token, onDone }: LinkElsewhereProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const details = useMutation(trpc.auth.linkDetails.mutationOptions());
  const { mutate } = details;
  const [disownedMessage, setDisownedMessage] = useState<string | null>(null);
  useEffect(() => mutate({ token }), [mutate, token]);

  const isInvalid = toApiError(details.error)?.code === 'auth.link';
  useEffect(() => {
    if (isInvalid) onDone(false);
  }, [isInvalid, onDone]);

  if (details.error && !isInvalid) {
    return (
      <>
        <Notice tone="danger" role="alert" mb="lg">
          {errorMessageWithReason(details.error, t`The link could not be read. Please try again.`)}
        </Notice>
        <Button size="lg" fullWidth onClick={() => mutate({ token })}>
          <Trans>Try Again</Trans>
        </Button>
      </>
    );
  }
  if (!details.data) return <Loading label={t`Reading the link…`} />;
  if (disownedMessage !== null) return <Disowned link={details.data} message={disownedMessage} />;
  return (
    <>
      <LinkedAccount link={details.data} />
      <PasswordForm token={token} link={details.data} onDone={onDone} />
      <DisownForm token={token} link={details.data} onDisowned={setDisownedMessage} onInvalid={() => onDone(false)} />
    </>
  );
}

function LinkedAccount({ link: { purpose, email, name, role, registeredAt } }: { link: LinkDetails }) {
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  const viewerEmail = viewer?.email;
  const bold = { fontWeight: 600 };
  return (
    <>
      <Text mb="sm">
        {purpose === 'email_change' ? (
          <Trans>
            Someone has asked to use <strong>{email}</strong> for this account:
          </Trans>
        ) : (
          <Trans>
            This account was registered with the address <strong>{email}</strong>:
          </Trans>
        )}
      </Text>
      <Facts layout="rows" labelWidth="6rem" mb="lg" px="md" py={14} bd="1px solid var(--vidya-border)" bdrs="md">
        <Fact label={t`Name`} style={bold}>
          {name}
        </Fact>
        {role && (
          <Fact label={t`Account`} style={bold}>
            {i18n._(ROLES[role])}
          </Fact>
        )}
        <Fact label={t`Registered`} style={bold}>
          <ZonedInstant at={registeredAt} />
        </Fact>
      </Facts>
      {viewer && (
        <Text mb="sm">
          <Trans>You are signed in here with another account, {viewerEmail}.</Trans>
        </Text>
      )}
    </>
  );
}

function PasswordForm({ token, link, onDone }: LinkElsewhereProps & { link: LinkDetails }) {
  const { t } = useLingui();
  const failed = t`The address could not be confirmed. Please try again.`;
  const trpc = useTRPC();
  const verify = useMutation(trpc.auth.verifyEmail.mutationOptions());
  const form = useAppForm<LinkPasswordForm>({
    initialValues: { token, password: '' },
    schema,
    fallbackMessage: failed,
    onSubmit: async (values) => {
      await verify.mutateAsync(values);
      void session.refresh();
      onDone(true);
    },
    onError: (error) => {
      if (toApiError(error)?.code === 'auth.link') onDone(false);
    },
  });

  return (
    <section aria-labelledby="mine">
      <Text component="h2" id="mine" size="lg" fw={600} mb="xs">
        <Trans>Is this your account?</Trans>
      </Text>
      <Text mb="sm">
        <Trans>Enter its password to confirm the address here, or open the link in the browser where you are signed in.</Trans>
      </Text>
      <form noValidate onSubmit={form.handleSubmit}>
        {form.formError !== null && <ProblemNotice error={form.error} fallbackMessage={failed} />}
        <PasswordInput mih={FIELD_HEIGHT} label={t`Password of this account`} autoComplete="current-password" {...form.getInputProps('password')} />
        <Button type="submit" size="lg" loading={form.isSubmitting} fullWidth>
          <Trans>Confirm address</Trans>
        </Button>
      </form>
      <AnchorLink display="inline-block" lh="2.75rem" to="/forgot-password" state={link.purpose === 'email_change' ? {} : { email: link.email }}>
        <Trans>Forgot password?</Trans>
      </AnchorLink>
    </section>
  );
}

type DisownFormProps = { token: string; link: LinkDetails; onDisowned: (message: string) => void; onInvalid: () => void };

const DISOWN_TEXT = {
  email_confirmation: {
    text: msg`If someone else registered with your address, do not confirm it. Lock the account instead.`,
    button: msg`I did not register this account`,
    title: msg`Lock this account?`,
    message: msg`The person who registered it is signed out everywhere and can no longer sign in. Bookings are cancelled, and your address is not confirmed.`,
    confirm: msg`Lock account`,
  },
  email_change: {
    text: msg`If someone else entered your address, do not confirm it.`,
    button: msg`I did not ask for this`,
    title: msg`Cancel the change?`,
    message: msg`The account keeps its current address, and yours is not used.`,
    confirm: msg`Cancel the change`,
  },
} as const;

function DisownForm({ token, link, onDisowned, onInvalid }: DisownFormProps) {
  const { t, i18n } = useLingui();
  const { text, button, title, message, confirm } = DISOWN_TEXT[link.purpose];
  const trpc = useTRPC();
  const disown = useMutation(trpc.auth.disownAddress.mutationOptions());
  const [isConfirming, setConfirming] = useState(false);
  const handleConfirm = useOneAtATime(async () => {
    try {
      onDisowned(translated(i18n, (await disown.mutateAsync({ token })).message));
    } catch (error) {
      if (toApiError(error)?.code === 'auth.link') onInvalid();
    }
  });

  return (
    <Box component="section" aria-labelledby="not-mine" mt="md" pt="lg" style={{ borderTop: '1px solid var(--vidya-border)' }}>
      <Text component="h2" id="not-mine" size="lg" fw={600} mb="xs">
        <Trans>Not yours?</Trans>
      </Text>
      <Text mb="sm">{i18n._(text)}</Text>
      <Button variant="default" size="lg" fullWidth onClick={() => setConfirming(true)}>
        {i18n._(button)}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        type="error"
        title={i18n._(title)}
        message={i18n._(message)}
        confirmLabel={i18n._(confirm)}
        isProcessing={disown.isPending}
        problem={disown.error && errorMessageWithReason(disown.error, t`This could not be done. Please try again.`)}
        onConfirm={() => void handleConfirm()}
        onClose={() => {
          disown.reset();
          setConfirming(false);
        }}
      />
    </Box>
  );
}

function Disowned({ link: { purpose, email }, message }: { link: LinkDetails; message: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const isChange = purpose === 'email_change';
  return (
    <div ref={ref} tabIndex={-1} style={{ outline: 'none', scrollMarginTop: '10rem' }}>
      <Notice tone="success" role="status" title={isChange ? undefined : message} mb="lg">
        {isChange ? message : <Trans>To use or delete it yourself, set a password of your own.</Trans>}
      </Notice>
      {isChange ? (
        <ButtonLink to="/" size="lg" fullWidth>
          <Trans>Back to Home</Trans>
        </ButtonLink>
      ) : (
        <ButtonLink to="/forgot-password" state={{ email }} size="lg" fullWidth>
          <Trans>Set a password</Trans>
        </ButtonLink>
      )}
    </div>
  );
}
