import type { ReactNode } from 'react';
import classes from './account-page.module.css';

export type AccountSectionProps = { id: string; title: string; children: ReactNode };

export function AccountSection({ id, title, children }: AccountSectionProps) {
  return (
    <section id={id} className={classes.section} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
