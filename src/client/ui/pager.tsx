import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import classes from './pager.module.css';

export type PagerProps = { page: number; totalPages: number; onPage: (page: number) => void };

/** Pages of a table; nothing where there is one only. */
export function Pager({ page, totalPages, onPage }: PagerProps) {
  if (totalPages <= 1) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <Button variant="default" leftSection={<ChevronLeft size={18} aria-hidden="true" />} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <p aria-live="polite">
        Page {page} of {totalPages}
      </p>
      <Button
        variant="default"
        rightSection={<ChevronRight size={18} aria-hidden="true" />}
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
