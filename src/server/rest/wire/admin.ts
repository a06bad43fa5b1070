import { z } from '@hono/zod-openapi';
import { ADMIN_BOOKING_SORTS, ADMIN_BOOKING_STATUSES } from '#shared/contracts/bookings.ts';
import { newAccountStatus } from '#shared/contracts/moderation.ts';
import { dashboardStats } from '#shared/contracts/statistics.ts';
import { studentRow } from '#shared/contracts/students.ts';
import { approveInput, rejectInput } from '#shared/contracts/verification.ts';
import { SUCCESS } from '#shared/messages.ts';
import { STUDENT_ORDERS, TUTOR_ORDERS, type TutorFilter } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES, VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import { user } from './auth.ts';
import { booking } from './bookings.ts';
import { ADMIN_STUDENT, IDS, REJECTION, TUTOR, USER } from './examples.ts';
import { body, choice, idParams, isJsonObject, type JsonObject, limit, nullToEmpty, page, parameter, searchText, toBoolean } from './input.ts';
import { count, message, success, tablePages } from './schemas.ts';
import { tutorProfile } from './tutors.ts';
import { wireSchema } from './views.ts';

const pageSize = (description: string) => limit(description, { maximum: ADMIN_TABLES.mostPerPage, example: 24 });
const totalOne = count.openapi({ example: 1 });

export const dashboardBody = wireSchema(dashboardStats, { totalRevenue: z.number() }).openapi('DashboardStats', {
  example: { totalTutors: 212, totalStudents: 1840, activeSubjects: 46, pendingVerifications: 5, totalBookings: 6120, totalRevenue: 8934500 },
});

const VERIFIED = new Map<string, TutorFilter>([
  ['all', 'all'],
  ['verified', 'verified'],
  ['true', 'verified'],
  ['unverified', 'unverified'],
  ['false', 'unverified'],
]);

export const adminTutorsQuery = z
  .object({
    page: page(),
    limit: pageSize(`Tutors a page, ${ADMIN_TABLES.pageSize} where it is absent`),
    search: searchText('Part of a name or email', 'nimali'),
    verified: parameter({ description: '`all` where it is absent', values: [...VERIFIED.keys()], read: (text) => VERIFIED.get(text ?? '') }),
    sortBy: choice('`newest` where it is absent', TUTOR_ORDERS),
    rating: parameter({
      description: 'The least mean of the reviews',
      values: ['all', '1', '2', '3', '4', '5'],
      read: (text) => (/^[1-5]$/.test(text ?? '') ? Number(text) : undefined),
    }),
  })
  .transform(({ verified: filter, rating: minRating, ...page }) => ({ ...page, filter, minRating }));

export const adminTutorsBody = z.object({
  tutors: z.array(tutorProfile),
  ...tablePages,
  totalTutors: count.openapi({ description: 'Whatever is searched for.', example: 1 }),
});

export const approveBody = body('ApproveTutor', {
  contract: approveInput.omit({ id: true, revision: true, verificationStatus: true }),
  example: { verificationChecks: TUTOR.verificationChecks },
  fields: { verificationChecks: 'Without it all five count as ticked; sent with one that is not true, nothing is approved.' },
  read: ({ verificationChecks }) => ({
    verificationChecks: verificationChecks === undefined ? undefined : readChecks(isJsonObject(verificationChecks) ? verificationChecks : {}),
  }),
});

function readChecks(sent: JsonObject): Record<string, boolean> {
  return Object.fromEntries(VERIFICATION_CHECKS.map((check) => [check, toBoolean(sent[check]) === true]));
}

export const rejectBody = body('RejectTutor', {
  contract: rejectInput.omit({ id: true, revision: true, verificationStatus: true }),
  example: { reason: REJECTION },
  read: ({ reason }) => ({ reason }),
});

export const adminBookingsQuery = z.object({
  page: page(),
  limit: pageSize(`Bookings a page, ${ADMIN_TABLES.pageSize} where it is absent`),
  status: parameter({
    description: 'Bookings with this status; an unknown one has no bookings',
    values: ADMIN_BOOKING_STATUSES,
    read: (text) => text?.slice(0, LIMITS.id),
  }),
  sortBy: choice(
    '`newest` or `oldest`: by when they were asked for; `amount`: the highest price first. `newest` where it is absent',
    ADMIN_BOOKING_SORTS,
  ),
});
export const adminBookingsBody = z.object({ bookings: z.array(booking), ...tablePages, totalBookings: totalOne });

export const userParams = idParams('The id of an account. Of a tutor it is `user.id`, not the id of the profile.', IDS.student);
export const studentParams = idParams('The id of the account of a student.', IDS.student);

export const accountStatusBody = body('AccountStatus', {
  contract: newAccountStatus,
  example: { status: 'suspended', reason: 'Several students have reported missed sessions.' },
  fields: { reason: 'Needed for a suspension; the person reads it.' },
  read: ({ status, reason }) => ({ status: typeof status === 'string' ? status.trim().toLowerCase() : status, reason: nullToEmpty(reason) }),
});
const account = user.extend({ status: z.enum(ACCOUNT_STATUSES) }).openapi('Account', { example: { ...USER, status: 'suspended' } });
export const accountBody = z.object({ success, message: message(SUCCESS.accountSuspended), user: account });

export const studentsQuery = z.object({
  page: page(),
  limit: pageSize('Students a page, 24 where it is absent'),
  search: searchText('Part of a name or an email', 'kasun'),
  sortBy: choice('`newest` where it is absent', STUDENT_ORDERS),
});
const student = wireSchema(studentRow).openapi('AdminStudent', { example: ADMIN_STUDENT });
export const studentsBody = z.object({ students: z.array(student), ...tablePages, totalStudents: totalOne });
