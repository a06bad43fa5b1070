import type { BoxProps } from '@mantine/core';
import { defaultStringifySearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { SearchField } from '#client/ui/search-field.tsx';
import { ALL_TUTORS, type TutorSearch } from './search-state.ts';
import type { DebouncedText } from './use-debounced-text.ts';

export type SearchBoxProps = BoxProps & {
  searchText: Pick<DebouncedText, 'text' | 'type' | 'send' | 'clear'>;
  /** The search that the text is part of. */
  search?: TutorSearch;
};

export function SearchBox({ searchText: { text, type, send, clear }, search = ALL_TUTORS, ...box }: SearchBoxProps) {
  const { q: _, after: __, ...filters } = search;
  return (
    <SearchField
      label="Search tutors"
      target={{ action: '/tutors', name: 'q', fields: [...new URLSearchParams(defaultStringifySearch(filters))] }}
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
