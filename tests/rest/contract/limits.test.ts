import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { type LimitName, UPLOADS } from '#shared/vocabulary/limits.ts';
import { UNKNOWN_ID, useRest } from '#tests/rest/app.ts';
import { type ApiClient, answerOf, apiClient, errorAnswer, formWith } from '#tests/support/api-client.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aBooking, anAdmin, aReview, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { aPng } from '#tests/support/images.ts';
import { expectNoWrites } from '#tests/support/table-contents.ts';

const database = useDatabase();
const rest = useRest(database);

type CallerName = 'visitor' | 'student' | 'tutor' | 'admin';
type Result = { response: Response; error?: unknown; data?: unknown };
type Row = [call: string, limit: LimitName, caller: CallerName, send: (api: ApiClient) => Promise<Result>];

let student: User;
let tutor: Tutor;
let clients: Record<CallerName, ApiClient>;
let png: Buffer;
let ids: Record<'blog' | 'pending' | 'confirmed' | 'completed' | 'review', string>;
beforeAll(async () => {
  const { db } = database;
  student = await aStudent(db, { passwordHash: await createPasswords().hash('correct horse') });
  tutor = await aTutor(db);
  clients = {
    visitor: apiClient(rest),
    student: apiClient(rest, await rest.tokenOf(student)),
    tutor: apiClient(rest, await rest.tokenOf(tutor.user)),
    admin: apiClient(rest, await rest.tokenOf(await anAdmin(db))),
  };
  png = await aPng();
  const over = (days: number) => ({ student, tutor, status: 'completed' as const, startTime: new Date(NOW.getTime() - days * 24 * HOUR) });
  const reviewed = await aBooking(db, over(3));
  ids = {
    blog: (await aBlog(db, { tutor })).id,
    pending: (await aBooking(db, { student, tutor })).id,
    confirmed: (await aBooking(db, { student, tutor, status: 'confirmed', startTime: new Date(NEXT_MONDAY_NINE.getTime() + 2 * HOUR) })).id,
    completed: (await aBooking(db, over(4))).id,
    review: (await aReview(db, { booking: reviewed })).id,
  };
});
afterEach(() => database.sql`delete from limits`);

const of = (id: string) => ({ params: { path: { id } } });
const NOTE = { type: 'info' as const, title: 'News', message: 'Words' };
const REVIEW = { rating: 4, review: 'A patient teacher.' };
const POST = { title: 'A post', content: '<p>Words.</p>' };
const requestBody = () => ({
  tutorId: tutor.id,
  subjectId: UNKNOWN_ID,
  startTime: NEXT_MONDAY_NINE.toISOString(),
  endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR).toISOString(),
  contactNumber: '0771234567',
});
const registration = () => ({ name: 'Nimal Perera', email: 'nimal@example.com', password: 'battery staple', role: 'student' as const });

