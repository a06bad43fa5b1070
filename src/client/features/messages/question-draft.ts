import { type Draft, userDraft } from '#client/lib/drafts/draft.ts';
import { record, text } from '#client/lib/drafts/schema.ts';
import { messageDraft } from './composer.tsx';
import { getOutbox } from './outbox.ts';

type Question = { clientId: string; text: string };

const questionSchema = record({ clientId: text(), text: text() });

/** A question to a tutor while it is being sent: the page may be left before the answer. */
export const questionDraft = (userId: string, tutorId: string): Draft<Question> => userDraft(userId, `question ${tutorId}`, questionSchema);

/** What is being typed to a tutor with whom there is no conversation yet. */
export const toComposerId = (tutorId: string): string => `tutor ${tutorId}`;

type Parties = { userId: string; tutorId: string };

/**
 * Goes on in the conversation with what was written before there was one. A question whose answer did not come is sent there with the id that it had, so
 * that it arrives once. `sent` has just arrived.
 */
export function continueInThread({ userId, tutorId }: Parties, threadId: string, sent = ''): void {
  const question = questionDraft(userId, tutorId);
  const pending = question.read();
  question.remove();
  if (pending && pending.text !== '' && pending.text !== sent) getOutbox(userId).add(threadId, pending.text, pending.clientId);
  const before = messageDraft(userId, toComposerId(tutorId));
  const typed = withoutStart(before.read() ?? '', sent || (pending?.text ?? ''));
  before.remove();
  if (typed.trim() === '') return;
  const inThread = messageDraft(userId, threadId);
  inThread.write([inThread.read() ?? '', typed].filter((part) => part !== '').join('\n'));
}

/** The field shows a question again that was being sent when the page was left. */
function withoutStart(typed: string, sent: string): string {
  if (sent === '' || typed.trim() === sent) return sent === '' ? typed : '';
  return typed.startsWith(`${sent}\n`) ? typed.slice(sent.length + 1) : typed;
}
