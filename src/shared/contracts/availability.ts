import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { DAYS_OFF } from '#shared/vocabulary/limits.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { id, text } from './common.ts';

const time = z.string({ error: ERRORS['tutor.slot_time'].message });
export const slot = z.object({ start: time, end: time });
export const availabilityDay = z.object({
  day: z.enum(WEEKDAYS, { error: ERRORS['tutor.availability'].message }),
  slots: z.array(slot, { error: ERRORS['tutor.availability'].message }),
});
export type AvailabilityDayView = z.infer<typeof availabilityDay>;

export const availabilityInput = z.object({
  id,
  startDate: z.date({ error: ERRORS['availability.range'].message }).optional(),
  endDate: z.date({ error: ERRORS['availability.range'].message }).optional(),
  duration: z.number({ error: ERRORS['booking.duration'].message }).default(1),
});
export type AvailabilityInput = z.infer<typeof availabilityInput>;

const interval = z.object({ start: z.date(), end: z.date() });
export const availabilityView = z.object({
  tutorId: z.string(),
  vacationMode: z.boolean(),
  minimumNoticeHours: z.number(),
  bufferMinutes: z.number(),
  dateRange: interval.optional(),
  availability: z.array(z.object({ subject: z.string(), subjectId: z.string(), availability: z.array(availabilityDay) })),
  booked: z.array(interval).optional(),
  blocked: z.array(interval).optional(),
  free: z.array(z.object({ subjectId: z.string(), starts: z.array(z.date()) })).optional(),
});
export type AvailabilityView = z.infer<typeof availabilityView>;

const date = z.string({ error: ERRORS['days_off.past'].message }).regex(/^\d{4}-\d{2}-\d{2}$/, ERRORS['days_off.past'].message);

/** Dates in the platform's time zone; `start` and `end` as HH:MM, for a single date only. */
export const daysOffInput = z.object({
  fromDate: date,
  toDate: date,
  start: time.optional(),
  end: time.optional(),
  note: text('Note', DAYS_OFF.note).default(''),
});
export type DaysOffInput = z.infer<typeof daysOffInput>;

export const daysOffView = z.object({
  id: z.string(),
  fromDate: z.string(),
  toDate: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  note: z.string(),
});
export type DaysOffView = z.infer<typeof daysOffView>;

export const bookingInside = z.object({
  id: z.string(),
  subject: z.string(),
  student: z.string(),
  status: z.enum(OCCUPYING_STATUSES),
  startTime: z.date(),
  endTime: z.date(),
});
export const bookingsInside = z.object({ total: z.number(), bookings: z.array(bookingInside) });
export type BookingsInside = z.infer<typeof bookingsInside>;
