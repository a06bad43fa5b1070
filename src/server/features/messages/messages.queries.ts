import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { buildOnce } from '#db/build-once.ts';
import { downwards } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { isAfterCursor, parseCursor, toPage, toPageBy } from '#server/core/cursor.ts';
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
import { messagesLeft } from '#shared/domain/questions.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { MESSAGES } from '#shared/vocabulary/limits.ts';
import { type AccountStatus, UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

export type Thread = typeof messageThreads.$inferSelect;
type Message = typeof messages.$inferSelect;
type CallerContext = Pick<SignedIn, 'db' | 'actor'>;

export const SIDE_COLUMNS = {
  student: { id: 'studentId', unread: 'studentUnread', readAt: 'studentReadAt', blockedAt: 'studentBlockedAt' },
  tutor: { id: 'tutorUserId', unread: 'tutorUnread', readAt: 'tutorReadAt', blockedAt: 'tutorBlockedAt' },
} as const satisfies Record<Party, Record<'id' | 'unread' | 'readAt' | 'blockedAt', keyof Thread>>;

const UNKNOWN: Record<Party, string> = { student: UNKNOWN_STUDENT, tutor: UNKNOWN_TUTOR };

export const sideOf = ({ role }: Pick<SignedIn['actor'], 'role'>): Party => (role === 'tutor' ? 'tutor' : 'student');
export const otherSide = (side: Party): Party => (side === 'tutor' ? 'student' : 'tutor');
export const isOwnThread = (actor: SignedIn['actor']): SQL => eq(messageThreads[SIDE_COLUMNS[sideOf(actor)].id], actor.id);

export function isClosed({ studentBlockedAt, tutorBlockedAt }: Thread, sides: readonly (AccountStatus | undefined)[]): boolean {
  return studentBlockedAt !== null || tutorBlockedAt !== null || sides.length < 2 || sides.some((status) => status !== 'active');
}

export async function listThreads({ db, actor }: SignedIn, { cursor, limit }: ThreadsInput): Promise<ThreadsPage> {
  const side = sideOf(actor);
  const isAfter = isAfterCursor(messageThreads.lastActivityAt, messageThreads.id, parseCursor(cursor));
  const rows = await selectThreads(db, side, and(isOwnThread(actor), isAfter)).limit(limit + 1);
  const threads = rows.map((row) => toThreadView(row, side));
  const { shown, nextCursor } = toPageBy(threads, limit, ({ lastActivityAt }) => lastActivityAt);
  return { threads: shown, nextCursor };
}

export async function getThread({ db, actor }: CallerContext, { id }: ThreadInput): Promise<ThreadView> {
  const side = sideOf(actor);
  const [row] = await selectThreads(db, side, and(byId(messageThreads.id, id), isOwnThread(actor)));
  if (!row) throw new DomainError('thread.not_found');
  return toThreadView(row, side, side === 'student' ? await getMessagesLeft(db, row.thread.id) : null);
}

export async function getThreadWithTutor({ db, actor }: CtxAs<'student'>, { tutorId }: ThreadWithTutorInput): Promise<ThreadView> {
  const tutor = await findTutorAccount(db, tutorId);
  const [row] = await selectThreads(db, 'student', and(isOwnThread(actor), eq(messageThreads.tutorUserId, tutor.userId)));
  if (!row) throw new DomainError(isPublic(tutor) ? 'thread.no_booking' : 'tutor.not_found');
  return toThreadView(row, 'student', await getMessagesLeft(db, row.thread.id));
}

export async function findTutorAccount(db: Executor, tutorId: string) {
  const [tutor] = await db
    .select({ userId: users.id, accountStatus: users.status, verificationStatus: tutorProfiles.verificationStatus })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(byId(tutorProfiles.id, tutorId));
  if (!tutor) throw new DomainError('tutor.not_found');
  return tutor;
}

export async function hasThreadWith({ db, actor }: CtxAs<'student'>, { tutorId }: ThreadWithTutorInput): Promise<boolean> {
  const tutorUser = sql`(select ${tutorProfiles.userId} from ${tutorProfiles} where ${byId(tutorProfiles.id, tutorId)})`;
  return (await db.$count(messageThreads, and(eq(messageThreads.studentId, actor.id), eq(messageThreads.tutorUserId, tutorUser)))) > 0;
}

export async function listMessages({ db, actor }: SignedIn, { threadId, cursor, limit }: MessagesInput): Promise<MessagesPage> {
  const [thread] = await db
    .select({ id: messageThreads.id })
    .from(messageThreads)
    .where(and(byId(messageThreads.id, threadId), isOwnThread(actor)));
  if (!thread) throw new DomainError('thread.not_found');
  const after = parseCursor(cursor);
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, thread.id), isAfterCursor(messages.createdAt, messages.id, after)))
    .orderBy(downwards(messages.createdAt), downwards(messages.id))
    .limit(limit + 1);
  const { shown, nextCursor } = toPage(rows, limit);
  return { messages: shown.map((message) => toMessageView(message, sideOf(actor))), nextCursor };
}

