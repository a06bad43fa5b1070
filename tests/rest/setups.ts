import { eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import type { Db } from '#db/client.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { type Everybody, everybody } from '#tests/support/everybody.ts';
import { anAdmin, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, unique } from '#tests/support/factories.ts';
import type { Rest } from './app.ts';

export type CallerRole = 'anyone' | Role;

export function useEverybody(database: TestDatabase, rest: Rest) {
  const tokens = new Map<CallerRole, string>();
  let data: Everybody | undefined;
  beforeAll(async () => {
    data = await everybody(database.db);
    for (const [role, user] of [['student', data.student] as const, ['tutor', data.tutor.user] as const, ['admin', data.admin] as const])
      tokens.set(role, await rest.tokenOf(user));
  });
  const tokenOf = (role: CallerRole | undefined) => role && tokens.get(role);
  return {
    get data(): Everybody {
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

export async function createParties(db: Db, { tokenOf }: Rest) {
  const student = await aStudent(db);
  const tutor = await aTutor(db);
  const admin = await anAdmin(db);
  return { student, tutor, admin, studentToken: await tokenOf(student), tutorToken: await tokenOf(tutor.user), adminToken: await tokenOf(admin) };
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
