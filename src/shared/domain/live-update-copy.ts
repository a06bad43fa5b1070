import type { BookingUpdate } from '#shared/vocabulary/bookings.ts';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';
import { ENGLISH, type Texts } from './texts.ts';

export type NotificationText = { title: string; message: string };
export type LocalEntry = { type: string; title: string; createdAt: Date | string };

const BOOKING_COPY: Record<BookingUpdate, (t: Texts, subject: string | undefined) => NotificationText> = {
  created: (t, subject) => ({ title: t`New Booking`, message: subject ? t`Your booking for ${subject} has been created.` : withoutSubject(t) }),
  updated: (t, subject) => ({ title: t`Booking Updated`, message: subject ? t`Your booking for ${subject} has been updated.` : withoutSubject(t) }),
  cancelled: (t, subject) => ({
    title: t`Booking Cancelled`,
    message: subject ? t`Your booking for ${subject} has been cancelled.` : withoutSubject(t),
  }),
  confirmed: (t, subject) => ({
    title: t`Booking Confirmed`,
    message: subject ? t`Your booking for ${subject} has been confirmed.` : withoutSubject(t),
  }),
};

const withoutSubject = (t: Texts): string => t`Your booking has been updated.`;

export function bookingUpdateCopy(updateType: string, subject: string | undefined, t: Texts = ENGLISH): NotificationText {
  return isBookingUpdate(updateType)
    ? BOOKING_COPY[updateType](t, subject && t.nameOf(subject))
    : { title: t`Booking Update`, message: withoutSubject(t) };
}

export const announcementTitle = (title: string | undefined, t: Texts = ENGLISH): string => title?.trim() || t`System Message`;

export function isDuplicateLocal(entries: readonly LocalEntry[], entry: Pick<LocalEntry, 'type' | 'title'>, now: Date): boolean {
  return entries.some(
    ({ type, title, createdAt }) =>
      type === entry.type && title === entry.title && now.getTime() - new Date(createdAt).getTime() < NOTIFICATIONS.duplicateWindowMs,
  );
}

function isBookingUpdate(update: string): update is BookingUpdate {
  return Object.hasOwn(BOOKING_COPY, update);
}
