import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOnDemand } from './use-on-demand.ts';

type Action = { onPress: () => void };
type Destination = { href: string; opensTab?: boolean };
export type RowMenuItem = { label: string; icon: ReactNode; isDangerous?: boolean } & (Action | Destination);
export type RowMenuProps = { label: string; items: readonly RowMenuItem[] };

const loadMenu = () => import('./loaded-row-menu.tsx').then(({ LoadedRowMenu }) => LoadedRowMenu);

/** What else can be done with a row. The 20 KB of Mantine's Menu come after the first paint. */
export function RowMenu(props: RowMenuProps) {
  const [isPressed, setPressed] = useState(false);
  const LoadedRowMenu = useOnDemand(loadMenu, { isWanted: true });
  if (LoadedRowMenu) return <LoadedRowMenu {...props} defaultOpened={isPressed} />;
  return (
    <ActionIcon aria-label={props.label} aria-haspopup="menu" onClick={() => setPressed(true)}>
      <Ellipsis size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
