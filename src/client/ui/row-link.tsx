import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import classes from './row-link.module.css';

const Anchor = ({ className = '', ...props }: ComponentProps<'a'>) => <a {...props} className={`${classes.row} ${className}`} />;

export const RowLink: LinkComponent<typeof Anchor> = createLink(Anchor);

export function RowButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={`${classes.row} ${className}`} />;
}
