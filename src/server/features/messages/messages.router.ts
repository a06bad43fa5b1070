import { z } from 'zod';
import { type Ctx, requireSignedIn } from '#server/core/context.ts';
import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { router, studentProcedure, userProcedure } from '#server/core/trpc.ts';
import {
  askTutorInput,
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
import { askTutor, blockThread, markThreadRead, sendMessage } from './messages.commands.ts';
import { countUnread, getThread, getThreadWithTutor, hasThreadWith, listMessages, listThreads, wasSent } from './messages.queries.ts';

const reader = userProcedure.meta({ failed: 'Failed to fetch messages' });
const writer = userProcedure.meta({ failed: 'Failed to change the conversation. Please try again.' });

const perNewMessage = async ({ ctx, input }: { ctx: Ctx; input: SendMessageInput }): Promise<string | null> =>
  (await wasSent(requireSignedIn(ctx), input)) ? null : perCaller({ ctx });

export const messagesRouter = router({
  threads: reader
    .input(threadsInput)
    .output(threadsPage)
    .query(({ ctx, input }) => listThreads(ctx, input)),
  thread: reader
    .input(threadInput)
    .output(threadView)
    .query(({ ctx, input }) => getThread(ctx, input)),
  withTutor: studentProcedure
    .meta({ failed: 'Failed to fetch messages', refused: 'Only students can write to tutors' })
    .input(threadWithTutorInput)
    .output(threadView)
    .query(({ ctx, input }) => getThreadWithTutor(ctx, input)),
  hasWithTutor: studentProcedure
    .meta({ failed: 'Failed to fetch messages', refused: 'Only students can write to tutors' })
    .input(threadWithTutorInput)
    .output(z.boolean())
    .query(({ ctx, input }) => hasThreadWith(ctx, input)),
  list: reader
    .input(messagesInput)
    .output(messagesPage)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  unreadCount: reader.output(z.number()).query(({ ctx }) => countUnread(ctx)),
  ask: studentProcedure
    .meta({ failed: 'Failed to send the message. Please try again.', refused: 'Only students can write to tutors' })
    .input(askTutorInput)
    .use(rateLimit('askTutor', perCaller))
    .output(threadView)
    .mutation(({ ctx, input }) => askTutor(ctx, input)),
  send: userProcedure
    .meta({ failed: 'Failed to send the message. Please try again.' })
    .input(sendMessageInput)
    .use(rateLimit('sendMessage', perNewMessage))
    .output(messageView)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  read: writer
    .input(readThreadInput)
    .output(threadView)
    .mutation(({ ctx, input }) => markThreadRead(ctx, input)),
  block: writer
    .input(blockInput)
    .use(rateLimit('blockThread', perCaller))
    .output(threadView)
    .mutation(({ ctx, input }) => blockThread(ctx, input)),
});
