import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

type Action = { onPress: () => void };
type Destination = { href: string; opensTab?: boolean };
export type RowMenuItem = { label: string; icon: ReactNode; isDangerous?: boolean } & (Action | Destination);
export type RowMenuProps = { label: string; items: readonly RowMenuItem[] };

export function LoadedRowMenu({ label, items, defaultOpened }: RowMenuProps & { defaultOpened: boolean }) {
  const trigger = useRef<HTMLButtonElement>(null);

  // A dialog returns the focus to what has it when it opens.
  const press = (item: Extract<RowMenuItem, { onPress: unknown }>) => {
    trigger.current?.focus();
    item.onPress();
  };

  return (
    <Menu defaultOpened={defaultOpened}>
      <Menu.Target>
        <ActionIcon ref={trigger} aria-label={label}>
          <Ellipsis size={20} aria-hidden="true" />
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
            <Menu.Item key={item.label} leftSection={item.icon} color={item.isDangerous ? 'red' : undefined} onClick={() => press(item)}>
              {item.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
