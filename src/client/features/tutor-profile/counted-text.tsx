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
    <div>
      <Textarea
        label={label}
        data-path={path}
        rows={rows}
        value={value}
        error={error}
        aria-describedby={`${path}-count`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.below}>
        <p>{hint}</p>
        <p id={`${path}-count`} className={classes.count} data-over={length > most || undefined}>
          <span aria-hidden="true">{`${length} / ${most}`}</span>
          <VisuallyHidden>{`${length} of ${most} characters`}</VisuallyHidden>
        </p>
      </div>
    </div>
  );
}
