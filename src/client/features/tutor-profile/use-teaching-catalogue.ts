import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';

export type OfferedSubject = { id: string; name: string; description: string };
export type SubjectGroup = { id: string; name: string; subjects: readonly OfferedSubject[] };

export type TeachingCatalogue = {
  /** Subjects that are offered, under their categories in order; those of none come last. */
  groups: readonly SubjectGroup[];
  /** Null until it is known. */
  offered: ReadonlySet<string> | null;
  isReady: boolean;
  problem: string | null;
  isRetrying: boolean;
  retry: () => void;
};

const NOT_FETCHED = 'Failed to fetch subjects';
const OTHERS = { id: '', name: 'Other Subjects', order: 999 };

/** The subjects that a tutor may add. */
export function useTeachingCatalogue(): TeachingCatalogue {
  const { data, error, isFetching, refetch } = trpc.catalogue.subjects.useQuery({ active: 'true' });
  return {
    groups: groupsOf(data ?? []),
    offered: data ? new Set(data.map(({ id }) => id)) : null,
    isReady: data !== undefined,
    problem: data === undefined && error ? errorMessageWithReason(error, NOT_FETCHED) : null,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}

type Listed = OfferedSubject & { category: { id: string; name: string; order: number } | null };

function groupsOf(subjects: readonly Listed[]): SubjectGroup[] {
  const groups = new Map<string, { id: string; name: string; order: number; subjects: OfferedSubject[] }>();
  for (const { id, name, description, category } of subjects) {
    const of = category ?? OTHERS;
    const group = groups.get(of.id) ?? { id: of.id, name: of.name, order: of.order, subjects: [] };
    group.subjects.push({ id, name, description });
    groups.set(of.id, group);
  }
  const place = ({ id, order }: { id: string; order: number }) => (id === '' ? Number.POSITIVE_INFINITY : order);
  return [...groups.values()].sort((one, other) => place(one) - place(other) || one.name.localeCompare(other.name));
}

export type SubjectTopics = {
  topics: readonly { id: string; name: string; description: string }[];
  isPending: boolean;
  problem: string | null;
  isRetrying: boolean;
  retry: () => void;
};

/** Topics of a subject that are offered. */
export function useSubjectTopics(subjectId: string): SubjectTopics {
  const { data, error, isPending, isFetching, refetch } = trpc.catalogue.topicsOfSubject.useQuery({ subjectId, activeOnly: true });
  return {
    topics: data ?? [],
    isPending,
    problem: data === undefined && error ? errorMessageWithReason(error, 'Failed to fetch topics') : null,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}
