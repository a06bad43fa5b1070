import { z } from '@hono/zod-openapi';
import type { AvailabilityView } from '#shared/contracts/tutors.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { BOOKING, IDS, SLOT } from './examples.ts';
import { instant, number, parameter } from './reading.ts';
import { date, id } from './shapes.ts';
import { slots } from './tutors.ts';

export const availabilityQuery = z.object({
  startDate: parameter({
    description: 'ISO 8601, together with `endDate`. UTC where it names no zone; a `+` of a zone is sent as `%2B`',
    format: 'date-time',
    example: '2026-02-02T00:00:00+05:30',
    read: instant,
  }),
  endDate: parameter({
    description: 'ISO 8601, together with `startDate` and not before it. `booked` and `free` are answered for at most 28 days',
    format: 'date-time',
    example: '2026-02-09T00:00:00+05:30',
    read: instant,
  }),
  duration: parameter({
    description: 'Hours of a session: 1, 2 or 3; 1 where it is absent',
    type: 'integer',
    least: 1,
    most: 3,
    example: 1,
    read: hoursOf,
  }),
});

/** No number of hours is one that no session has. */
function hoursOf(text: string | undefined): number | undefined {
  const hours = number(text);
  return hours === undefined || typeof hours === 'number' ? hours : 0;
}

const interval = z.object({ start: date, end: date });

export const availabilityBody = z
  .object({
    tutorId: id,
    vacationMode: z.boolean(),
    dateRange: interval.optional().openapi({ description: 'As it was asked for, in UTC.' }),
    availability: z.array(
      z.object({
        subject: z.string().openapi({ example: 'Combined Mathematics' }),
        subjectId: id,
        availability: z.partialRecord(z.enum(WEEKDAYS), slots),
      }),
    ),
    booked: z
      .array(interval)
      .optional()
      .openapi({ description: 'Pending and confirmed bookings of the tutor, of any subject, that overlap the range.' }),
    free: z
      .array(z.object({ subjectId: id, starts: z.array(date) }))
      .optional()
      .openapi({
        description:
          'Per active subject, the starts in the range at which the tutor is free for `duration` hours and can be booked now. Your own bookings with other tutors are not looked at.',
      }),
  })
  .openapi('Availability', {
    example: {
      tutorId: IDS.tutor,
      vacationMode: false,
      dateRange: { start: '2026-02-01T18:30:00.000Z', end: '2026-02-03T18:30:00.000Z' },
      availability: [{ subject: 'Combined Mathematics', subjectId: IDS.subject, availability: { Monday: [SLOT] } }],
      booked: [{ start: BOOKING.startTime, end: BOOKING.endTime }],
      free: [{ subjectId: IDS.subject, starts: ['2026-02-02T11:30:00.000Z', '2026-02-02T12:30:00.000Z'] }],
    },
  });

/** Clients read a week by its days; what is blocked shows in what is free. */
export const toAvailability = ({ blocked: _, ...view }: AvailabilityView) => ({
  ...view,
  availability: view.availability.map(({ subject, subjectId, availability }) => ({
    subject,
    subjectId,
    availability: Object.fromEntries(availability.map(({ day, slots }) => [day, slots])),
  })),
});
