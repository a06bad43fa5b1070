import type { ReactNode } from 'react';
import classes from './editor-section.module.css';

export type EditorSectionProps = { id: string; title: string; hint?: ReactNode; children: ReactNode };

/** A part of the profile that the checklist can lead to. */
export function EditorSection({ id, title, hint, children }: EditorSectionProps) {
  return (
    <section id={id} className={classes.section} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}
