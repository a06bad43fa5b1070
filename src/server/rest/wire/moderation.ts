import { z } from '@hono/zod-openapi';
import { type AccountView, newAccountStatus } from '#shared/contracts/moderation.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { STUDENT_ORDERS } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES } from '#shared/vocabulary/people.ts';
import { user } from './auth.ts';
import { body, countOf, MOST_PAGES, oneOf, parameter, pathId, text } from './reading.ts';
import { absolute, date, entity, withId } from './shapes.ts';

export const userParams = z.object({ id: pathId });

export const accountStatusBody = body('AccountStatus', {
  contract: newAccountStatus,
  read: ({ status, reason }) => ({ status: typeof status === 'string' ? status.trim().toLowerCase() : status, reason: text(reason) }),
});

const account = user.extend({ status: z.enum(ACCOUNT_STATUSES) }).openapi('Account');
export const accountBody = z.object({ success: z.literal(true), message: z.string(), user: account });

export const toAccount = (view: AccountView, site: string) => ({ ...withId(view), profileImage: absolute(view.profileImage, site) });

export const studentsQuery = z.object({
  page: parameter({ description: 'From 1', type: 'integer', read: (text) => countOf(text, MOST_PAGES) }),
  limit: parameter({
    description: '24 unless told otherwise, 100 at most',
    type: 'integer',
    read: (text) => countOf(text, ADMIN_TABLES.mostPerPage),
  }),
  search: parameter({ description: 'Part of a name or an email', read: (text) => text?.slice(0, LIMITS.searchText) }),
  sortBy: parameter({ description: 'Newest first unless told otherwise', values: STUDENT_ORDERS, read: (text) => oneOf(STUDENT_ORDERS, text) }),
});

const student = entity({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  profileImage: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  createdAt: date,
  updatedAt: date,
  stats: z.object({ totalBookings: z.number(), completedBookings: z.number(), favoriteTutors: z.number(), totalSpent: z.number() }),
}).openapi('AdminStudent');
export const studentsBody = z.object({
  students: z.array(student),
  totalPages: z.number(),
  currentPage: z.number(),
  total: z.number(),
  totalStudents: z.number(),
});

export const toAdminStudent = (row: StudentRow, site: string) => ({ ...withId(row), profileImage: absolute(row.profileImage, site) });
