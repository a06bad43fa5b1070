import { createTRPCClient } from '@trpc/client';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getOutbox } from '#client/features/messages/outbox.ts';
import { OutboxSender } from '#client/features/messages/outbox-sender.ts';
import type { Link } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { aMessageView, CLOSED, composer, messageServer, said, write } from '#tests/support/message-server.ts';
import { button, press, render, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const OPEN = '/messages?thread=thread-1';
const WAITING = 'Not sent yet. We keep trying.';

afterEach(() => vi.useRealTimers());

/** A conversation whose server can be away. */
async function open(server = messageServer(), more: Answers = {}) {
  const network = { isOffline: false };
  const visited = await visit(OPEN, STUDENT, {
    ...server.answers,
    'messages.send': (input) => {
      if (network.isOffline) throw networkError();
      return server.answers['messages.send'](input);
    },
    ...more,
  });
  await until(composer);
  const sent = () => server.messages.filter(({ isOwn: isMine }) => isMine).map(({ text }) => text);
  return { ...visited, network, server, sent };
}

const online = (isOnline: boolean) =>
  act(async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });

describe('a message', () => {
  it('stands there while it is on its way, and once when it has arrived', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    let arrive = () => {};
    const server = messageServer([aMessageView({ text: 'Hello' })]);
    const onItsWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await open(server, {
      'messages.send': async (input) => {
        await onItsWay;
        return server.answers['messages.send'](input);
      },
    });
    await write('Good morning');
    await until(() => expect(said()).toEqual(['Hello', '> Good morning']));
    await shown('Sending…');
    const line = document.querySelector('li[data-mine]');
    await act(async () => arrive());
    await until(() => expect(document.body.textContent).not.toContain('Sending…'));
    expect(said()).toEqual(['Hello', '> Good morning']);
    expect(document.querySelector('li[data-mine]')).toBe(line);
    expect(getOutbox(STUDENT.id).getAll()).toEqual([]);
  });

  // spec messages.7
  it('whose answer was lost is shown once, and is one', async () => {
    const server = messageServer();
    let isLost = true;
    const { api } = await open(server, {
      'messages.send': (input) => {
        const message = server.answers['messages.send'](input);
        if (isLost) throw networkError();
        return message;
      },
    });
    await write('Good morning');
    await shown(WAITING);
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await act(async () => api.emit('inbox.stream', { id: '1.0', data: { type: 'thread_changed', threadId: 'thread-1' } }));
    await until(() => expect(document.body.textContent).not.toContain(WAITING));
    expect(said()).toEqual(['> Good morning']);
    isLost = false;
    await online(true);
    await until(() => expect(getOutbox(STUDENT.id).getAll()).toEqual([]));
    expect([server.messages.length, said()]).toEqual([1, ['> Good morning']]);
  });
});

// spec messages.7 | D Routes, D Errors | Unsent ones wait in the browser, across a reload, and go in order when the network is back |
//   src/client/features/messages/outbox.ts
describe('without a network', () => {
  it('messages wait, are said to, and go in order when it is back', async () => {
    const { network, sent } = await open();
    network.isOffline = true;
    await online(false);
    await shown('You are offline. What you send waits here, and goes when the connection is back.');
    for (const text of ['One', 'Two', 'Three']) await write(text);
    await until(() => expect(texts('li [class*="trouble"] p')).toEqual(['Not sent yet.', 'Not sent yet.', WAITING]));
    expect(texts('li [class*="ways"] button')).toEqual(['Delete', 'Delete', 'Try again', 'Delete']);
    expect([said(), sent()]).toEqual([['> One', '> Two', '> Three'], []]);
    network.isOffline = false;
    await online(true);
    await until(() => expect(sent()).toEqual(['One', 'Two', 'Three']));
    await until(() => expect(document.body.textContent).not.toContain(WAITING));
    expect(said()).toEqual(['> One', '> Two', '> Three']);
    expect(document.body.textContent).not.toContain('You are offline.');
  });

  it('they wait across a reload, and go then', async () => {
    for (const text of ['One', 'Two']) getOutbox(STUDENT.id).add('thread-1', text);
    const { sent } = await open();
    await until(() => expect(sent()).toEqual(['One', 'Two']));
    await until(() => expect(said()).toEqual(['> One', '> Two']));
  });

  it.each([
    ['/student/bookings', STUDENT],
    ['/tutor/bookings', TUTOR],
  ])('they go from %s, too', async (path, me) => {
    getOutbox(me.id).add('thread-1', 'One');
    const server = messageServer();
    await visit(path, me, server.answers);
    await until(() => expect(server.messages.map(({ text }) => text)).toEqual(['One']));
  });

  it('one is tried again by its button, or deleted', async () => {
    const { network, sent } = await open();
    network.isOffline = true;
    await write('One');
    await shown(WAITING);
    network.isOffline = false;
    await press('Try again');
    await until(() => expect(sent()).toEqual(['One']));
    network.isOffline = true;
    await write('Two');
    await shown(WAITING);
    await press('Delete');
    await until(() => expect(said()).toEqual(['> One']));
    expect(document.activeElement).toBe(composer());
    expect(getOutbox(STUDENT.id).getAll()).toEqual([]);
  });
});

