import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As, SignedIn } from '#server/core/context.ts';
import { cursorFrom, pageBy, pageOf } from '#server/core/cursor.ts';
import { byId } from '#server/core/ids.ts';
import type {
  MessagesInput,
  MessagesPage,
  MessageView,
  SendMessageInput,
  ThreadInput,
  ThreadsInput,
  ThreadsPage,
  ThreadView,
  ThreadWithTutorInput,
} from '#shared/contracts/messages.ts';
import { canBeFound } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { type AccountStatus, UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

export type Thread = typeof messageThreads.$inferSelect;
type Message = typeof messages.$inferSelect;
type Reading = Pick<SignedIn, 'db' | 'actor'>;

/** What a thread calls what is of each side. */
export const OF_SIDE = {
  student: { id: 'studentId', unread: 'studentUnread', readAt: 'studentReadAt', blockedAt: 'studentBlockedAt' },
  tutor: { id: 'tutorUserId', unread: 'tutorUnread', readAt: 'tutorReadAt', blockedAt: 'tutorBlockedAt' },
} as const satisfies Record<Party, Record<'id' | 'unread' | 'readAt' | 'blockedAt', keyof Thread>>;

const UNKNOWN: Record<Party, string> = { student: UNKNOWN_STUDENT, tutor: UNKNOWN_TUTOR };

export const sideOf = ({ role }: Pick<SignedIn['actor'], 'role'>): Party => (role === 'tutor' ? 'tutor' : 'student');
export const facing = (side: Party): Party => (side === 'tutor' ? 'student' : 'tutor');
export const isMine = (actor: SignedIn['actor']): SQL => eq(messageThreads[OF_SIDE[sideOf(actor)].id], actor.id);

/** To both, unless both sides are there, active, and neither blocks the other. */
export function isClosed({ studentBlockedAt, tutorBlockedAt }: Thread, sides: readonly (AccountStatus | undefined)[]): boolean {
  return studentBlockedAt !== null || tutorBlockedAt !== null || sides.length < 2 || sides.some((status) => status !== 'active');
}

/** The one of the last message first, or of the making where nobody has written yet. */
export async function threadsOf({ db, actor }: SignedIn, { cursor, limit }: ThreadsInput): Promise<ThreadsPage> {
  const side = sideOf(actor);
  const { at, id } = cursorFrom(cursor);
  const before = sql`(${messageThreads.lastActivityAt}, ${messageThreads.id}) < (${at}::timestamptz, ${id}::uuid)`;
  const rows = await selectThreads(db, side, and(isMine(actor), before)).limit(limit + 1);
  const threads = rows.map((row) => toThreadView(row, side));
  const { shown, nextCursor } = pageBy(threads, limit, ({ lastActivityAt }) => lastActivityAt);
  return { threads: shown, nextCursor };
}

export async function threadById({ db, actor }: Reading, { id }: ThreadInput): Promise<ThreadView> {
  const side = sideOf(actor);
  const [row] = await selectThreads(db, side, and(byId(messageThreads.id, id), isMine(actor)));
  if (!row) throw new DomainError('thread.not_found');
  return toThreadView(row, side);
}

/** It is there for both from their first booking on, whatever has become of the tutor's profile since. */
export async function threadWithTutor({ db, actor }: As<'student'>, { tutorId }: ThreadWithTutorInput): Promise<ThreadView> {
  const [tutor] = await db
    .select({ userId: users.id, accountStatus: users.status, verificationStatus: tutorProfiles.verificationStatus })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(byId(tutorProfiles.id, tutorId));
  if (!tutor) throw new DomainError('tutor.not_found');
  const [row] = await selectThreads(db, 'student', and(isMine(actor), eq(messageThreads.tutorUserId, tutor.userId)));
  if (!row) throw new DomainError(canBeFound(tutor) ? 'thread.no_booking' : 'tutor.not_found');
  return toThreadView(row, 'student');
}

export async function hasThreadWith({ db, actor }: As<'student'>, { tutorId }: ThreadWithTutorInput): Promise<boolean> {
  const tutorUser = sql`(select ${tutorProfiles.userId} from ${tutorProfiles} where ${byId(tutorProfiles.id, tutorId)})`;
  return (await db.$count(messageThreads, and(eq(messageThreads.studentId, actor.id), eq(messageThreads.tutorUserId, tutorUser)))) > 0;
}

/** The newest first, in an order that is the same for both sides. */
export async function messagesOf({ db, actor }: SignedIn, { threadId, cursor, limit }: MessagesInput): Promise<MessagesPage> {
  const [thread] = await db
    .select({ id: messageThreads.id })
    .from(messageThreads)
    .where(and(byId(messageThreads.id, threadId), isMine(actor)));
  if (!thread) throw new DomainError('thread.not_found');
  const { at, id } = cursorFrom(cursor);
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, thread.id), sql`(${messages.createdAt}, ${messages.id}) < (${at}::timestamptz, ${id}::uuid)`))
    .orderBy(downwards(messages.createdAt), downwards(messages.id))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit);
  return { messages: shown.map((message) => toMessageView(message, sideOf(actor))), nextCursor };
}

