import { trpc } from '#client/lib/rpc/trpc.ts';
import { CATEGORY_ICON, UNCATEGORIZED } from '#shared/vocabulary/content.ts';
import { CATEGORIES_QUERY, topicsQuery, UNCATEGORIZED_QUERY } from './search-state.ts';

type CatalogueSubject = { id: string; name: string };
export type CatalogueCategory = { value: string; name: string; icon: string; description: string; subjects: readonly CatalogueSubject[] };

export type Catalogue = {
  categories: readonly CatalogueCategory[];
  isPending: boolean;
  retry: () => void;
};

export function useCatalogue(): Catalogue {
  const listed = trpc.catalogue.categories.useQuery(...CATEGORIES_QUERY);
  const uncategorized = trpc.catalogue.subjects.useQuery(...UNCATEGORIZED_QUERY);
  const categories = (listed.data ?? []).map(({ name, icon, description, subjects }) => ({ value: name, name, icon, description, subjects }));
  const others = { value: UNCATEGORIZED, name: 'Other Subjects', icon: CATEGORY_ICON, description: '', subjects: uncategorized.data ?? [] };
  return {
    categories: others.subjects.length > 0 ? [...categories, others] : categories,
    isPending: listed.isPending,
    retry: () => {
      for (const { isError, refetch } of [listed, uncategorized]) if (isError) void refetch();
    },
  };
}

export const isSameName = (name: string | undefined, other: string): boolean => name?.toLowerCase() === other.toLowerCase();

export function useTopics(subject: CatalogueSubject | undefined): readonly { id: string; name: string }[] {
  const [input, options] = topicsQuery(subject?.id ?? '');
  const topics = trpc.catalogue.topicsOfSubject.useQuery(input, { ...options, enabled: subject !== undefined });
  return topics.data ?? [];
}
