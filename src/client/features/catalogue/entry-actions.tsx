import { Button } from '@mantine/core';
import { type LucideIcon, Pencil, Power, Trash2 } from 'lucide-react';
import classes from './entry-actions.module.css';

export type EntryActionsProps = {
  entry: { name: string; isActive: boolean };
  isBusy: boolean;
  /** In the row of a table: on wide screens the icons say enough. */
  isInRow?: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** What can be done with every entry; each button says with which. */
export function EntryActions({ entry: { name, isActive }, isBusy, isInRow = false, onToggle, onEdit, onDelete }: EntryActionsProps) {
  const action = (label: string, Icon: LucideIcon, onClick: () => void, disabled = false) => (
    <Button
      size="sm"
      variant="default"
      className={classes.action}
      aria-label={`${label} ${name}`}
      title={isInRow ? label : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {isInRow && <Icon className={classes.icon} size={18} aria-hidden="true" />}
      <span className={classes.label}>{label}</span>
    </Button>
  );
  return (
    <div className={classes.actions} data-row={isInRow || undefined}>
      {action('Edit', Pencil, onEdit)}
      {action(isActive ? 'Deactivate' : 'Activate', Power, onToggle, isBusy)}
      {action('Delete', Trash2, onDelete)}
    </div>
  );
}
