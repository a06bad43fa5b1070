import type { ReactNode } from 'react';
import classes from './auth-card.module.css';

export type AuthCardProps = { title: ReactNode; intro: ReactNode; after?: ReactNode; children: ReactNode };

/** The one thing on a page: a form, and below it the way to another one. */
export function AuthCard({ title, intro, after, children }: AuthCardProps) {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.intro}>{intro}</p>
        {children}
        {after && <p className={classes.after}>{after}</p>}
      </div>
    </div>
  );
}