const ROWS: Row[] = [
  ['POST /api/auth/login', 'login', 'visitor', (api) => api.POST('/api/auth/login', { body: { email: student.email, password: 'wrong' } })],
  ['POST /api/auth/register', 'register', 'visitor', (api) => api.POST('/api/auth/register', { body: registration() })],
  ['POST /api/auth/forgot-password', 'forgotPassword', 'visitor', (api) => api.POST('/api/auth/forgot-password', { body: { email: student.email } })],
  [
    'POST /api/auth/reset-password',
    'resetPassword',
    'visitor',
    (api) => api.POST('/api/auth/reset-password', { body: { email: student.email, otp: '000000', password: 'battery staple' } }),
  ],
  [
    'POST /api/auth/change-password',
    'currentPassword',
    'student',
    (api) => api.POST('/api/auth/change-password', { body: { currentPassword: 'wrong', newPassword: 'battery staple' } }),
  ],
  ['POST /api/auth/confirm-password', 'currentPassword', 'student', (api) => api.POST('/api/auth/confirm-password', { body: { password: 'wrong' } })],
  ['POST /api/auth/resend-verification', 'resendVerification', 'student', (api) => api.POST('/api/auth/resend-verification')],
  ['POST /api/upload/profile-photo', 'uploadPhoto', 'student', (api) => api.POST('/api/upload/profile-photo', formWith('photo', png))],
  ['POST /api/upload/verification-docs', 'uploadDocuments', 'tutor', (api) => api.POST('/api/upload/verification-docs', formWith('documents', png))],
  ['POST /api/tutors/documents', 'uploadDocuments', 'tutor', (api) => api.POST('/api/tutors/documents', formWith('document', png))],
  ['POST /api/tutors/blogs', 'saveBlog', 'tutor', (api) => api.POST('/api/tutors/blogs', { body: POST })],
  ['PUT /api/tutors/blogs/{id}', 'saveBlog', 'tutor', (api) => api.PUT('/api/tutors/blogs/{id}', { ...of(ids.blog), body: POST })],
  ['POST /api/students/bookings', 'requestBooking', 'student', (api) => api.POST('/api/students/bookings', { body: requestBody() })],
  ['POST /api/bookings', 'requestBooking', 'student', (api) => api.POST('/api/bookings', { body: requestBody() })],
  ['POST /api/ratings', 'writeReview', 'student', (api) => api.POST('/api/ratings', { body: { ...REVIEW, bookingId: ids.completed } })],
  ['PUT /api/ratings/{id}', 'writeReview', 'student', (api) => api.PUT('/api/ratings/{id}', { ...of(ids.review), body: REVIEW })],
  ['DELETE /api/ratings/{id}', 'writeReview', 'student', (api) => api.DELETE('/api/ratings/{id}', of(ids.review))],
  ['POST /notifications', 'createNotification', 'student', (api) => api.POST('/notifications', { body: NOTE })],
  ['POST /api/notifications', 'createNotification', 'student', (api) => api.POST('/api/notifications', { body: NOTE })],
  [
    'POST /api/notifications/admin/create',
    'createNotification',
    'admin',
    (api) => api.POST('/api/notifications/admin/create', { body: { ...NOTE, userId: student.id } }),
  ],
  [
    'POST /api/notifications/admin/bulk',
    'createNotification',
    'admin',
    (api) => api.POST('/api/notifications/admin/bulk', { body: { notifications: [{ ...NOTE, userId: student.id }] } }),
  ],
  ['POST /api/bookings/{id}/reminder', 'sendReminder', 'tutor', (api) => api.POST('/api/bookings/{id}/reminder', of(ids.confirmed))],
  ['POST /api/admin/bookings/{id}/notify', 'askForAnswer', 'admin', (api) => api.POST('/api/admin/bookings/{id}/notify', of(ids.pending))],
];
const TOO_OFTEN = 'Too many requests. Please try again later.';

// spec rest.22 | R §2.12 | Each limited call answers 429 with Retry-After and does nothing; reads have none | src/server/core/rate-limits.ts
describe('a call beyond its rate limit', () => {
  test.each(ROWS)('to %s (%s, %s) answers Retry-After and does nothing', async (call, limit, caller, send) => {
    await send(clients[caller]);
    const filled = await database.sql`update limits set count = 1000000 where key like ${`${limit} %`} returning key`;
    expect(filled.length).toBeGreaterThan(0);
    const answer = await expectNoWrites(database, () => send(clients[caller]));
    const more = /(forgot|reset)-password$/.test(call) ? { isGoogleUser: false } : {};
    expect(answerOf(answer)).toEqual(errorAnswer(429, 'request.limited', TOO_OFTEN, more));
    expect(Number(answer.response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is the upload beyond the limit of unattached files', async () => {
    const unattachedUploads = (ownerId: string, purpose: 'photo' | 'document') =>
      Array.from({ length: UPLOADS.loose }, (_, index) => ({
        ownerId,
        purpose,
        path: `${purpose}/${ownerId}/${index}.png`,
        contentType: 'image/png',
        bytes: 1,
      }));
    await database.db.insert(uploads).values([...unattachedUploads(student.id, 'photo'), ...unattachedUploads(tutor.user.id, 'document')]);
    const apiError = errorAnswer(429, 'upload.too_many_loose', TOO_OFTEN);
    const photo = await expectNoWrites(database, () => clients.student.POST('/api/upload/profile-photo', formWith('photo', png)));
    const documents = await expectNoWrites(database, () => clients.tutor.POST('/api/upload/verification-docs', formWith('documents', png)));
    for (const answer of [photo, documents]) {
      expect(answerOf(answer)).toEqual(apiError);
      expect(Number(answer.response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});
