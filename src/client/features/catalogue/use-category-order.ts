import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { CategoryView } from '#shared/contracts/catalogue.ts';
import { useInvalidateCatalogue } from './use-catalogue.ts';

export type CategoryOrder = {
  ids: readonly string[];
  draggedId: string | null;
  drag: (event: ReactPointerEvent, id: string) => void;
  move: (id: string, step: 1 | -1) => void;
};

export function useCategoryOrder(categories: readonly CategoryView[]): CategoryOrder {
  const { categories: listed, reorderCategories } = useTRPC().catalogue;
  const queryClient = useQueryClient();
  const invalidate = useInvalidateCatalogue();
  const reorder = useMutation(
    reorderCategories.mutationOptions({
      scope: { id: 'order of categories' },
      onMutate: ({ ids }) => {
        void queryClient.cancelQueries(listed.pathFilter());
        const previous = queryClient.getQueryData(listed.queryKey());
        queryClient.setQueryData(listed.queryKey(), (current) => current && sortByIds(current, ids));
        return { previous };
      },
      onSuccess: ({ message }) => toast.success(message),
      onError: (error, _, context) => {
        queryClient.setQueryData(listed.queryKey(), context?.previous);
        toast.error(errorMessage(error, 'Failed to save category'));
      },
      onSettled: () => {
        const isLast = queryClient.isMutating({ mutationKey: reorderCategories.mutationKey() }) === 1;
        if (isLast) void invalidate();
      },
    }),
  );
  const [dragged, setDragged] = useState<{ id: string; ids: readonly string[] } | null>(null);
  const savedIds = categories.map(({ id }) => id);

  function save(ids: readonly string[]): void {
    if (ids.join() !== savedIds.join()) reorder.mutate({ ids: [...ids] });
  }

  const handleMove = useEffectEvent((event: PointerEvent) => {
    const overId = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-category]')?.dataset.category;
    if (dragged && overId && overId !== dragged.id) setDragged({ ...dragged, ids: moveTo(dragged.ids, dragged.id, dragged.ids.indexOf(overId)) });
  });
  const handleDrop = useEffectEvent(() => {
    if (dragged) save(dragged.ids);
    // Once the cache has the new order, or the old one would show for a moment.
    setTimeout(() => setDragged(null));
  });

  const draggedId = dragged?.id ?? null;
  // On the window, because the card may be rendered elsewhere while it is dragged.
  useEffect(() => {
    if (draggedId === null) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('pointermove', (event) => handleMove(event), { signal });
    window.addEventListener('pointerup', () => handleDrop(), { signal });
    window.addEventListener('pointercancel', () => setDragged(null), { signal });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && setDragged(null), { signal });
    return () => listeners.abort();
  }, [draggedId]);

  return {
    ids: dragged?.ids ?? savedIds,
    draggedId,
    drag(event, id) {
      if (event.button !== 0 || categories.length < 2) return;
      event.preventDefault();
      setDragged({ id, ids: savedIds });
    },
    move: (id, step) => save(moveTo(savedIds, id, savedIds.indexOf(id) + step)),
  };
}

function moveTo(ids: readonly string[], id: string, index: number): string[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, index), id, ...others.slice(index)];
}

function sortByIds(categories: readonly CategoryView[], ids: readonly string[]): CategoryView[] {
  const indexOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return categories.toSorted((a, b) => indexOf(a.id) - indexOf(b.id)).map((category) => ({ ...category, order: indexOf(category.id) + 1 }));
}
