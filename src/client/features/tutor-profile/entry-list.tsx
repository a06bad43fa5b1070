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
  children: (entry: T, nth: number, change: (part: Partial<T>) => void) => ReactNode;
};

/** Entries that can be added and taken away; the focus goes where one goes on. */
export function EntryList<T extends { key: string }>({ name, addLabel, empty, entries, most, full, make, onChange, children }: EntryListProps<T>) {
  const root = useRef<HTMLDivElement>(null);
  /** Where the focus is to be once the list is drawn: a place, or behind the last. */
  const wish = useRef<{ nth: number; at: 'input' | '[data-remove]' } | null>(null);
  const isFull = entries.length >= most;

  useEffect(() => {
    if (!wish.current) return;
    const { nth, at } = wish.current;
    wish.current = null;
    const found = root.current?.querySelectorAll('li')[nth]?.querySelector<HTMLElement>(at);
    (found ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });

  function add(): void {
    wish.current = { nth: entries.length, at: 'input' };
    onChange([...entries, make()]);
  }

  function remove(nth: number): void {
    wish.current = { nth: Math.min(nth, entries.length - 2), at: '[data-remove]' };
    onChange(entries.filter((_, place) => place !== nth));
  }

  return (
    <div ref={root}>
      {entries.length === 0 && <p className={classes.empty}>{empty}</p>}
      <ol className={classes.entries}>
        {entries.map((entry, nth) => (
          <li key={entry.key}>
            <div className={classes.head}>
              <h3>{`${name} ${nth + 1}`}</h3>
              <Button
                data-remove
                variant="subtle"
                color="red"
                size="sm"
                mih={44}
                leftSection={<Trash2 size={18} aria-hidden="true" />}
                aria-label={`Remove ${name.toLowerCase()} ${nth + 1}`}
                onClick={() => remove(nth)}
              >
                Remove
              </Button>
            </div>
            {children(entry, nth, (part) => onChange(entries.map((other) => (other.key === entry.key ? { ...other, ...part } : other))))}
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
