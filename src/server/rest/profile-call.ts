import { ERRORS } from '#shared/errors.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { json } from './operation.ts';
import { saveProfileBody } from './wire/tutor-profile.ts';

export const TAG = "Tutor's own area";

export const OF_SLOTS = ['tutor.too_many_slots', 'tutor.slot_time', 'tutor.slot_order', 'tutor.slots_overlap'] as const;

/** Of one subject on a profile. */
export const OF_ENTRY = {
  refuses: ['tutor.subject_unknown', 'tutor.too_many_topics', ...OF_SLOTS],
  invalid: {
    'teachingModes.0.rate': [VALIDATION.rateNumber, VALIDATION.rateNegative, VALIDATION.rateTooHigh],
    availability: ERRORS['tutor.availability'].message,
  },
} as const;

/** The same under three paths: what is sent of a profile is saved. */
export const profileCall = {
  tag: TAG,
  who: 'tutor',
  request: json(saveProfileBody),
  refuses: ['tutor.education_year', ...OF_ENTRY.refuses, 'tutor.subject_twice', 'upload.too_many', 'upload.unknown'],
  invalid: {
    phone: VALIDATION.phone,
    bio: tooLong('Bio', LIMITS.bio),
    gender: VALIDATION.gender,
    teachingMediums: VALIDATION.teachingMediums,
    'education.0.degree': VALIDATION.education,
    'education.0.year': VALIDATION.educationYear,
    'experience.0.title': VALIDATION.experience,
    'subjects.0.teachingModes.0.rate': OF_ENTRY.invalid['teachingModes.0.rate'],
    'subjects.0.availability': OF_ENTRY.invalid.availability,
    availableLocations: tooLong('Locations', LIMITS.locations),
  },
} as const;
