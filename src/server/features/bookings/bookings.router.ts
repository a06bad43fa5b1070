import { z } from 'zod';
import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { adminProcedure, router, studentProcedure, tutorProcedure, userProcedure } from '#server/core/trpc.ts';
import {
  adminBookingsInput,
  adminBookingsPage,
  bookingCounts,
  bookingDetails,
  bookingIdInput,
  bookingsAnswer,
  bookingsInput,
  bookingsMonthInput,
  bookingsPage,
  bookingsQuery,
  bookingsWeekInput,
  bookingView,
  cancelBookingInput,
  changeStatusInput,
  earningsFile,
  earningsMonth,
  earningsView,
  pendingRequestsInput,
  pendingRequestsView,
  requestBookingInput,
  setBookingStatusInput,
  setMeetingLinkInput,
  studentOverview,
  timesOfStudent,
} from '#shared/contracts/bookings.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { listBookingsForAdmin } from './admin-bookings.queries.ts';
import { getPendingRequests, getTimesOfStudent } from './booking-checks.queries.ts';
import { getBookingDetails } from './booking-details.queries.ts';
import { cancelBooking, changeStatus, requestBooking, setBookingStatus, setMeetingLink } from './bookings.commands.ts';
import { listAllForCaller, listAllForStudent, listAllForTutor, listBookingsForStudent, listBookingsForTutor } from './bookings.queries.ts';
import {
  getBookingCounts,
  getEarnings,
  getStudentOverview,
  listBookingsInWeek,
  listMonthForStudent,
  listMonthForTutor,
  listNextSessions,
} from './dashboards.queries.ts';
import { getEarningsFile, getEarningsMonth } from './earnings-month.queries.ts';
import { askForAnswer, checkReminder, checkUnanswered, sendReminder } from './reminders.commands.ts';

const forStudents = studentProcedure.meta({ failed: 'Failed to fetch bookings', refused: 'Only students can view student bookings' });
const forTutors = tutorProcedure.meta({ failed: 'Failed to fetch bookings', refused: 'Only tutors can view tutor bookings' });
const forEarnings = tutorProcedure.meta({ failed: 'Failed to fetch earnings', refused: 'Only tutors can view tutor bookings' });

export const bookingsRouter = router({
  request: studentProcedure
    .meta({ failed: 'Failed to create booking', refused: 'Only students can book sessions' })
    .input(requestBookingInput)
    .use(rateLimit('requestBooking', perCaller))
    .output(bookingView)
    .mutation(({ ctx, input }) => requestBooking(ctx, input)),
  pendingRequests: forStudents
    .input(pendingRequestsInput)
    .output(pendingRequestsView)
    .query(({ ctx, input }) => getPendingRequests(ctx, input.tutorId)),
  setStatus: tutorProcedure
    .meta({ failed: 'Failed to update booking status', refused: 'Only tutors can change booking statuses' })
    .input(setBookingStatusInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => setBookingStatus(ctx, input)),
  forStudent: forStudents
    .input(bookingsInput)
    .output(bookingsPage)
    .query(({ ctx, input }) => listBookingsForStudent(ctx, input)),
  forTutor: forTutors
    .input(bookingsInput)
    .output(bookingsPage)
    .query(({ ctx, input }) => listBookingsForTutor(ctx, input)),
  allForStudent: forStudents
    .input(bookingsQuery)
    .output(bookingsAnswer)
    .query(({ ctx, input }) => listAllForStudent(ctx, input)),
  allForTutor: forTutors
    .input(bookingsQuery)
    .output(bookingsAnswer)
    .query(({ ctx, input }) => listAllForTutor(ctx, input)),
  changeStatus: userProcedure
    .meta({ failed: 'Failed to update booking status' })
    .input(changeStatusInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => changeStatus(ctx, input)),
  cancel: studentProcedure
    .meta({ failed: 'Failed to update booking status', refused: 'Only students can cancel their bookings here' })
    .input(cancelBookingInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => cancelBooking(ctx, input)),
  sendReminder: userProcedure
    .meta({ failed: 'Failed to send the reminder. Please try again.' })
    .input(bookingIdInput)
    .use(async ({ ctx, input, next }) => {
      await checkReminder(ctx, input);
      return next();
    })
    .use(rateLimit('sendReminder', ({ ctx, input }) => `${perCaller({ ctx })} ${input.id.toLowerCase()}`))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await sendReminder(ctx, input);
      return { message: SUCCESS.reminderSent };
    }),
  allForCaller: userProcedure
    .meta({ failed: 'Failed to fetch bookings' })
    .output(z.array(bookingView))
    .query(({ ctx }) => listAllForCaller(ctx)),
  studentOverview: forStudents.output(studentOverview).query(({ ctx }) => getStudentOverview(ctx)),
  byId: userProcedure
    .meta({ failed: 'Failed to fetch bookings' })
    .input(bookingIdInput)
    .output(bookingDetails)
    .query(({ ctx, input }) => getBookingDetails(ctx, input)),
  timesOfStudent: userProcedure
    .meta({ failed: 'Failed to fetch bookings' })
    .input(bookingIdInput)
    .output(timesOfStudent)
    .query(({ ctx, input }) => getTimesOfStudent(ctx, input)),
  desk: adminProcedure
    .meta({ failed: 'Failed to fetch bookings', refused: 'Only admins can view all bookings' })
    .input(adminBookingsInput)
    .output(adminBookingsPage)
    .query(({ ctx, input }) => listBookingsForAdmin(ctx, input)),
  askForAnswer: adminProcedure
    .meta({ failed: 'Failed to send the reminder. Please try again.', refused: 'Only admins can remind tutors of their bookings' })
    .input(bookingIdInput)
    .use(async ({ ctx, input, next }) => {
      await checkUnanswered(ctx, input);
      return next();
    })
    .use(rateLimit('askForAnswer', ({ input }) => input.id.toLowerCase()))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await askForAnswer(ctx, input);
      return { message: SUCCESS.reminderSent };
    }),
  setMeetingLink: tutorProcedure
    .meta({ failed: 'Failed to save the meeting link. Please try again.', refused: 'Only tutors can change meeting links' })
    .input(setMeetingLinkInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => setMeetingLink(ctx, input)),
  counts: forTutors.output(bookingCounts).query(({ ctx }) => getBookingCounts(ctx)),
  week: forTutors
    .input(bookingsWeekInput)
    .output(z.array(bookingView))
    .query(({ ctx, input }) => listBookingsInWeek(ctx, input)),
  monthForStudent: forStudents
    .input(bookingsMonthInput)
    .output(z.array(bookingView))
    .query(({ ctx, input }) => listMonthForStudent(ctx, input)),
  monthForTutor: forTutors
    .input(bookingsMonthInput)
    .output(z.array(bookingView))
    .query(({ ctx, input }) => listMonthForTutor(ctx, input)),
  nextSessions: forTutors.output(z.array(bookingView)).query(({ ctx }) => listNextSessions(ctx)),
  earnings: forEarnings.output(earningsView).query(({ ctx }) => getEarnings(ctx)),
  earningsMonth: forEarnings
    .input(bookingsMonthInput)
    .output(earningsMonth)
    .query(({ ctx, input }) => getEarningsMonth(ctx, input)),
  earningsFile: forEarnings
    .input(bookingsMonthInput)
    .output(earningsFile)
    .query(({ ctx, input }) => getEarningsFile(ctx, input)),
});
