import type { ReactNode } from 'react';
import classes from './desk-page.module.css';

export type DeskPageProps = {
  title: string;
  /** A sentence under the heading. */
  intro?: ReactNode;
  /** What the page offers first: add, export. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of a desk: its one heading, what can be begun from it, and what it lists. */
export function DeskPage({ title, intro, actions, children }: DeskPageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Search and filters above a table. */
export function TableTools({ children }: { children: ReactNode }) {
  return <div className={classes.tools}>{children}</div>;
}
