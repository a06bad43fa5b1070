import { Stack } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import classes from './row-link.module.css';

const Anchor = ({ className = '', ...props }: ComponentProps<'a'>) => <a {...props} className={`${classes.row} ${className}`} />;

export const RowLink: LinkComponent<typeof Anchor> = createLink(Anchor);

export function RowButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={`${classes.row} ${className}`} />;
}

export type ListedLink = { label: string; icon: LucideIcon; link: LinkProps };
export type LinkListProps = { links: readonly ListedLink[] };

export function LinkList({ links }: LinkListProps) {
  return (
    <Stack component="ul" gap={4} mx={-12}>
      {links.map(({ label, icon: Icon, link }) => (
        <li key={label}>
          <RowLink {...link}>
            <Icon size={20} color="var(--vidya-primary-ink)" aria-hidden="true" />
            <span>{label}</span>
            <ChevronRight size={18} style={{ marginInlineStart: 'auto' }} aria-hidden="true" />
          </RowLink>
        </li>
      ))}
    </Stack>
  );
}
