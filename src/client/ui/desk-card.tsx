import { Button } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import classes from './desk-card.module.css';

export type DeskCardProps = { title: string; aside?: ReactNode; children: ReactNode };

/** A part of the dashboard, under a heading of its own. */
export function DeskCard({ title, aside, children }: DeskCardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export type CardProblemProps = { message: string; isRetrying: boolean; onRetry: () => void };

/** What could not be read, in the place where it would stand. */
export function CardProblem({ message, isRetrying, onRetry }: CardProblemProps) {
  return (
    <div className={classes.problem} role="alert">
      <p>{message}</p>
      <Button variant="default" size="sm" leftSection={<RotateCw size={16} />} loading={isRetrying} onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
