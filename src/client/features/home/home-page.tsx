import type { ReactNode } from 'react';
import classes from './home-page.module.css';

export type HomePageProps = { hero: ReactNode; children: ReactNode };

/** The hero over the whole width, the sections below it in the page's measure. */
export function HomePage({ hero, children }: HomePageProps) {
  return (
    <>
      {hero}
      <div className={classes.sections}>{children}</div>
    </>
  );
}

/** A section on a ground of its own, over the whole width. */
export function Band({ children }: { children: ReactNode }) {
  return (
    <div className={classes.band}>
      <div className={classes.inside}>{children}</div>
    </div>
  );
}
