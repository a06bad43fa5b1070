import { Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Draft, tabDraft } from '#client/lib/drafts/draft.ts';
import { record, text } from '#client/lib/drafts/schema.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useAtOpening } from '#client/lib/forms/use-at-opening.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { ChangedAccounts } from '#shared/contracts/moderation.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';
import { bookingSentences, ConsequencesList, useConsequences } from './consequences.tsx';

const FAILED = 'Failed to update account status';
const REFUSALS_MS = 10_000;
const schema = () => import('#shared/contracts/moderation.ts').then(({ setAccountStatusesInput }) => setAccountStatusesInput);

export type Person = { userId: string; name: string; status: AccountStatus };

export type AccountStatusDialogProps = {
  /** All of them active, or all of them suspended. */
  people: readonly Person[];
  /** What several of them are, such as "students". */
  noun?: string;
  opened: boolean;
  onClose: () => void;
  /** Also after a refused change, because another admin may have been faster; `changedIds` of users. */
  onDone: (changedIds: readonly string[]) => void;
};

export function AccountStatusDialog({ people, opened, ...props }: AccountStatusDialogProps) {
  const shown = useAtOpening(people, opened);
  const StatusDialog = shown.value[0]?.status === 'suspended' ? ReinstateDialog : SuspendDialog;
  return <StatusDialog key={shown.count} people={shown.value} opened={opened} {...props} />;
}

/** Keeps the question open, with the reason in it. */
class NobodySuspended extends Error {}

function SuspendDialog({ people, noun, opened, onClose, onDone }: AccountStatusDialogProps) {
  const userIds = people.map(({ userId }) => userId);
  const trpc = useTRPC();
  const setStatuses = useMutation(trpc.moderation.setAccountStatuses.mutationOptions());
  const consequences = useConsequences(userIds, opened);
  const isLastAdmin = consequences.data?.isLastAdmin ?? false;
  const form = useAppForm({
    initialValues: { reason: '' },
    schema,
    toInput: ({ reason }) => ({ userIds, status: 'suspended', reason }),
    fallbackMessage: FAILED,
    validateOnBlur: 'filled',
    draft: reasonDraft(userIds),
    async onSubmit({ reason }) {
      const answer = await setStatuses.mutateAsync({ userIds, status: 'suspended', reason: reason.trim() });
      const refusedIds = answer.refusals.map(({ userId }) => userId);
      const changedIds = showAnswer(answer, people);
      if (changedIds.length === 0) throw new NobodySuspended();
      if (refusedIds.length > 0) reasonDraft(refusedIds).write({ reason });
      onClose();
      onDone(changedIds);
    },
    onError(error) {
      if (toApiError(error)?.errors.some(({ field }) => field === 'reason')) return;
      if (!(error instanceof NobodySuspended)) toast.error(errorMessageWithReason(error, FAILED));
      // Some may have been suspended before it failed.
      onDone([]);
    },
  });
  const [first] = people;

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={`Suspend ${titleOf(people, noun)}?`}
      message={isLastAdmin ? '' : <Names people={people}>This is what happens:</Names>}
      confirmLabel={people.length === 1 ? 'Suspend' : `Suspend ${people.length}`}
      isProcessing={form.isSubmitting}
      isBlocked={!consequences.data || isLastAdmin}
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      {isLastAdmin ? (
        <Text w="100%" p="0.75rem 0.875rem" bdrs="md" bg="var(--vidya-danger-tint)" c="var(--vidya-danger-ink)" role="alert">
          {ERRORS['account.last_admin_suspended'].message}
        </Text>
      ) : (
        <>
          <ConsequencesList
            query={consequences}
            toSentences={(data) => ['They are signed out everywhere and cannot sign in again until they are reinstated.', ...bookingSentences(data)]}
          />
          <Textarea
            w="100%"
            label="Reason for the suspension"
            description={people.length === 1 ? `${first?.name ?? ''} will read this.` : 'Each of them will read this.'}
            rows={3}
            maxLength={LIMITS.reason}
            required
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

const storedReason = record({ text: text() });

function reasonDraft(userIds: readonly string[]): Draft<{ reason: string }> {
  const stored = tabDraft(`suspend ${userIds.toSorted().join(' ')}`, storedReason);
  return {
    read() {
      const draft = stored.read();
      return draft && { reason: draft.text };
    },
    write: ({ reason }) => stored.write({ text: reason }),
    remove: stored.remove,
  };
}

function ReinstateDialog({ people, noun, opened, onClose, onDone }: AccountStatusDialogProps) {
  const trpc = useTRPC();
  const setStatuses = useMutation(trpc.moderation.setAccountStatuses.mutationOptions());
  const returnFocus = useReturnFocus(setStatuses.isPending);
  const confirm = useOneAtATime(async () => {
    returnFocus();
    try {
      const answer = await setStatuses.mutateAsync({ userIds: people.map(({ userId }) => userId), status: 'active' });
      onClose();
      onDone(showAnswer(answer, people));
    } catch (error) {
      toast.error(errorMessageWithReason(error, FAILED));
      onDone([]);
    }
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="success"
      title={`Reinstate ${titleOf(people, noun)}?`}
      message={<Names people={people}>They can sign in again. Cancelled bookings stay cancelled.</Names>}
      confirmLabel={people.length === 1 ? 'Reinstate' : `Reinstate ${people.length}`}
      isProcessing={setStatuses.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

const titleOf = (people: readonly Person[], noun = 'accounts'): string =>
  people.length === 1 ? (people[0]?.name ?? '') : `${people.length} ${noun}`;

/** The title names a single one. */
function Names({ people, children }: { people: readonly Person[]; children: string }) {
  return (
    <>
      {people.length > 1 && (
        <Text inherit fw={600} mb="xs">
          {people.map(({ name }) => name).join(', ')}
        </Text>
      )}
      {children}
    </>
  );
}

/** Says by name what was refused; returns the ids of the others. */
function showAnswer({ message, refusals }: ChangedAccounts, people: readonly Person[]): string[] {
  const nameOf = (id: string) => people.find(({ userId }) => userId === id)?.name ?? '';
  if (refusals.length === 0) toast.success(message);
  else if (people.length === 1) toast.error(refusals[0]?.message ?? message);
  else {
    const reasons = refusals.map((refusal) => `${nameOf(refusal.userId)}: ${refusal.message}`);
    toast.warning(reasons.join('. '), { title: message, duration: REFUSALS_MS });
  }
  return people.flatMap(({ userId }) => (refusals.some((refusal) => refusal.userId === userId) ? [] : [userId]));
}
