import type { BoxProps } from '@mantine/core';
import { Search } from 'lucide-react';
import { SearchField } from '#client/ui/search-field.tsx';
import type { DebouncedText } from './use-debounced-text.ts';

export type SearchBoxProps = BoxProps & { searchText: Omit<DebouncedText, 'isSettled'> };

export function SearchBox({ searchText: { text, type, send, clear }, ...box }: SearchBoxProps) {
  return (
    <SearchField
      label="Search tutors"
      placeholder="Name, subject or town"
      icon={<Search size={20} aria-hidden="true" />}
      value={text}
      onType={type}
      onSearch={send}
      onClear={clear}
      {...box}
    />
  );
}
