import type { Role } from '#shared/vocabulary/people.ts';
import { UNKNOWN_ID } from '#tests/rest/app.ts';
import { NEXT_MONDAY_NINE } from '#tests/support/factories.ts';
import { aPng } from '#tests/support/images.ts';

/** P, U, S, T and A as in `rest-contract.md` §1. */
export type Guard = 'P' | 'U' | 'S' | 'T' | 'A';

/**
 * Every call with the message of *500* in `rest-contract.md` (ours where the contract has none, null for a call without
 * a query), a valid body, and a caller where the guard does not name one.
 */
type Row = [call: string, guard: Guard, failed: string | null, body?: () => unknown, role?: Role];

const form = (field: string) => async () => {
  const files = new FormData();
  files.set(field, new File([new Uint8Array(await aPng())], 'a.png', { type: 'image/png' }));
  return files;
};
const emptyBody = () => ({});
const PERSON = { email: 'nimal@example.com', password: 'battery staple' };
const NOTE = { type: 'info', title: 'News', message: 'Words' };
const NOTE_TO = { ...NOTE, userId: UNKNOWN_ID };
const POST = { title: 'A post', content: '<p>Words to read.</p>', status: 'draft' };
const ENTRY = { subject: UNKNOWN_ID };
const REVIEW = { rating: 5, review: 'A patient teacher.' };
const request = () => ({
  tutorId: UNKNOWN_ID,
  subjectId: UNKNOWN_ID,
  startTime: NEXT_MONDAY_NINE,
  endTime: new Date(NEXT_MONDAY_NINE.getTime() + 3_600_000),
  contactNumber: '0771234567',
  learningMethod: 'online',
});

const NEUTRAL = 'Something went wrong';
const SAVING_PROFILE = 'Failed to update profile. Please try again.';
const REGISTERING = 'Registration failed. Please try again.';
const BOOKINGS = 'Failed to fetch bookings';
const MOVING = 'Failed to update booking status';
const BLOGS = 'Failed to fetch blogs';
const SAVING_BLOG = 'Failed to save blog. Please try again.';
const REMINDING = 'Failed to send the reminder. Please try again.';
const RATING = 'Failed to submit review. Please try again.';
const TOPICS = 'Failed to fetch topics';
const CATEGORIES = 'Failed to fetch categories';

const OWN_NOTIFICATIONS: Row[] = [
  ['GET ', 'U', 'Failed to fetch notifications'],
  ['GET /unread-count', 'U', NEUTRAL],
  ['GET /stats', 'U', NEUTRAL],
  ['PATCH /mark-read', 'U', NEUTRAL, emptyBody],
  ['PATCH /mark-all-read', 'U', NEUTRAL],
  ['DELETE /delete-read', 'U', NEUTRAL],
  ['DELETE /clear-all', 'U', NEUTRAL],
  ['DELETE /{id}', 'U', NEUTRAL],
  ['POST ', 'U', NEUTRAL, () => NOTE],
];
const under = (base: string): Row[] => OWN_NOTIFICATIONS.map(([call, ...rest]) => [call.replace(' ', ` ${base}`), ...rest]);

