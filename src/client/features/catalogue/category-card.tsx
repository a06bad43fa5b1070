import { ActionIcon, Box, Card, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical, type LucideIcon } from 'lucide-react';
import type { PointerEvent } from 'react';
import type { CategoryView } from '#shared/contracts/catalogue.ts';
import { formatCount } from './catalogue-text.ts';
import classes from './category-card.module.css';
import { CategoryIcon } from './category-icon.tsx';
import { EntryActions, StatusBadge } from './entry-parts.tsx';

export type CategoryCardProps = {
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

export function CategoryCard({ category, index, count, isDragged, isBusy, onDrag, onMove, onToggle, onEdit, onDelete }: CategoryCardProps) {
  const { id, name, description, icon, color, order, isActive, subjects } = category;
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
          <span className={classes.grip} title="Drag to put it elsewhere" aria-hidden="true" onPointerDown={onDrag}>
            <GripVertical size={20} />
          </span>
        </Group>
        <Text size="sm" flex={1} c={description ? undefined : 'dimmed'}>
          {description || 'No description provided'}
        </Text>
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
