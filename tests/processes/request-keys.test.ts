import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR } from '#tests/support/factories.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const REQUESTS = 60;
const database = useDatabase();
let servers: RunningServer[];

beforeAll(async () => {
  servers = [await runServer(database.url), await runServer(database.url)];
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

function nextMonday(): Date {
  const date = new Date(Date.now() + 2 * 24 * HOUR);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() + 1);
  date.setUTCHours(3, 30, 0, 0);
  return date;
}

// spec states.39
test(`one click that reaches two servers ${REQUESTS} times books one session, and each time is told the same`, async () => {
  const student = await aStudent(database.db);
  const tutor = await aTutor(database.db);
  const token = await createSessions(database.db).createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const start = nextMonday();
  const body = JSON.stringify({
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + HOUR).toISOString(),
    contactNumber: '0771234567',
  });
  const request = async (server: RunningServer | undefined) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'one click' };
    const response = await fetch(`${server?.url}/api/bookings`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  };
  const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => request(servers[index % 2])));
  expect(answers[0]?.status).toBe(201);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await database.db.select().from(bookings).where(eq(bookings.studentId, student.id))).toHaveLength(1);
  expect(await selectNotifications(database, tutor.user.id)).toHaveLength(1);
});
