import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { CONFIRMATION_ERRORS, CONFIRMED_RECENTLY, callGroup, done, ok } from './calls.ts';
import * as wire from './wire/admin.ts';
import { bookingParams } from './wire/bookings.ts';
import { OWN_TUTOR, REJECTED_TUTOR } from './wire/examples.ts';
import { tutorParams } from './wire/tutor-search.ts';
import { savedProfileBody, tutorProfile } from './wire/tutors.ts';

const { app, call } = callGroup('Admin', 'admin');
export const adminRoutes = app;

call('GET /api/admin/tutors', 'verification.tutors', {
  contract: 67,
  summary: 'Tutors in pages, as their owners see them',
  description:
    '24 a page unless `limit` says otherwise. Documents, earnings and all rates are shown. `total` counts what is searched for, `totalTutors` all.',
  query: wire.adminTutorsQuery,
  answers: ok(wire.adminTutorsBody),
  handle: async ({ api, input }) => {
    const { tutors, page: currentPage, totalPages, total, counts } = await api.verification.tutors(input);
    const profiles = await api.tutors.manyForAdmin({ ids: tutors.map(({ id }) => id) });
    return { tutors: profiles, totalPages, currentPage, total, totalTutors: counts.all };
  },
});

call('GET /api/admin/tutors/{id}/verification', 'tutors.forAdmin', {
  summary: 'A tutor as the owner sees it, with links to documents that were signed a moment ago',
  params: tutorParams,
  answers: ok(tutorProfile, OWN_TUTOR),
  errors: ['tutor.not_found'],
  handle: ({ api, input }) => api.tutors.forAdmin(input),
});

call('POST /api/admin/tutors/{id}/send-profile-reminder', 'verification.remind', {
  contract: 73,
  summary: 'Ask a tutor for what is missing on the profile, once an hour at most',
  params: tutorParams,
  answers: done(SUCCESS.tutorReminded),
  errors: ['tutor.not_found', 'verification.complete', 'verification.reminded'],
  handle: ({ api, input }) => api.verification.remind(input),
});

call('DELETE /api/admin/tutors/{id}', 'verification.remove', {
  contract: 72,
  summary: 'Delete a tutor, profile and account',
  description: `What has not ended of the bookings is cancelled, favourites and posts go, completed bookings and reviews stay. The person is told by mail. ${CONFIRMED_RECENTLY}`,
  params: tutorParams,
  answers: done(SUCCESS.tutorDeleted),
  errors: ['tutor.not_found', ...CONFIRMATION_ERRORS],
  handle: ({ api, input }) => api.verification.remove(input),
});

call('PATCH /api/admin/tutors/{id}/approve', 'verification.approve', {
  contract: 69,
  summary: 'Verify a tutor; without checks all five count as ticked',
  description: 'The tutor is told. The body may be empty.',
  params: tutorParams,
  body: wire.approveBody,
  isBodyOptional: true,
  answers: ok(savedProfileBody, { success: true, message: SUCCESS.tutorVerified, tutor: OWN_TUTOR }),
  errors: ['verification.checks', 'tutor.not_found', 'verification.verified'],
  handle: async ({ api, input }) => {
    const { message } = await api.verification.approve(input);
    return { message, tutor: await api.tutors.byId({ id: input.id }) };
  },
});

call('PATCH /api/admin/tutors/{id}/reject', 'verification.reject', {
  contract: 70,
  summary: 'Reject a tutor who is not verified, with a reason',
  description: 'The profile is no longer found, and cannot be booked; bookings that were made stay. The tutor is told the reason.',
  params: tutorParams,
  body: wire.rejectBody,
  answers: ok(savedProfileBody, { success: true, message: SUCCESS.tutorRejected, tutor: REJECTED_TUTOR }),
  errors: ['tutor.not_found', 'verification.unverify_first'],
  invalid: { reason: ERRORS['verification.reason'].message },
  handle: async ({ api, input }) => {
    const { message } = await api.verification.reject(input);
    return { message, tutor: await api.tutors.byId({ id: input.id }) };
  },
});

