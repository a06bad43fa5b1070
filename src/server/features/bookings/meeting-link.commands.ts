import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { lockBookings } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { As } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { BookingView, SetMeetingLinkInput } from '#shared/contracts/bookings.ts';
import { canHaveLink, linkFrom } from '#shared/domain/meeting-link.ts';
import { DomainError } from '#shared/errors.ts';
import { newsOf } from './bookings.steps.ts';
import { bookingView } from './bookings.queries.ts';

const ROOM_BYTES = 18;

/** A room of its own: whoever knows the link may come in, so nobody must guess it. */
export function newMeetingLink(template: string): string {
  return linkFrom(template, `vidya-${randomBytes(ROOM_BYTES).toString('hex')}`);
}

/** Where the parties of a confirmed online session meet, if the tutor has a room of the own. */
export function setMeetingLink(ctx: As<'tutor'>, { id, meetingLink }: SetMeetingLinkInput): Promise<BookingView> {
  return inUnitOfWork(ctx, async ({ db, actor, now, record }) => {
    const [booking] = await lockBookings(db, and(byId(bookings.id, id), eq(bookings.tutorUserId, actor.id)));
    if (!booking) throw new DomainError('booking.not_found');
    if (!canHaveLink(booking)) throw new DomainError('booking.no_link');
    await db
      .update(bookings)
      .set({ meetingLink, updatedAt: now(), sequence: sql`${bookings.sequence} + 1` })
      .where(eq(bookings.id, booking.id));
    record({ type: 'booking.link_changed', booking: newsOf(booking) });
    return bookingView(db, booking.id);
  });
}
