import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#client/ui/links.tsx';
import classes from './bookings-filter.module.css';
import type { FilterEntry } from './bookings-filters.ts';

export type BookingsFilterProps<F extends string> = {
  entries: readonly FilterEntry<F>[];
  value: F;
  /** Where a filter stands in the address. */
  linkOf: (value: F) => LinkProps;
};

/** Which bookings are shown: links, so that Back and a shared address bring them back. */
export function BookingsFilter<F extends string>({ entries, value, linkOf }: BookingsFilterProps<F>) {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const current = list.current?.querySelector(`[data-filter="${value}"]`);
    if (!(current instanceof HTMLElement) || !list.current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
  }, [value]);

  return (
    <nav aria-label="Filter bookings">
      <ul ref={list} className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.value} data-filter={entry.value}>
            <ButtonLink variant="chip" {...linkOf(entry.value)} activeOptions={{ exact: true }}>
              {entry.label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
