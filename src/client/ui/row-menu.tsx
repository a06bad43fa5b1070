import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { lazyPart, preloadOnIntent } from './lazy-part.tsx';
import type { RowMenuProps } from './loaded-row-menu.tsx';

export type { RowMenuItem, RowMenuProps } from './loaded-row-menu.tsx';

const LoadedRowMenu = lazyPart(() => import('./loaded-row-menu.tsx').then((module) => module.LoadedRowMenu));

/** A table has one in each row: the 20 KB of Mantine's Menu come with the first that somebody wants to open. */
export function RowMenu(props: RowMenuProps) {
  const [isPressed, setPressed] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  return (
    <>
      {!isReplaced && (
        <ActionIcon aria-label={props.label} aria-haspopup="menu" {...preloadOnIntent(LoadedRowMenu)} onClick={() => setPressed(true)}>
          <Ellipsis size={20} aria-hidden="true" />
        </ActionIcon>
      )}
      <LoadedRowMenu isNeeded={isPressed} onLoadError={() => setPressed(false)} onMount={() => setReplaced(true)} {...props} />
    </>
  );
}
