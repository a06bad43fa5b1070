import { Link } from '@tanstack/react-router';
import classes from './dashboard-shell.module.css';
import type { ShellEntry } from './shell-types.ts';

export function Entry({ label, icon: Icon, link, count }: ShellEntry) {
  return (
    <Link {...link} className={classes.entry} aria-label={count && `${label}, ${count.said}`}>
      <Icon size={22} aria-hidden="true" />
      <span>{label}</span>
      {count && <span className={classes.count}>{count.shown}</span>}
    </Link>
  );
}
