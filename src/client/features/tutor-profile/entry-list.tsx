import { Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './entry-list.module.css';

export type EntryListProps<T extends { key: string }> = {
  /** What one entry is called, such as `Education`. */
  name: string;
  addLabel: string;
  empty: string;
  entries: readonly T[];
  most: number;
  /** Said when there are as many as there may be. */
  full: string;
  make: () => T;
  onChange: (entries: T[]) => void;
  children: (entry: T, index: number, change: (part: Partial<T>) => void) => ReactNode;
};

/** Entries that can be added and taken away; the focus goes where one goes on. */
export function EntryList<T extends { key: string }>({ name, addLabel, empty, entries, most, full, make, onChange, children }: EntryListProps<T>) {
  const root = useRef<HTMLDivElement>(null);
  /** Where the focus is to be once the list is drawn: a place, or behind the last. */
  const wish = useRef<{ index: number; at: 'input' | '[data-remove]' } | null>(null);
  const isFull = entries.length >= most;

  useEffect(() => {
    if (!wish.current) return;
    const { index, at } = wish.current;
    wish.current = null;
    const found = root.current?.querySelectorAll('li')[index]?.querySelector<HTMLElement>(at);
    (found ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });

  function add(): void {
    wish.current = { index: entries.length, at: 'input' };
    onChange([...entries, make()]);
  }

  function remove(index: number): void {
    wish.current = { index: Math.min(index, entries.length - 2), at: '[data-remove]' };
    onChange(entries.filter((_, place) => place !== index));
  }

  return (
    <div ref={root}>
      {entries.length === 0 && <p className={classes.empty}>{empty}</p>}
      <ol className={classes.entries}>
        {entries.map((entry, index) => (
          <li key={entry.key}>
            <div className={classes.head}>
              <h3>{`${name} ${index + 1}`}</h3>
              <Button
                data-remove
                variant="subtle"
                color="red"
                size="sm"
                mih={44}
                leftSection={<Trash2 size={18} aria-hidden="true" />}
                aria-label={`Remove ${name.toLowerCase()} ${index + 1}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            </div>
            {children(entry, index, (part) => onChange(entries.map((other) => (other.key === entry.key ? { ...other, ...part } : other))))}
          </li>
        ))}
      </ol>
      <div className={classes.foot}>
        <Button data-add variant="default" leftSection={<Plus size={18} aria-hidden="true" />} disabled={isFull} onClick={add}>
          {addLabel}
        </Button>
        {isFull && <p>{full}</p>}
      </div>
    </div>
  );
}
