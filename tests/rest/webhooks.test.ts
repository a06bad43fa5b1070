import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { WEBHOOK_EVENTS } from '#shared/vocabulary/integrations.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aSubject, aTopic, aTutor, NOW, signedIn } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { bookingRequest } from './setups.ts';

const database = useDatabase();
let time = NOW;
const rest = useRest(database, { now: () => time });

type Delivery = { id: string; type: string; createdAt: string; data: { booking: unknown } };

// spec webhooks.6 | D Webhooks | Body `{ id, type, createdAt, data: { booking } }`, the booking as REST shows it to the owner at that moment; kept in
//   the transaction, the same bytes ever after | src/server/services.ts
test('a webhook receives the booking as REST shows it to its owner, as student and as tutor', async () => {
  const { db } = database;
  const subject = await aSubject(db);
  const topics = [await aTopic(db, { subjectId: subject.id }), await aTopic(db, { subjectId: subject.id })];
  const student = await aStudent(db, { name: 'සිතාරා', profileImage: '/files/photos/s.svg' });
  const tutor = await aTutor(db, {
    phone: '0712345678',
    user: { profileImage: 'https://photos.example.com/t.svg' },
    subjects: [{ subjectId: subject.id, topicIds: topics.map(({ id }) => id) }],
  });
  const people = [student, tutor.user];
  const hooks = await Promise.all(
    people.map(async (person, index) =>
      callerAs(database, await signedIn(database.db, person)).webhooks.add({
        url: `https://hooks.example.com/${index}`,
        events: [...WEBHOOK_EVENTS],
      }),
    ),
  );
  const [studentToken, tutorToken] = [await rest.tokenOf(student), await rest.tokenOf(tutor.user)];

  const expectDelivered = async (type: string, id: string) => {
    for (const [index, hook] of hooks.entries()) {
      const { body: shown } = await rest.get(`/api/bookings/${id}`, index === 0 ? studentToken : tutorToken);
      const rows = await db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, hook.id))
        .orderBy(asc(webhookDeliveries.createdAt));
      const last = rows.at(-1) ?? expect.fail('no news');
      const delivered: Delivery = JSON.parse(last.body);
      expect(delivered).toEqual({ id: last.id, type, createdAt: time.toISOString(), data: { booking: shown } });
      expect(JSON.stringify(delivered.data.booking)).toBe(JSON.stringify(shown));
    }
    time = new Date(time.getTime() + 1000);
  };

  const requested = await rest.call<{ booking: { id: string } }>('POST', '/api/bookings', {
    as: studentToken,
    body: bookingRequest(tutor, {
      learningMethod: 'online',
      selectedTopics: topics.map(({ id }) => id),
      notes: 'Past papers, please.',
    }),
  });
  expect(requested.status).toBe(201);
  const { id } = requested.body.booking;
  await expectDelivered('booking.created', id);
  expect((await rest.call('PATCH', `/api/bookings/${id}/status`, { as: tutorToken, body: { status: 'confirmed' } })).status).toBe(200);
  await expectDelivered('booking.confirmed', id);
  expect((await rest.call('DELETE', `/api/bookings/${id}`, { as: studentToken })).status).toBe(200);
  await expectDelivered('booking.cancelled', id);
});
