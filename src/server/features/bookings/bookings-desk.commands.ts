import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import type { As, SignedIn } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { DomainError } from '#shared/errors.ts';
import { type BookingRow, lockForMove, newsOf } from './bookings.steps.ts';

/** Refuses to ask for an answer that is not owed, before anything is counted. */
export async function checkUnanswered({ db }: As<'admin'>, { id }: { id: string }): Promise<void> {
  const [booking] = await db.select().from(bookings).where(byId(bookings.id, id));
  unanswered(booking);
}

/** Reminds the tutor of a request that waits for an answer. */
export async function askForAnswer(ctx: As<'admin'>, { id }: { id: string }): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const booking = unanswered(await lockForMove(unit.db, byId(bookings.id, id), unit.actor));
    unit.record({ type: 'booking.answer_asked', booking: newsOf(booking) });
    await recordReminder(unit, booking);
  });
}

/** For the audit log: of which session an admin reminded whom. */
export async function recordReminder(unit: Unit<SignedIn>, { id, subjectName, tutorUserId }: BookingRow): Promise<void> {
  const [tutor] = await unit.db
    .select({ name: users.name })
    .from(users)
    .where(byId(users.id, tutorUserId ?? ''));
  const name = [subjectName, tutor?.name].filter(Boolean).join(', ');
  recordDeed(unit, 'booking.notified', { id, name });
}

function unanswered(booking: BookingRow | undefined): BookingRow {
  if (!booking) throw new DomainError('booking.not_found');
  if (booking.status !== 'pending') throw new DomainError('booking.answered');
  return booking;
}
