import { createRoute } from '@hono/zod-openapi';
import { created, json, ok, operation, refusals } from './operation.ts';
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
import { okBody } from './wire/shapes.ts';
import { saveProfileBody } from './wire/tutor-profile.ts';
import { subjectEntry, toEntry, toTutor, tutorProfile } from './wire/tutors.ts';

const TAG = "Tutor's own area";

const createProfile = createRoute({
  method: 'post',
  path: '/tutors',
  ...operation(TAG, 'tutor', 'The own profile, made where there is none, else 200; what is sent is saved'),
  request: json(saveProfileBody),
  responses: { ...ok(tutorProfile), ...created(tutorProfile), ...refusals(400, 401, 403) },
});

const deleteProfile = createRoute({
  method: 'delete',
  path: '/tutors/profile',
  ...operation(TAG, 'tutor', 'Delete the own profile; what was booked and has not ended is cancelled and refunded, the account stays'),
  responses: { ...ok(okBody), ...refusals(401, 403, 404) },
});

const addSubject = createRoute({
  method: 'post',
  path: '/tutors/subjects',
  ...operation(TAG, 'tutor', 'Put a subject on the own profile'),
  request: json(addSubjectBody),
  responses: { ...created(subjectEntry), ...refusals(400, 401, 403, 409) },
});

const updateSubject = createRoute({
  method: 'patch',
  path: '/tutors/subjects/{subjectId}',
  ...operation(TAG, 'tutor', 'Change topics, modes or hours of a subject on the own profile; an absent key keeps its value'),
  request: { params: subjectParams, ...json(updateSubjectBody) },
  responses: { ...ok(subjectEntry), ...refusals(400, 401, 403, 404) },
});

const removeSubject = createRoute({
  method: 'delete',
  path: '/tutors/subjects/{subjectId}',
  ...operation(TAG, 'tutor', 'Take a subject off the own profile'),
  request: { params: subjectParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404) },
});

const setAvailability = createRoute({
  method: 'patch',
  path: '/tutors/subjects/{subjectId}/availability',
  ...operation(TAG, 'tutor', 'Replace the week of a subject on the own profile'),
  request: { params: subjectParams, ...json(setAvailabilityBody) },
  responses: { ...ok(savedAvailabilityBody), ...refusals(400, 401, 403, 404) },
});

const setVacation = createRoute({
  method: 'patch',
  path: '/tutors/vacation-mode',
  ...operation(TAG, 'tutor', 'Switch vacation on or off as wanted, else the other way round; bookings stay'),
  request: json(vacationBody),
  responses: { ...ok(savedVacationBody), ...refusals(401, 403) },
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
