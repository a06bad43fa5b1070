import { z } from 'zod';
import { type Ctx, signedIn } from '#server/core/context.ts';
import { limited, perCaller } from '#server/core/limits.ts';
import { router, student, user } from '#server/core/trpc.ts';
import {
  blockInput,
  messagesInput,
  messagesPage,
  messageView,
  readThreadInput,
  type SendMessageInput,
  sendMessageInput,
  threadInput,
  threadsInput,
  threadsPage,
  threadView,
  threadWithTutorInput,
} from '#shared/contracts/messages.ts';
import { blockThread, markThreadRead, sendMessage } from './messages.commands.ts';
import { hasThreadWith, messagesOf, threadById, threadsOf, threadWithTutor, unreadCount, wasSent } from './messages.queries.ts';

const reading = user.meta({ failed: 'Failed to fetch messages' });
const changing = user.meta({ failed: 'Failed to change the conversation. Please try again.' });

/** One that is sent again, because its answer was lost, sends nothing. */
const ofNewMessages = async ({ ctx, input }: { ctx: Ctx; input: SendMessageInput }): Promise<string | null> =>
  (await wasSent(signedIn(ctx), input)) ? null : perCaller({ ctx });

export const messagesRouter = router({
  threads: reading
    .input(threadsInput)
    .output(threadsPage)
    .query(({ ctx, input }) => threadsOf(ctx, input)),
  thread: reading
    .input(threadInput)
    .output(threadView)
    .query(({ ctx, input }) => threadById(ctx, input)),
  withTutor: student
    .meta({ failed: 'Failed to fetch messages', refused: 'Only students can write to tutors' })
    .input(threadWithTutorInput)
    .output(threadView)
    .query(({ ctx, input }) => threadWithTutor(ctx, input)),
  hasWithTutor: student
    .meta({ failed: 'Failed to fetch messages', refused: 'Only students can write to tutors' })
    .input(threadWithTutorInput)
    .output(z.boolean())
    .query(({ ctx, input }) => hasThreadWith(ctx, input)),
  /** Of a thread, a page at a time, the newest first. */
  list: reading
    .input(messagesInput)
    .output(messagesPage)
    .query(({ ctx, input }) => messagesOf(ctx, input)),
  unreadCount: reading.output(z.number()).query(({ ctx }) => unreadCount(ctx)),
  send: user
    .meta({ failed: 'Failed to send the message. Please try again.' })
    .input(sendMessageInput)
    .use(limited('sendMessage', ofNewMessages))
    .output(messageView)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  read: changing
    .input(readThreadInput)
    .output(threadView)
    .mutation(({ ctx, input }) => markThreadRead(ctx, input)),
  block: changing
    .input(blockInput)
    .use(limited('blockThread', perCaller))
    .output(threadView)
    .mutation(({ ctx, input }) => blockThread(ctx, input)),
});
