import { trpc } from '#client/lib/rpc/trpc.ts';
import { CATEGORY_ICON, UNCATEGORIZED } from '#shared/vocabulary/content.ts';
import { CATEGORIES, OTHERS, topicsOf } from './search-calls.ts';

export type PickedSubject = { id: string; name: string };
/** `value` is what the address says. */
export type PickedCategory = { value: string; name: string; icon: string; description: string; subjects: readonly PickedSubject[] };

export type Catalogue = {
  categories: readonly PickedCategory[];
  isPending: boolean;
  /** Asks again for what could not be had. */
  retry: () => void;
};

/** Active categories in their order with their active subjects; those of none come last. */
export function useCatalogue(): Catalogue {
  const listed = trpc.catalogue.categories.useQuery(...CATEGORIES);
  const others = trpc.catalogue.subjects.useQuery(...OTHERS);
  const categories = (listed.data ?? []).map(({ name, icon, description, subjects }) => ({ value: name, name, icon, description, subjects }));
  const rest = { value: UNCATEGORIZED, name: 'Other Subjects', icon: CATEGORY_ICON, description: '', subjects: others.data ?? [] };
  return {
    categories: rest.subjects.length > 0 ? [...categories, rest] : categories,
    isPending: listed.isPending,
    retry: () => {
      for (const { isError, refetch } of [listed, others]) if (isError) void refetch();
    },
  };
}

export const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** Active topics of a subject of the catalogue. */
export function useTopics(subject: PickedSubject | undefined): readonly { id: string; name: string }[] {
  const [asked, fresh] = topicsOf(subject?.id ?? '');
  const topics = trpc.catalogue.topicsOfSubject.useQuery(asked, { ...fresh, enabled: subject !== undefined });
  return topics.data ?? [];
}
