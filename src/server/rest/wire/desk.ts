import { z } from '@hono/zod-openapi';
import { DESK_SORTS, DESK_STATUSES } from '#shared/contracts/bookings.ts';
import { dashboardStats } from '#shared/contracts/statistics.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { booking } from './bookings.ts';
import { countOf, MOST_PAGES, oneOf, parameter } from './reading.ts';
import { count, tablePages } from './shapes.ts';

export const dashboardBody = z
  .object({
    ...dashboardStats.shape,
    totalTutors: count,
    totalStudents: count,
    activeSubjects: count,
    pendingVerifications: count,
    totalBookings: count,
  })
  .openapi('DashboardStats', {
    example: { totalTutors: 212, totalStudents: 1840, activeSubjects: 46, pendingVerifications: 5, totalBookings: 6120, totalRevenue: 8934500 },
  });

export const deskBookingsQuery = z.object({
  page: parameter({ description: 'From 1', type: 'integer', least: 1, example: 1, read: (text) => countOf(text, MOST_PAGES) }),
  limit: parameter({
    description: `Bookings a page, ${ADMIN_TABLES.pageSize} where it is absent`,
    type: 'integer',
    least: 1,
    most: ADMIN_TABLES.mostPerPage,
    example: 24,
    read: (text) => countOf(text, ADMIN_TABLES.mostPerPage),
  }),
  status: parameter({
    description: 'Bookings with this status; an unknown one has no bookings',
    values: DESK_STATUSES,
    read: (text) => text?.slice(0, LIMITS.id),
  }),
  sortBy: parameter({
    description: '`newest` or `oldest`: by when they were asked for; `amount`: the highest price first. `newest` where it is absent',
    values: DESK_SORTS,
    read: (text) => oneOf(DESK_SORTS, text),
  }),
});

export const deskBookingsBody = z.object({
  bookings: z.array(booking),
  ...tablePages,
  totalBookings: count.openapi({ example: 1 }),
});
