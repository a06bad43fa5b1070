import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Db } from '#db/client.ts';
import { notifications } from '#db/schema/notifications.ts';
import { createSessions } from '#server/infra/credentials.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { type Actors, createActors } from '#tests/support/actors.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User, unique } from '#tests/support/factories.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import type { Rest } from './app.ts';

export type CallerRole = 'anyone' | Role;

export function useActors(database: TestDatabase, rest: Rest) {
  const tokens = new Map<CallerRole, string>();
  let data: Actors | undefined;
  beforeAll(async () => {
    data = await createActors(database.db);
    for (const [role, user] of [['student', data.student] as const, ['tutor', data.tutor.user] as const, ['admin', data.admin] as const])
      tokens.set(role, await rest.tokenOf(user));
  });
  const tokenOf = (role: CallerRole | undefined) => role && tokens.get(role);
  return {
    get data(): Actors {
      if (!data) throw new Error('the records exist from beforeAll on');
      return data;
    },
    tokenOf,
    send: <T = { message: string }>(role: CallerRole, call: string, body?: unknown) => {
      const [method = '', path = ''] = call.split(' ');
      return rest.call<T>(method, path, { as: tokenOf(role), body });
    },
  };
}

type Party = 'student' | 'tutor' | 'admin';
type Parties = { student: User; tutor: Tutor; admin: User } & Record<`${Party}Token`, string>;

/** Before each test a student, a tutor and an admin who have never met, with a token each. */
export function useParties(database: TestDatabase, { tokenOf }: Rest): Parties {
  // Filled before each test.
  const parties = {} as Parties;
  beforeEach(async () => {
    const student = await aStudent(database.db);
    const tutor = await aTutor(database.db);
    const admin = await anAdmin(database.db);
    const [studentToken, tutorToken, adminToken] = [await tokenOf(student), await tokenOf(tutor.user), await tokenOf(admin)];
    Object.assign(parties, { student, tutor, admin, studentToken, tutorToken, adminToken } satisfies Parties);
  });
  return parties;
}

/** Notifications and completed bookings of a student, more than a page may have. */
export async function insertMany({ db, sql }: TestDatabase, { student, tutor }: { student: User; tutor: Tutor }, count: number): Promise<void> {
  await sql`
    insert into notifications (id, user_id, kind, type, category, title, message)
    select gen_random_uuid(), ${student.id}, 'custom', 'info', 'general', 'News ' || n, 'Words' from generate_series(1, ${count}) n`;
  const { id } = await aBooking(db, { student, tutor, status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) });
  const columns = sql`student_id, tutor_user_id, tutor_id, subject_id, subject_name, status, learning_method, amount_cents, contact_number`;
  await sql`
    insert into bookings (id, ${columns}, start_time, end_time)
    select gen_random_uuid(), ${columns}, start_time - n * interval '1 day', end_time - n * interval '1 day'
    from bookings, generate_series(2, ${count}) n where bookings.id = ${id}`;
}

/** A server with sockets of its own, and the token of a student. */
export function useRunningServer(database: TestDatabase) {
  // Filled before the first test.
  const running = {} as { server: RunningServer; token: string };
  beforeAll(async () => {
    const { id } = await aStudent(database.db);
    const token = await createSessions(database.db).createSession(id, { isRemembered: true, origin: 'password', userAgent: '' });
    Object.assign(running, { server: await runServer(database.url), token });
  });
  afterAll(() => running.server.close());
  return running;
}

export const notificationsOf = (db: Db, userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));

/** Nine o'clock on the Monday on which tutors of the factories are free, and so many hours later. */
export const sessionTime = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR).toISOString();

export const bookingRequest = ({ id, subjectId }: { id: string; subjectId: string }, overrides: object = {}) => ({
  tutorId: id,
  subjectId,
  startTime: sessionTime(0),
  endTime: sessionTime(1),
  contactNumber: '0771234567',
  ...overrides,
});

export const newEmail = () => `${unique('somebody').replace(' ', '.')}@example.com`;