call('PATCH /api/admin/tutors/{id}/toggle-verification', 'verification.toggle', {
  contract: 71,
  summary: 'Verify a tutor who is not verified, and the other way round',
  description: 'Like approving with all checks ticked; a verified tutor becomes unverified, with the status `pending`.',
  params: tutorParams,
  answers: ok(savedProfileBody, { success: true, message: SUCCESS.tutorVerified, tutor: OWN_TUTOR }),
  errors: ['tutor.not_found'],
  handle: async ({ api, input }) => {
    const { message } = await api.verification.toggle(input);
    return { message, tutor: await api.tutors.byId({ id: input.id }) };
  },
});

call('GET /api/admin/dashboard/stats', 'statistics.dashboard', {
  contract: 66,
  summary: 'The six figures of the dashboard',
  description: '`totalTutors` counts all profiles, `totalRevenue` is what completed bookings cost in rupees, before any fee.',
  answers: ok(wire.dashboardBody),
  handle: ({ api }) => api.statistics.dashboard(),
});

call('GET /api/admin/bookings', 'bookings.desk', {
  contract: 75,
  summary: 'A page of all bookings',
  description: 'Every booking of the platform. Admins see neither meeting links nor addresses, and cannot move a booking.',
  query: wire.adminBookingsQuery,
  answers: ok(wire.adminBookingsBody),
  handle: async ({ api, input }) => {
    const { bookings, page: currentPage, totalPages, total } = await api.bookings.desk(input);
    return { bookings, totalPages, currentPage, total, totalBookings: total };
  },
});

call('POST /api/admin/bookings/{id}/notify', 'bookings.askForAnswer', {
  summary: 'Remind the tutor of a pending booking',
  description: 'By notification and mail. It moves nothing.',
  params: bookingParams,
  answers: done(SUCCESS.reminderSent),
  errors: ['booking.not_found', 'booking.answered', 'request.limited'],
  handle: ({ api, input }) => api.bookings.askForAnswer(input),
});

call('PATCH /api/admin/users/{id}/status', 'moderation.setAccountStatus', {
  summary: 'Suspend an account with a reason, or reinstate it; what has not ended of its bookings is cancelled',
  description:
    'A suspension ends all sessions and keys of the account, takes a tutor out of the search, and tells the person by mail. Reinstating gives back the login only: sessions and bookings do not come back. Setting the status that the account has changes nothing and answers 200.',
  params: wire.userParams,
  body: wire.accountStatusBody,
  answers: ok(wire.accountBody),
  errors: ['user.not_found', 'account.own_suspension', 'account.last_admin_suspended'],
  invalid: { status: ERRORS['account.status_invalid'].message, reason: ERRORS['account.suspension_reason'].message },
  handle: ({ api, input: { id: userId, ...status } }) => api.moderation.setAccountStatus({ ...status, userId }),
});

call('GET /api/admin/students', 'moderation.students', {
  contract: 68,
  summary: 'A page of the students, with what they have booked, kept and spent',
  description: '24 a page unless `limit` says otherwise. Amounts are in rupees.',
  query: wire.studentsQuery,
  answers: ok(wire.studentsBody),
  handle: async ({ api, input }) => {
    const { students, page: currentPage, totalPages, total } = await api.moderation.students(input);
    return { students, totalPages, currentPage, total, totalStudents: total };
  },
});

call('DELETE /api/admin/students/{id}', 'moderation.deleteStudent', {
  contract: 74,
  summary: 'Delete the account of a student; what has not ended of their bookings is cancelled',
  description: `Reviews stay, by \`Anonymous\`. The person is told by mail. ${CONFIRMED_RECENTLY}`,
  params: wire.studentParams,
  answers: done(SUCCESS.studentDeleted),
  errors: ['student.not_found', ...CONFIRMATION_ERRORS],
  handle: ({ api, input }) => api.moderation.deleteStudent(input),
});
