import { useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import classes from './color-scheme-switch.module.css';

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'auto', label: 'System', Icon: Monitor },
] as const;

/** Light, dark, or as the device says; kept by Mantine in local storage. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();

  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Colour scheme</legend>
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
