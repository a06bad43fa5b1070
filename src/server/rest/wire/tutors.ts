import { z } from '@hono/zod-openapi';
import { type AvailabilityView, availabilityView } from '#shared/contracts/availability.ts';
import { type SearchPage, searchReading } from '#shared/contracts/tutor-search.ts';
import { documentView, subjectEntryView, teachingMode, tutorProfileView, tutorStatsView } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { DOCUMENT_TYPES } from '#shared/vocabulary/content.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { categoryRef } from './catalogue.ts';
import { BOOKING, DOCUMENT, ENTRY, IDS, SLOT, TUTOR } from './examples.ts';
import { parameter, toDate, toNumber } from './input.ts';
import { address, count, message, success } from './schemas.ts';
import { wireSchema } from './views.ts';

const slot = z
  .object({ start: z.string(), end: z.string() })
  .openapi('Slot', { example: SLOT, description: 'Wall-clock times of the platform, `HH:MM`.' });
const slots = z.array(slot);
export const week = z.array(z.object({ day: z.enum(WEEKDAYS), slots }));

export const documentRef = wireSchema(documentView, {
  url: address({ format: 'uri', description: 'Signed: anyone may open it within 15 minutes.' }),
  type: z.string().openapi({ enum: [...DOCUMENT_TYPES] }),
}).openapi('DocumentRef', { example: DOCUMENT });

export const subjectEntry = wireSchema(subjectEntryView, {
  subject: wireSchema(subjectEntryView.shape.subject, { category: categoryRef.optional() }),
  teachingModes: z.array(wireSchema(teachingMode, { rate: 'Rupees an hour.' })),
  availability: week,
}).openapi('TutorSubjectEntry', { example: ENTRY });

export const tutorProfile = wireSchema(
  tutorProfileView.omit({ contactEmail: true, revision: true }),
  {
    phone: 'Empty in lists of tutors.',
    socialMedia: z
      .object({ instagram: z.string(), youtube: z.string(), facebook: z.string(), linkedin: z.string() })
      .openapi({ description: 'Names of accounts, not addresses; empty for none.' }),
    education: z.array(wireSchema(tutorProfileView.shape.education.element, { year: z.int() })),
    subjects: z.array(subjectEntry),
    documents: z.array(documentRef).openapi({ description: 'For the tutor and admins; else empty.' }),
    introductionVideo: 'The id of a video on YouTube, or empty.',
    totalStudents: 'People with a confirmed or completed booking.',
    totalSessions: 'Completed bookings.',
    totalEarnings: 'Rupees; 0 for others than the tutor and admins.',
    isVerified: 'Whether admins have approved the profile. Others can be found and booked, too.',
    rejectionReason: 'For the tutor and admins; else empty.',
    status: z.enum(['active', 'inactive', 'suspended']),
    minimumNoticeHours: z.int().openapi({ description: 'Hours before a session by which it has to be booked, besides the rule of the platform.' }),
    bufferMinutes: z.int().openapi({ description: 'Minutes between two sessions of the tutor.' }),
    vacationMode: 'While it is true, nobody can ask for a session.',
  },
  { totalRatings: 'totalReviews' },
).openapi('TutorProfile', { example: TUTOR });

export const savedProfileBody = z.object({ success, message: message(SUCCESS.profileSaved), tutor: tutorProfile });

export const searchBody = z.object({
  tutors: z.array(tutorProfile),
  pagination: z.object({
    page: z.int().min(1).openapi({ example: 1 }),
    pages: count.openapi({ example: 1 }),
    total: count.openapi({ example: 1 }),
    limit: z.int().min(1).openapi({ example: 24 }),
    totalIsCapped: z.literal(true).optional().openapi({ description: 'There are more; `total` stops counting here.' }),
  }),
  reading: searchReading
    .pick({ corrections: true, leftOut: true })
    .optional()
    .openapi({
      description:
        'How the words of `search` and `location` were read where no tutor has all of them; absent where nothing was corrected or left out. `corrections`: words with typing errors, and those that were searched for instead. `leftOut`: parts of `search` that the tutors need not have.',
      example: { corrections: [{ from: 'klombo', to: 'colombo' }], leftOut: [] },
    }),
});

export const tutorStats = wireSchema(tutorStatsView, {
  cancellationCharges: 'What was retained of cancelled bookings; in no total.',
}).openapi('TutorStats', { example: { totalStudents: 9, totalSessions: 31, averageRating: 4.83, totalEarnings: 0, cancellationCharges: 0 } });

export const availabilityQuery = z.object({
  startDate: parameter({
    description: 'ISO 8601, together with `endDate`. UTC where it names no zone; a `+` of a zone is sent as `%2B`',
    format: 'date-time',
    example: '2026-02-02T00:00:00+05:30',
    read: toDate,
  }),
  endDate: parameter({
    description: 'ISO 8601, together with `startDate` and not before it. `booked` and `free` are answered for at most 28 days',
    format: 'date-time',
    example: '2026-02-09T00:00:00+05:30',
    read: toDate,
  }),
  duration: parameter({
    description: 'Hours of a session: 1, 2 or 3; 1 where it is absent',
    type: 'integer',
    minimum: 1,
    maximum: 3,
    example: 1,
    read: toDuration,
  }),
});

function toDuration(text: string | undefined): number | undefined {
  const hours = toNumber(text);
  return hours === undefined || typeof hours === 'number' ? hours : 0;
}

export const availabilityBody = wireSchema(availabilityView.omit({ blocked: true, minimumNoticeHours: true, bufferMinutes: true }), {
  dateRange: 'As it was asked for, in UTC.',
  availability: z.array(
    wireSchema(availabilityView.shape.availability.element, {
      subject: z.string().openapi({ example: 'Combined Mathematics' }),
      availability: z.partialRecord(z.enum(WEEKDAYS), slots),
    }),
  ),
  booked:
    'Pending and confirmed bookings of the tutor, of any subject, that overlap the range, or would with the `bufferMinutes` of the tutor before and after them.',
  free: 'Per active subject, the starts in the range at which the tutor is free for `duration` hours and can be booked now. Your own bookings with other tutors are not looked at.',
}).openapi('Availability', {
  example: {
    tutorId: IDS.tutor,
    vacationMode: false,
    dateRange: { start: '2026-02-01T18:30:00.000Z', end: '2026-02-03T18:30:00.000Z' },
    availability: [{ subject: 'Combined Mathematics', subjectId: IDS.subject, availability: { Monday: [SLOT] } }],
    booked: [{ start: BOOKING.startTime, end: BOOKING.endTime }],
    free: [{ subjectId: IDS.subject, starts: ['2026-02-02T11:30:00.000Z', '2026-02-02T12:30:00.000Z'] }],
  },
});

export const toSearch = ({ tutors, reading: { corrections, leftOut }, page, pages, total, limit, totalIsCapped }: SearchPage) => ({
  tutors,
  pagination: { page, pages, total, limit, totalIsCapped: totalIsCapped ? (true as const) : undefined },
  reading: corrections.length + leftOut.length > 0 ? { corrections, leftOut } : undefined,
});

export const toAvailability = (view: AvailabilityView) => ({
  ...view,
  availability: view.availability.map((entry) => ({
    ...entry,
    availability: Object.fromEntries(entry.availability.map(({ day, slots }) => [day, slots])),
  })),
});
