import { and, eq, type SQL } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { timeState } from '#shared/domain/booking-lifecycle.ts';
import { DomainError } from '#shared/errors.ts';
import { type BookingRow, lockForTransition, toBookingEvent } from './bookings.steps.ts';

export async function checkReminder(ctx: SignedIn, input: { id: string }): Promise<void> {
  const [booking] = await ctx.db.select().from(bookings).where(whereRemindable(ctx, input));
  requireUpcoming(booking, ctx.now());
}

export async function sendReminder(ctx: SignedIn, input: { id: string }): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    const booking = requireUpcoming(await lockForTransition(db, whereRemindable({ actor }, input), { by: actor }), now());
    record({ type: 'booking.reminder_due', booking: toBookingEvent(booking), hours: null });
    if (actor.role === 'admin') await auditReminder(unit, booking);
  });
}

function whereRemindable({ actor: { id: userId, role } }: Pick<SignedIn, 'actor'>, { id }: { id: string }): SQL | undefined {
  if (role !== 'tutor' && role !== 'admin') throw new DomainError('booking.only_tutors_remind');
  return and(byId(bookings.id, id), role === 'admin' ? undefined : eq(bookings.tutorUserId, userId));
}

function requireUpcoming(booking: BookingRow | undefined, now: Date): BookingRow {
  if (!booking) throw new DomainError('booking.not_found');
  if (timeState(booking, now) !== 'upcoming') throw new DomainError('booking.no_reminder');
  return booking;
}

export async function checkUnanswered({ db }: CtxAs<'admin'>, { id }: { id: string }): Promise<void> {
  const [booking] = await db.select().from(bookings).where(byId(bookings.id, id));
  requirePending(booking);
}

export async function askForAnswer(ctx: CtxAs<'admin'>, { id }: { id: string }): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const booking = requirePending(await lockForTransition(unit.db, byId(bookings.id, id), { by: unit.actor }));
    unit.record({ type: 'booking.answer_asked', booking: toBookingEvent(booking) });
    await auditReminder(unit, booking);
  });
}

async function auditReminder(unit: Unit<SignedIn>, { id, subjectName, tutorUserId }: BookingRow): Promise<void> {
  const [tutor] = await unit.db
    .select({ name: users.name })
    .from(users)
    .where(byId(users.id, tutorUserId ?? ''));
  const name = [subjectName, tutor?.name].filter(Boolean).join(', ');
  recordAuditEntry(unit, 'booking.notified', { id, name });
}

function requirePending(booking: BookingRow | undefined): BookingRow {
  if (!booking) throw new DomainError('booking.not_found');
  if (booking.status !== 'pending') throw new DomainError('booking.answered');
  return booking;
}
