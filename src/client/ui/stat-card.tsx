import { Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import classes from './stat-card.module.css';

export type StatCardProps = {
  name: string;
  /** Null where it could not be read, undefined while it is on its way. */
  value: string | number | null | undefined;
  hint: string;
  icon: LucideIcon;
  link: LinkProps;
};

/** A figure of a dashboard, and the way to what it counts. */
export function StatCard({ name, value, hint, icon: Icon, link }: StatCardProps) {
  return (
    <Link {...link} className={classes.card}>
      <span className={classes.name}>
        <Icon size={18} aria-hidden="true" />
        {name}
      </span>
      {value === undefined ? <Skeleton className={classes.waiting} /> : <Value>{String(value ?? '–')}</Value>}
      <span className={classes.hint}>{hint}</span>
    </Link>
  );
}

/** So many letters have room in any card. */
const MIN_LETTERS = 7;

/** An amount of money is long, and a card on a phone is narrow. */
function Value({ children }: { children: string }) {
  const style: CSSProperties & Record<'--letters', number> = { '--letters': Math.max(children.length, MIN_LETTERS) };
  return (
    <span className={classes.value} style={style}>
      {children}
    </span>
  );
}
