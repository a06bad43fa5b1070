import '@mantine/core/styles/Tabs.layer.css';
import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tab<T extends string> = { value: T; label: string; count?: number | undefined };

export type TabsProps<T extends string> = {
  label: string;
  tabs: readonly Tab<T>[];
  shown: T;
  onShow: (value: T) => void;
  children: ReactNode;
};

export function Tabs<T extends string>({ label, tabs, shown, onShow, children }: TabsProps<T>) {
  const show = (chosen: string | null) => {
    const tab = tabs.find(({ value }) => value === chosen);
    if (tab && chosen !== shown) onShow(tab.value);
  };
  return (
    <MantineTabs value={shown} onChange={show}>
      <MantineTabs.List aria-label={label}>
        {tabs.map(({ value, label, count }) => (
          // Mantine's Home and End move only the focus.
          <MantineTabs.Tab key={value} value={value} rightSection={count} onFocus={() => show(value)}>
            {label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={shown}>{children}</MantineTabs.Panel>
    </MantineTabs>
  );
}
