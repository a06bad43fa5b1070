import { z } from '@hono/zod-openapi';
import { setAvailabilityInput, setVacationInput, subjectEntryInput, updateSubjectInput } from '#shared/contracts/tutors.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { body, flag, pathId, something } from './reading.ts';
import { entryParts, subjectEntry, weekOf } from './tutor-profile.ts';
import { slots, tutorProfile } from './tutors.ts';

export const subjectParams = z.object({ subjectId: pathId });

export const addSubjectBody = body('AddTutorSubject', { contract: subjectEntryInput, read: subjectEntry });

export const updateSubjectBody = body('UpdateTutorSubject', { contract: updateSubjectInput.omit({ subjectId: true }), read: entryParts });

export const setAvailabilityBody = body('SetTutorAvailability', {
  contract: setAvailabilityInput.omit({ subjectId: true }),
  read: ({ availability }) => ({ availability: something(availability) && weekOf(availability) }),
});

export const savedAvailabilityBody = z.object({
  success: z.literal(true),
  message: z.string(),
  availability: z.array(z.object({ day: z.enum(WEEKDAYS), slots })),
});

/** Under either name; without a value that can be used it is the other way round. */
export const vacationBody = body('SetVacationMode', {
  contract: setVacationInput,
  documented: z.object({ vacationMode: z.boolean().optional(), enabled: z.boolean().optional() }),
  read: ({ vacationMode, enabled }) => ({ vacationMode: [vacationMode, enabled].map(flag).find((value) => typeof value === 'boolean') }),
});

export const savedVacationBody = z.object({ success: z.literal(true), message: z.string(), vacationMode: z.boolean(), tutor: tutorProfile });
