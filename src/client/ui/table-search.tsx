import { Button } from '@mantine/core';
import { Search, X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import line from './search-line.module.css';
import classes from './table-search.module.css';

export type TableSearchProps = {
  label: string;
  placeholder: string;
  /** What is being searched for; another one is typed anew. */
  searched: string;
  /** On Enter or the button; the clear button searches for nothing. */
  onSearch: (text: string) => void;
};

/** The search line of a table. */
export function TableSearch(props: TableSearchProps) {
  return <Line key={props.searched} {...props} />;
}

function Line({ label, placeholder, searched, onSearch }: TableSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(searched);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  const clear = () => {
    setTyped('');
    if (searched !== '') onSearch('');
    input.current?.focus();
  };

  return (
    <form className={classes.form} aria-label="Search" onSubmit={submit}>
      <label className={line.label} htmlFor={id}>
        {label}
      </label>
      <div className={line.box}>
        <input
          ref={input}
          id={id}
          className={line.input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={placeholder}
          maxLength={LIMITS.searchText}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="button" className={line.clear} data-empty={typed === '' || undefined} aria-label="Clear search" onClick={clear}>
          <X size={18} aria-hidden="true" />
        </button>
        <Button type="submit" leftSection={<Search size={18} aria-hidden="true" />}>
          Search
        </Button>
      </div>
    </form>
  );
}
