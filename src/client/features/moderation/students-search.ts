import type { StudentsInput } from '#shared/contracts/students.ts';
import type { StudentOrder } from '#shared/vocabulary/content.ts';

// Read by the route before any component of its own is loaded, so nothing that draws stands here.
/** What stands in the address. */
export type StudentsSearch = { q?: string; sort?: StudentOrder; page?: number };

export const pageNumber = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) > 1 && Number(value) <= 1_000_000 ? Number(value) : undefined;

/** The call that the address stands for. */
export const studentsInputOf = ({ q: search = '', sort: sortBy = 'newest', page = 1 }: StudentsSearch) =>
  ({ search, sortBy, page }) satisfies Partial<StudentsInput>;
