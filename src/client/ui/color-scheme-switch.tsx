import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import classes from './color-scheme-switch.module.css';

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'auto', label: 'System', Icon: Monitor },
] as const;

/** Mantine's SegmentedControl would be 3 KB in each page. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();

  return (
    <fieldset className={classes.group}>
      <VisuallyHidden component="legend">Colour scheme</VisuallyHidden>
      {SCHEMES.map(({ value, label, Icon }) => (
        <label key={value} className={classes.option} title={label}>
          <input
            className={classes.input}
            type="radio"
            name={name}
            value={value}
            aria-label={label}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={18} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}