describe('a message that is refused', () => {
  const closing = (server: ReturnType<typeof messageServer>) =>
    open(server, {
      'messages.send': (input) => {
        if (input.text.startsWith('Bad')) throw apiError('thread.closed');
        return server.answers['messages.send'](input);
      },
    });

  // spec messages.7
  it('says why beside it, and does not hold up the next', async () => {
    const server = messageServer();
    await closing(server);
    await write('Bad one');
    await write('Good one');
    await until(() => expect(server.messages.map(({ text }) => text)).toEqual(['Good one']));
    await shown(CLOSED);
    expect(said()).toEqual(['> Good one', '> Bad one']);
    expect(texts('li [class*="ways"] button')).toEqual(['Try again', 'Edit', 'Delete']);
  });

  it('gives its words back, above what was typed since', async () => {
    const server = messageServer();
    await closing(server);
    await write('Bad one');
    await until(() => button('Edit'));
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(composer(), 'more');
      composer().dispatchEvent(new Event('input', { bubbles: true }));
    });
    await press('Edit');
    await until(() => expect(composer().value).toBe('Bad one\nmore'));
    expect([said(), document.activeElement]).toEqual([[], composer()]);
  });

  it('has its words copied where there is no field for them', async () => {
    const server = messageServer([], { isClosed: true });
    getOutbox(STUDENT.id).add('thread-1', 'Too late');
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await visit(OPEN, STUDENT, server.answers);
    await until(() => button('Copy text'));
    await press('Copy text');
    await shown('Message copied');
    expect([copied, said()]).toEqual([['Too late'], ['> Too late']]);
  });
});

describe('what somebody has written', () => {
  /** What each call to send is made with. */
  async function overheard() {
    const calls: { token: unknown; hasSignal: boolean }[] = [];
    const inner = fakeApi(messageServer().answers);
    const listening: Link = (runtime) => {
      const pass = inner.link(runtime);
      return (given) => {
        if (given.op.path === 'messages.send') calls.push({ token: given.op.context.token, hasSignal: given.op.signal instanceof AbortSignal });
        return pass(given);
      };
    };
    await render(<OutboxSender userId={STUDENT.id} />, { api: { ...inner, client: createTRPCClient({ links: [listening] }) } });
    return calls;
  }

  it('goes with a token of its own, and can be given up', async () => {
    signIn(STUDENT);
    const calls = await overheard();
    getOutbox(STUDENT.id).add('thread-1', 'One');
    await until(() => expect(calls).toEqual([{ token: 'token-of-student-1', hasSignal: true }]));
  });

  it('never goes in the name of another, who has signed in before it went', async () => {
    signIn(STUDENT);
    const calls = await overheard();
    signIn(TUTOR);
    getOutbox(STUDENT.id).add('thread-1', 'One');
    await until(() => expect(getOutbox(STUDENT.id).getAll()).toMatchObject([{ text: 'One', state: 'waiting' }]));
    expect(calls).toEqual([]);
  });
});

describe('whoever logs out', () => {
  // spec messages.8 | S4 | Logout asks first while one waits, and takes it along | src/client/features/messages/outbox.ts
  it('is asked while something waits, and takes it along', async () => {
    const { network } = await open();
    network.isOffline = true;
    await write('One');
    await shown(WAITING);
    await press('Account menu of Dilini Perera');
    await until(() => button('Sign Out'));
    await press('Sign Out');
    await shown('Log out and lose what you have not saved?');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toHaveLength(1);
    await until(() => button('Log outProcessing...'));
    await press('Log outProcessing...');
    await until(() => expect(session.token()).toBeNull());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    expect(getOutbox(STUDENT.id).getAll()).toEqual([]);
  });
});

describe('two tabs', () => {
  it('show the same, and neither shows it twice', async () => {
    const { api, server, network } = await open();
    network.isOffline = true;
    const other = { clientId: 'of-the-other-tab', threadId: 'thread-1', text: 'From there', at: Date.now(), state: 'waiting', refusal: '' };
    const key = `draft:${STUDENT.id}:unsent of-the-other-tab`;
    const tell = () => act(async () => void window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage })));
    localStorage.setItem(key, JSON.stringify(other));
    await tell();
    await until(() => expect(said()).toEqual(['> From there']));
    server.messages.push(aMessageView({ clientId: 'of-the-other-tab', text: 'From there', isOwn: true }));
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await act(async () => api.emit('inbox.stream', { id: '1.0', data: { type: 'thread_changed', threadId: 'thread-1' } }));
    await until(() => expect(document.body.textContent).not.toContain(WAITING));
    localStorage.removeItem(key);
    await tell();
    await until(() => expect(said()).toEqual(['> From there']));
  });
});
