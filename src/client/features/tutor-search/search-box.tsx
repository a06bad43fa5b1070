import { Button } from '@mantine/core';
import { Search, X } from 'lucide-react';
import { type FormEvent, useId, useRef } from 'react';
import line from '#client/ui/search-line.module.css';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './search-box.module.css';
import type { SearchText } from './use-search-text.ts';

const NOTHING_TYPED = 'Nothing is typed yet.';

export type SearchBoxProps = { words: SearchText };

/** One line to search in, with its two buttons. */
export function SearchBox({ words: { text, type, search, clear } }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  const empty = () => {
    clear();
    input.current?.focus();
  };

  return (
    <form aria-label="Search" className={classes.form} onSubmit={submit}>
      <label className={line.label} htmlFor={id}>
        Search tutors
      </label>
      <div className={line.box}>
        <Search className={classes.icon} size={20} aria-hidden="true" />
        <input
          ref={input}
          id={id}
          className={line.input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Name, subject or town"
          maxLength={LIMITS.searchText}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <button
          type="button"
          className={`${line.clear} ${classes.clear}`}
          aria-label="Clear search"
          {...(text === '' && { 'aria-disabled': true, 'aria-describedby': `${id}-nothing`, title: NOTHING_TYPED })}
          onClick={empty}
        >
          <X size={18} aria-hidden="true" />
        </button>
        <span id={`${id}-nothing`} hidden>
          {NOTHING_TYPED}
        </span>
        <Button type="submit">Search</Button>
      </div>
    </form>
  );
}
