import type { BookingUpdate } from '#shared/vocabulary/bookings.ts';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';
import { TRANSLATED_LOCALES } from '#shared/vocabulary/locales.ts';
import type { AnnouncementTexts } from '#shared/vocabulary/notifications.ts';
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

type Announcement = NotificationText & {
  action: { label: string; url: string } | null;
  translations?: AnnouncementTexts | undefined;
};

/** In the language of the page, where the admin has written it in that, too. */
export function announcementIn<A extends Announcement>(locale: string, announcement: A): A {
  const written = TRANSLATED_LOCALES.find((one) => one === locale);
  const text = written && announcement.translations?.[written];
  if (!text) return announcement;
  const { title, message, actionLabel } = text;
  const { action } = announcement;
  return { ...announcement, title, message, action: action && { ...action, label: actionLabel || action.label } };
}

/** `at`: the time of the entry. */
export function isDuplicateLocal(entries: readonly LocalEntry[], entry: Pick<LocalEntry, 'type' | 'title'>, at: Date): boolean {
  return entries.some(
    ({ type, title, createdAt }) =>
      type === entry.type && title === entry.title && Math.abs(at.getTime() - new Date(createdAt).getTime()) < NOTIFICATIONS.duplicateWindowMs,
  );
}

function isBookingUpdate(update: string): update is BookingUpdate {
  return Object.hasOwn(BOOKING_COPY, update);
}
