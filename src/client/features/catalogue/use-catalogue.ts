import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { invalidateAll, useTRPC } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import { type EntryKind, TEXTS } from './catalogue-text.ts';

/** The server counts topics after it has answered (`calls-and-errors.md` §7). */
const COUNT_DELAY_MS = 500;

export function useInvalidateCatalogue(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    setTimeout(() => void queryClient.invalidateQueries(trpc.catalogue.topicCounts.pathFilter()), COUNT_DELAY_MS);
    await invalidateAll(queryClient, [trpc.catalogue, trpc.statistics]);
  };
}

type Entry = { id: string; isActive: boolean };

export function useToggleActive(kind: EntryKind): { toggle: (entry: Entry) => void; busyId: string | null } {
  const onSettled = useInvalidateCatalogue();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const category = useMutation(trpc.catalogue.setCategoryActive.mutationOptions({ onSettled }));
  const subject = useMutation(trpc.catalogue.setSubjectActive.mutationOptions({ onSettled }));
  const topic = useMutation(trpc.catalogue.setTopicActive.mutationOptions({ onSettled }));
  const { mutateAsync, isPending, variables } = { category, subject, topic }[kind];
  const returnFocus = useReturnFocus(isPending);

  // A lost answer is followed by the list, read again: its button then says the reverse, and pressing it once more would undo the change.
  const isListedAs = ({ id, isActive }: Entry) => {
    const lists = { category: trpc.catalogue.categories, subject: trpc.catalogue.subjects, topic: trpc.catalogue.topicsOfSubject };
    const found = queryClient.getQueriesData<readonly Entry[]>(lists[kind].pathFilter()).flatMap(([, entries = []]) => entries);
    return found.some((entry) => entry.id === id && entry.isActive === isActive);
  };

  const toggle = useOneAtATime(async ({ id, isActive }: Entry) => {
    returnFocus();
    try {
      await mutateAsync({ id, isActive: !isActive });
      toast.success(TEXTS[kind].status);
    } catch (error) {
      if (toApiError(error) === null && isListedAs({ id, isActive: !isActive })) toast.success(TEXTS[kind].status);
      else toast.error(errorMessage(error, TEXTS[kind].notSwitched));
    }
  });
  return { toggle: (entry) => void toggle(entry), busyId: isPending ? (variables?.id ?? null) : null };
}

export type DialogTarget<T> = { isOpen: boolean; target: T | null; key: number; open: (target: T | null) => void; close: () => void };

/** Keeps its target while the dialog closes; `key` changes with each opening, so that a form starts anew. */
export function useDialogTarget<T>(): DialogTarget<T> {
  const [state, setState] = useState<{ isOpen: boolean; target: T | null; key: number }>({ isOpen: false, target: null, key: 0 });
  // A deletion takes the pressed button along.
  const { setOpener } = useOpener(state.isOpen);
  const open = (target: T | null) => {
    setOpener();
    setState(({ key }) => ({ isOpen: true, target, key: key + 1 }));
  };
  const close = () => setState((current) => ({ ...current, isOpen: false }));
  return { ...state, open, close };
}
