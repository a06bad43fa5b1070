import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { PARTIES } from '#shared/vocabulary/bookings.ts';
import { LIMITS, MESSAGES, SEARCH } from '#shared/vocabulary/limits.ts';
import { id, written } from './common.ts';

/** A conversation as one of its two sides sees it. */
export const threadView = z.object({
  id: z.string(),
  other: z.object({
    /** Empty for somebody who has left. */
    id: z.string(),
    name: z.string(),
    profileImage: z.string(),
    role: z.enum(PARTIES),
    /** The public profile of a tutor; null where there is none. */
    tutorId: z.string().nullable(),
  }),
  lastMessage: z.object({ text: z.string(), isMine: z.boolean(), createdAt: z.date() }).nullable(),
  unread: z.number(),
  /** Nobody can send: one side blocks the other, has left, or is suspended. */
  isClosed: z.boolean(),
  isBlockedByMe: z.boolean(),
  lastActivityAt: z.date(),
});
export type ThreadView = z.infer<typeof threadView>;

export const threadsInput = z
  .object({ cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(SEARCH.mostPerPage).default(MESSAGES.threads) })
  .prefault({});
export type ThreadsInput = z.infer<typeof threadsInput>;
export const threadsPage = z.object({ threads: z.array(threadView), nextCursor: z.string().nullable() });
export type ThreadsPage = z.infer<typeof threadsPage>;

export const threadInput = z.object({ id });
export type ThreadInput = z.infer<typeof threadInput>;
/** The conversation of a student with the tutor who has this profile. */
export const threadWithTutorInput = z.object({ tutorId: id });
export type ThreadWithTutorInput = z.infer<typeof threadWithTutorInput>;

export const messageView = z.object({ id: z.string(), clientId: z.string(), text: z.string(), isMine: z.boolean(), createdAt: z.date() });
export type MessageView = z.infer<typeof messageView>;

/** A page by cursor, the newest first. */
export const messagesInput = z.object({
  threadId: id,
  cursor: z.string().max(200).nullish(),
  limit: z.int().min(1).max(SEARCH.mostPerPage).default(MESSAGES.pageSize),
});
export type MessagesInput = z.infer<typeof messagesInput>;
export const messagesPage = z.object({ messages: z.array(messageView), nextCursor: z.string().nullable() });
export type MessagesPage = z.infer<typeof messagesPage>;

export const sendMessageInput = z.object({
  threadId: id,
  /** Made by the browser, so that sending again sends nothing twice. */
  clientId: z.uuid(),
  text: written('Message', { max: LIMITS.message }, { missing: VALIDATION.messageMissing }),
});
export type SendMessageInput = z.infer<typeof sendMessageInput>;

/** Everything of the other side up to this message was seen. */
export const readThreadInput = z.object({ threadId: id, upTo: id });
export type ReadThreadInput = z.infer<typeof readThreadInput>;

export const blockInput = z.object({ threadId: id, isBlocked: z.boolean() });
export type BlockInput = z.infer<typeof blockInput>;
