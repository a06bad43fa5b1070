import { z } from '@hono/zod-openapi';
import type { AvailabilityView } from '#shared/contracts/tutors.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { instant, number, parameter } from './reading.ts';
import { date } from './shapes.ts';
import { slots } from './tutors.ts';

export const availabilityQuery = z.object({
  startDate: parameter({ description: 'ISO, together with `endDate`', read: instant }),
  endDate: parameter({ description: 'ISO, together with `startDate`', read: instant }),
  duration: parameter({ description: 'Hours of a session: 1, 2 or 3', type: 'integer', read: hoursOf }),
});

/** No number of hours is one that no session has. */
function hoursOf(text: string | undefined): number | undefined {
  const hours = number(text);
  return hours === undefined || typeof hours === 'number' ? hours : 0;
}

const interval = z.object({ start: date, end: date });

export const availabilityBody = z
  .object({
    tutorId: z.string(),
    vacationMode: z.boolean(),
    dateRange: interval.optional(),
    availability: z.array(z.object({ subject: z.string(), subjectId: z.string(), availability: z.partialRecord(z.enum(WEEKDAYS), slots) })),
    booked: z.array(interval).optional(),
    free: z.array(z.object({ subjectId: z.string(), starts: z.array(date) })).optional(),
  })
  .openapi('Availability');

/** Clients read a week by its days; what is blocked shows in what is free. */
export const toAvailability = ({ blocked: _, ...view }: AvailabilityView) => ({
  ...view,
  availability: view.availability.map(({ subject, subjectId, availability }) => ({
    subject,
    subjectId,
    availability: Object.fromEntries(availability.map(({ day, slots }) => [day, slots])),
  })),
});
