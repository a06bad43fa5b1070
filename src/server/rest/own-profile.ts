import { SUCCESS } from '#shared/messages.ts';
import { ADDITIONAL, call, created, done, json, jsonOrNothing, ok } from './operation.ts';
import { OF_ENTRY, OF_SLOTS, profileCall, TAG } from './profile-call.ts';
import { restGroup } from './support.ts';
import {
  addSubjectBody,
  savedAvailabilityBody,
  savedVacationBody,
  setAvailabilityBody,
  subjectParams,
  updateSubjectBody,
  vacationBody,
} from './wire/own-profile.ts';
import { OWN_TUTOR, TUTOR_ON_VACATION } from './wire/tutor-examples.ts';
import { subjectEntry, toEntry, toTutor, tutorProfile } from './wire/tutors.ts';

const createProfile = call('tutors.createProfile', {
  method: 'post',
  path: '/tutors',
  contract: ADDITIONAL,
  summary: 'The own profile, made where there is none, else 200; what is sent is saved',
  description: 'Answers 201 where there was no profile, else 200. For its fields see `PUT /api/tutors/profile`.',
  answers: { ...ok(tutorProfile, OWN_TUTOR), ...created(tutorProfile, OWN_TUTOR) },
  ...profileCall,
});

const deleteProfile = call('tutors.deleteProfile', {
  method: 'delete',
  path: '/tutors/profile',
  contract: 36,
  tag: TAG,
  who: 'tutor',
  summary: 'Delete the own profile; what was booked and has not ended is cancelled and refunded, the account stays',
  description:
    'The tutor is no longer found, and favourites of the profile go. Rating and reviews stay with the account, which may have a new profile later.',
  answers: done(SUCCESS.profileDeleted),
  refuses: ['tutor.profile_not_found'],
});

const addSubject = call('tutors.addSubject', {
  method: 'post',
  path: '/tutors/subjects',
  contract: 37,
  tag: TAG,
  who: 'tutor',
  summary: 'Put a subject on the own profile',
  description: 'It is added at the end. Admins may be handed the profile by this, as by `PUT /api/tutors/profile`.',
  request: json(addSubjectBody),
  answers: created(subjectEntry),
  refuses: [...OF_ENTRY.refuses, 'tutor.subject_added'],
  invalid: OF_ENTRY.invalid,
});

const updateSubject = call('tutors.updateSubject', {
  method: 'patch',
  path: '/tutors/subjects/{subjectId}',
  contract: 38,
  tag: TAG,
  who: 'tutor',
  summary: 'Change topics, modes or hours of a subject on the own profile; an absent key keeps its value',
  description: 'What is sent replaces the whole value: a week the whole week, topics all topics.',
  request: { params: subjectParams, ...json(updateSubjectBody) },
  answers: ok(subjectEntry),
  refuses: ['tutor.too_many_topics', ...OF_SLOTS, 'tutor.entry_not_found'],
  invalid: OF_ENTRY.invalid,
});

const removeSubject = call('tutors.removeSubject', {
  method: 'delete',
  path: '/tutors/subjects/{subjectId}',
  contract: 39,
  tag: TAG,
  who: 'tutor',
  summary: 'Take a subject off the own profile',
  description: 'Bookings of it stay.',
  request: { params: subjectParams },
  answers: done(SUCCESS.subjectRemoved),
  refuses: ['tutor.entry_not_found'],
});

const setAvailability = call('tutors.setAvailability', {
  method: 'patch',
  path: '/tutors/subjects/{subjectId}/availability',
  contract: 40,
  tag: TAG,
  who: 'tutor',
  summary: 'Replace the week of a subject on the own profile',
  description: 'Days that are not sent have no slots from then on. Bookings stay, whatever their times.',
  request: { params: subjectParams, ...json(setAvailabilityBody) },
  answers: ok(savedAvailabilityBody),
  refuses: [...OF_SLOTS, 'tutor.entry_not_found'],
  invalid: { availability: OF_ENTRY.invalid.availability },
});

const setVacation = call('tutors.setVacation', {
  method: 'patch',
  path: '/tutors/vacation-mode',
  contract: 41,
  tag: TAG,
  who: 'tutor',
  summary: 'Switch vacation on or off as wanted, else the other way round; bookings stay',
  description: 'While it is on, the tutor is found, but refuses new requests with 409 `booking.tutor_on_vacation`.',
  request: jsonOrNothing(vacationBody),
  answers: ok(savedVacationBody, { success: true, message: SUCCESS.vacationOn, vacationMode: true, tutor: TUTOR_ON_VACATION }),
});

/** Mounted at `/api`. */
export function ownProfileRoutes() {
  const group = restGroup();

  group.openapi(createProfile, async (c) => {
    const { isNew, tutor } = await c.var.api.tutors.createProfile(c.req.valid('json'));
    return c.json(toTutor(tutor, c.var.site), isNew ? 201 : 200);
  });
  group.openapi(deleteProfile, async (c) => {
    const { message } = await c.var.api.tutors.deleteProfile();
    return c.json({ success: true as const, message }, 200);
  });

  group.openapi(addSubject, async (c) => c.json(toEntry(await c.var.api.tutors.addSubject(c.req.valid('json'))), 201));
  group.openapi(updateSubject, async (c) => {
    const entry = await c.var.api.tutors.updateSubject({ ...c.req.valid('json'), ...c.req.valid('param') });
    return c.json(toEntry(entry), 200);
  });
  group.openapi(removeSubject, async (c) => {
    const { message } = await c.var.api.tutors.removeSubject(c.req.valid('param'));
    return c.json({ success: true as const, message }, 200);
  });
  group.openapi(setAvailability, async (c) => {
    const saved = await c.var.api.tutors.setAvailability({ ...c.req.valid('json'), ...c.req.valid('param') });
    return c.json({ success: true as const, ...saved }, 200);
  });

  group.openapi(setVacation, async (c) => {
    const { tutor, ...saved } = await c.var.api.tutors.setVacation(c.req.valid('json'));
    return c.json({ success: true as const, ...saved, tutor: toTutor(tutor, c.var.site) }, 200);
  });

  return group;
}
