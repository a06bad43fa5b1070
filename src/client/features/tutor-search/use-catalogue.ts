import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { type CatalogueCategory, type CatalogueSubject, listCategories, MENU_QUERY, topicsQuery } from './search-state.ts';

export type Catalogue = {
  categories: readonly CatalogueCategory[];
  isPending: boolean;
  retry: () => void;
};

export function useCatalogue(): Catalogue {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const { data, isPending, isError, refetch } = useQuery(trpc.catalogue.menu.queryOptions(...MENU_QUERY));
  return {
    categories: data ? listCategories(data, t`Other Subjects`).map((category) => ({ ...category, name: translatedName(i18n, category.name) })) : [],
    isPending,
    retry: () => {
      if (isError) void refetch();
    },
  };
}

export const isSameName = (name: string | undefined, other: string): boolean => name?.toLowerCase() === other.toLowerCase();

export function useTopics(subject: CatalogueSubject | undefined): readonly { id: string; name: string }[] {
  const [input, options] = topicsQuery(subject?.id ?? '');
  const trpc = useTRPC();
  const topics = useQuery(trpc.catalogue.topicsOfSubject.queryOptions(input, { ...options, enabled: subject !== undefined }));
  return topics.data ?? [];
}
