import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, List, PasswordInput, type PasswordInputProps, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useRef } from 'react';
import { CancellationTerms } from '#client/features/bookings/index.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessage, isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { googleUrl, storeGoogleStart } from '#client/lib/session/google-start.ts';
import { session } from '#client/lib/session/session.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { Leaving } from '#shared/contracts/account.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { describeRetained, listRetainedData } from '#shared/domain/deletion.ts';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { NO_PAYMENT, SUCCESS } from '#shared/messages.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { useAccountForm } from './account-form.tsx';
import { unansweredDeletion } from './unanswered-deletion.ts';

const LOAD_FAILED = msg`Failed to fetch your account`;
const DELETE_FAILED = msg`Failed to delete your account. Please try again.`;
const FORM_ID = 'leave-form';
const schema = () => import('#shared/contracts/auth.ts').then(({ changeEmailInput }) => changeEmailInput.pick({ password: true }).partial());

export type DeleteAccountDialogProps = { opened: boolean; user: Viewer; onClose: () => void };

export function DeleteAccountDialog({ opened, user, onClose }: DeleteAccountDialogProps) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.account.leaving.queryOptions(undefined, { enabled: opened, staleTime: 0, gcTime: 0 }));
  const deleteAccount = useMutation(trpc.account.leave.mutationOptions({ onError: noteFailure }));
  const wasUnanswered = useRef(false);
  const needsPassword = data?.proof === 'password' && !data.isFresh;
  const form = useAccountForm({
    initialValues: { password: '' },
    schema,
    toInput: ({ password }) => (needsPassword ? { password } : {}),
    fallbackMessage: i18n._(DELETE_FAILED),
    fieldByCode: { 'auth.current_password': 'password' },
    onSubmit: async ({ password }) => {
      const token = session.token();
      const proof = needsPassword ? { password } : {};
      const message = t`You are signed out. If your account was deleted, you will get an email about it.`;
      unansweredDeletion.begin({ userId: user.id, message, leadHome });
      try {
        await deleteAccount.mutateAsync({ ...proof, maxRetained: data?.cancelled.retained });
      } catch (failure) {
        if (session.token() === token) await readAgain();
        if (session.token() === token) throw failure;
        return;
      }
      unansweredDeletion.end();
      session.end();
      toast.success(SUCCESS.accountDeleted);
      leadHome();
    },
  });

  const leadHome = () => void router.navigate({ to: '/', replace: true });

  /** After a try without an answer, a 401 does not say that the account is still there. */
  function noteFailure(failure: unknown): void {
    wasUnanswered.current ||= isUnanswered(failure);
    if (!isUnanswered(failure) && !(wasUnanswered.current && isUnauthenticated(failure))) unansweredDeletion.end();
  }

  /** Returns with the session over where that is so. */
  async function readAgain(): Promise<void> {
    if (!unansweredDeletion.isOpen()) return void refetch();
    const { error } = await refetch();
    if (!error) unansweredDeletion.end();
    if (isUnauthenticated(error)) await session.check();
  }

  const canDelete = data !== undefined && !data.isLastAdmin;

  return (
    <Dialog
      opened={opened}
      title={t`Delete your account?`}
      isBusy={form.isSubmitting}
      problem={form.formError}
      onClose={onClose}
      footer={<DialogFooter formId={FORM_ID} preview={data ?? null} isBusy={form.isSubmitting} onClose={onClose} />}
    >
      {!data && error && (
        <QueryError title={t`Error Loading Account`} message={errorMessage(error, i18n._(LOAD_FAILED))} query={{ isFetching, refetch }} />
      )}
      {!data && !error && (
        <Loading label={t`Checking what would be deleted…`}>
          <Skeleton height={24} mb="sm" />
          <Skeleton height={24} mb="sm" width="80%" />
          <Skeleton height={72} />
        </Loading>
      )}
      {data?.isLastAdmin && <Text my="md">{translated(i18n, ERRORS['account.last_admin'].message)}</Text>}
      {canDelete && (
        <form id={FORM_ID} noValidate onSubmit={form.handleSubmit}>
          <Consequences preview={data} role={user.role} />
          <IdentityCheck preview={data} email={user.email} fieldProps={form.getInputProps('password')} />
        </form>
      )}
    </Dialog>
  );
}

/** The server may have done it all the same. */
const isUnanswered = (failure: unknown) => (toApiError(failure)?.status ?? 500) >= 500;

const needsGoogle = ({ proof, isFresh }: Leaving) => proof === 'google' && !isFresh;

type IdentityCheckProps = { preview: Leaving; email: string; fieldProps: PasswordInputProps };

