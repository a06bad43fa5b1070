import { z } from '@hono/zod-openapi';
import { DESK_SORTS, DESK_STATUSES } from '#shared/contracts/bookings.ts';
import { dashboardStats } from '#shared/contracts/statistics.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { booking } from './bookings.ts';
import { countOf, MOST_PAGES, oneOf, parameter } from './reading.ts';

export const dashboardBody = z.object(dashboardStats.shape).openapi('DashboardStats');

export const deskBookingsQuery = z.object({
  page: parameter({ description: 'From 1', type: 'integer', read: (text) => countOf(text, MOST_PAGES) }),
  limit: parameter({ description: 'Bookings a page', type: 'integer', read: (text) => countOf(text, ADMIN_TABLES.mostPerPage) }),
  status: parameter({ description: 'An unknown one has no bookings', values: DESK_STATUSES, read: (text) => text?.slice(0, LIMITS.id) }),
  sortBy: parameter({
    description: 'By their making, or the highest amount first; anything else is as good as nothing',
    values: DESK_SORTS,
    read: (text) => oneOf(DESK_SORTS, text),
  }),
});

export const deskBookingsBody = z.object({
  bookings: z.array(booking),
  totalPages: z.number(),
  currentPage: z.number(),
  total: z.number(),
  totalBookings: z.number(),
});
