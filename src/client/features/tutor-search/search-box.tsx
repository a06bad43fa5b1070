import { Search } from 'lucide-react';
import { SearchField } from '#client/ui/search-field.tsx';
import type { SearchText } from './use-search-text.ts';

export type SearchBoxProps = { words: SearchText };

export function SearchBox({ words: { text, type, search, clear } }: SearchBoxProps) {
  return (
    <SearchField
      label="Search tutors"
      placeholder="Name, subject or town"
      maw="42rem"
      icon={<Search size={20} aria-hidden="true" />}
      value={text}
      onType={type}
      onSearch={search}
      onClear={clear}
    />
  );
}