function IdentityCheck({ preview, email, fieldProps }: IdentityCheckProps) {
  const { t, i18n } = useLingui();
  if (preview.isFresh) {
    return (
      <Text mt="md">
        <Trans>You have just signed in with Google, so you do not need to confirm again.</Trans>
      </Text>
    );
  }
  if (preview.proof === 'password') {
    return (
      <>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput label={t`Your password`} autoComplete="current-password" styles={{ input: { scrollMarginBottom: '9rem' } }} {...fieldProps} />
      </>
    );
  }
  const { message } = ERRORS[pageConfig().hasGoogle ? 'account.not_fresh' : 'auth.google_unavailable'];
  return <Text mt="md">{translated(i18n, message)}</Text>;
}

type DialogFooterProps = { formId: string; preview: Leaving | null; isBusy: boolean; onClose: () => void };

function DialogFooter({ formId, preview, isBusy, onClose }: DialogFooterProps) {
  const { i18n } = useLingui();
  const canDelete = preview !== null && !preview.isLastAdmin;
  return (
    <>
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        {preview?.isLastAdmin ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
      </Button>
      {canDelete && needsGoogle(preview) && pageConfig().hasGoogle && (
        <Button
          component="a"
          href={googleUrl(i18n.locale, 'leave')}
          onClick={({ currentTarget }: MouseEvent<HTMLAnchorElement>) => storeGoogleStart(currentTarget)}
        >
          <Trans>Continue with Google</Trans>
        </Button>
      )}
      {canDelete && !needsGoogle(preview) && (
        <Button type="submit" form={formId} color="red" disabled={isBusy}>
          <Box component="span" display="inline-grid">
            <span style={{ gridArea: '1 / 1', visibility: isBusy ? 'hidden' : undefined }}>
              <Trans>Delete my account</Trans>
            </span>
            <span style={{ gridArea: '1 / 1', visibility: isBusy ? undefined : 'hidden' }}>
              <Trans>Processing...</Trans>
            </span>
          </Box>
        </Button>
      )}
    </>
  );
}

type ConsequencesProps = { preview: Leaving; role: Role | null };

function Consequences({ preview, role }: ConsequencesProps) {
  const { i18n } = useLingui();
  const { bookings, retained, platformFee } = preview.cancelled;
  return (
    <>
      <List mb="md">
        {listConsequences(i18n, preview, role).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {bookings > 0 && (
        <CancellationTerms retained={retained} platformFee={platformFee} reader={role === 'tutor' ? 'tutor' : 'student'}>
          <p>{translated(i18n, NO_PAYMENT)}</p>
        </CancellationTerms>
      )}
      <Text component="h3" fz="md" fw={600} mt="md" mb={4}>
        <Trans>What we keep, and why</Trans>
      </Text>
      <List mb="md" fz="sm" spacing={4}>
        {listRetainedData(role).map((retained) => (
          <List.Item key={retained.what}>
            <strong>{translated(i18n, retained.what)}.</strong> {describeRetained(retained, textsOf(i18n))}
          </List.Item>
        ))}
      </List>
      <Text my="md">
        <strong>
          <Trans>This cannot be undone.</Trans>
        </strong>
      </Text>
    </>
  );
}

function listConsequences(i18n: I18n, { cancelled, reviews, blogs }: Leaving, role: Role | null): string[] {
  return [
    ...(cancelled.bookings > 0 ? [formatBookings(i18n, cancelled.bookings)] : []),
    ...(role === 'tutor' ? [i18n._(msg`Your tutor profile is deleted, and you can no longer be found or booked.`)] : []),
    ...(blogs > 0 ? [formatBlogs(i18n, blogs)] : []),
    ...(reviews > 0 ? [formatReviews(i18n, reviews)] : []),
    ...(role === 'student' ? [i18n._(msg`Your favorites and saved searches are deleted, and your calendar link stops working.`)] : []),
    ...(role === 'tutor' ? [i18n._(msg`Your calendar link stops working.`)] : []),
    i18n._(msg`Your name, email address, phone number and photo are deleted, and you are signed out everywhere.`),
  ];
}

function formatBookings(i18n: I18n, count: number): string {
  return i18n._(msg`${plural(count, { one: '# open booking is cancelled.', other: '# open bookings are cancelled.' })}`);
}

function formatBlogs(i18n: I18n, count: number): string {
  return i18n._(msg`${plural(count, { one: '# blog post is deleted.', other: '# blog posts are deleted.' })}`);
}

function formatReviews(i18n: I18n, count: number): string {
  return i18n._(msg`${plural(count, { one: 'Your review stays, without your name.', other: 'The # reviews you wrote stay, without your name.' })}`);
}
