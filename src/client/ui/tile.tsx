import type { ComponentProps, ReactNode } from 'react';
import classes from './tile.module.css';

export type TileProps = Omit<ComponentProps<'input'>, 'className' | 'children'> & { className?: string | undefined; children: ReactNode };

export function Tile({ className = '', type = 'radio', children, ...input }: TileProps) {
  return (
    <label className={`${classes.tile} ${className}`}>
      <input {...input} type={type} className={classes.input} />
      {children}
    </label>
  );
}
