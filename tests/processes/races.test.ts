import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, type Tutor, type User } from '#tests/support/factories.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';

const REQUESTS = process.env.DEEP ? 1000 : 200;
const database = useDatabase();
let server: RunningServer;

beforeAll(async () => {
  // A rate limit would let only a tenth through.
  server = await runServer(database.url, { RATE_LIMITS: 'off' });
});
afterAll(() => server.close());

function nextMonday(): Date {
  const date = new Date(Date.now() + 2 * 24 * HOUR);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() + 1);
  date.setUTCHours(3, 30, 0, 0);
  return date;
}

const tokenOf = (user: User) => createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });

async function request(token: string, tutor: Tutor, startHour: number) {
  const start = new Date(nextMonday().getTime() + startHour * HOUR);
  const response = await fetch(`${server.url}/api/students/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      tutorId: tutor.id,
      subjectId: tutor.subjectId,
      startTime: start.toISOString(),
      endTime: new Date(start.getTime() + 2 * HOUR).toISOString(),
      duration: 2,
      learningMethod: 'online',
      contactNumber: '0771234567',
    }),
  });
  const body = (await response.json()) as { message: string; nextFree?: string[] };
  return { status: response.status, ...body };
}

async function deadlocks(): Promise<number> {
  const [row] = await database.sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`;
  return row?.deadlocks;
}

describe(`${REQUESTS} requests at once`, () => {
  // spec states.51 | D Booking | No double booking, ever, of a tutor or of a student | drizzle/0002_constraints.sql
  test('for overlapping times of one tutor: one is booked, all others are rejected', async () => {
    const tutor = await aTutor(database.db);
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => tokenOf(await aStudent(database.db))));
    const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => request(tokens[index % 20] ?? '', tutor, index % 2)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect({ created: count(201), conflicts: count(409) }).toEqual({ created: 1, conflicts: REQUESTS - 1 });
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer.message).toBe('This time is already booked');
      expect(answer.nextFree?.length).toBe(3);
    }
    expect(await database.db.select().from(bookings).where(eq(bookings.tutorId, tutor.id))).toHaveLength(1);
    expect(await deadlocks()).toBe(0);
  });

  test('of one student with two tutors: one is booked, all others are rejected', async () => {
    const tutors = [await aTutor(database.db), await aTutor(database.db)] as const;
    const student = await aStudent(database.db);
    const token = await tokenOf(student);
    const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => request(token, tutors[index % 2 === 0 ? 0 : 1], index % 2)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect({ created: count(201), conflicts: count(409) }).toEqual({ created: 1, conflicts: REQUESTS - 1 });
    expect(await database.db.select().from(bookings).where(eq(bookings.studentId, student.id))).toHaveLength(1);
    expect(await deadlocks()).toBe(0);
  });
});
