import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Group, Text } from '@mantine/core';
import { ArrowDown, ArrowUp, Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { usePopup } from '#client/ui/use-popup.ts';
import type { SearchSort } from '#shared/vocabulary/search.ts';
import { getOrder, type OnSearchChange, sortSearch, type TutorSearch } from './search-state.ts';
import classes from './sort-control.module.css';

const SORTS = [
  { value: 'match', name: msg`Best match` },
  { value: 'rating', name: msg`Rating` },
  { value: 'price', name: msg`Price` },
  { value: 'experience', name: msg`Experience` },
  { value: 'name', name: msg`Name` },
  { value: 'createdAt', name: msg`Newest` },
] as const satisfies readonly { value: SearchSort; name: MessageDescriptor }[];

const BUTTON_VARS = { '--ai-bd': '1px solid var(--vidya-control-border)', '--ai-bg': 'var(--vidya-surface)' };

export type SortControlProps = { search: TutorSearch; onChange: OnSearchChange };

export function SortControl({ search, onChange }: SortControlProps) {
  const { t, i18n } = useLingui();
  const { sort, dir } = getOrder(search);
  const isDescending = dir === 'desc';
  const label = isDescending ? t`Descending order` : t`Ascending order`;
  const pick = (value: SearchSort) => onChange((current) => sortSearch(current, value));

  return (
    <Group gap="xs" wrap="nowrap" className={classes.control}>
      <SortListbox value={sort} reverseHint={getReverseHint(i18n, { sort, isDescending })} onPick={pick} />
      {sort !== 'match' && (
        <ActionIcon variant="default" __vars={BUTTON_VARS} aria-label={label} title={label} onClick={() => pick(sort)}>
          {isDescending ? <ArrowDown size={20} aria-hidden="true" /> : <ArrowUp size={20} aria-hidden="true" />}
        </ActionIcon>
      )}
    </Group>
  );
}

/** Null for an order that has one direction. */
function getReverseHint(i18n: I18n, { sort, isDescending }: { sort: SearchSort; isDescending: boolean }): string | null {
  if (sort === 'match') return null;
  return i18n._(isDescending ? msg`Switch to ascending` : msg`Switch to descending`);
}

type SortListboxProps = {
  value: SearchSort;
  reverseHint: string | null;
  /** Called for the current option too, which a select of the browser does not do. */
  onPick: (value: SearchSort) => void;
};

/** The select-only combobox of the ARIA practices: the focus stays on the button. */
function SortListbox({ value, reverseHint, onPick }: SortListboxProps) {
  const { i18n } = useLingui();
  const id = useId();
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const names = SORTS.map(({ name }) => i18n._(name));
  const selected = SORTS.findIndex((option) => option.value === value);
  const [active, setActive] = useState(selected);

  const toggle = () => {
    setActive(selected);
    triggerProps.onClick();
  };
  const pick = (index: number) => {
    const option = SORTS[index];
    close();
    triggerProps.ref.current?.focus();
    if (option) onPick(option.value);
  };

  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = indexForKey(event.key, active, names);
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
        <Trans>Sort by</Trans>
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
        onKeyDown={handleKey}
      >
        {names[selected]}
        <ChevronDown size={18} color="var(--vidya-muted)" aria-hidden="true" />
      </button>
      <div id={panelId} role="listbox" aria-labelledby={`${id}-label`} className={classes.list} hidden={!isOpen}>
        {SORTS.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the button, where the focus stays.
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            data-active={index === active || undefined}
            className={classes.option}
            onPointerMove={() => setActive(index)}
            onClick={() => pick(index)}
          >
            <span>{names[index]}</span>
            {index === selected && (
              <Group component="span" gap={6} wrap="nowrap">
                {reverseHint && (
                  <Text span size="sm" c="dimmed">
                    {reverseHint}
                  </Text>
                )}
                <Check size={18} color="var(--vidya-muted)" aria-hidden="true" />
              </Group>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function indexForKey(key: string, active: number, names: readonly string[]): number | null {
  const last = names.length - 1;
  if (key === 'ArrowDown') return Math.min(last, active + 1);
  if (key === 'ArrowUp') return Math.max(0, active - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (!/^\p{L}$/u.test(key)) return null;
  const named = names.findIndex((name) => name.toLowerCase().startsWith(key.toLowerCase()));
  return named === -1 ? null : named;
}
