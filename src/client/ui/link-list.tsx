import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import classes from './link-list.module.css';

export type ListedLink = { label: string; icon: LucideIcon; link: LinkProps };
export type LinkListProps = { links: readonly ListedLink[] };

/** Places to go on to, one below the other. */
export function LinkList({ links }: LinkListProps) {
  return (
    <ul className={classes.links}>
      {links.map(({ label, icon: Icon, link }) => (
        <li key={label}>
          <Link {...link} className={classes.link}>
            <Icon size={20} aria-hidden="true" />
            <span>{label}</span>
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
