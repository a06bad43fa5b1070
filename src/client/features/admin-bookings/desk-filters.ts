// Read by the route before any component of it is loaded, so nothing that draws stands here.
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';

/** What is not said in the address: all of them, the newest first. */
export const DESK_FILTERS = BOOKING_STATUSES;
export const OTHER_SORTS = ['oldest', 'amount'] as const;

export type DeskSearch = { status?: (typeof DESK_FILTERS)[number]; sort?: (typeof OTHER_SORTS)[number]; page?: number; booking?: string };

/** What the server is asked for. */
export const deskInputOf = ({ status = undefined, sort, page = 1 }: DeskSearch) =>
  ({ status: status ?? 'all', sortBy: sort ?? 'newest', page }) as const;
