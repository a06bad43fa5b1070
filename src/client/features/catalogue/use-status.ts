import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import { type Kind, WORDS } from './catalogue-words.ts';
import { useStaleCatalogue } from './use-stale-catalogue.ts';

type Entry = { id: string; isActive: boolean };

/** Activates what is inactive, and the other way round. */
export function useStatus(of: Kind): { toggle: (entry: Entry) => void; busyId: string | null } {
  const onSettled = useStaleCatalogue();
  const category = trpc.catalogue.setCategoryActive.useMutation({ onSettled });
  const subject = trpc.catalogue.setSubjectActive.useMutation({ onSettled });
  const topic = trpc.catalogue.setTopicActive.useMutation({ onSettled });
  const { mutateAsync, isPending, variables } = { category, subject, topic }[of];
  const keepFocus = useReturnFocus(isPending);

  const toggle = useOneAtATime(async ({ id, isActive }: Entry) => {
    keepFocus();
    try {
      await mutateAsync({ id, isActive: !isActive });
      toast.success(WORDS[of].status);
    } catch (error) {
      toast.error(errorMessage(error, WORDS[of].notSwitched));
    }
  });
  return { toggle: (entry) => void toggle(entry), busyId: isPending ? (variables?.id ?? null) : null };
}
