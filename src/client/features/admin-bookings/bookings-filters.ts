// The route loads this before its component: import no components here.
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';

export const STATUS_FILTERS = BOOKING_STATUSES;
export const OTHER_SORTS = ['oldest', 'amount'] as const;

export type BookingsSearch = {
  status?: (typeof STATUS_FILTERS)[number];
  sort?: (typeof OTHER_SORTS)[number];
  q?: string;
  page?: number;
  booking?: string;
};

export const toBookingsInput = ({ status, sort, q, page = 1 }: BookingsSearch) =>
  ({ status: status ?? 'all', sortBy: sort ?? 'newest', search: q, page }) as const;
