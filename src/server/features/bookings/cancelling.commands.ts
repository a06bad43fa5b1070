import { and, eq, type SQL } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import { type As, type SignedIn, signedInAs } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { BookingView, CancelBookingInput, ChangeStatusInput } from '#shared/contracts/bookings.ts';
import { type Move, moveProblem, timeState } from '#shared/domain/booking-lifecycle.ts';
import { DomainError } from '#shared/errors.ts';
import { setBookingStatus } from './bookings.commands.ts';
import { type BookingRow, lockForMove, moveBookings, newsOf } from './bookings.steps.ts';
import { bookingView } from './bookings.queries.ts';
import { recordReminder } from './bookings-desk.commands.ts';

/** Cancels one of the student's own bookings before its start; what is given back goes by the bands of the Terms. */
export function cancelBooking(ctx: As<'student'>, { id, reason }: CancelBookingInput): Promise<BookingView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    const booking = await lockForMove(db, and(byId(bookings.id, id), eq(bookings.studentId, actor.id)));
    if (!booking) throw new DomainError('booking.not_found');
    const move: Move = { by: 'student', to: 'cancelled', reason };
    const problem = moveProblem(booking, move, now());
    if (problem) throw new DomainError(problem);
    await moveBookings(unit, [booking], move);
    return bookingView(db, booking.id);
  });
}

/** What the caller's role may do to a booking: a tutor all moves, a student cancel, an admin nothing. */
export async function changeStatus(ctx: SignedIn, { id, status, reason }: ChangeStatusInput): Promise<BookingView> {
  switch (ctx.actor.role) {
    case 'tutor':
      return setBookingStatus(signedInAs('tutor', ctx, undefined), { id, status, reason });
    case 'student': {
      const student = signedInAs('student', ctx, undefined);
      if (status === 'cancelled') return cancelBooking(student, { id, reason });
      throw new DomainError((await isOwn(student, id)) ? 'booking.only_tutors_move' : 'booking.not_found');
    }
    case 'admin':
      throw new DomainError('booking.view_only');
    case null:
      throw new DomainError('auth.role');
  }
}

/** Refuses a reminder that cannot go out, before anything is counted. */
export async function checkReminder(ctx: SignedIn, input: { id: string }): Promise<void> {
  const [booking] = await ctx.db.select().from(bookings).where(remindedBy(ctx, input));
  ahead(booking, ctx.now());
}

/** Reminds both parties of a session that lies ahead, now and beside what the clock does. */
export async function sendReminder(ctx: SignedIn, input: { id: string }): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    const booking = ahead(await lockForMove(db, remindedBy({ actor }, input), actor), now());
    record({ type: 'booking.reminder_due', booking: newsOf(booking), hours: null });
    if (actor.role === 'admin') await recordReminder(unit, booking);
  });
}

function remindedBy({ actor: { id: userId, role } }: Pick<SignedIn, 'actor'>, { id }: { id: string }): SQL | undefined {
  if (role !== 'tutor' && role !== 'admin') throw new DomainError('booking.only_tutors_remind');
  return and(byId(bookings.id, id), role === 'admin' ? undefined : eq(bookings.tutorUserId, userId));
}

function ahead(booking: BookingRow | undefined, now: Date): BookingRow {
  if (!booking) throw new DomainError('booking.not_found');
  if (timeState(booking, now) !== 'upcoming') throw new DomainError('booking.no_reminder');
  return booking;
}

async function isOwn({ db, actor }: As<'student'>, id: string): Promise<boolean> {
  const [booking] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(byId(bookings.id, id), eq(bookings.studentId, actor.id)));
  return booking !== undefined;
}
