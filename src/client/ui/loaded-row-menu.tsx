import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

type Action = { onPress: () => void };
type Destination = { href: string; opensTab?: boolean };
export type RowMenuItem = { label: string; icon: ReactNode; isDangerous?: boolean } & (Action | Destination);
export type RowMenuProps = { label: string; items: readonly RowMenuItem[] };

export type LoadedRowMenuProps = RowMenuProps & { icon?: ReactNode; onMount: () => void };

/** Where a table cannot cut it off, and yet within a landmark. */
const IN_MAIN = { target: '#content' };

/** Mounted by the press of a button, which leaves in `onMount`: takes the focus over from it, and opens. */
export function LoadedRowMenu({ label, items, icon, onMount }: LoadedRowMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  const takeOver = useEffectEvent(() => {
    trigger.current?.focus({ preventScroll: true });
    onMount();
  });
  // Before the browser paints, so that it never shows both buttons.
  useLayoutEffect(() => takeOver(), []);
  // Mantine returns the focus only if it sees the menu open.
  useEffect(() => setOpen(true), []);

  // A dialog returns the focus to what has it when it opens.
  const press = (item: Extract<RowMenuItem, { onPress: unknown }>) => {
    trigger.current?.focus();
    item.onPress();
  };

  return (
    // Without Mantine's element for the first focus, which is nothing that a menu may contain: its first item has it.
    <Menu opened={isOpen} onChange={setOpen} withInitialFocusPlaceholder={false} portalProps={IN_MAIN}>
      <Menu.Target>
        <ActionIcon ref={trigger} aria-label={label}>
          {icon ?? <Ellipsis size={20} aria-hidden="true" />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) =>
          'href' in item ? (
            <Menu.Item
              key={item.label}
              leftSection={item.icon}
              component="a"
              href={item.href}
              {...(item.opensTab && { target: '_blank', rel: 'noopener' })}
            >
              {item.label}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={item.label}
              leftSection={item.icon}
              c={item.isDangerous ? 'var(--vidya-danger-ink)' : undefined}
              onClick={() => press(item)}
            >
              {item.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
