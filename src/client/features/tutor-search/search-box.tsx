import { useLingui } from '@lingui/react/macro';
import type { BoxProps } from '@mantine/core';
import { defaultStringifySearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { ALL_TUTORS, type OnSuggestionChosen, type TutorSearch } from './search-state.ts';
import type { DebouncedText } from './use-debounced-text.ts';

const SearchSuggestions = lazyPart(() => import('./search-suggestions.tsx').then((module) => module.SearchSuggestions));

export type SearchBoxProps = BoxProps & {
  onChoose: OnSuggestionChosen;
  searchText: Pick<DebouncedText, 'text' | 'type' | 'send' | 'clear'>;
  /** The search that the text is part of. */
  search?: TutorSearch;
};

export function SearchBox({ onChoose, searchText: { text, type, send, clear }, search = ALL_TUTORS, ...box }: SearchBoxProps) {
  const { t } = useLingui();
  const { q: _, after: __, ...filters } = search;
  return (
    <SearchField
      label={t`Search tutors`}
      target={{ action: '/tutors', name: 'q', fields: [...new URLSearchParams(defaultStringifySearch(filters))] }}
      placeholder={t`Name, subject or town`}
      icon={<Search size={20} aria-hidden="true" />}
      value={text}
      onType={type}
      onSearch={send}
      onClear={clear}
      renderList={(owner) => <SearchSuggestions {...owner} text={text} searched={search.q} onChoose={onChoose} />}
      {...box}
    />
  );
}
