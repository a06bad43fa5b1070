import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './legal-page.module.css';

/** `id` is what a link to the section says. */
export type LegalSection = { id: string; title: string; body: ReactNode };

export type LegalPageProps = {
  title: string;
  lead: string;
  /** Where the page itself stands. */
  path: '/privacy' | '/terms';
  /** The day of the last change, like 2026-11-21. */
  changedOn: string;
  sections: readonly LegalSection[];
};

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A text with a table of contents, in a measure that can be read and printed. */
export function LegalPage({ title, lead, path, changedOn, sections }: LegalPageProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{title}</h1>
        <p>{lead}</p>
        <p className={classes.changed}>
          Last changed on <time dateTime={changedOn}>{DAY.format(new Date(changedOn))}</time>
        </p>
      </header>
      <nav className={classes.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">On this page</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <Link to={path} hash={section.id} activeOptions={{ includeHash: true }}>
                {section.title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={classes.text}>
        {sections.map((section) => (
          <section key={section.id} id={section.id} tabIndex={-1} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`}>{section.title}</h2>
            {section.body}
          </section>
        ))}
      </div>
    </div>
  );
}
