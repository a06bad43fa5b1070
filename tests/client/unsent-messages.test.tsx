import { act, screen, waitFor, within } from '@testing-library/react';
import { createTRPCClient } from '@trpc/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getOutbox } from '#client/features/messages/outbox.ts';
import { OutboxSender } from '#client/features/messages/outbox-sender.ts';
import type { Link } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import {
  aMessageView,
  CLOSED,
  emitThreadChange,
  findComposer,
  findMessages,
  getComposer,
  getLog,
  listMessages,
  messageServer,
  sendMessage,
  spyOnClipboard,
} from '#tests/support/message-server.ts';
import { render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const OPEN = '/messages?thread=thread-1';
const WAITING = 'Not sent yet. Trying again…';

afterEach(() => vi.useRealTimers());

/** A conversation whose server cannot be reached while `network.isOffline`. */
async function open(server = messageServer(), answers: Answers = {}) {
  const network = { isOffline: false };
  const visited = await visit(OPEN, STUDENT, {
    ...server.answers,
    'messages.send': (input) => {
      if (network.isOffline) throw networkError();
      return server.answers['messages.send'](input);
    },
    ...answers,
  });
  await findComposer();
  const listSent = () => server.messages.filter(({ isOwn }) => isOwn).map(({ text }) => text);
  return { ...visited, network, server, listSent };
}

const setOnline = (isOnline: boolean) =>
  act(async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });

const button = (name: string) => screen.getByRole('button', { name });
const findGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull());
const findEmptyOutbox = () => waitFor(() => expect(getOutbox(STUDENT.id).getAll()).toEqual([]));
const listStates = () =>
  within(getLog())
    .getAllByText(/^Not sent yet/)
    .map(({ textContent }) => textContent);
/** The actions of unsent messages, in the order of the conversation. */
const listActions = () =>
  within(getLog())
    .queryAllByRole('button', { name: /^(Try again|Edit|Delete)$/ })
    .map(({ textContent }) => textContent);

describe('a message', () => {
  test('is shown while it is being sent, and once when it has arrived', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    let arrive = () => {};
    const server = messageServer([aMessageView({ text: 'Hello' })]);
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { user } = await open(server, {
      'messages.send': async (input) => {
        await arrival;
        return server.answers['messages.send'](input);
      },
    });
    await sendMessage(user, 'Good morning');
    await findMessages(['Hello', '> Good morning']);
    await screen.findByText('Sending…');
    const shownText = screen.getByText('Good morning');
    await act(async () => arrive());
    await findGone('Sending…');
    expect(listMessages()).toEqual(['Hello', '> Good morning']);
    // Drawn anew, it would move the focus and be read out again.
    expect(screen.getByText('Good morning')).toBe(shownText);
    expect(getOutbox(STUDENT.id).getAll()).toEqual([]);
  });

  // spec messages.7
  test('whose response was lost is shown and stored once', async () => {
    const server = messageServer();
    let isLost = true;
    const { user, api } = await open(server, {
      'messages.send': (input) => {
        const message = server.answers['messages.send'](input);
        if (isLost) throw networkError();
        return message;
      },
    });
    await sendMessage(user, 'Good morning');
    await screen.findByText(WAITING);
    await emitThreadChange(api);
    await findGone(WAITING);
    expect(listMessages()).toEqual(['> Good morning']);
    isLost = false;
    await setOnline(true);
    await findEmptyOutbox();
    expect([server.messages.length, listMessages()]).toEqual([1, ['> Good morning']]);
  });
});

// spec messages.7 | D Routes, D Errors | Unsent ones wait in the browser, across a reload, and go in order when the network is back |
//   src/client/features/messages/outbox.ts
describe('without a network', () => {
  test('messages wait, say so, and are sent in order when it is back', async () => {
    const { user, network, listSent } = await open();
    network.isOffline = true;
    await setOnline(false);
    await screen.findByText('You are offline. Your messages will be sent when you are back online.');
    for (const text of ['One', 'Two', 'Three']) await sendMessage(user, text);
    await screen.findByText(WAITING);
    await waitFor(() => expect(listStates()).toEqual(['Not sent yet.', 'Not sent yet.', WAITING]));
    expect(listActions()).toEqual(['Delete', 'Delete', 'Try again', 'Delete']);
    expect([listMessages(), listSent()]).toEqual([['> One', '> Two', '> Three'], []]);
    network.isOffline = false;
    await setOnline(true);
    await waitFor(() => expect(listSent()).toEqual(['One', 'Two', 'Three']));
    await findGone(WAITING);
    expect(listMessages()).toEqual(['> One', '> Two', '> Three']);
    expect(screen.queryByText(/^You are offline/)).toBeNull();
  });

  test('messages wait across a reload, and are sent then', async () => {
    for (const text of ['One', 'Two']) getOutbox(STUDENT.id).add('thread-1', text);
    const { listSent } = await open();
    await waitFor(() => expect(listSent()).toEqual(['One', 'Two']));
    await findMessages(['> One', '> Two']);
  });

  test.each([
    ['/student/bookings', STUDENT],
    ['/tutor/bookings', TUTOR],
  ])('messages are sent from %s, too', async (path, account) => {
    getOutbox(account.id).add('thread-1', 'One');
    const server = messageServer();
    await visit(path, account, server.answers);
    await waitFor(() => expect(server.messages.map(({ text }) => text)).toEqual(['One']));
  });

  test('a message is sent again by its button, or deleted', async () => {
    const { user, network, listSent } = await open();
    network.isOffline = true;
    await sendMessage(user, 'One');
    await screen.findByText(WAITING);
    network.isOffline = false;
    await user.click(button('Try again'));
    await waitFor(() => expect(listSent()).toEqual(['One']));
    network.isOffline = true;
    await sendMessage(user, 'Two');
    await screen.findByText(WAITING);
    await user.click(button('Delete'));
    await findMessages(['> One']);
    await waitFor(() => expect(document.activeElement).toBe(getComposer()));
    expect(getOutbox(STUDENT.id).getAll()).toEqual([]);
  });
});

