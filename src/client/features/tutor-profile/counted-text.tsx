import { Textarea, VisuallyHidden } from '@mantine/core';
import classes from './fields.module.css';

export type CountedTextProps = {
  label: string;
  path: string;
  value: string;
  most: number;
  rows: number;
  hint: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** A text with its length beside it, as the server counts it: without the blanks around it. */
export function CountedText({ label, path, value, most, rows, hint, error, onChange }: CountedTextProps) {
  const length = value.trim().length;
  return (
    <Textarea
      label={label}
      data-path={path}
      rows={rows}
      value={value}
      error={error}
      // Mantine writes `aria-describedby` itself, of what it is given here.
      description={
        <>
          <span>{hint}</span>
          <span className={classes.count} data-over={length > most || undefined}>
            <span aria-hidden="true">{`${length} / ${most}`}</span>
            <VisuallyHidden>{`${length} of ${most} characters`}</VisuallyHidden>
          </span>
        </>
      }
      descriptionProps={{ className: classes.below }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
