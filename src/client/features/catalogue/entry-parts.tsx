import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { type LucideIcon, Pencil, Power, Trash2 } from 'lucide-react';

export function EntryName({ name, description }: { name: string; description: string }) {
  return (
    <Box component="span" display="grid" style={{ gap: 2 }}>
      <Text span inherit fw={600}>
        {name}
      </Text>
      <Text span inherit c="dimmed">
        {description || 'No description provided'}
      </Text>
    </Box>
  );
}

export function StatusBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge miw="max-content" color={isActive ? 'green' : 'gray'}>
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  );
}

export type EntryActionsProps = {
  entry: { name: string; isActive: boolean };
  isBusy: boolean;
  isInRow?: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function EntryActions({ entry: { name, isActive }, isBusy, isInRow = false, onToggle, onEdit, onDelete }: EntryActionsProps) {
  const action = (label: string, Icon: LucideIcon, onClick: () => void, isDisabled = false) => (
    <Button
      size="sm"
      variant="default"
      px={{ base: '0.875rem', md: isInRow ? 0 : '0.875rem' }}
      w={isInRow ? { md: '2.5rem' } : undefined}
      aria-label={`${label} ${name}`}
      title={isInRow ? label : undefined}
      disabled={isDisabled}
      onClick={onClick}
    >
      {isInRow && (
        <Box component="span" visibleFrom="md" display="flex">
          <Icon size={18} aria-hidden="true" />
        </Box>
      )}
      <Box component="span" hiddenFrom={isInRow ? 'md' : undefined}>
        {label}
      </Box>
    </Button>
  );
  return (
    <Group gap="xs" w={isInRow ? { md: 'max-content' } : undefined}>
      {action('Edit', Pencil, onEdit)}
      {action(isActive ? 'Deactivate' : 'Activate', Power, onToggle, isBusy)}
      {action('Delete', Trash2, onDelete)}
    </Group>
  );
}
