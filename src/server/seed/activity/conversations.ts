import type { messages, messageThreads } from '#db/schema/messages.ts';
import type { Calendar } from '#server/seed/calendar.ts';
import { idOf } from '#server/seed/random.ts';
import { CONVERSATIONS, type Conversation } from './conversation-texts.ts';
import type { Session } from './sessions.ts';

export type MessageRow = typeof messages.$inferInsert & { createdAt: Date };
type ThreadRow = typeof messageThreads.$inferInsert;
/** Those of whom a conversation is, and what the last one to write has yet to be read by the other. */
export type Talk = { first: Session; messages: MessageRow[]; unread: MessageRow[] };

/** Everyone who was ever booked has a thread with the student, since the first request; a few have written to each other. */
export function makeConversations(sessions: readonly Session[], calendar: Calendar): { threads: ThreadRow[]; talks: Talk[] } {
  const made = firstOfEach(sessions).map((first) => {
    const { student, tutor, booking } = first;
    const createdAt = booking.createdAt ?? booking.startTime;
    const name = `${student.user.email} and ${tutor.user.email}`;
    const threadId = idOf(name, createdAt);
    const conversation = CONVERSATIONS.find((one) => one.student === student.user.name && one.tutor === tutor.user.name);
    const talk = conversation ? [{ first, ...talkOf(conversation, { threadId, name, calendar }) }] : [];
    const unreadOf = (side: 'student' | 'tutor') => talk.flatMap(({ unread }) => unread).filter(({ sentBy }) => sentBy !== side).length;
    const thread: ThreadRow = {
      id: threadId,
      studentId: student.user.id,
      tutorUserId: tutor.user.id,
      studentUnread: unreadOf('student'),
      tutorUnread: unreadOf('tutor'),
      lastActivityAt: talk[0]?.messages.at(-1)?.createdAt ?? createdAt,
      createdAt,
    };
    return { thread, talk };
  });
  return { threads: made.map(({ thread }) => thread), talks: made.flatMap(({ talk }) => talk) };
}

type Writing = { threadId: string; name: string; calendar: Calendar };

function talkOf({ lines, unread }: Conversation, { threadId, name, calendar }: Writing): Omit<Talk, 'first'> {
  const messages = lines.map(({ by, day, at, text }, nth): MessageRow => {
    const createdAt = calendar.at(day, at);
    const clientId = idOf(`${name} ${nth} in the browser`, createdAt);
    return { id: idOf(`${name} ${nth}`, createdAt), threadId, sentBy: by, clientId, text, createdAt };
  });
  return { messages, unread: messages.slice(messages.length - unread) };
}

function firstOfEach(sessions: readonly Session[]): Session[] {
  const first = new Map<string, Session>();
  for (const session of sessions) {
    const pair = `${session.student.user.id} ${session.tutor.user.id}`;
    const known = first.get(pair);
    if (!known || madeAt(session) < madeAt(known)) first.set(pair, session);
  }
  return [...first.values()];
}

const madeAt = ({ booking }: Session): number => booking.createdAt?.getTime() ?? 0;
