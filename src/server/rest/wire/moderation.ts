import { z } from '@hono/zod-openapi';
import { type AccountView, newAccountStatus } from '#shared/contracts/moderation.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { SUCCESS } from '#shared/messages.ts';
import { STUDENT_ORDERS } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES } from '#shared/vocabulary/people.ts';
import { user } from './auth.ts';
import { ADMIN_STUDENT, IDS, USER } from './examples.ts';
import { body, countOf, MOST_PAGES, oneOf, parameter, pathId, text } from './reading.ts';
import { absolute, count, date, email, entity, image, studentStats, success, tablePages, told, withId } from './shapes.ts';

export const userParams = z.object({ id: pathId('The id of an account. Of a tutor it is `user.id`, not the id of the profile.', IDS.student) });
export const studentParams = z.object({ id: pathId('The id of the account of a student.', IDS.student) });

export const accountStatusBody = body('AccountStatus', {
  contract: newAccountStatus,
  example: { status: 'suspended', reason: 'Several students have reported missed sessions.' },
  fields: { reason: { description: 'Needed for a suspension; the person reads it.' } },
  read: ({ status, reason }) => ({ status: typeof status === 'string' ? status.trim().toLowerCase() : status, reason: text(reason) }),
});

const account = user.extend({ status: z.enum(ACCOUNT_STATUSES) }).openapi('Account', { example: { ...USER, status: 'suspended' } });
export const accountBody = z.object({ success, message: told(SUCCESS.accountSuspended), user: account });

export const toAccount = (view: AccountView, site: string) => ({ ...withId(view), profileImage: absolute(view.profileImage, site) });

export const studentsQuery = z.object({
  page: parameter({ description: 'From 1', type: 'integer', least: 1, example: 1, read: (text) => countOf(text, MOST_PAGES) }),
  limit: parameter({
    description: 'Students a page, 24 where it is absent',
    type: 'integer',
    least: 1,
    most: ADMIN_TABLES.mostPerPage,
    example: 24,
    read: (text) => countOf(text, ADMIN_TABLES.mostPerPage),
  }),
  search: parameter({ description: 'Part of a name or an email', example: 'kasun', read: (text) => text?.slice(0, LIMITS.searchText) }),
  sortBy: parameter({ description: '`newest` where it is absent', values: STUDENT_ORDERS, read: (text) => oneOf(STUDENT_ORDERS, text) }),
});

const student = entity({
  name: z.string(),
  email,
  phone: z.string(),
  profileImage: image,
  status: z.enum(ACCOUNT_STATUSES),
  createdAt: date,
  updatedAt: date,
  stats: studentStats,
}).openapi('AdminStudent', { example: ADMIN_STUDENT });
export const studentsBody = z.object({
  students: z.array(student),
  ...tablePages,
  totalStudents: count.openapi({ example: 1 }),
});

export const toAdminStudent = (row: StudentRow, site: string) => ({ ...withId(row), profileImage: absolute(row.profileImage, site) });
