import { expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';

const database = useDatabase();

// spec errors.6 | C §8, D Errors | A caller that cannot be looked up is told the call's own sentence, as unavailable | src/server/core/trpc.ts
// spec errors.35 | C §8 Tutors and search | 'Failed to search tutors' of the server | src/server/features/tutors/tutors.router.ts
// spec errors.41 | C §8 Bookings | 'Failed to fetch bookings' of the server | src/server/features/bookings/bookings.router.ts
test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'CONNECTION_CLOSED', '57P03'])(
  'a procedure whose caller cannot be looked up, as with %s, answers its own sentence, as unavailable',
  async (code) => {
    const error = Object.assign(new Error('no connection'), { code });
    const caller = callerAs(database, null, { session: { state: 'failed', error } });
    await expect(caller.bookings.forStudent({})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: 'Failed to fetch bookings' });
    await expect(caller.tutors.search({})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: 'Failed to search tutors' });
  },
);

// spec errors.5 | C §8, D Errors | An unexpected failure answers the call's own sentence | src/server/core/trpc.ts
test('an unexpected error answers the sentence of the procedure and is logged with its cause', async () => {
  const logged: unknown[] = [];
  const bug = new Error('a bug');
  const caller = callerAs(database, null, { session: { state: 'failed', error: bug }, log: (caught) => logged.push(caught) });
  await expect(caller.bookings.forStudent({})).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: 'Failed to fetch bookings' });
  expect(logged).toMatchObject([{ message: 'unexpected', details: { path: 'bookings.forStudent', cause: { cause: bug } } }]);
});

test('a text that the database cannot hold is invalid input', async () => {
  const caller = callerAs(database, await aStudent(database.db));
  const call = caller.notifications.create({ type: 'info', title: 'Half\u0000way', message: 'A message.' });
  await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid input' });
});
