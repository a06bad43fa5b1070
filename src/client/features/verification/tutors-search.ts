import type { TutorTableInput } from '#shared/contracts/verification.ts';
import type { TutorFilter } from '#shared/vocabulary/content.ts';

// Read by the route before any component of its own is loaded, so nothing that draws stands here.
export const TABLE_ORDERS = ['newest', 'oldest', 'name'] as const;
export type TableOrder = (typeof TABLE_ORDERS)[number];

/** What stands in the address. */
export type TutorsSearch = { q?: string; filter?: TutorFilter; sort?: TableOrder; page?: number };

export const pageNumber = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) > 1 && Number(value) <= 1_000_000 ? Number(value) : undefined;

/** The call that the address stands for. */
export const tableInputOf = ({ q: search = '', filter = 'all', sort: sortBy = 'newest', page = 1 }: TutorsSearch) =>
  ({ search, filter, sortBy, page }) satisfies Partial<TutorTableInput>;
