import { z } from '@hono/zod-openapi';
import { setAvailabilityInput, setVacationInput, subjectEntryInput, updateSubjectInput } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { ENTRY_SENT, MODES, SUBJECT, WEEK } from './examples.ts';
import { body, flag, pathId, something } from './reading.ts';
import { success, told } from './shapes.ts';
import { ENTRY_FIELDS, entryParts, subjectEntry, weekOf } from './tutor-profile.ts';
import { slots, tutorProfile } from './tutors.ts';

export const subjectParams = z.object({ subjectId: pathId('The id of a subject on the own profile.', SUBJECT.id) });

export const addSubjectBody = body('AddTutorSubject', {
  contract: subjectEntryInput,
  example: ENTRY_SENT,
  fields: ENTRY_FIELDS,
  read: subjectEntry,
});

export const updateSubjectBody = body('UpdateTutorSubject', {
  contract: updateSubjectInput.omit({ subjectId: true }),
  example: { teachingModes: MODES },
  fields: ENTRY_FIELDS,
  read: entryParts,
});

export const setAvailabilityBody = body('SetTutorAvailability', {
  contract: setAvailabilityInput.omit({ subjectId: true }),
  example: { availability: WEEK },
  fields: { availability: ENTRY_FIELDS.availability },
  read: ({ availability }) => ({ availability: something(availability) && weekOf(availability) }),
});

export const savedAvailabilityBody = z.object({
  success,
  message: told(SUCCESS.availabilitySaved),
  availability: z.array(z.object({ day: z.enum(WEEKDAYS), slots })).openapi({ example: WEEK }),
});

/** Under either name; without a value that can be used it is the other way round. */
export const vacationBody = body('SetVacationMode', {
  contract: setVacationInput,
  documented: z.object({ vacationMode: z.boolean().optional(), enabled: z.boolean().optional() }),
  example: { vacationMode: true },
  fields: { vacationMode: { description: 'Without it the mode is switched.' }, enabled: { description: 'Another name for `vacationMode`.' } },
  read: ({ vacationMode, enabled }) => ({ vacationMode: [vacationMode, enabled].map(flag).find((value) => typeof value === 'boolean') }),
});

export const savedVacationBody = z.object({
  success,
  message: told(SUCCESS.vacationOn),
  vacationMode: z.boolean().openapi({ example: true }),
  tutor: tutorProfile,
});