export const CALLS: Row[] = [
  ['GET /api', 'P', null],
  ['POST /api/auth/login', 'P', 'Failed to login. Please try again.', () => PERSON],
  ['POST /api/auth/register', 'P', REGISTERING, () => ({ ...PERSON, name: 'Nimal Perera', role: 'student' })],
  ['GET /api/auth/me', 'U', NEUTRAL],
  ['PUT /api/auth/me', 'U', SAVING_PROFILE, () => ({ name: 'Nimal Perera' })],
  ['GET /api/auth/profile', 'U', NEUTRAL],
  ['PUT /api/auth/profile', 'U', SAVING_PROFILE, () => ({ name: 'Nimal Perera' })],
  ['POST /api/auth/logout', 'P', NEUTRAL, undefined, 'student'],
  ['POST /api/auth/forgot-password', 'P', 'Failed to send OTP. Please try again.', () => PERSON],
  ['POST /api/auth/reset-password', 'P', 'Failed to reset password. Please try again.', () => ({ ...PERSON, otp: '123456' })],
  [
    'POST /api/auth/change-password',
    'U',
    'Failed to change password. Please try again.',
    () => ({ currentPassword: 'secret1', newPassword: 'secret2' }),
  ],
  ['POST /api/auth/confirm-password', 'U', 'Failed to confirm that it is you. Please try again.', () => ({ password: 'secret1' })],
  ['POST /api/auth/verify-email', 'P', NEUTRAL, () => ({ token: 'of nothing' })],
  ['POST /api/auth/resend-verification', 'U', NEUTRAL],
  ['PUT /api/auth/google/update-role', 'U', REGISTERING, () => ({ role: 'student' })],
  ['POST /api/upload/profile-photo', 'U', 'Failed to upload profile photo', form('photo')],
  ['POST /api/upload/verification-docs', 'T', 'Failed to upload documents. Please try again.', form('documents')],
  ['DELETE /api/upload/{id}', 'U', 'Failed to delete image'],
  ['POST /api/tutors/documents', 'T', 'Upload failed', form('document')],
  ['DELETE /api/tutors/documents/{id}', 'T', 'Failed to delete image'],
  ['GET /api/subjects', 'P', 'Failed to fetch subjects'],
  ['POST /api/subjects', 'A', 'Failed to save subject', () => ({ name: 'Physics', category: UNKNOWN_ID })],
  ['GET /api/subjects/tutor-counts', 'P', 'Failed to fetch subjects'],
  ['GET /api/subjects/{id}', 'P', 'Failed to fetch subjects'],
  ['PUT /api/subjects/{id}', 'A', 'Failed to save subject', () => ({ name: 'Physics' })],
  ['DELETE /api/subjects/{id}', 'A', 'Failed to delete subject'],
  ['GET /api/subjects/{id}/tutor-count', 'P', 'Failed to fetch subjects'],
  ['PATCH /api/subjects/{id}/toggle', 'A', 'Failed to update subject status'],
  ['PATCH /api/subjects/{id}/toggle-status', 'A', 'Failed to update subject status'],
  ['GET /api/subject-categories', 'P', CATEGORIES],
  ['POST /api/subject-categories', 'A', 'Failed to save category', () => ({ name: 'Sciences' })],
  ['GET /api/subject-categories/{id}', 'P', CATEGORIES],
  ['PUT /api/subject-categories/{id}', 'A', 'Failed to save category', () => ({ name: 'Sciences' })],
  ['DELETE /api/subject-categories/{id}', 'A', 'Failed to delete category'],
  ['PATCH /api/subject-categories/{id}/toggle-status', 'A', 'Failed to update category status'],
  ['GET /api/topics', 'P', TOPICS],
  ['POST /api/topics', 'A', 'Failed to save topic', () => ({ name: 'Waves', subject: UNKNOWN_ID })],
  ['GET /api/topics/subject/{id}', 'P', TOPICS],
  ['GET /api/topics/subject/{id}/tutor-counts', 'P', TOPICS],
  ['GET /api/topics/{id}', 'P', TOPICS],
  ['PUT /api/topics/{id}', 'A', 'Failed to save topic', () => ({ isActive: false })],
  ['DELETE /api/topics/{id}', 'A', 'Failed to delete topic'],
  ['GET /api/topics/{id}/tutor-count', 'P', TOPICS],
  ['GET /api/stats/public', 'P', NEUTRAL],
  ['GET /api/tutors', 'P', 'Failed to search tutors'],
  ['POST /api/tutors', 'T', SAVING_PROFILE, emptyBody],
  ['GET /api/tutors/profile', 'U', 'Failed to fetch tutor profile', undefined, 'tutor'],
  ['PUT /api/tutors/profile', 'T', SAVING_PROFILE, emptyBody],
  ['PATCH /api/tutors/profile', 'T', SAVING_PROFILE, emptyBody],
  ['DELETE /api/tutors/profile', 'T', 'Failed to delete tutor profile. Please try again.'],
  ['POST /api/tutors/subjects', 'T', 'Failed to add subject', () => ENTRY],
  ['PATCH /api/tutors/subjects/{id}', 'T', 'Failed to update subject', emptyBody],
  ['DELETE /api/tutors/subjects/{id}', 'T', 'Failed to remove subject'],
  ['PATCH /api/tutors/subjects/{id}/availability', 'T', 'Failed to update availability', () => ({ availability: [] })],
  ['PATCH /api/tutors/vacation-mode', 'T', 'Failed to update vacation mode. Please try again.', emptyBody],
  ['GET /api/tutors/bookings', 'T', BOOKINGS],
  ['PATCH /api/tutors/bookings/{id}', 'T', MOVING, () => ({ status: 'confirmed' })],
  ['GET /api/tutors/blogs', 'T', BLOGS],
  ['GET /api/tutors/blogs/{id}', 'P', BLOGS],
  ['POST /api/tutors/blogs', 'T', SAVING_BLOG, () => POST],
  ['PUT /api/tutors/blogs/{id}', 'T', SAVING_BLOG, () => POST],
  ['DELETE /api/tutors/blogs/{id}', 'T', 'Failed to delete blog'],
  ['GET /api/tutors/{id}', 'P', 'Failed to fetch tutor profile'],
  ['GET /api/tutors/{id}/reviews', 'P', 'Failed to fetch reviews'],
  ['GET /api/tutors/{id}/stats', 'P', 'Failed to fetch tutor profile'],
  ['GET /api/tutors/{id}/availability', 'P', 'Failed to fetch availability'],
  ['GET /api/tutors/{id}/blogs', 'P', BLOGS],
  ['GET /api/blogs', 'P', BLOGS],
  ['GET /api/blogs/{id}', 'P', BLOGS],
  ['POST /api/blogs/{id}/like', 'U', 'Failed to like blog'],
  ['GET /api/ratings/tutor/{id}', 'P', 'Failed to fetch reviews'],
  ['POST /api/ratings', 'S', RATING, () => ({ ...REVIEW, bookingId: UNKNOWN_ID })],
  ['GET /api/ratings/booking/{id}', 'S', 'Failed to fetch reviews'],
  ['PUT /api/ratings/{id}', 'S', RATING, () => REVIEW],
  ['DELETE /api/ratings/{id}', 'S', RATING],
  ['GET /api/students/bookings', 'S', BOOKINGS],
  ['POST /api/students/bookings', 'S', 'Failed to create booking', request],
  ['GET /api/students/profile', 'S', 'Failed to fetch student profile'],
  ['GET /api/students/favorites', 'S', 'Failed to fetch favourites'],
  ['POST /api/students/favorites/{id}', 'S', 'Failed to add tutor to favorites. Please try again.'],
  ['DELETE /api/students/favorites/{id}', 'S', 'Failed to remove tutor from favorites. Please try again.'],
  ['POST /api/bookings', 'S', 'Failed to create booking', request],
  ['GET /api/bookings', 'U', BOOKINGS],
  ['GET /api/bookings/{id}', 'U', BOOKINGS],
  ['PATCH /api/bookings/{id}/status', 'U', MOVING, () => ({ status: 'cancelled' })],
  ['DELETE /api/bookings/{id}', 'S', MOVING],
  ['POST /api/bookings/{id}/reminder', 'U', REMINDING, undefined, 'tutor'],
  ['GET /api/admin/dashboard/stats', 'A', 'Failed to fetch dashboard stats'],
  ['GET /api/admin/tutors', 'A', 'Failed to fetch tutors'],
  ['GET /api/admin/tutors/{id}/verification', 'A', 'Failed to fetch tutor profile'],
  ['PATCH /api/admin/tutors/{id}/approve', 'A', 'Failed to verify tutor', emptyBody],
  ['PATCH /api/admin/tutors/{id}/reject', 'A', 'Failed to reject tutor', () => ({ reason: 'Not yet' })],
  ['PATCH /api/admin/tutors/{id}/toggle-verification', 'A', 'Failed to verify or unverify tutor'],
  ['POST /api/admin/tutors/{id}/send-profile-reminder', 'A', 'Failed to send profile reminder'],
  ['DELETE /api/admin/tutors/{id}', 'A', 'Failed to delete tutor'],
  ['GET /api/admin/students', 'A', 'Failed to fetch students'],
  ['DELETE /api/admin/students/{id}', 'A', 'Failed to delete student'],
  ['PATCH /api/admin/users/{id}/status', 'A', 'Failed to update account status', () => ({ status: 'suspended', reason: 'Spam' })],
  ['GET /api/admin/bookings', 'A', BOOKINGS],
  ['POST /api/admin/bookings/{id}/notify', 'A', REMINDING],
  ['GET /api/notifications/admin/all', 'A', 'Failed to fetch notifications'],
  ['POST /api/notifications/admin/create', 'A', 'Failed to create notification', () => NOTE_TO],
  ['POST /api/notifications/admin/bulk', 'A', 'Failed to create notifications', () => ({ notifications: [NOTE_TO] })],
  ['DELETE /api/notifications/admin/cleanup', 'A', 'Failed to delete notifications'],
  ...under('/notifications'),
  ...under('/api/notifications'),
];

const ACTOR: Record<Guard, Role | 'nobody'> = { P: 'nobody', U: 'student', S: 'student', T: 'tutor', A: 'admin' };

export const actorOf = ([, guard, , , role]: Row): Role | 'nobody' => role ?? ACTOR[guard];

export const addressOf = (call: string): { method: string; path: string } => {
  const [method = '', path = ''] = call.replaceAll(/\{\w+\}/g, UNKNOWN_ID).split(' ');
  return { method, path };
};

export const encoded = (content: unknown): BodyInit | undefined =>
  content instanceof FormData || content === undefined ? content : JSON.stringify(content);
