import { type KeyboardEvent, type ReactNode, useId } from 'react';
import classes from './tabs.module.css';

export type Tab<T extends string> = { value: T; label: string; count?: number | undefined };

export type TabsProps<T extends string> = {
  label: string;
  tabs: readonly Tab<T>[];
  shown: T;
  onShow: (value: T) => void;
  /** The panel of the one that is shown. */
  children: ReactNode;
};

/** One of several panels; the arrow keys, Home and End step through them. */
export function Tabs<T extends string>({ label, tabs, shown, onShow, children }: TabsProps<T>) {
  const id = useId();
  const idOf = (value: T) => `${id}${value}`;

  const step = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ value }) => value === shown);
    const steps: Record<string, number | undefined> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    const wanted = steps[event.key];
    if (wanted === undefined) return;
    const tab = tabs.at(wanted % tabs.length);
    if (!tab) return;
    event.preventDefault();
    document.getElementById(idOf(tab.value))?.focus();
    onShow(tab.value);
  };

  return (
    <>
      <div role="tablist" aria-label={label} className={classes.list} onKeyDown={step}>
        {tabs.map(({ value, label, count }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={idOf(value)}
            className={classes.tab}
            aria-selected={value === shown}
            aria-controls={value === shown ? `${id}panel` : undefined}
            tabIndex={value === shown ? 0 : -1}
            onClick={() => onShow(value)}
          >
            {label}
            {count !== undefined && <span>{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={idOf(shown)} className={classes.panel}>
        {children}
      </div>
    </>
  );
}
