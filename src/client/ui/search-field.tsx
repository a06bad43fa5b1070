import { Trans, useLingui } from '@lingui/react/macro';
import { Box, type BoxProps, Button, Text } from '@mantine/core';
import { Search, X } from 'lucide-react';
import { type AriaAttributes, type FormEvent, type ReactNode, startTransition, useId, useRef, useState } from 'react';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { useIsHydrated } from './hydration.ts';
import classes from './search-field.module.css';

/** Where the form leads before and without JavaScript; `fields` are sent with the text. */
export type SearchTarget = { action: string; name: string; fields?: readonly (readonly [name: string, value: string])[] };

/** What the field says of the list below it. */
export type ListState = Pick<AriaAttributes, 'aria-expanded' | 'aria-controls' | 'aria-activedescendant'>;
export type ListOwner = { field: HTMLInputElement; onListChange: (state: ListState) => void };

export type SearchFieldProps = BoxProps & {
  label: string;
  target?: SearchTarget;
  placeholder: string;
  value: string;
  icon?: ReactNode;
  submitIcon?: ReactNode;
  /** A list below the field; called from when somebody begins to use the field. */
  renderList?: (owner: ListOwner) => ReactNode;
  onType: (text: string) => void;
  onSearch: () => void;
  onClear: () => void;
};

export function SearchField({
  label,
  target,
  placeholder,
  value,
  icon,
  submitIcon,
  renderList,
  onType,
  onSearch,
  onClear,
  ...box
}: SearchFieldProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [listState, setListState] = useState<ListState>({ 'aria-expanded': false });
  const isCombobox = useIsHydrated() && renderList !== undefined;

  // In steps, because the letter has to be shown at once, and the list not.
  const openList = (owner: HTMLInputElement) => startTransition(() => setField(owner));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  const clear = () => {
    onClear();
    input.current?.focus();
  };

  return (
    <Box component="form" {...box} action={target && withLocale(target.action, i18n.locale)} aria-label={t`Search`} onSubmit={submit}>
      {target?.fields?.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Text component="label" htmlFor={id} display="block" fw={600} mb={6}>
        {label}
      </Text>
      <div className={classes.box}>
        {icon}
        <input
          ref={input}
          id={id}
          name={target?.name}
          className={classes.input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={placeholder}
          maxLength={LIMITS.searchText}
          value={value}
          {...(isCombobox && { role: 'combobox', 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', ...listState })}
          onChange={(event) => {
            openList(event.currentTarget);
            onType(event.currentTarget.value);
          }}
          onClick={(event) => openList(event.currentTarget)}
          onKeyUp={(event) => {
            if (event.key === 'Tab') openList(event.currentTarget);
          }}
        />
        {value !== '' && (
          <button type="button" className={classes.clear} aria-label={t`Clear search`} onClick={clear}>
            <X size={18} aria-hidden="true" />
          </button>
        )}
        <Button type="submit" leftSection={submitIcon}>
          <Trans context="button">Search</Trans>
        </Button>
        {field && renderList?.({ field, onListChange: setListState })}
      </div>
    </Box>
  );
}

export type SearchFormProps = BoxProps & {
  label: string;
  target?: SearchTarget;
  placeholder: string;
  searched: string;
  onSearch: (text: string) => void;
};

export function SearchForm({ searched, onSearch, ...field }: SearchFormProps) {
  const [typed, setTyped] = useState(searched);
  const [previous, setPrevious] = useState(searched);
  // Back, or a link, has changed what is searched. A key would do too, but the field would lose the focus.
  if (searched !== previous) {
    setPrevious(searched);
    setTyped(searched);
  }
  const clear = () => {
    setTyped('');
    if (searched !== '') onSearch('');
  };
  return (
    <SearchField
      flex="1 1 20rem"
      miw={0}
      {...field}
      value={typed}
      submitIcon={<Search size={18} aria-hidden="true" />}
      onType={setTyped}
      onSearch={() => onSearch(typed.trim())}
      onClear={clear}
    />
  );
}
