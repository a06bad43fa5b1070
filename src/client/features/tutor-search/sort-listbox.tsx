import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { usePopup } from '#client/ui/use-popup.ts';
import classes from './sort-listbox.module.css';

export type SortListboxProps<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; name: string }[];
  /** What choosing the present option again does, in a few words. */
  againHint: string;
  /** Called for the present option as well, which a select of the browser does not do. */
  onPick: (value: V) => void;
};

/** A list of which one is chosen, after the select-only combobox of the ARIA practices: the focus stays on the button. */
export function SortListbox<V extends string>({ label, value, options, againHint, onPick }: SortListboxProps<V>) {
  const id = useId();
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const chosen = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const [active, setActive] = useState(chosen);

  const toggle = () => {
    setActive(chosen);
    triggerProps.onClick();
  };
  const pick = (index: number) => {
    const option = options[index];
    close();
    triggerProps.ref.current?.focus();
    if (option) onPick(option.value);
  };

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = indexFor(event.key, { active, options });
    const isPicking = event.key === 'Enter' || event.key === ' ';
    if (isOpen && event.key === 'Tab') close();
    if (next === null && !isPicking) return;
    event.preventDefault();
    if (!isOpen) toggle();
    else if (isPicking) pick(active);
    else setActive(next ?? active);
  };

  return (
    <div ref={rootRef} className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <button
        {...triggerProps}
        role="combobox"
        className={classes.button}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-label`}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onClick={toggle}
        onKeyDown={press}
      >
        {options[chosen]?.name}
        <ChevronDown size={18} aria-hidden="true" />
      </button>
      <div id={panelId} role="listbox" aria-labelledby={`${id}-label`} className={classes.list} hidden={!isOpen}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the button, where the focus stays.
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            data-active={index === active || undefined}
            className={classes.option}
            onPointerMove={() => setActive(index)}
            onClick={() => pick(index)}
          >
            <span>{option.name}</span>
            {index === chosen && (
              <span className={classes.again}>
                {againHint}
                <Check size={18} aria-hidden="true" />
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

type Choice = { active: number; options: readonly { name: string }[] };

/** The option that a key leads to; null for a key that leads to none. */
function indexFor(key: string, { active, options }: Choice): number | null {
  const last = options.length - 1;
  if (key === 'ArrowDown') return Math.min(last, active + 1);
  if (key === 'ArrowUp') return Math.max(0, active - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (!/^\p{L}$/u.test(key)) return null;
  const named = options.findIndex(({ name }) => name.toLowerCase().startsWith(key.toLowerCase()));
  return named === -1 ? null : named;
}
