import type { ComponentProps, ReactNode } from 'react';
import classes from './switch.module.css';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: ReactNode };

/** The browser's checkbox, drawn as a switch at the end of its line. */
export function Switch({ label, ...input }: SwitchProps) {
  return (
    <label className={classes.switch}>
      <span>{label}</span>
      <input {...input} type="checkbox" />
    </label>
  );
}
