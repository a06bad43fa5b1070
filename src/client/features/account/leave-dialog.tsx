import { Skeleton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { forgetDraft } from './details-draft.ts';
import classes from './leave-dialog.module.css';
import { LeaveFooter, LeaveProof } from './leave-proof.tsx';
import { LeaveSummary } from './leave-summary.tsx';
import { useAccountForm } from './use-account-form.ts';

const NOT_KNOWN = 'Failed to fetch your account';
const NOT_LEFT = 'Failed to delete your account. Please try again.';
const FORM = 'leave-form';

export type LeaveDialogProps = { opened: boolean; me: Viewer; onClose: () => void };
type Values = { password: string };

/** Says what happens before it does. */
export function LeaveDialog({ opened, me, onClose }: LeaveDialogProps) {
  const router = useRouter();
  // As it is at this moment, whenever it opens.
  const { data, error, isFetching, refetch } = trpc.account.leaving.useQuery(undefined, { enabled: opened, staleTime: 0, gcTime: 0 });
  const leave = trpc.account.leave.useMutation();
  const asksPassword = data?.proof === 'password' && !data.isFresh;
  const { form, onSubmit, isBusy, problem } = useAccountForm<Values>({
    initialValues: { password: '' },
    contract: ({ changeEmailInput }) => (asksPassword ? changeEmailInput.pick({ password: true }) : changeEmailInput.pick({})),
    failed: NOT_LEFT,
    fieldOf: { 'auth.current_password': 'password' },
    send: async ({ password }) => {
      await leave.mutateAsync(asksPassword ? { password } : {}).catch((refusal: unknown) => {
        void refetch();
        throw refusal;
      });
      forgetDraft();
      session.end();
      toast.success(SUCCESS.accountDeleted);
      void router.navigate({ to: '/', replace: true });
    },
  });

  const isPossible = data !== undefined && !data.isLastAdmin;

  return (
    <Dialog
      opened={opened}
      title="Delete your account?"
      isBusy={isBusy}
      onClose={onClose}
      footer={<LeaveFooter formId={FORM} leaving={data ?? null} isBusy={isBusy} onClose={onClose} />}
    >
      {!data && error && (
        <ErrorState title="Error Loading Account" message={errorMessage(error, NOT_KNOWN)} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading label="Finding out what would happen…">
          <Skeleton height={24} mb="sm" />
          <Skeleton height={24} mb="sm" width="80%" />
          <Skeleton height={72} />
        </Loading>
      )}
      {data?.isLastAdmin && <p className={classes.last}>{ERRORS['account.last_admin'].message}</p>}
      {isPossible && (
        <form id={FORM} noValidate onSubmit={onSubmit}>
          <LeaveSummary leaving={data} role={me.role} />
          <LeaveProof leaving={data} email={me.email} field={form.textProps('password')} />
          {problem && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
        </form>
      )}
    </Dialog>
  );
}
