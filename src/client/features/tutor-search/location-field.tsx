import { MapPin } from 'lucide-react';
import { useId } from 'react';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './filter-fields.module.css';
import { useSearchText } from './use-search-text.ts';

export type LocationFieldProps = {
  location: string | undefined;
  /** `isRefined`: only what was being typed goes on. */
  onLocation: (location: string | undefined, how: { isRefined: boolean }) => void;
};

export function LocationField({ location, onLocation }: LocationFieldProps) {
  const id = useId();
  const { text, type, search } = useSearchText(location, onLocation);

  return (
    <div className={classes.field}>
      <label htmlFor={id}>Location</label>
      <span className={classes.line}>
        <MapPin size={18} aria-hidden="true" />
        <input
          id={id}
          autoComplete="address-level2"
          placeholder="Town or area"
          maxLength={LIMITS.searchText}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={search}
          onKeyDown={(event) => {
            if (event.key === 'Enter') search();
          }}
        />
      </span>
    </div>
  );
}
