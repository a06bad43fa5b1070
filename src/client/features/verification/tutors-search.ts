import type { TutorTableInput } from '#shared/contracts/verification.ts';
import type { TutorFilter } from '#shared/vocabulary/content.ts';

// The route loads this before its component: import no components here.
export const TABLE_ORDERS = ['newest', 'oldest', 'name'] as const;
export type TableOrder = (typeof TABLE_ORDERS)[number];

export type TutorsSearch = { q?: string; filter?: TutorFilter; sort?: TableOrder; page?: number };

export const toPageNumber = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) > 1 && Number(value) <= 1_000_000 ? Number(value) : undefined;

export const toTableInput = ({ q: search = '', filter = 'all', sort: sortBy = 'newest', page = 1 }: TutorsSearch) =>
  ({ search, filter, sortBy, page }) satisfies Partial<TutorTableInput>;
