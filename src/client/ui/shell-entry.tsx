import { Link } from '@tanstack/react-router';
import classes from './dashboard-shell.module.css';
import type { ShellEntry } from './shell-types.ts';

export function Entry({ label, icon: Icon, link }: ShellEntry) {
  return (
    <Link {...link} className={classes.entry}>
      <Icon size={22} aria-hidden="true" />
      <span>{label}</span>
    </Link>
  );
}
