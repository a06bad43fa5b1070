import { expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

async function fieldsRefused(method: string, path: string, { as, body }: { as?: string; body: unknown }) {
  const answer = await rest.call<{ errors?: { field: string; message: string }[] }>(method, path, { as, body });
  expect(answer.status).toBe(400);
  return answer.body.errors;
}

// spec rest.14 | R §2.5 | A field that is refused is named as the client has sent it | src/server/rest/errors.ts
// spec s7.6 | §2.5 | What is refused is named as it was sent, whatever the procedure calls it | src/server/rest/errors.ts
test('a wrong reset code is reported beside the field that was sent', async () => {
  const body = { email: 'somebody@example.com', otp: '12', password: 'battery staple' };
  expect(await fieldsRefused('POST', '/api/auth/reset-password', { body })).toEqual([{ field: 'otp', message: 'Enter the 6-digit code' }]);
});

// spec rest.14, s7.6
test('an overlong reason is reported beside the field that was sent, for both parties', async () => {
  const student = await aStudent(database.db);
  const tutor = await aTutor(database.db);
  const { id } = await aBooking(database.db, { student, tutor });
  const body = { status: 'cancelled', cancellationReason: 'a'.repeat(1001) };
  const apiError = [{ field: 'cancellationReason', message: 'Cancellation reason cannot be longer than 1000 characters' }];
  expect(await fieldsRefused('PATCH', `/api/tutors/bookings/${id}`, { as: await rest.tokenOf(tutor.user), body })).toEqual(apiError);
  expect(await fieldsRefused('PATCH', `/api/bookings/${id}/status`, { as: await rest.tokenOf(student), body })).toEqual(apiError);
});

// spec rest.14
test('too many notifications are reported beside the field that was sent', async () => {
  const as = await rest.tokenOf(await aStudent(database.db));
  const body = { notificationIds: Array.from({ length: 1001 }, (_, index) => `${index}`) };
  const apiError = await fieldsRefused('PATCH', '/notifications/mark-read', { as, body });
  expect(apiError?.map(({ field }) => field)).toEqual(['notificationIds']);
});
