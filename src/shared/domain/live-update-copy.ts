import type { BookingUpdate } from '#shared/vocabulary/bookings.ts';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';

export type NotificationText = { title: string; message: string };
export type LocalEntry = { type: string; title: string; createdAt: Date | string };

const BOOKING_TITLES: Record<BookingUpdate, string> = {
  created: 'New Booking',
  updated: 'Booking Updated',
  cancelled: 'Booking Cancelled',
  confirmed: 'Booking Confirmed',
};

const BOOKING_MESSAGES: Record<BookingUpdate, (subject: string) => string> = {
  created: (subject) => `Your booking for ${subject} has been created.`,
  updated: (subject) => `Your booking for ${subject} has been updated.`,
  cancelled: (subject) => `Your booking for ${subject} has been cancelled.`,
  confirmed: (subject) => `Your booking for ${subject} has been confirmed.`,
};

export function bookingUpdateCopy(updateType: string, subject: string | undefined): NotificationText {
  if (!isBookingUpdate(updateType)) return { title: 'Booking Update', message: 'Your booking has been updated.' };
  return {
    title: BOOKING_TITLES[updateType],
    message: subject ? BOOKING_MESSAGES[updateType](subject) : 'Your booking has been updated.',
  };
}

export const announcementTitle = (title: string | undefined): string => title?.trim() || 'System Message';

export function isDuplicateLocal(entries: readonly LocalEntry[], entry: Pick<LocalEntry, 'type' | 'title'>, now: Date): boolean {
  return entries.some(
    ({ type, title, createdAt }) =>
      type === entry.type && title === entry.title && now.getTime() - new Date(createdAt).getTime() < NOTIFICATIONS.duplicateWindowMs,
  );
}

function isBookingUpdate(update: string): update is BookingUpdate {
  return Object.hasOwn(BOOKING_TITLES, update);
}
