import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { CategoryIcon, COMMON_ICONS } from '#client/features/catalogue/category-icon.tsx';
import classes from './icon-picker.module.css';
import { MORE_ICONS } from './more-category-icons.tsx';

const ICONS = { ...COMMON_ICONS, ...MORE_ICONS };
const NAMES = Object.keys(ICONS).sort();

/** `FlaskConical` in words. */
const inWords = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

export type IconPickerProps = { value: string; onChange: (name: string) => void };

/** One icon of those that suit a school; radio buttons, so that the arrow keys choose. */
export function IconPicker({ value, onChange }: IconPickerProps) {
  const group = useId();
  const [searched, setSearched] = useState('');
  const words = searched.trim().toLowerCase();
  // What is chosen already is seen without scrolling, also where only the server knows its name.
  const [first] = useState(value);
  const known = [first, ...NAMES.filter((name) => name !== first)];
  const found = known.filter((name) => inWords(name).toLowerCase().includes(words));

  return (
    <fieldset className={classes.picker}>
      <legend>Icon</legend>
      <TextInput
        size="sm"
        aria-label="Search icons"
        placeholder="Search icons"
        type="search"
        autoComplete="off"
        leftSection={<Search size={16} aria-hidden="true" />}
        value={searched}
        onChange={(event) => setSearched(event.currentTarget.value)}
        // Enter is for the form; here it would save while one is still looking.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={classes.grid}>
        {found.map((name) => (
          <label key={name} className={classes.icon} title={inWords(name)}>
            <input type="radio" name={group} value={name} aria-label={inWords(name)} checked={name === value} onChange={() => onChange(name)} />
            <CategoryIcon name={name} size={22} />
          </label>
        ))}
      </div>
      <p className={classes.chosen} role="status">
        {found.length === 0 ? 'No icon is called so.' : `Chosen: ${inWords(value)}`}
      </p>
    </fieldset>
  );
}
