import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './selection-bar.module.css';

export type SelectionBarProps = {
  count: number;
  onClear: () => void;
  /** What can be done with all of them. */
  children: ReactNode;
};

/** Below the list and at the bottom of the screen, so that no row moves when it appears. The count is there before its text, to be read out. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const isShown = count > 0;
  return (
    <div className={isShown ? classes.bar : undefined}>
      <Text role="status" className={isShown ? classes.count : VisuallyHidden.classes.root}>
        {isShown ? `${count} selected` : ''}
      </Text>
      {isShown && (
        <>
          {children}
          <Button variant="subtle" visibleFrom="sm" onClick={onClear}>
            Clear
          </Button>
          <ActionIcon hiddenFrom="sm" aria-label="Clear selection" onClick={onClear}>
            <X size={20} aria-hidden="true" />
          </ActionIcon>
        </>
      )}
    </div>
  );
}
