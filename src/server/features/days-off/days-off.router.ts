import { z } from 'zod';
import { router, tutorProcedure } from '#server/core/trpc.ts';
import { bookingsInside as bookingsInsideView, daysOffInput, daysOffView } from '#shared/contracts/availability.ts';
import { done, id } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { addDaysOff, removeDaysOff } from './days-off.commands.ts';
import { listBookingsInside, listOwnDaysOff } from './days-off.queries.ts';

const forTutors = (failed: string) => tutorProcedure.meta({ failed, refused: 'Only tutors can plan days off' });

export const daysOffRouter = router({
  own: forTutors('Failed to fetch days off')
    .output(z.array(daysOffView))
    .query(({ ctx }) => listOwnDaysOff(ctx)),
  bookingsInside: forTutors('Failed to fetch bookings')
    .input(daysOffInput)
    .output(bookingsInsideView)
    .query(({ ctx, input }) => listBookingsInside(ctx, input)),
  add: forTutors('Failed to save days off. Please try again.')
    .input(daysOffInput)
    .output(daysOffView)
    .mutation(({ ctx, input }) => addDaysOff(ctx, input)),
  remove: forTutors('Failed to remove days off. Please try again.')
    .input(z.object({ id }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeDaysOff(ctx, input);
      return { message: SUCCESS.daysOffRemoved };
    }),
});
