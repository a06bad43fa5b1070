import type { SubjectView } from '#shared/contracts/catalogue.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES } from '#shared/vocabulary/limits.ts';

/** What the table of subjects is asked for, as its address says it. */
export type SubjectsSearch = { q?: string; category?: string; page?: number; topics?: string };

export type SubjectsShown = { subjects: SubjectView[]; total: number; page: number; totalPages: number };

/** A page of those that fit. */
export function subjectsShown(all: readonly SubjectView[], { q = '', category, page = 1 }: SubjectsSearch): SubjectsShown {
  const words = q.toLowerCase();
  const found = all.filter(
    (subject) =>
      `${subject.name}\n${subject.description}`.toLowerCase().includes(words) &&
      (category === undefined || (subject.category?.id ?? UNCATEGORIZED) === category),
  );
  const totalPages = Math.max(1, Math.ceil(found.length / ADMIN_TABLES.pageSize));
  const shown = Math.min(Math.max(1, page), totalPages);
  const first = (shown - 1) * ADMIN_TABLES.pageSize;
  return { subjects: found.slice(first, first + ADMIN_TABLES.pageSize), total: found.length, page: shown, totalPages };
}
