import { z } from 'zod';
import { limited, perCaller } from '#server/core/limits.ts';
import { admin, router, student, tutor, user } from '#server/core/trpc.ts';
import {
  bookingCounts,
  bookingDetails,
  bookingIdInput,
  bookingsAnswer,
  bookingsInput,
  bookingsPage,
  bookingsQuery,
  bookingsWeekInput,
  bookingView,
  cancelBookingInput,
  changeStatusInput,
  deskBookingsInput,
  deskBookingsPage,
  earningsView,
  pendingRequestsInput,
  pendingRequestsView,
  requestBookingInput,
  setBookingStatusInput,
  setMeetingLinkInput,
  studentOverview,
} from '#shared/contracts/bookings.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { pendingRequestsOf } from './booking-checks.queries.ts';
import { bookingById } from './booking-details.queries.ts';
import { requestBooking, setBookingStatus } from './bookings.commands.ts';
import { allForCaller, allForStudent, allForTutor, bookingsForStudent, bookingsForTutor } from './bookings.queries.ts';
import { askForAnswer, checkUnanswered } from './bookings-desk.commands.ts';
import { bookingsOnDesk } from './bookings-desk.queries.ts';
import { cancelBooking, changeStatus, checkReminder, sendReminder } from './cancelling.commands.ts';
import { setMeetingLink } from './meeting-link.commands.ts';
import { studentOverviewOf } from './student-overview.queries.ts';
import { bookingCountsOf, bookingsInWeek, earningsOf, nextSessions } from './tutor-desk.queries.ts';

const forStudents = student.meta({ failed: 'Failed to fetch bookings', refused: 'Only students can view student bookings' });
const forTutors = tutor.meta({ failed: 'Failed to fetch bookings', refused: 'Only tutors can view tutor bookings' });

export const bookingsRouter = router({
  request: student
    .meta({ failed: 'Failed to create booking', refused: 'Only students can book sessions' })
    .input(requestBookingInput)
    .use(limited('requestBooking', perCaller))
    .output(bookingView)
    .mutation(({ ctx, input }) => requestBooking(ctx, input)),
  pendingRequests: forStudents
    .input(pendingRequestsInput)
    .output(pendingRequestsView)
    .query(({ ctx, input }) => pendingRequestsOf(ctx, input.tutorId)),
  setStatus: tutor
    .meta({ failed: 'Failed to update booking status', refused: 'Only tutors can change booking statuses' })
    .input(setBookingStatusInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => setBookingStatus(ctx, input)),
  forStudent: forStudents
    .input(bookingsInput)
    .output(bookingsPage)
    .query(({ ctx, input }) => bookingsForStudent(ctx, input)),
  forTutor: forTutors
    .input(bookingsInput)
    .output(bookingsPage)
    .query(({ ctx, input }) => bookingsForTutor(ctx, input)),
  allForStudent: forStudents
    .input(bookingsQuery)
    .output(bookingsAnswer)
    .query(({ ctx, input }) => allForStudent(ctx, input)),
  allForTutor: forTutors
    .input(bookingsQuery)
    .output(bookingsAnswer)
    .query(({ ctx, input }) => allForTutor(ctx, input)),
  /** Confirm, cancel or complete, by the role of the caller. */
  changeStatus: user
    .meta({ failed: 'Failed to update booking status' })
    .input(changeStatusInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => changeStatus(ctx, input)),
  cancel: student
    .meta({ failed: 'Failed to update booking status', refused: 'Only students can cancel their bookings here' })
    .input(cancelBookingInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => cancelBooking(ctx, input)),
  sendReminder: user
    .meta({ failed: 'Failed to send the reminder. Please try again.' })
    .input(bookingIdInput)
    .use(async ({ ctx, input, next }) => {
      await checkReminder(ctx, input);
      return next();
    })
    .use(limited('sendReminder', ({ ctx, input }) => `${perCaller({ ctx })} ${input.id.toLowerCase()}`))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await sendReminder(ctx, input);
      return { message: SUCCESS.reminderSent };
    }),
  /** All that the caller may see, for programs: of a student or tutor the own, of an admin every one. */
  allForCaller: user
    .meta({ failed: 'Failed to fetch bookings' })
    .output(z.array(bookingView))
    .query(({ ctx }) => allForCaller(ctx)),
  studentOverview: forStudents.output(studentOverview).query(({ ctx }) => studentOverviewOf(ctx)),
  byId: user
    .meta({ failed: 'Failed to fetch bookings' })
    .input(bookingIdInput)
    .output(bookingDetails)
    .query(({ ctx, input }) => bookingById(ctx, input)),
  /** Those of the whole platform. */
  desk: admin
    .meta({ failed: 'Failed to fetch bookings', refused: 'Only admins can view all bookings' })
    .input(deskBookingsInput)
    .output(deskBookingsPage)
    .query(({ ctx, input }) => bookingsOnDesk(ctx, input)),
  askForAnswer: admin
    .meta({ failed: 'Failed to send the reminder. Please try again.', refused: 'Only admins can remind tutors of their bookings' })
    .input(bookingIdInput)
    .use(async ({ ctx, input, next }) => {
      await checkUnanswered(ctx, input);
      return next();
    })
    .use(limited('askForAnswer', ({ input }) => input.id.toLowerCase()))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await askForAnswer(ctx, input);
      return { message: SUCCESS.reminderSent };
    }),
  setMeetingLink: tutor
    .meta({ failed: 'Failed to save the meeting link. Please try again.', refused: 'Only tutors can change meeting links' })
    .input(setMeetingLinkInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => setMeetingLink(ctx, input)),
  counts: forTutors.output(bookingCounts).query(({ ctx }) => bookingCountsOf(ctx)),
  week: forTutors
    .input(bookingsWeekInput)
    .output(z.array(bookingView))
    .query(({ ctx, input }) => bookingsInWeek(ctx, input)),
  nextSessions: forTutors.output(z.array(bookingView)).query(({ ctx }) => nextSessions(ctx)),
  earnings: tutor
    .meta({ failed: 'Failed to fetch earnings', refused: 'Only tutors can view tutor bookings' })
    .output(earningsView)
    .query(({ ctx }) => earningsOf(ctx)),
});