export async function countUnread({ db, actor }: SignedIn): Promise<number> {
  const counter = messageThreads[SIDE_COLUMNS[sideOf(actor)].unread];
  const { unread } = only(
    await db
      .select({ unread: sql<number>`coalesce(sum(${counter}), 0)::int` })
      .from(messageThreads)
      .where(and(isOwnThread(actor), gt(counter, 0))),
  );
  return unread;
}

export async function wasSent(
  { db, actor }: CallerContext,
  { threadId, clientId }: Pick<SendMessageInput, 'threadId' | 'clientId'>,
): Promise<boolean> {
  const sent = and(byId(messages.threadId, threadId), eq(messages.sentBy, sideOf(actor)), eq(messages.clientId, clientId));
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(messageThreads, eq(messageThreads.id, messages.threadId))
    .where(and(sent, isOwnThread(actor)));
  return rows.length > 0;
}

export function toMessageView({ id, clientId, text, sentBy, createdAt }: Message, side: Party): MessageView {
  return { id, clientId, text, isOwn: sentBy === side, createdAt };
}

/** Counts only as many messages as the limit needs. Each part is ordered like an index, so that PostgreSQL stops early, however many match. */
const questionFacts = buildOnce((db) => {
  const facts = {
    sent: sql<number>`(select count(*)::int from (
      select from messages where messages.thread_id = message_threads.id and messages.sent_by = 'student'
      order by messages.thread_id, messages.sent_by, messages.client_id limit ${MESSAGES.beforeReply}
    ) sent)`,
    hasReply: sql<boolean>`(select true from messages where messages.thread_id = message_threads.id and messages.sent_by = 'tutor'
      order by messages.thread_id, messages.sent_by, messages.client_id limit 1) is not null`,
    hasBooking: sql<boolean>`(select true from bookings where bookings.student_id = message_threads.student_id
      and bookings.tutor_user_id = message_threads.tutor_user_id order by bookings.student_id, bookings.start_time limit 1) is not null`,
  };
  const isThread = eq(messageThreads.id, sql.placeholder('threadId'));
  return db.select(facts).from(messageThreads).where(isThread).prepare('question_facts');
});

export async function getMessagesLeft(db: Executor, threadId: string): Promise<number | null> {
  return messagesLeft(only(await questionFacts(db).execute({ threadId })));
}

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
    .leftJoin(users, eq(users.id, messageThreads[SIDE_COLUMNS[otherSide(side)].id]))
    .leftJoin(tutorProfiles, eq(tutorProfiles.userId, users.id))
    .leftJoinLateral(last, sql`true`)
    .where(where)
    .orderBy(downwards(messageThreads.lastActivityAt), downwards(messageThreads.id));
}
type ThreadRow = Awaited<ReturnType<typeof selectThreads>>[number];

function toThreadView({ thread, other, profile, last }: ThreadRow, side: Party, left: number | null = null): ThreadView {
  const { unread, blockedAt } = SIDE_COLUMNS[side];
  const isFindable = other !== null && profile !== null && isPublic({ ...other, ...profile });
  return {
    id: thread.id,
    other: {
      id: other?.id ?? '',
      name: other?.name ?? UNKNOWN[otherSide(side)],
      profileImage: other?.profileImage ?? '',
      role: otherSide(side),
      tutorId: isFindable ? profile.id : null,
    },
    lastMessage: last && { text: last.text, isOwn: last.sentBy === side, createdAt: last.createdAt },
    unread: thread[unread],
    isClosed: isClosed(thread, ['active', other?.accountStatus]),
    isBlockedByMe: thread[blockedAt] !== null,
    messagesLeft: left,
    lastActivityAt: thread.lastActivityAt,
  };
}
