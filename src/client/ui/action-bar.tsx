import type { ReactNode } from 'react';
import classes from './action-bar.module.css';

export type ActionBarProps = { children: ReactNode };

export function ActionBar({ children }: ActionBarProps) {
  return <div className={classes.bar}>{children}</div>;
}
