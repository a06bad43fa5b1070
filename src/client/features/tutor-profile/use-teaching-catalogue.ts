import { useLingui } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { SUGGESTIONS } from '#shared/vocabulary/limits.ts';

export type OfferedSubject = { id: string; name: string; description: string };
export type SubjectGroup = { id: string; name: string; subjects: readonly OfferedSubject[] };

export type TeachingCatalogue = {
  groups: readonly SubjectGroup[];
  offeredIds: ReadonlySet<string> | null;
  isReady: boolean;
  error: string | null;
  isRetrying: boolean;
  retry: () => void;
};

export function useTeachingCatalogue(): TeachingCatalogue {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.catalogue.subjects.queryOptions({ active: 'true' }));
  return {
    groups: groupByCategory(data ?? [], t`Other Subjects`),
    offeredIds: data ? new Set(data.map(({ id }) => id)) : null,
    isReady: data !== undefined,
    error: data === undefined && error ? errorMessageWithReason(error, t`Failed to fetch subjects`) : null,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}

export type NamedSubjects = { ids: ReadonlySet<string>; isSearching: boolean };

/** Found by their names in other languages, their spelling and their sound, which only the server knows. */
export function useNamedSubjects(search: string): NamedSubjects {
  const trpc = useTRPC();
  const text = search.trim();
  const [settled] = useDebouncedValue(text, SUGGESTIONS.debounceMs);
  const isLong = text.length >= SUGGESTIONS.letters;
  const { data, isFetching } = useQuery(
    trpc.tutors.namedSubjects.queryOptions({ text: settled }, { enabled: isLong && settled.length >= SUGGESTIONS.letters, retry: false }),
  );
  return { ids: new Set(isLong && text === settled ? data : []), isSearching: isLong && (text !== settled || isFetching) };
}

type SubjectWithCategory = OfferedSubject & { category: { id: string; name: string; order: number } | null };

function groupByCategory(subjects: readonly SubjectWithCategory[], otherSubjects: string): SubjectGroup[] {
  const noCategory = { id: '', name: otherSubjects, order: Number.POSITIVE_INFINITY };
  const groupsById = new Map<string, { id: string; name: string; order: number; subjects: OfferedSubject[] }>();
  for (const { id, name, description, category } of subjects) {
    const { id: categoryId, ...rest } = category ?? noCategory;
    const group = groupsById.get(categoryId) ?? { id: categoryId, name: rest.name, order: rest.order, subjects: [] };
    group.subjects.push({ id, name, description });
    groupsById.set(categoryId, group);
  }
  return [...groupsById.values()].sort((a, b) => (a.order === b.order ? 0 : a.order - b.order) || a.name.localeCompare(b.name));
}

export function useSubjectTopics(subjectId: string) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { data, error, isPending, isFetching, refetch } = useQuery(trpc.catalogue.topicsOfSubject.queryOptions({ subjectId, activeOnly: true }));
  return {
    topics: data ?? [],
    isPending,
    error: data === undefined && error ? errorMessageWithReason(error, t`Failed to fetch topics`) : null,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}
