import { ActionIcon, Box, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, FolderOpen, GripVertical, type LucideIcon, Plus } from 'lucide-react';
import type { PointerEvent } from 'react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';
import type { CategoryView } from '#shared/contracts/catalogue.ts';
import { formatCount } from './catalogue-text.ts';
import classes from './categories-page.module.css';
import { CategoryIcon } from './category-icon.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EntryActions, EntryAliases, StatusBadge } from './entry-parts.tsx';
import { MissingTranslations } from './translations.tsx';
import { useDialogTarget, useToggleActive } from './use-catalogue.ts';
import { useCategoryOrder } from './use-category-order.ts';

const CategoryDialog = lazyDialog(() => import('./category-dialog.tsx').then((module) => module.CategoryDialog));

export function CategoriesPage({ actions }: { actions?: ReactNode }) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.catalogue.categories.queryOptions());
  const editing = useDialogTarget<CategoryView>();
  const deleting = useDialogTarget<CategoryView>();
  const add = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} {...preloadOnIntent(CategoryDialog)} onClick={() => editing.open(null)}>
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
        <QueryError title="Error Loading Categories" message={errorMessage(error, 'Failed to fetch categories')} query={{ isFetching, refetch }} />
      )}
      {data?.length === 0 && (
        <Empty
          title="No categories yet"
          text="Subjects without a category appear under Other Subjects."
          icon={<FolderOpen size={26} />}
          action={add}
        />
      )}
      {data && data.length > 0 && <CategoryGrid categories={data} onEdit={editing.open} onDelete={deleting.open} />}
      <CategoryDialog key={editing.key} category={editing.target} opened={editing.isOpen} onClose={editing.close} />
      <DeleteDialog kind="category" entry={deleting.target} opened={deleting.isOpen} onClose={deleting.close} />
    </Page>
  );
}

type CategoryGridProps = {
  categories: readonly CategoryView[];
  onEdit: (category: CategoryView) => void;
  onDelete: (category: CategoryView) => void;
};

const GRID = { minColWidth: 'min(22rem, 100%)' };

function CategoryGrid({ categories, onEdit, onDelete }: CategoryGridProps) {
  const { ids, draggedId, drag, move } = useCategoryOrder(categories);
  const { toggle, busyId } = useToggleActive('category');
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const lastMove = useRef<{ id: string; step: 1 | -1; index: number } | null>(null);

  // A card that is rendered elsewhere loses the focus; at the end of the list its other button gets it.
  useEffect(() => {
    if (!lastMove.current || ids.indexOf(lastMove.current.id) !== lastMove.current.index) return;
    const { id, step } = lastMove.current;
    lastMove.current = null;
    const buttons = [step, -step].map((by) => list.current?.querySelector<HTMLButtonElement>(`[data-category="${id}"] [data-move="${by}"]`));
    buttons.find((button) => button && !button.disabled)?.focus();
  });

  function moveBy({ id, name }: CategoryView, step: 1 | -1): void {
    const index = ids.indexOf(id) + step;
    lastMove.current = { id, step, index };
    setAnnouncement(`${name} is now ${index + 1} of ${ids.length}`);
    move(id, step);
  }

  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <SimpleGrid component="ul" {...GRID} ref={list}>
        {categories.map((category) => (
          <CategoryCard
            key={category.id}
            category={category}
            index={ids.indexOf(category.id)}
            count={ids.length}
            isDragged={draggedId === category.id}
            isBusy={busyId === category.id}
            onDrag={(event) => drag(event, category.id)}
            onMove={(step) => moveBy(category, step)}
            onToggle={() => toggle(category)}
            onEdit={() => onEdit(category)}
            onDelete={() => onDelete(category)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

function CategoriesLoading() {
  return (
    <Loading label="Loading categories…">
      <SimpleGrid {...GRID}>
        {[1, 2, 3, 4, 5, 6].map((index) => (
          <Skeleton key={index} height={216} radius="lg" />
        ))}
      </SimpleGrid>
    </Loading>
  );
}

type CategoryCardProps = {
  category: CategoryView;
  index: number;
  count: number;
  isDragged: boolean;
  isBusy: boolean;
  onDrag: (event: PointerEvent) => void;
  onMove: (step: 1 | -1) => void;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function CategoryCard({ category, index, count, isDragged, isBusy, onDrag, onMove, onToggle, onEdit, onDelete }: CategoryCardProps) {
  const { id, name, aliases, description, icon, color, order, isActive, subjects } = category;
  return (
    <Card
      component="li"
      p="md"
      className={classes.card}
      shadow={isDragged ? 'lg' : 'xs'}
      bg={isActive ? undefined : 'var(--vidya-sunken)'}
      style={{ order: index }}
      data-category={id}
      data-dragged={isDragged || undefined}
    >
      <Stack gap="sm" flex={1}>
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon component="span" size={48} radius="md" bg="var(--vidya-surface)" c="inherit" bd={`2px solid ${color}`}>
            <CategoryIcon name={icon} size={24} />
          </ThemeIcon>
          <Text component="h2" size="lg" fw={700} lh={1.3} flex={1}>
            {name}
          </Text>
          <span className={classes.grip} title="Drag to reorder" aria-hidden="true" onPointerDown={onDrag}>
            <GripVertical size={20} />
          </span>
        </Group>
        <Text size="sm" flex={1} c={description ? undefined : 'dimmed'}>
          {description || 'No description provided'}
        </Text>
        <EntryAliases aliases={aliases} />
        <MissingTranslations entry={category} />
        <Group component="ul" gap="0.375rem 1rem" c="dimmed" fz="sm">
          <li>
            <StatusBadge isActive={isActive} />
          </li>
          <li>{formatCount(subjects.length, 'subject')}</li>
          <li>Order {order}</li>
          <Group component="li" gap={6}>
            <Box component="span" w="1rem" h="1rem" bd="1px solid var(--vidya-control-border)" bdrs="xs" bg={color} aria-hidden="true" />
            <span>{color}</span>
          </Group>
        </Group>
        <Group gap="0.25rem 0.5rem" pt="sm" style={{ borderTop: '1px solid var(--vidya-border)' }}>
          <EntryActions entry={category} isBusy={isBusy} onToggle={onToggle} onEdit={onEdit} onDelete={onDelete} />
          <Group component="span" gap={4} ml="auto">
            <MoveButton label="Move up" name={name} Icon={ArrowUp} step={-1} isDisabled={index === 0} onMove={onMove} />
            <MoveButton label="Move down" name={name} Icon={ArrowDown} step={1} isDisabled={index === count - 1} onMove={onMove} />
          </Group>
        </Group>
      </Stack>
    </Card>
  );
}

type MoveButtonProps = { label: string; name: string; Icon: LucideIcon; step: 1 | -1; isDisabled: boolean; onMove: (step: 1 | -1) => void };

function MoveButton({ label, name, Icon, step, isDisabled, onMove }: MoveButtonProps) {
  return (
    <ActionIcon
      c={isDisabled ? undefined : 'var(--mantine-color-text)'}
      aria-label={`${label} ${name}`}
      title={label}
      data-move={step}
      disabled={isDisabled}
      onClick={() => onMove(step)}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  );
}
