import { z } from 'zod';
import { STUDENT_ORDERS } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES } from '#shared/vocabulary/people.ts';
import { id, rupees, searched } from './common.ts';

export const studentsInput = z
  .object({
    search: searched.default(''),
    sortBy: z.enum(STUDENT_ORDERS).default('newest'),
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(ADMIN_TABLES.mostPerPage).default(ADMIN_TABLES.pageSize),
  })
  .prefault({});
export type StudentsInput = z.infer<typeof studentsInput>;

export const studentRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  profileImage: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  createdAt: z.date(),
  updatedAt: z.date(),
  stats: z.object({ totalBookings: z.int(), completedBookings: z.int(), favoriteTutors: z.int(), totalSpent: rupees }),
});
export type StudentRow = z.infer<typeof studentRow>;

export const studentsPage = z.object({
  students: z.array(studentRow),
  page: z.int(),
  totalPages: z.int(),
  total: z.int(),
});
export type StudentsPage = z.infer<typeof studentsPage>;

export const studentInput = z.object({ id });
export type StudentInput = z.infer<typeof studentInput>;
