import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { type LucideIcon, Pencil, Power, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { detectLang } from '#client/ui/detect-lang.ts';
import { MissingTranslations, type Translations } from './translations.tsx';

export type EntryNameProps = { entry: Translations & { name: string; aliases?: readonly string[] | undefined; description: string } };

export function EntryName({ entry }: EntryNameProps) {
  const { name, aliases, description } = entry;
  return (
    <Box component="span" display="grid" style={{ gap: 2 }}>
      <Text span inherit fw={600}>
        {name}
      </Text>
      <Text span inherit c="dimmed">
        {description || 'No description provided'}
      </Text>
      <EntryAliases aliases={aliases} />
      <MissingTranslations entry={entry} />
    </Box>
  );
}

export function EntryAliases({ aliases = [] }: { aliases?: readonly string[] | undefined }) {
  if (aliases.length === 0) return null;
  return (
    <Text span c="dimmed" size="sm" lh={1.45} lineClamp={2}>
      Also:{' '}
      {aliases.map((alias, index) => (
        <Fragment key={alias}>
          {index > 0 && ', '}
          <span lang={detectLang(alias)}>{alias}</span>
        </Fragment>
      ))}
    </Text>
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
