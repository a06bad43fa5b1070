import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { inboxEvents, notifications } from '#db/schema/notifications.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { type CallerOptions, callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { aBooking, aStudent, aThread, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from './factories.ts';
import { selectNotifications } from './selects.ts';

export const PASSWORD = 'correct horse';

export const CLOSED = 'This conversation is closed';
export const secondsLater = (seconds: number) => ({ now: () => new Date(NOW.getTime() + seconds * 1000) });

type MessageOptions = { clientId?: string; seconds?: number };

export function useConversations(database: TestDatabase) {
  let passwordHash: string;
  beforeAll(async () => {
    passwordHash = await createPasswords().hash(PASSWORD);
  });

  const apiAs = (person: User, options?: CallerOptions) => callerAs(database, person, options).messages;
  const listEvents = async ({ id }: User) =>
    (await database.db.select().from(inboxEvents).where(eq(inboxEvents.userId, id)).orderBy(inboxEvents.seq)).map(({ payload }) => payload);

  return {
    apiAs,
    listEvents,
    listThreadEvents: async (person: User) => (await listEvents(person)).filter(({ type }) => type === 'thread_changed'),
    listNotifications: ({ id }: User) => selectNotifications(database, id).orderBy(notifications.id),
    async createConversation() {
      const student = await aStudent(database.db, { passwordHash });
      const tutor = await aTutor(database.db, { user: { passwordHash } });
      const { id } = await aThread(database.db, { student, tutor });
      await aBooking(database.db, { student, tutor, status: 'cancelled' });
      return { student, tutor, id };
    },
    send: (person: User, threadId: string, text = 'Hello', { clientId = randomUUID(), seconds = 1 }: MessageOptions = {}) =>
      apiAs(person, { ...secondsLater(seconds), hasRateLimits: false }).send({ threadId, clientId, text }),
    leave: (person: User) => callerAs(database, person).account.leave({ password: PASSWORD }),
    requestBooking(student: User, tutor: Tutor, hour = 0) {
      const startTime = new Date(NEXT_MONDAY_NINE.getTime() + hour * HOUR);
      const session = { subjectId: tutor.subjectId, startTime, endTime: new Date(startTime.getTime() + HOUR), contactNumber: '0771234567' };
      return callerAs(database, student).bookings.request({ tutorId: tutor.id, ...session });
    },
    listThreads: (student: User, tutor: Tutor) =>
      database.db
        .select()
        .from(messageThreads)
        .where(and(eq(messageThreads.studentId, student.id), eq(messageThreads.tutorUserId, tutor.user.id))),
    findThread: async (id: string) => (await database.db.select().from(messageThreads).where(eq(messageThreads.id, id)))[0],
    listMessages: (threadId: string) =>
      database.db.select().from(messages).where(eq(messages.threadId, threadId)).orderBy(messages.createdAt, messages.id),
    listTexts: async (person: User, threadId: string) => (await apiAs(person).list({ threadId })).messages.map(({ text }) => text),
  };
}
