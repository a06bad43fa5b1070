import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { type CheckboxProps, Checkbox as MantineCheckbox } from '@mantine/core';
import classes from './checkbox.module.css';

export function Checkbox(props: CheckboxProps) {
  return (
    <MantineCheckbox
      aria-invalid={props.error ? true : undefined}
      classNames={{ body: classes.body, inner: classes.inner, label: classes.label }}
      {...props}
    />
  );
}
