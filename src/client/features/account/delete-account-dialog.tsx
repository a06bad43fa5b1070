import { Box, Button, List, PasswordInput, type PasswordInputProps, Skeleton, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { CancellationTerms } from '#client/features/bookings/index.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { storeGoogleStart } from '#client/lib/session/google-start.ts';
import { session } from '#client/lib/session/session.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { Leaving } from '#shared/contracts/account.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { describeRetained, listRetainedData } from '#shared/domain/deletion.ts';
import { ERRORS } from '#shared/errors.ts';
import { NO_PAYMENT, SUCCESS } from '#shared/messages.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { useAccountForm } from './account-form.tsx';

const LOAD_FAILED = 'Failed to fetch your account';
const DELETE_FAILED = 'Failed to delete your account. Please try again.';
const FORM_ID = 'leave-form';
const schema = () => import('#shared/contracts/auth.ts').then(({ changeEmailInput }) => changeEmailInput.pick({ password: true }).partial());

export type DeleteAccountDialogProps = { opened: boolean; user: Viewer; onClose: () => void };

export function DeleteAccountDialog({ opened, user, onClose }: DeleteAccountDialogProps) {
  const router = useRouter();
  const { data, error, isFetching, refetch } = trpc.account.leaving.useQuery(undefined, { enabled: opened, staleTime: 0, gcTime: 0 });
  const deleteAccount = trpc.account.leave.useMutation();
  const needsPassword = data?.proof === 'password' && !data.isFresh;
  const form = useAccountForm({
    initialValues: { password: '' },
    schema,
    toInput: ({ password }) => (needsPassword ? { password } : {}),
    fallbackMessage: DELETE_FAILED,
    fieldByCode: { 'auth.current_password': 'password' },
    onSubmit: async ({ password }) => {
      await deleteAccount.mutateAsync(needsPassword ? { password } : {}).catch((failure: unknown) => {
        void refetch();
        throw failure;
      });
      session.end();
      toast.success(SUCCESS.accountDeleted);
      void router.navigate({ to: '/', replace: true });
    },
  });

  const canDelete = data !== undefined && !data.isLastAdmin;

  return (
    <Dialog
      opened={opened}
      title="Delete your account?"
      isBusy={form.isSubmitting}
      onClose={onClose}
      footer={<DialogFooter formId={FORM_ID} preview={data ?? null} isBusy={form.isSubmitting} onClose={onClose} />}
    >
      {!data && error && <QueryError title="Error Loading Account" message={errorMessage(error, LOAD_FAILED)} query={{ isFetching, refetch }} />}
      {!data && !error && (
        <Loading label="Checking what would be deleted…">
          <Skeleton height={24} mb="sm" />
          <Skeleton height={24} mb="sm" width="80%" />
          <Skeleton height={72} />
        </Loading>
      )}
      {data?.isLastAdmin && <Text my="md">{ERRORS['account.last_admin'].message}</Text>}
      {canDelete && (
        <form id={FORM_ID} noValidate onSubmit={form.handleSubmit}>
          <Consequences preview={data} role={user.role} />
          <IdentityCheck preview={data} email={user.email} fieldProps={form.getInputProps('password')} />
          {form.formError && (
            <Text c="red" mt="sm" role="alert">
              {form.formError}
            </Text>
          )}
        </form>
      )}
    </Dialog>
  );
}

const GOOGLE_URL = '/api/auth/google?purpose=leave';

const needsGoogle = ({ proof, isFresh }: Leaving) => proof === 'google' && !isFresh;

type IdentityCheckProps = { preview: Leaving; email: string; fieldProps: PasswordInputProps };

function IdentityCheck({ preview, email, fieldProps }: IdentityCheckProps) {
  if (preview.isFresh) return <Text mt="md">You have just signed in with Google, so you do not need to confirm again.</Text>;
  if (preview.proof === 'password') {
    return (
      <>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput label="Your password" autoComplete="current-password" styles={{ input: { scrollMarginBottom: '9rem' } }} {...fieldProps} />
      </>
    );
  }
  return <Text mt="md">{pageConfig().hasGoogle ? ERRORS['account.not_fresh'].message : ERRORS['auth.google_unavailable'].message}</Text>;
}

type DialogFooterProps = { formId: string; preview: Leaving | null; isBusy: boolean; onClose: () => void };

function DialogFooter({ formId, preview, isBusy, onClose }: DialogFooterProps) {
  const canDelete = preview !== null && !preview.isLastAdmin;
  return (
    <>
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        {preview?.isLastAdmin ? 'Close' : 'Cancel'}
      </Button>
      {canDelete && needsGoogle(preview) && pageConfig().hasGoogle && (
        <Button component="a" href={GOOGLE_URL} onClick={({ currentTarget }: MouseEvent<HTMLAnchorElement>) => storeGoogleStart(currentTarget)}>
          Continue with Google
        </Button>
      )}
      {canDelete && !needsGoogle(preview) && (
        <Button type="submit" form={formId} color="red" disabled={isBusy}>
          <Box component="span" display="inline-grid">
            <span style={{ gridArea: '1 / 1', visibility: isBusy ? 'hidden' : undefined }}>Delete my account</span>
            <span style={{ gridArea: '1 / 1', visibility: isBusy ? undefined : 'hidden' }}>Processing...</span>
          </Box>
        </Button>
      )}
    </>
  );
}

type ConsequencesProps = { preview: Leaving; role: Role | null };

function Consequences({ preview, role }: ConsequencesProps) {
  const { bookings, retained, platformFee } = preview.cancelled;
  return (
    <>
      <List mb="md">
        {listConsequences(preview, role).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {bookings > 0 && (
        <CancellationTerms retained={retained} platformFee={platformFee} reader={role === 'tutor' ? 'tutor' : 'student'}>
          <p>{NO_PAYMENT}</p>
        </CancellationTerms>
      )}
      <Text component="h3" fz="md" fw={600} mt="md" mb={4}>
        What we keep, and why
      </Text>
      <List mb="md" fz="sm" spacing={4}>
        {listRetainedData(role).map((retained) => (
          <List.Item key={retained.what}>
            <strong>{retained.what}.</strong> {describeRetained(retained)}
          </List.Item>
        ))}
      </List>
      <Text my="md">
        <strong>This cannot be undone.</strong>
      </Text>
    </>
  );
}

function listConsequences({ cancelled, reviews, blogs }: Leaving, role: Role | null): string[] {
  return [
    ...(cancelled.bookings > 0 ? [formatBookings(cancelled.bookings)] : []),
    ...(role === 'tutor' ? ['Your tutor profile is deleted, and you can no longer be found or booked.'] : []),
    ...(blogs > 0 ? [formatBlogs(blogs)] : []),
    ...(reviews > 0 ? [formatReviews(reviews)] : []),
    ...(role === 'student' ? ['Your favorites and saved searches are deleted, and your calendar link stops working.'] : []),
    ...(role === 'tutor' ? ['Your calendar link stops working.'] : []),
    'Your name, email address, phone number and photo are deleted, and you are signed out everywhere.',
  ];
}

function formatBookings(count: number): string {
  return count === 1 ? '1 open booking is cancelled.' : `${count} open bookings are cancelled.`;
}

function formatBlogs(count: number): string {
  return count === 1 ? '1 blog post is deleted.' : `${count} blog posts are deleted.`;
}

function formatReviews(count: number): string {
  return count === 1 ? 'Your review stays, without your name.' : `The ${count} reviews you wrote stay, without your name.`;
}
