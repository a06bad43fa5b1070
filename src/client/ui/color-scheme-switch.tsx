import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import classes from './color-scheme-switch.module.css';

const SCHEMES = [
  { value: 'light', label: msg`Light`, Icon: Sun },
  { value: 'dark', label: msg`Dark`, Icon: Moon },
  { value: 'auto', label: msg`System`, Icon: Monitor },
] as const;

/** Mantine's SegmentedControl would be 3 KB in each page. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { i18n } = useLingui();
  const name = useId();

  return (
    <fieldset className={classes.group}>
      <VisuallyHidden component="legend">
        <Trans>Colour scheme</Trans>
      </VisuallyHidden>
      {SCHEMES.map(({ value, label, Icon }) => (
        <label key={value} className={classes.option} title={i18n._(label)}>
          <input
            className={classes.input}
            type="radio"
            name={name}
            value={value}
            aria-label={i18n._(label)}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={18} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}
