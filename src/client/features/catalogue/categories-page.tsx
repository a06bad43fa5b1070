import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { FolderOpen, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Page } from '#client/ui/page.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { CategoryView } from '#shared/contracts/catalogue.ts';
import classes from './categories-page.module.css';
import { CategoryCard } from './category-card.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { useAsked } from './use-asked.ts';
import { useCategoryOrder } from './use-category-order.ts';
import { useStatus } from './use-status.ts';

const loadDialog = () => import('./category-dialog.tsx').then((module) => module.CategoryDialog);

/** Manage Categories; `actions` are offered beside adding one. */
export function CategoriesPage({ actions }: { actions?: ReactNode }) {
  const { data, error, isFetching, refetch } = trpc.catalogue.categories.useQuery();
  const edited = useAsked<CategoryView | null>(null);
  const deleted = useAsked<CategoryView | null>(null);
  const CategoryDialog = useLazy(loadDialog, { isNeeded: edited.isOpen, onError: edited.close });
  const add = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => edited.ask(null)}>
      Add Category
    </Button>
  );

  return (
    <Page
      title="Manage Categories"
      intro="Students look for subjects by category, in this order."
      actions={
        data &&
        data.length > 0 && (
          <>
            {add}
            {actions}
          </>
        )
      }
    >
      {!data && !error && <CategoriesLoading />}
      {!data && error && (
        <ErrorState
          title="Error Loading Categories"
          message={errorMessage(error, 'Failed to fetch categories')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <Empty
          title="No categories yet"
          text="Subjects without a category stand under Other Subjects."
          icon={<FolderOpen size={26} />}
          action={add}
        />
      )}
      {data && data.length > 0 && <CategoryGrid categories={data} onEdit={edited.ask} onDelete={deleted.ask} />}
      {CategoryDialog && edited.key > 0 && <CategoryDialog key={edited.key} category={edited.about} opened={edited.isOpen} onClose={edited.close} />}
      <DeleteDialog of="category" entry={deleted.about} opened={deleted.isOpen} onClose={deleted.close} />
    </Page>
  );
}

type CategoryGridProps = {
  categories: readonly CategoryView[];
  onEdit: (category: CategoryView) => void;
  onDelete: (category: CategoryView) => void;
};

function CategoryGrid({ categories, onEdit, onDelete }: CategoryGridProps) {
  const { shown, draggedId, drag, move } = useCategoryOrder(categories);
  const { toggle, busyId } = useStatus('category');
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<{ id: string; by: 1 | -1; place: number } | null>(null);

  // A card that is drawn elsewhere loses the focus; at the end of the list the other button has it.
  useEffect(() => {
    if (!moved.current || shown.indexOf(moved.current.id) !== moved.current.place) return;
    const { id, by } = moved.current;
    moved.current = null;
    const buttons = [by, -by].map((to) => list.current?.querySelector<HTMLButtonElement>(`[data-category="${id}"] [data-move="${to}"]`));
    buttons.find((button) => button && !button.disabled)?.focus();
  });

  const moveBy = ({ id, name }: CategoryView, by: 1 | -1) => {
    const place = shown.indexOf(id) + by;
    moved.current = { id, by, place };
    setSaid(`${name} is now ${place + 1} of ${shown.length}`);
    move(id, by);
  };

  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ul className={classes.grid} ref={list}>
        {categories.map((category) => (
          <CategoryCard
            key={category.id}
            category={category}
            place={shown.indexOf(category.id)}
            count={shown.length}
            isDragged={draggedId === category.id}
            isBusy={busyId === category.id}
            onDrag={(event) => drag(event, category.id)}
            onMove={(by) => moveBy(category, by)}
            onToggle={() => toggle(category)}
            onEdit={() => onEdit(category)}
            onDelete={() => onDelete(category)}
          />
        ))}
      </ul>
    </>
  );
}

function CategoriesLoading() {
  return (
    <Loading label="Loading categories…">
      <div className={classes.grid}>
        {[1, 2, 3, 4, 5, 6].map((index) => (
          <Skeleton key={index} height={216} radius="lg" />
        ))}
      </div>
    </Loading>
  );
}