/** Messages that were not read, of all threads. */
export async function unreadCount({ db, actor }: SignedIn): Promise<number> {
  const counter = messageThreads[OF_SIDE[sideOf(actor)].unread];
  const { unread } = only(
    await db
      .select({ unread: sql<number>`coalesce(sum(${counter}), 0)::int` })
      .from(messageThreads)
      .where(and(isMine(actor), gt(counter, 0))),
  );
  return unread;
}

/** Whether the caller's browser has sent this already. */
export async function wasSent({ db, actor }: Reading, { threadId, clientId }: Pick<SendMessageInput, 'threadId' | 'clientId'>): Promise<boolean> {
  const sent = and(byId(messages.threadId, threadId), eq(messages.sentBy, sideOf(actor)), eq(messages.clientId, clientId));
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(messageThreads, eq(messageThreads.id, messages.threadId))
    .where(and(sent, isMine(actor)));
  return rows.length > 0;
}

export function toMessageView({ id, clientId, text, sentBy, createdAt }: Message, side: Party): MessageView {
  return { id, clientId, text, isMine: sentBy === side, createdAt };
}

/** With who faces that side, and the last message, each thread's from its index. */
function selectThreads(db: Executor, side: Party, where: SQL | undefined) {
  const last = db
    .select({ text: messages.text, sentBy: messages.sentBy, createdAt: messages.createdAt })
    .from(messages)
    .where(eq(messages.threadId, messageThreads.id))
    .orderBy(downwards(messages.createdAt), downwards(messages.id))
    .limit(1)
    .as('last');
  return db
    .select({
      thread: messageThreads,
      other: { id: users.id, name: users.name, profileImage: users.profileImage, accountStatus: users.status },
      profile: { id: tutorProfiles.id, verificationStatus: tutorProfiles.verificationStatus },
      last: { text: last.text, sentBy: last.sentBy, createdAt: last.createdAt },
    })
    .from(messageThreads)
    .leftJoin(users, eq(users.id, messageThreads[OF_SIDE[facing(side)].id]))
    .leftJoin(tutorProfiles, eq(tutorProfiles.userId, users.id))
    .leftJoinLateral(last, sql`true`)
    .where(where)
    .orderBy(downwards(messageThreads.lastActivityAt), downwards(messageThreads.id));
}
type ThreadRow = Awaited<ReturnType<typeof selectThreads>>[number];

function toThreadView({ thread, other, profile, last }: ThreadRow, side: Party): ThreadView {
  const { unread, blockedAt } = OF_SIDE[side];
  const isFindable = other !== null && profile !== null && canBeFound({ ...other, ...profile });
  return {
    id: thread.id,
    other: {
      id: other?.id ?? '',
      name: other?.name ?? UNKNOWN[facing(side)],
      profileImage: other?.profileImage ?? '',
      role: facing(side),
      tutorId: isFindable ? profile.id : null,
    },
    lastMessage: last && { text: last.text, isMine: last.sentBy === side, createdAt: last.createdAt },
    unread: thread[unread],
    isClosed: isClosed(thread, ['active', other?.accountStatus]),
    isBlockedByMe: thread[blockedAt] !== null,
    lastActivityAt: thread.lastActivityAt,
  };
}
