import { clockOf, HOURS } from './week-slots.ts';
import classes from './week-time-select.module.css';

export type TimeSelectProps = {
  label: string;
  /** `HH:MM`; one that is no full hour is offered beside the hours. */
  value: string;
  path?: string;
  isWrong?: boolean;
  describedBy?: string;
  onChange: (time: string) => void;
};

/** The browser's own list of the full hours. */
export function TimeSelect({ label, value, path, isWrong = false, describedBy, onChange }: TimeSelectProps) {
  const times = HOURS.includes(value) ? HOURS : [...HOURS, value].sort();
  return (
    <select
      className={classes.select}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? describedBy : undefined}
      data-path={path}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {times.map((time) => (
        <option key={time} value={time}>
          {clockOf(time)}
        </option>
      ))}
    </select>
  );
}
