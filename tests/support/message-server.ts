import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { MessageView, ThreadView } from '#shared/contracts/messages.ts';
import { ERRORS } from '#shared/errors.ts';
import { MESSAGES } from '#shared/vocabulary/limits.ts';
import { type Answers, apiError, type FakeApi } from './fake-api.ts';
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
    messagesLeft: null,
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

/** A server with one conversation; `messages` are the oldest first. */
export function messageServer(messages: MessageView[] = [], overrides: Partial<ThreadView> = {}) {
  let thread = aThreadView(overrides);
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
    // The cursor is the number of messages shown so far.
    'messages.list': ({ cursor }) => {
      const end = messages.length - Number(cursor ?? 0);
      const start = Math.max(0, end - MESSAGES.pageSize);
      return { messages: messages.slice(start, end).reverse(), nextCursor: start > 0 ? String(messages.length - start) : null };
    },
    'messages.send': ({ clientId, text }) => {
      const sent = messages.find((message) => message.isOwn && message.clientId === clientId);
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
    /** A message of the other side; `emitThreadChange` tells the client. */
    receive(text: string): MessageView {
      const message = aMessageView({ text });
      messages.push(message);
      change({ unread: thread.unread + 1 });
      return message;
    },
  };
}

export const CLOSED = ERRORS['thread.closed'].message;

export const getLog = () => screen.getByRole('region', { name: 'Messages' });

export const getComposer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Message to / });
export const findComposer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Message to / });

/** In place of what is typed already. */
export async function typeMessage(user: UserEvent, text: string): Promise<void> {
  await user.clear(getComposer());
  await user.paste(text);
}

export async function sendMessage(user: UserEvent, text: string): Promise<void> {
  await typeMessage(user, text);
  await user.keyboard('{Enter}');
}

/** Texts of the shown messages; those of the viewer begin with `>`. */
export function listMessages(): string[] {
  const log = screen.queryByRole('region', { name: 'Messages' });
  const senders = log ? within(log).queryAllByText(/^(You|Nimal Silva):$/) : [];
  return senders.map((sender) => (sender.textContent === 'You:' ? '> ' : '') + sender.nextElementSibling?.textContent);
}

export const findMessages = (texts: string[]) => waitFor(() => expect(listMessages()).toEqual(texts));

/** Tells the client that the conversation has changed, once it listens. */
export async function emitThreadChange(api: FakeApi): Promise<void> {
  await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
  await act(async () => api.emit('inbox.stream', { id: '1.0', data: { type: 'thread_changed', threadId: 'thread-1' } }));
}

/** What is copied from now on. */
export function spyOnClipboard(): string[] {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  return copied;
}
