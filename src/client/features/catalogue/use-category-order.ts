import { type PointerEvent as Pressed, useEffect, useRef, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { CategoryView } from '#shared/contracts/catalogue.ts';
import { inOrder, isSameOrder, placedAt } from './order-moves.ts';
import { useStaleCatalogue } from './use-stale-catalogue.ts';

export type CategoryOrder = {
  /** Ids as they are to be seen, while one is being dragged too. */
  shown: readonly string[];
  draggedId: string | null;
  drag: (event: Pressed, id: string) => void;
  move: (id: string, by: 1 | -1) => void;
};

/** The order of the categories: shown at once, taken back when the server does not keep it. */
export function useCategoryOrder(categories: readonly CategoryView[]): CategoryOrder {
  const utils = trpc.useUtils();
  const stale = useStaleCatalogue();
  const reorder = trpc.catalogue.reorderCategories.useMutation({ scope: { id: 'order of categories' } });
  const [dragged, setDragged] = useState<{ id: string; ids: readonly string[] } | null>(null);
  const latest = useRef(dragged);
  latest.current = dragged;
  const ids = categories.map(({ id }) => id);

  async function keep(wanted: readonly string[]): Promise<void> {
    if (isSameOrder(wanted, ids)) return;
    void utils.catalogue.categories.cancel();
    const before = utils.catalogue.categories.getData();
    utils.catalogue.categories.setData(undefined, (present) => present && inOrder(present, wanted));
    try {
      const { message } = await reorder.mutateAsync({ ids: [...wanted] });
      toast.success(message);
    } catch (error) {
      utils.catalogue.categories.setData(undefined, before);
      toast.error(errorMessage(error, 'Failed to save category'));
    }
    void stale();
  }
  const keepLatest = useRef(keep);
  keepLatest.current = keep;

  const draggedId = dragged?.id ?? null;
  // On the window: the card that is dragged may be drawn elsewhere meanwhile.
  useEffect(() => {
    if (draggedId === null) return;
    const over = (event: PointerEvent) => {
      const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-category]')?.dataset.category;
      const now = latest.current;
      if (now && target && target !== draggedId) setDragged({ id: draggedId, ids: placedAt(now.ids, draggedId, now.ids.indexOf(target)) });
    };
    const drop = () => {
      if (latest.current) void keepLatest.current(latest.current.ids);
      // Not before those who read the list have heard of it: the old order would be seen for a moment.
      setTimeout(() => setDragged(null));
    };
    const giveUp = () => setDragged(null);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && giveUp();
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('pointermove', over, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', giveUp, { signal });
    window.addEventListener('keydown', onKey, { signal });
    return () => listening.abort();
  }, [draggedId]);

  return {
    shown: dragged?.ids ?? ids,
    draggedId,
    drag(event, id) {
      if (event.button !== 0 || categories.length < 2) return;
      event.preventDefault();
      setDragged({ id, ids });
    },
    move: (id, by) => void keep(placedAt(ids, id, ids.indexOf(id) + by)),
  };
}
