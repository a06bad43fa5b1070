import { ERRORS } from '#shared/errors.ts';
import { SUCCESS, tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { callGroup, created, done, ok, okOrCreated } from './calls.ts';
import { filesIn, readForm, textIn } from './form-data.ts';
import { OWN_TUTOR, TUTOR_ON_VACATION } from './wire/examples.ts';
import * as wire from './wire/profile-editing.ts';
import { subjectEntry, tutorProfile } from './wire/tutors.ts';
import { attachedDocumentBody, DOCUMENT_FORM, toDocumentFile, uploadParams } from './wire/uploads.ts';

export const OWN_AREA = "Tutor's own area";

const SLOT_ERRORS = ['tutor.too_many_slots', 'tutor.slot_time', 'tutor.slot_order', 'tutor.slots_overlap'] as const;

const ENTRY = {
  errors: ['tutor.subject_unknown', 'tutor.too_many_topics', ...SLOT_ERRORS],
  invalid: {
    'teachingModes.0.rate': [VALIDATION.rateNumber, VALIDATION.rateNegative, VALIDATION.rateTooHigh],
    availability: ERRORS['tutor.availability'].message,
  },
} as const;

export const profileCall = {
  tag: OWN_AREA,
  who: 'tutor',
  body: wire.saveProfileBody,
  errors: ['tutor.education_year', ...ENTRY.errors, 'tutor.subject_twice', 'upload.too_many', 'upload.unknown'],
  invalid: {
    phone: VALIDATION.phone,
    bio: tooLong('Bio', LIMITS.bio),
    headline: tooLong('Headline', LIMITS.headline),
    introductionVideo: VALIDATION.video,
    gender: VALIDATION.gender,
    teachingMediums: VALIDATION.teachingMediums,
    'education.0.degree': VALIDATION.education,
    'education.0.year': VALIDATION.educationYear,
    'experience.0.title': VALIDATION.experience,
    'subjects.0.teachingModes.0.rate': ENTRY.invalid['teachingModes.0.rate'],
    'subjects.0.availability': ENTRY.invalid.availability,
    availableLocations: tooLong('Locations', LIMITS.locations),
    minimumNoticeHours: VALIDATION.notice,
    bufferMinutes: VALIDATION.buffer,
  },
} as const;

const { app, call } = callGroup(OWN_AREA, 'tutor');
export const ownProfileRoutes = app;

call('POST /api/tutors/documents', 'uploads.attachDocument', {
  contract: 12,
  summary: 'Store a document and put it on the own profile',
  description:
    'Stores the file and puts it on the profile in one call, at most 5 in all. A `type` that is unknown is `other`. On a verified profile the admins are told of it.',
  form: DOCUMENT_FORM,
  answers: created(attachedDocumentBody),
  errors: ['upload.none', 'upload.too_many', 'upload.document_size', 'upload.document_type', 'request.limited'],
  handle: async ({ api: { uploads }, c }) => {
    const form = await readForm(c.req.raw, () => uploads.attachDocument(toDocumentFile(undefined, undefined)));
    const [file] = filesIn(form, ['document']);
    const data = await uploads.attachDocument(toDocumentFile(file, textIn(form, 'type')));
    return { message: SUCCESS.documentUploaded, data };
  },
});

call('DELETE /api/tutors/documents/{id}', 'tutors.detachDocument', {
  contract: 13,
  summary: 'Take a document off the own profile, and its file away',
  description: 'An id that is not on the own profile answers 400 `upload.unknown`, not 404.',
  params: uploadParams,
  answers: done(SUCCESS.documentDeleted),
  errors: ['upload.unknown'],
  handle: ({ api, input }) => api.tutors.detachDocument(input),
});

call('POST /api/tutors', 'tutors.createProfile', {
  summary: 'The own profile, made where there is none, else 200; what is sent is saved',
  description: 'Answers 201 where there was no profile, else 200. For its fields see `PUT /api/tutors/profile`.',
  answers: okOrCreated(tutorProfile, OWN_TUTOR),
  ...profileCall,
  handle: async ({ api, input, c }) => {
    const { isNew, tutor } = await api.tutors.createProfile(input);
    c.status(isNew ? 201 : 200);
    return tutor;
  },
});

call('DELETE /api/tutors/profile', 'tutors.deleteProfile', {
  contract: 36,
  summary: 'Delete the own profile; what was booked and has not ended is cancelled and refunded, the account stays',
  description:
    'The tutor is no longer found, and favourites of the profile go. Rating and reviews stay with the account, which may have a new profile later.',
  answers: done(SUCCESS.profileDeleted),
  errors: ['tutor.profile_not_found'],
  handle: ({ api }) => api.tutors.deleteProfile(),
});

call('POST /api/tutors/subjects', 'tutors.addSubject', {
  contract: 37,
  summary: 'Put a subject on the own profile',
  description: 'It is added at the end. Admins may be handed the profile by this, as by `PUT /api/tutors/profile`.',
  body: wire.addSubjectBody,
  answers: created(subjectEntry),
  errors: [...ENTRY.errors, 'tutor.subject_added'],
  invalid: ENTRY.invalid,
  handle: ({ api, input }) => api.tutors.addSubject(input),
});

call('PATCH /api/tutors/subjects/{subjectId}', 'tutors.updateSubject', {
  contract: 38,
  summary: 'Change topics, modes or hours of a subject on the own profile; an absent key keeps its value',
  description: 'What is sent replaces the whole value: a week the whole week, topics all topics.',
  params: wire.subjectOfProfileParams,
  body: wire.updateSubjectBody,
  answers: ok(subjectEntry),
  errors: ['tutor.too_many_topics', ...SLOT_ERRORS, 'tutor.entry_not_found'],
  invalid: ENTRY.invalid,
  handle: ({ api, input }) => api.tutors.updateSubject(input),
});

call('DELETE /api/tutors/subjects/{subjectId}', 'tutors.removeSubject', {
  contract: 39,
  summary: 'Take a subject off the own profile',
  description: 'Bookings of it stay.',
  params: wire.subjectOfProfileParams,
  answers: done(SUCCESS.subjectRemoved),
  errors: ['tutor.entry_not_found'],
  handle: ({ api, input }) => api.tutors.removeSubject(input),
});

call('PATCH /api/tutors/subjects/{subjectId}/availability', 'tutors.setAvailability', {
  contract: 40,
  summary: 'Replace the week of a subject on the own profile',
  description: 'Days that are not sent have no slots from then on. Bookings stay, whatever their times.',
  params: wire.subjectOfProfileParams,
  body: wire.setAvailabilityBody,
  answers: ok(wire.savedAvailabilityBody),
  errors: [...SLOT_ERRORS, 'tutor.entry_not_found'],
  invalid: { availability: ENTRY.invalid.availability },
  handle: ({ api, input }) => api.tutors.setAvailability(input),
});

call('PATCH /api/tutors/vacation-mode', 'tutors.setVacation', {
  contract: 41,
  summary: 'Switch vacation on or off as wanted, else the other way round; bookings stay',
  description: 'While it is on, the tutor is found, but refuses new requests with 409 `booking.tutor_on_vacation`.',
  body: wire.vacationBody,
  isBodyOptional: true,
  answers: ok(wire.savedVacationBody, { success: true, message: SUCCESS.vacationOn, vacationMode: true, tutor: TUTOR_ON_VACATION }),
  handle: async ({ api, input }) => {
    const { tutor, ...saved } = await api.tutors.setVacation(input);
    return { ...saved, tutor };
  },
});
