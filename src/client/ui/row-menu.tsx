import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { RowMenuProps } from './loaded-row-menu.tsx';
import { useLazy } from './use-lazy.ts';

export type { RowMenuItem, RowMenuProps } from './loaded-row-menu.tsx';

const loadMenu = () => import('./loaded-row-menu.tsx').then(({ LoadedRowMenu }) => LoadedRowMenu);

/** The 20 KB of Mantine's Menu come after the first paint. */
export function RowMenu(props: RowMenuProps) {
  const [isPressed, setPressed] = useState(false);
  const LoadedRowMenu = useLazy(loadMenu, { isNeeded: true });
  if (LoadedRowMenu) return <LoadedRowMenu {...props} defaultOpened={isPressed} />;
  return (
    <ActionIcon aria-label={props.label} aria-haspopup="menu" onClick={() => setPressed(true)}>
      <Ellipsis size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
