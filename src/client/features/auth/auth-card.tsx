import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './auth-card.module.css';

export type AuthCardProps = { title: string; intro: ReactNode; after?: ReactNode; children: ReactNode };

/** The one thing on a page: a form, and below it the way to another one. */
export function AuthCard({ title, intro, after, children }: AuthCardProps) {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <p className={classes.intro}>{intro}</p>
        {children}
        {after && <p className={classes.after}>{after}</p>}
      </div>
    </div>
  );
}
