import { router, student, tutor } from '#server/core/trpc.ts';
import {
  bookingsAnswer,
  bookingsInput,
  bookingsPage,
  bookingsQuery,
  bookingView,
  requestBookingInput,
  setBookingStatusInput,
} from '#shared/contracts/bookings.ts';
import { requestBooking, setBookingStatus } from './bookings.commands.ts';
import { allForStudent, allForTutor, bookingsForStudent, bookingsForTutor } from './bookings.queries.ts';

const forStudents = student.meta({ failed: 'Failed to fetch bookings', refused: 'Only students can view student bookings' });
const forTutors = tutor.meta({ failed: 'Failed to fetch bookings', refused: 'Only tutors can view tutor bookings' });

export const bookingsRouter = router({
  request: student
    .meta({ failed: 'Failed to create booking', refused: 'Only students can book sessions' })
    .input(requestBookingInput)
    .output(bookingView)
    .mutation(({ ctx, input }) => requestBooking(ctx, input)),
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
});