describe('a rejected message', () => {
  /** Its server rejects texts that begin with `Bad`. */
  const openRejecting = (server: ReturnType<typeof messageServer>) =>
    open(server, {
      'messages.send': (input) => {
        if (input.text.startsWith('Bad')) throw apiError('thread.closed');
        return server.answers['messages.send'](input);
      },
    });

  // spec messages.7
  test('shows the reason, and does not hold up the next', async () => {
    const server = messageServer();
    const { user } = await openRejecting(server);
    await sendMessage(user, 'Bad one');
    await sendMessage(user, 'Good one');
    await waitFor(() => expect(server.messages.map(({ text }) => text)).toEqual(['Good one']));
    await screen.findByText(CLOSED);
    expect(listMessages()).toEqual(['> Good one', '> Bad one']);
    expect(listActions()).toEqual(['Try again', 'Edit', 'Delete']);
  });

  test('returns its text to the composer, above what was typed since', async () => {
    const server = messageServer();
    const { user } = await openRejecting(server);
    await sendMessage(user, 'Bad one');
    const edit = await screen.findByRole('button', { name: 'Edit' });
    await user.type(getComposer(), 'more');
    await user.click(edit);
    await waitFor(() => expect(getComposer().value).toBe('Bad one\nmore'));
    expect(listMessages()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(getComposer()));
  });

  test('is copied where there is no composer', async () => {
    const server = messageServer([], { isClosed: true });
    getOutbox(STUDENT.id).add('thread-1', 'Too late');
    const copied = spyOnClipboard();
    const { user } = await visit(OPEN, STUDENT, server.answers);
    await user.click(await screen.findByRole('button', { name: 'Copy text' }));
    await screen.findByText('Message copied');
    expect([copied, listMessages()]).toEqual([['Too late'], ['> Too late']]);
  });
});

describe('OutboxSender', () => {
  /** Renders the sender, and records how each message is sent. */
  async function recordSends() {
    const calls: { token: unknown; hasSignal: boolean }[] = [];
    const inner = fakeApi(messageServer().answers);
    const recorder: Link = (runtime) => {
      const forward = inner.link(runtime);
      return (request) => {
        const { path, context, signal } = request.op;
        if (path === 'messages.send') calls.push({ token: context.token, hasSignal: signal instanceof AbortSignal });
        return forward(request);
      };
    };
    await render(<OutboxSender userId={STUDENT.id} />, { api: { ...inner, client: createTRPCClient({ links: [recorder] }) } });
    return calls;
  }

  test('sends with the token of the session, and can be aborted', async () => {
    signIn(STUDENT);
    const calls = await recordSends();
    getOutbox(STUDENT.id).add('thread-1', 'One');
    await waitFor(() => expect(calls).toEqual([{ token: 'token-of-student-1', hasSignal: true }]));
  });

  test('sends nothing in the name of another account that has signed in since', async () => {
    signIn(STUDENT);
    const calls = await recordSends();
    signIn(TUTOR);
    getOutbox(STUDENT.id).add('thread-1', 'One');
    await waitFor(() => expect(getOutbox(STUDENT.id).getAll()).toMatchObject([{ text: 'One', state: 'waiting' }]));
    expect(calls).toEqual([]);
  });
});

describe('logging out', () => {
  // spec messages.8 | S4 | Logout asks first while one waits, and takes it along | src/client/features/messages/outbox.ts
  test('asks first while a message waits, and deletes it', async () => {
    const { user, network } = await open();
    network.isOffline = true;
    await sendMessage(user, 'One');
    await screen.findByText(WAITING);
    await user.click(button('Account menu of Dilini Perera'));
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Log out and lose unsaved changes?' });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: /^Log out/ }));
    await waitFor(() => expect(session.token()).toBeNull());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    expect(getOutbox(STUDENT.id).getAll()).toEqual([]);
  });
});

describe('two tabs', () => {
  test('show the same messages, each once', async () => {
    const { api, server, network } = await open();
    network.isOffline = true;
    const message = { clientId: 'of-the-other-tab', threadId: 'thread-1', text: 'From there', at: Date.now(), state: 'waiting', refusal: '' };
    const key = `draft:${STUDENT.id}:unsent of-the-other-tab`;
    const emitStorage = () => act(async () => void window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage })));
    localStorage.setItem(key, JSON.stringify(message));
    await emitStorage();
    await findMessages(['> From there']);
    server.messages.push(aMessageView({ clientId: 'of-the-other-tab', text: 'From there', isOwn: true }));
    await emitThreadChange(api);
    await findGone(WAITING);
    localStorage.removeItem(key);
    await emitStorage();
    await findMessages(['> From there']);
  });
});
