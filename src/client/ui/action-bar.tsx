import type { ReactNode } from 'react';
import classes from './action-bar.module.css';

export type ActionBarProps = { children: ReactNode };

/** The screen's primary action: on phones it stays at the bottom edge, elsewhere it stands where it is written. */
export function ActionBar({ children }: ActionBarProps) {
  return <div className={classes.bar}>{children}</div>;
}
