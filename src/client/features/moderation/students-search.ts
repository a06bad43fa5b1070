import type { StudentsInput } from '#shared/contracts/students.ts';
import type { StudentOrder } from '#shared/vocabulary/content.ts';

// The route loads this before its component: import no components here.
export type StudentsSearch = { q?: string; sort?: StudentOrder; page?: number };

export const pageNumber = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) > 1 && Number(value) <= 1_000_000 ? Number(value) : undefined;

export const toStudentsInput = ({ q: search = '', sort: sortBy = 'newest', page = 1 }: StudentsSearch) =>
  ({ search, sortBy, page }) satisfies Partial<StudentsInput>;
