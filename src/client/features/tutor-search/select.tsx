import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import classes from './select.module.css';

export type Option = { value: string; name: string };
export type OptionGroup = { name: string; options: readonly Option[] };

export type SelectProps = {
  label: string;
  value: string;
  options?: readonly Option[];
  groups?: readonly OptionGroup[];
  error?: string;
  disabled?: boolean;
  /** The label stands in front instead of above. */
  isInline?: boolean;
  onChange: (value: string) => void;
};

/** The browser's own list. */
export function Select({ label, value, options = [], groups = [], error, disabled, isInline, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className={classes.field} data-inline={isInline || undefined}>
      <label htmlFor={id}>{label}</label>
      <span className={classes.box}>
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map(toOption)}
          {groups.map((group) => (
            <optgroup key={group.name} label={group.name}>
              {group.options.map(toOption)}
            </optgroup>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden="true" />
      </span>
      {error && (
        <span id={`${id}-error`} className={classes.error}>
          {error}
        </span>
      )}
    </div>
  );
}

function toOption({ value, name }: Option) {
  return (
    <option key={value} value={value}>
      {name}
    </option>
  );
}
