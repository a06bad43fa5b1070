import { createHash } from 'node:crypto';
import type { Statement } from './statements.ts';
import * as statements from './statements.ts';
import { answer, datesOf, datesOfTutor } from './trpc-wire.ts';
import type { Paging } from './views.ts';
import * as views from './views.ts';

/** Of a driver: prepares the statement once on each connection. */
export type Query = <Row>(statement: Statement, params: readonly (string | number)[]) => Promise<readonly Row[]>;
export type Signed = { id: string; role: string; is_confirmed: boolean };

/** As many connections as the product has. */
export const POOL_SIZE = 20;

const NO_READING = { filters: [], corrections: [], leftOut: [], isShortened: false, town: null };

/** What a peer without an ORM reads and answers, whatever its driver and framework. */
export function createAnswers(query: Query, site: string) {
  const rest = views.restStyle(site);
  const trpc = views.TRPC_STYLE;
  const offset = ({ page, limit }: Paging) => (page - 1) * limit;
  const total = async (statement: Statement, userId: string) => (await query<{ total: number }>(statement, [userId]))[0]?.total ?? 0;

  async function readTutors(paging: Paging) {
    const [rows, [counted]] = await Promise.all([
      query<views.TutorRow>(statements.TUTORS_PAGE, [paging.limit, offset(paging)]),
      query<{ tutors: number }>(statements.TUTOR_COUNT, []),
    ]);
    return { rows, info: views.pageInfo(counted?.tutors ?? 0, paging) };
  }
  const readTutor = async (id: string) => (await query<views.TutorRow>(statements.TUTOR_BY_ID, [id]))[0];
  const readNotifications = (userId: string, paging: Paging) =>
    Promise.all([
      query<views.NotificationRow>(statements.NOTIFICATIONS, [userId, paging.limit, offset(paging)]),
      total(statements.NOTIFICATION_COUNT, userId),
    ]);
  const readBookings = (userId: string, paging: Paging) =>
    Promise.all([query<views.BookingRow>(statements.BOOKINGS, [userId, paging.limit, offset(paging)]), total(statements.BOOKING_COUNT, userId)]);

  return {
    async signed(authorization: string | undefined): Promise<Signed | null> {
      const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
      if (token === undefined) return null;
      const hash = createHash('sha256').update(token).digest('hex');
      return (await query<Signed>(statements.SESSION, [hash]))[0] ?? null;
    },
    rest: {
      async tutor(id: string) {
        const row = await readTutor(id);
        return row ? views.tutorView(row, rest, { withContact: true }) : null;
      },
      async tutors(paging: Paging) {
        const { rows, info } = await readTutors(paging);
        return { tutors: rows.map((row) => views.tutorView(row, rest)), pagination: info };
      },
      subjects: async () => (await query<views.SubjectRow>(statements.SUBJECTS, [])).map((row) => views.subjectView(row, rest)),
      async notifications(userId: string, paging: Paging) {
        const [rows, count] = await readNotifications(userId, paging);
        const notifications = rows.map((row) => views.notificationView(row, rest));
        return { success: true, data: views.notificationsPage(notifications, count, paging) };
      },
      async bookings(userId: string, paging: Paging) {
        const [rows, count] = await readBookings(userId, paging);
        return { success: true, bookings: rows.map((row) => views.bookingView(row, rest)), pagination: views.bookingsPage(count, paging) };
      },
    },
    trpc: {
      async tutor(id: string) {
        const row = await readTutor(id);
        return row ? answer(views.tutorView(row, trpc), datesOfTutor('', row)) : null;
      },
      async tutors(paging: Paging) {
        const { rows, info } = await readTutors(paging);
        const dates = Object.assign({}, ...rows.map((row, index) => datesOfTutor(`tutors.${index}.`, row)));
        const { totalIsCapped = false, ...counts } = info;
        return answer({ tutors: rows.map((row) => views.tutorView(row, trpc)), reading: NO_READING, ...counts, totalIsCapped }, dates);
      },
      async subjects() {
        const subjects = (await query<views.SubjectRow>(statements.SUBJECTS, [])).map((row) => views.subjectView(row, trpc));
        return answer(subjects, datesOf('', subjects, ['createdAt', 'updatedAt']));
      },
      async notifications(userId: string, paging: Paging) {
        const [rows, count] = await readNotifications(userId, paging);
        const notifications = rows.map((row) => views.notificationView(row, trpc));
        const dates = datesOf('notifications.', notifications, ['expiresAt', 'createdAt', 'updatedAt']);
        return answer(views.notificationsPage(notifications, count, paging), dates);
      },
      async bookings(userId: string, paging: Paging) {
        const [rows, count] = await readBookings(userId, paging);
        const bookings = rows.map((row) => views.bookingView(row, trpc));
        const dates = datesOf('bookings.', bookings, ['startTime', 'endTime', 'createdAt', 'updatedAt']);
        return answer({ bookings, pagination: views.bookingsPage(count, paging) }, dates);
      },
    },
  };
}

export type Answers = ReturnType<typeof createAnswers>;

const DEFAULT_LIMIT = 20;

export const pagingOf = (query: { page?: string | undefined; limit?: string | undefined }): Paging => ({
  page: Number(query.page ?? 1),
  limit: Number(query.limit ?? DEFAULT_LIMIT),
});
