import { Group, Skeleton } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import { CardLink } from './links.tsx';
import classes from './stat-card.module.css';

export type StatCardProps = {
  name: string;
  /** Null where it could not be read, undefined while it is loading. */
  value: string | number | null | undefined;
  hint: string;
  icon: LucideIcon;
  link: LinkProps;
};

export function StatCard({ name, value, hint, icon: Icon, link }: StatCardProps) {
  return (
    <CardLink {...link} h="100%" className={classes.card}>
      <Group component="span" gap="xs" wrap="nowrap" fw={600} lh={1.3} className={classes.name}>
        <Icon size={18} color="var(--vidya-primary-ink)" aria-hidden="true" />
        {name}
      </Group>
      {value === undefined ? <Skeleton w="3.5rem" h="2rem" my={4} /> : <Value>{String(value ?? '–')}</Value>}
      <span className={classes.hint}>{hint}</span>
    </CardLink>
  );
}

/** So many letters fit into any card. */
const MIN_LETTERS = 7;

function Value({ children }: { children: string }) {
  const style: CSSProperties & Record<'--letters', number> = { '--letters': Math.max(children.length, MIN_LETTERS) };
  return (
    <span className={classes.value} style={style}>
      {children}
    </span>
  );
}
