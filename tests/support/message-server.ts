import { act } from 'react';
import type { MessageView, ThreadView } from '#shared/contracts/messages.ts';
import { ERRORS } from '#shared/errors.ts';
import { MESSAGES } from '#shared/vocabulary/limits.ts';
import { type Answers, apiError } from './fake-api.ts';
import { MONDAY_TEN } from './views.ts';

const MINUTE = 60_000;

/** Of a student with a tutor, open and read. */
export function aThreadView(overrides: Partial<Omit<ThreadView, 'other'>> & { other?: Partial<ThreadView['other']> } = {}): ThreadView {
  const { other, ...thread } = overrides;
  return {
    id: 'thread-1',
    other: { id: 'tutor-user-1', name: 'Nimal Silva', profileImage: '', role: 'tutor', tutorId: 'tutor-profile-1', ...other },
    lastMessage: null,
    unread: 0,
    isClosed: false,
    isBlockedByMe: false,
    lastActivityAt: MONDAY_TEN,
    ...thread,
  };
}

let index = 0;

/** Of the other side, a minute after the one before. */
export function aMessageView(overrides: Partial<MessageView> = {}): MessageView {
  index += 1;
  const createdAt = new Date(MONDAY_TEN.getTime() + index * MINUTE);
  return { id: `message-${index}`, clientId: `client-${index}`, text: `Message ${index}`, isOwn: false, createdAt, ...overrides };
}

/** A server with one conversation, which keeps what it is told. `messages` are the oldest first. */
export function messageServer(messages: MessageView[] = [], more: Partial<ThreadView> = {}) {
  let thread = aThreadView(more);
  const view = (): ThreadView => {
    const last = messages.at(-1);
    const lastMessage = last ? { text: last.text, isOwn: last.isOwn, createdAt: last.createdAt } : null;
    return { ...thread, lastMessage, lastActivityAt: last?.createdAt ?? thread.lastActivityAt };
  };
  const change = (changes: Partial<ThreadView>) => {
    thread = { ...thread, ...changes };
  };

  const answers = {
    'messages.threads': () => ({ threads: [view()], nextCursor: null }),
    'messages.thread': ({ id }) => {
      if (id !== thread.id) throw apiError('thread.not_found');
      return view();
    },
    'messages.unreadCount': () => thread.unread,
    // A cursor is the number of those that were shown.
    'messages.list': ({ cursor }) => {
      const end = messages.length - Number(cursor ?? 0);
      const start = Math.max(0, end - MESSAGES.pageSize);
      return { messages: messages.slice(start, end).reverse(), nextCursor: start > 0 ? String(messages.length - start) : null };
    },
    'messages.send': ({ clientId, text }) => {
      const sent = messages.find((one) => one.isOwn && one.clientId === clientId);
      if (sent) return sent;
      if (thread.isClosed) throw apiError('thread.closed');
      const message = aMessageView({ clientId, text, isOwn: true });
      messages.push(message);
      return message;
    },
    'messages.read': () => {
      change({ unread: 0 });
      return view();
    },
    'messages.block': ({ isBlocked }) => {
      change({ isBlockedByMe: isBlocked, isClosed: isBlocked });
      return view();
    },
  } satisfies Answers;

  return {
    answers,
    messages,
    change,
    /** Another one of the other side, which is not told yet. */
    receive(text: string): MessageView {
      const message = aMessageView({ text });
      messages.push(message);
      change({ unread: thread.unread + 1 });
      return message;
    },
  };
}

export const CLOSED = ERRORS['thread.closed'].message;

/** The field of the open conversation. */
export function composer(): HTMLTextAreaElement {
  const found = document.querySelector('textarea[aria-label^="Message to"]');
  if (!(found instanceof HTMLTextAreaElement)) throw new Error('there is no field for a message');
  return found;
}

export const type = (text: string) =>
  act(async () => {
    composer().focus();
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(composer(), text);
    composer().dispatchEvent(new Event('input', { bubbles: true }));
  });

export const pressKey = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => void composer().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })));

/** Types it and presses Enter. */
export async function write(text: string): Promise<void> {
  await type(text);
  await pressKey('Enter');
}

/** What stands in the bubbles, the own ones with a `>` before them. */
export const said = () =>
  [...document.querySelectorAll('section[aria-label="Messages"] ol > li[class*="line"]')].map((line) => {
    const text = line.querySelector('p[dir]')?.textContent ?? '';
    return line.hasAttribute('data-mine') ? `> ${text}` : text;
  });
