import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { groupByDay, toLines } from '#client/features/messages/message-days.ts';
import { splitLinks } from '#client/features/messages/message-line.tsx';
import { getOutbox } from '#client/features/messages/outbox.ts';
import { mergeNewest, mergeOlder } from '#client/features/messages/use-conversation.ts';
import { makeI18n } from '#client/lib/i18n.ts';
import type { MessageView } from '#shared/contracts/messages.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import {
  aMessageView,
  aThreadView,
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
  typeMessage,
} from '#tests/support/message-server.ts';
import { PAGE_CONFIG, STUDENT } from '#tests/support/render.tsx';
import { stubViewport } from '#tests/support/viewport.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const MINUTE_MS = 60_000;
/** Minutes after the first message. */
const minute = (minutes: number) => new Date(MONDAY_TEN.getTime() + minutes * MINUTE_MS);

async function open(server: ReturnType<typeof messageServer>, answers: Answers = {}) {
  const visited = await visit('/messages?thread=thread-1', STUDENT, { ...server.answers, ...answers });
  await screen.findByRole('heading', { level: 2, name: 'Nimal Silva' });
  return visited;
}

const findCount = (count: number) => waitFor(() => expect(listMessages()).toHaveLength(count));
const draftKey = (threadId: string) => `draft:${STUDENT.id}:message ${threadId}`;

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const dialogButton = async (title: string, name: RegExp) => within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name });

const LINE_PX = 100;

/** Gives the log a height, which happy-dom does not lay out, and scrolls it. */
function makeScrollable() {
  const log = getLog();
  const getHeight = () => within(log).queryAllByRole('listitem').length * LINE_PX;
  Object.defineProperties(log, { scrollHeight: { get: getHeight }, clientHeight: { get: () => 100 } });
  // The first event tells the client of the height.
  fireEvent.scroll(log);
  return { getTop: () => log.scrollTop, scrollTo: (top: number) => fireEvent.scroll(log, { target: { scrollTop: top } }) };
}

let visibility: DocumentVisibilityState = 'visible';
const setVisibility = (next: DocumentVisibilityState) =>
  act(async () => {
    visibility = next;
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => vi.useRealTimers());

describe('a conversation', () => {
  test('shows the newest at the bottom, grouped by day, with the time after the last message of a group', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: minute(7 * 24 * 60) });
    const server = messageServer([
      aMessageView({ text: 'Good morning', createdAt: minute(0) }),
      aMessageView({ text: 'Shall we start with vectors?', createdAt: minute(1) }),
      aMessageView({ text: 'Yes please', isOwn: true, createdAt: minute(2) }),
      aMessageView({ text: 'The homework is attached', createdAt: minute(24 * 60) }),
    ]);
    await open(server);
    await findMessages(['Good morning', 'Shall we start with vectors?', '> Yes please', 'The homework is attached']);
    const log = within(getLog());
    expect(log.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Mon, 23 Nov 2026', 'Tue, 24 Nov 2026']);
    const times = log.getAllByRole('time').map(({ textContent }) => textContent);
    expect(times).toEqual(['Mon, 23 Nov 2026', '10:01 AM', '10:02 AM', 'Tue, 24 Nov 2026', '10:00 AM']);
  });

  test('shows times in the zone of the device as well, where that differs', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.DateTimeFormat().resolvedOptions(),
      timeZone: 'Europe/London',
    });
    await open(messageServer([aMessageView({ createdAt: minute(0) })]));
    await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === '10:00 AM (4:30 AM in London)');
    await screen.findByText('Times are in Colombo time. Your device is set to London time, so both are shown.');
  });

  // spec messages.13 | D Routes | Text and nothing else: markup as it was typed, addresses as links that lead out |
  //   src/client/features/messages/message-line.tsx
  test('shows messages as plain text, with safe external links', async () => {
    const text = '<img src=x onerror=alert(1)>\nhttps://example.org/a?b=1. නමස්කාරම්';
    await open(messageServer([aMessageView({ text })]));
    await findMessages([text]);
    const log = within(getLog());
    expect(log.queryByRole('img')).toBeNull();
    const link = log.getByRole<HTMLAnchorElement>('link', { name: 'https://example.org/a?b=1' });
    expect([link.getAttribute('href'), link.rel, link.target]).toEqual(['https://example.org/a?b=1', 'noopener noreferrer nofollow ugc', '_blank']);
    const paragraph = log.getByText(/නමස්කාරම්/).parentElement;
    expect([paragraph?.getAttribute('dir'), paragraph?.lang]).toEqual(['auto', 'si']);
  });

  test.each(['messages.thread', 'messages.list'])('shows what waits to be sent where it cannot be loaded: %s', async (path) => {
    const refuse = () => {
      throw networkError();
    };
    await open(messageServer([]), { [path]: refuse, 'messages.send': refuse });
    await screen.findByText('Error Loading Messages');
    act(() => getOutbox(STUDENT.id).add('thread-1', 'Is Monday free?'));
    await screen.findByText('Is Monday free?');
    await screen.findByText('Not sent yet. Trying again…');
  });

  test('is loaded again by a button when that failed', async () => {
    let isAway = true;
    const server = messageServer([aMessageView({ text: 'Good morning' })]);
    const { user } = await open(server, {
      'messages.list': (input) => {
        if (isAway) throw apiError('request.limited');
        return server.answers['messages.list'](input);
      },
    });
    await screen.findByText('Error Loading Messages');
    isAway = false;
    await user.click(button('Try Again'));
    await findMessages(['Good morning']);
  });
});

describe('earlier messages', () => {
  // What they are loaded by when it comes near stays out of view.
  beforeEach(() => void stubViewport());
  const seventyMessages = () => Array.from({ length: 70 }, (_, index) => aMessageView({ text: `No. ${index + 1}` }));

  // spec messages.14
  test('are loaded a page at a time, without moving what is read', async () => {
    const { user, api } = await open(messageServer(seventyMessages()));
    await findCount(30);
    const log = makeScrollable();
    log.scrollTo(50);
    await user.click(button('Earlier messages'));
    await findCount(60);
    expect(listMessages()[0]).toBe('No. 11');
    expect(log.getTop()).toBe(50 + 30 * LINE_PX);
    await user.click(button('Earlier messages'));
    await findCount(70);
    await screen.findByText('Your conversation with Nimal Silva begins here.');
    expect(api.inputsOf('messages.list')).toEqual([
      { threadId: 'thread-1' },
      { threadId: 'thread-1', cursor: '30' },
      { threadId: 'thread-1', cursor: '60' },
    ]);
  });

  // spec messages.14
  test('leave the focus and an open menu where they were', async () => {
    const { user } = await open(messageServer(Array.from({ length: 70 }, (_, index) => aMessageView({ createdAt: minute(index * 10) }))));
    await findCount(30);
    const menuButton = screen.getAllByRole('button', { name: 'More about this message of Nimal Silva' }).at(-1) ?? expect.unreachable();
    await user.click(menuButton);
    // Scrolling near the end loads them without a press, so the focus stays.
    fireEvent.click(button('Earlier messages'));
    await findCount(60);
    expect([document.activeElement, menuButton.getAttribute('aria-expanded')]).toEqual([menuButton, 'true']);
  });

  test('are not requested again when a new message arrives', async () => {
    const server = messageServer(seventyMessages());
    const { user, api } = await open(server);
    await findCount(30);
    await user.click(button('Earlier messages'));
    await findCount(60);
    server.receive('A new one');
    await emitThreadChange(api);
    await findCount(61);
    expect(listMessages().at(-1)).toBe('A new one');
    expect(api.inputsOf('messages.list').filter((input) => Object(input).cursor)).toHaveLength(1);
  });

  // spec messages.14
  test('are loaded again by a button when that failed', async () => {
    let isAway = true;
    const server = messageServer(seventyMessages());
    const { user } = await open(server, {
      'messages.list': (input) => {
        if (input.cursor && isAway) throw apiError('request.limited');
        return server.answers['messages.list'](input);
      },
    });
    await findCount(30);
    await user.click(button('Earlier messages'));
    await screen.findByText('Earlier messages could not be loaded.');
    isAway = false;
    await user.click(button('Try Again'));
    await findCount(60);
  });
});

describe('the read mark', () => {
  const unreadServer = () => {
    const server = messageServer([aMessageView({ id: 'old' }), aMessageView({ text: 'Two' }), aMessageView({ id: 'newest', text: 'Three' })]);
    server.change({ unread: 2 });
    return server;
  };

  // spec messages.5
  test('is sent once, up to the newest message, and a line separates new messages', async () => {
    const { api } = await open(unreadServer());
    await waitFor(() => expect(api.inputsOf('messages.read')).toEqual([{ threadId: 'thread-1', upTo: 'newest' }]));
    const items = within(getLog()).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent).indexOf('New messages')).toBe(1);
    expect(screen.getByRole('list', { name: 'Conversations' }).textContent).not.toContain('unread');
  });

  // spec messages.5
  test('is not sent from a hidden tab until it becomes visible', async () => {
    visibility = 'hidden';
    const { api } = await open(unreadServer());
    await findCount(3);
    expect(api.inputsOf('messages.read')).toEqual([]);
    await setVisibility('visible');
    await waitFor(() => expect(api.inputsOf('messages.read')).toEqual([{ threadId: 'thread-1', upTo: 'newest' }]));
  });

  // spec messages.5
  test('is not sent for a message below the visible part until the viewer scrolls down', async () => {
    const server = messageServer([aMessageView(), aMessageView()]);
    const { user, api } = await open(server);
    await findCount(2);
    const log = makeScrollable();
    log.scrollTo(0);
    const { id } = server.receive('Are you there?');
    await emitThreadChange(api);
    await findButton('New messages');
    expect(log.getTop()).toBe(0);
    expect(api.inputsOf('messages.read')).toEqual([]);
    await user.click(button('New messages'));
    expect(log.getTop()).toBe(3 * LINE_PX);
    await waitFor(() => expect(api.inputsOf('messages.read')).toEqual([{ threadId: 'thread-1', upTo: id }]));
  });

  test('is sent again when the server did not receive it', async () => {
    const server = unreadServer();
    let isAway = true;
    const { api } = await open(server, {
      'messages.read': () => {
        if (isAway) throw apiError('request.limited');
        return server.answers['messages.read']();
      },
    });
    await waitFor(() => expect(api.inputsOf('messages.read')).toHaveLength(1));
    isAway = false;
    await emitThreadChange(api);
    await waitFor(() => expect(api.inputsOf('messages.read')).toHaveLength(2));
  });

  test('does not keep a new message from being announced to screen readers', async () => {
    const server = messageServer([aMessageView()]);
    const { api } = await open(server);
    server.receive('Hello again');
    await emitThreadChange(api);
    await waitFor(() => expect(listMessages().at(-1)).toBe('Hello again'));
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Nimal Silva: Hello again');
  });
});

describe('the composer', () => {
  test('sends with Enter, and begins a new line with Shift and Enter', async () => {
    const server = messageServer();
    const { user } = await open(server);
    await findComposer();
    await typeMessage(user, 'Good morning');
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    fireEvent.keyDown(getComposer(), { key: 'Enter', isComposing: true });
    expect([getComposer().value, server.messages]).toEqual(['Good morning\n', []]);
    await user.keyboard('{Enter}');
    await findMessages(['> Good morning']);
    expect([getComposer().value, document.activeElement]).toEqual(['', getComposer()]);
    await waitFor(() => expect(server.messages.map(({ text }) => text)).toEqual(['Good morning']));
  });

  test('sends with its button, and keeps the focus', async () => {
    const server = messageServer();
    const { user } = await open(server);
    await findComposer();
    await typeMessage(user, '  Good morning\n\n  second line  ');
    const isPrevented = !fireEvent.mouseDown(button('Send'));
    expect(isPrevented).toBe(true);
    await user.click(button('Send'));
    await waitFor(() => expect(server.messages.map(({ text }) => text)).toEqual(['Good morning\n\n  second line']));
    expect(document.activeElement).toBe(getComposer());
  });

  test('sends once on a double click or a key that is held, and does not complain about an empty message then', async () => {
    const server = messageServer();
    const { user } = await open(server);
    await findComposer();
    const click = (detail: number) => fireEvent.click(button('Send'), { detail });
    await typeMessage(user, 'Good morning');
    click(1);
    click(2);
    await typeMessage(user, 'Are you there?');
    await user.keyboard('{Enter}');
    fireEvent.keyDown(getComposer(), { key: 'Enter', repeat: true });
    await waitFor(() => expect(server.messages.map(({ text }) => text)).toEqual(['Good morning', 'Are you there?']));
    expect(screen.queryByText('Please write a message')).toBeNull();
    click(1);
    await screen.findByText('Please write a message');
  });

  // spec validation.25
  test('asks for a message when it is empty', async () => {
    const { user } = await open(messageServer());
    await findComposer();
    await sendMessage(user, '   ');
    await screen.findByText('Please write a message');
    await typeMessage(user, '\u200B\u2800');
    expect(screen.queryByText('Please write a message')).toBeNull();
    await user.keyboard('{Enter}');
    await screen.findByText('Please write a message');
    await typeMessage(user, 'Hello');
    expect(screen.queryByText('Please write a message')).toBeNull();
  });

  // spec validation.25
  test('counts down the last 200 characters, and sends no message above the limit', async () => {
    const server = messageServer();
    const { user } = await open(server);
    await findComposer();
    await typeMessage(user, 'x'.repeat(1799));
    expect(screen.queryByText(/characters left/)).toBeNull();
    await typeMessage(user, 'x'.repeat(1800));
    await screen.findByText('200 characters left');
    await typeMessage(user, 'x'.repeat(1999));
    await screen.findByText('1 character left');
    await sendMessage(user, 'x'.repeat(2001));
    await screen.findByText('Message cannot be longer than 2000 characters');
    expect([getComposer().value.length, getComposer().getAttribute('aria-invalid')]).toEqual([2001, 'true']);
    await sendMessage(user, `${'x'.repeat(2000)}  `);
    await waitFor(() => expect(server.messages).toHaveLength(1));
  });

  test('counts an emoji as one character', async () => {
    const server = messageServer();
    const { user } = await open(server);
    await findComposer();
    await typeMessage(user, '😀'.repeat(1999));
    await screen.findByText('1 character left');
    await sendMessage(user, '😀'.repeat(2000));
    await waitFor(() => expect(server.messages).toHaveLength(1));
  });

  test('stores a draft per conversation', async () => {
    localStorage.setItem(draftKey('thread-2'), 'of another one');
    const { user } = await open(messageServer());
    await findComposer();
    expect(getComposer().value).toBe('');
    await typeMessage(user, 'half a sen');
    expect(localStorage.getItem(draftKey('thread-1'))).toBe('half a sen');
    await sendMessage(user, 'a sentence');
    expect(localStorage.getItem(draftKey('thread-1'))).toBeNull();
  });

  test('stores no draft of blanks', async () => {
    const { user } = await open(messageServer());
    await findComposer();
    await typeMessage(user, '  ');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });

  test('restores the draft after a reload', async () => {
    localStorage.setItem(draftKey('thread-1'), 'half a sen');
    await open(messageServer());
    await waitFor(() => expect(getComposer().value).toBe('half a sen'));
  });
});

describe('blocking', () => {
  const menu = 'More about your conversation with Nimal Silva';

  // spec messages.9
  test('asks first, closes the conversation, and can be undone', async () => {
    const { user, api } = await open(messageServer([aMessageView()]));
    await user.click(await findButton(menu));
    await user.click(button('Block Nimal Silva'));
    const confirmBlock = await dialogButton('Block Nimal Silva?', /^Block/);
    expect(api.inputsOf('messages.block')).toEqual([]);
    await user.click(confirmBlock);
    await screen.findByText(CLOSED);
    await screen.findByText('You have blocked Nimal Silva. Neither of you can send messages until you unblock.');
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(button('Unblock'));
    await user.click(await dialogButton('Unblock Nimal Silva?', /^Unblock/));
    await waitFor(() => expect(document.activeElement).toBe(getComposer()));
    expect(api.inputsOf('messages.block')).toEqual([
      { threadId: 'thread-1', isBlocked: true },
      { threadId: 'thread-1', isBlocked: false },
    ]);
  });

  test('shows an error when it fails', async () => {
    const { user } = await open(messageServer(), { 'messages.block': () => Promise.reject(networkError()) });
    await user.click(await findButton(menu));
    await user.click(button('Block Nimal Silva'));
    await user.click(await dialogButton('Block Nimal Silva?', /^Block/));
    await screen.findByText('Failed to change the conversation. Please try again.');
    expect(getComposer()).toBeDefined();
  });

  // spec messages.16 | D Errors | The question about blocking does what it said when it opened, also once its answer was lost and the conversation
  //   has been read again | src/client/features/messages/block-dialog.tsx
  test('blocks again where the answer was lost, instead of undoing it', async () => {
    const server = messageServer([aMessageView()]);
    let isLost = true;
    const { user, api } = await open(server, {
      'messages.block': (input) => {
        const thread = server.answers['messages.block'](input);
        if (isLost) throw networkError();
        return thread;
      },
    });
    await user.click(await findButton(menu));
    await user.click(button('Block Nimal Silva'));
    await user.click(await dialogButton('Block Nimal Silva?', /^Block/));
    await screen.findByText(CLOSED);
    await screen.findByText('Failed to change the conversation. Please try again.');
    isLost = false;
    await user.click(await dialogButton('Block Nimal Silva?', /^Block/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.inputsOf('messages.block')).toEqual([
      { threadId: 'thread-1', isBlocked: true },
      { threadId: 'thread-1', isBlocked: true },
    ]);
  });

  // spec messages.9
  test('by the other side while the viewer types moves the focus to the notice, and back', async () => {
    const server = messageServer([aMessageView()]);
    const { user, api } = await open(server);
    await findComposer();
    await typeMessage(user, 'Half a sen');
    server.change({ isClosed: true });
    await emitThreadChange(api);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(CLOSED));
    server.change({ isClosed: false });
    await emitThreadChange(api);
    await waitFor(() => expect(document.activeElement).toBe(getComposer()));
    expect(getComposer().value).toBe('Half a sen');
  });

  // spec messages.9
  test('by the other side leaves the conversation readable', async () => {
    await open(messageServer([aMessageView()], { isClosed: true }));
    await screen.findByText('This conversation is closed');
    await screen.findByText('You can still read it.');
    expect(screen.queryByRole('button', { name: 'Unblock' })).toBeNull();
  });

  test('shows the draft, which can be copied or deleted', async () => {
    const key = draftKey('thread-1');
    const copied = spyOnClipboard();
    localStorage.setItem(key, 'Half a sentence');
    const { user } = await open(messageServer([aMessageView()], { isClosed: true }));
    await screen.findByText('You can still read it.');
    const textbox = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Unsent message/ });
    expect(textbox.value).toBe('Half a sentence');
    await user.click(button('Copy text'));
    await screen.findByText('Message copied');
    expect(copied).toEqual(['Half a sentence']);
    await user.click(button('Delete'));
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect([localStorage.getItem(key), screen.queryByRole('button', { name: 'Delete' })]).toEqual([null, null]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 })));
  });

  // spec s12-ways.65 | D Errors | A message that was refused because the tutor has to reply first can be copied, and is not lost where there is no field |
  //   src/client/features/messages/conversation.tsx
  test('offers to copy a refused message where nothing can be written until the tutor replies', async () => {
    const copied = spyOnClipboard();
    getOutbox(STUDENT.id).add('thread-1', 'One more thing');
    const [message] = getOutbox(STUDENT.id).getAll();
    getOutbox(STUDENT.id).update(message?.clientId ?? '', { state: 'refused', refusal: 'Later' });
    const { user } = await open(messageServer([aMessageView({ isOwn: true })], { messagesLeft: 0 }));
    await screen.findByText('One more thing');
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    await user.click(button('Copy text'));
    await waitFor(() => expect(copied).toEqual(['One more thing']));
    expect(getOutbox(STUDENT.id).getAll()).toHaveLength(1);
  });

  test('is not offered when the other account is deleted', async () => {
    const other = { ...aThreadView().other, id: '', tutorId: null };
    await open(messageServer([aMessageView()], { isClosed: true, other }));
    await screen.findByText(CLOSED);
    expect(screen.queryByRole('button', { name: menu })).toBeNull();
    expect(within(screen.getByRole('heading', { level: 2 })).queryByRole('link')).toBeNull();
  });
});

describe('a message of the other side', () => {
  const menu = 'More about this message of Nimal Silva';

  // spec reports.9
  test('can be reported, unlike one of the viewer', async () => {
    const server = messageServer([aMessageView({ id: 'rude', text: 'Rude' }), aMessageView({ isOwn: true })]);
    const { user, api } = await open(server, { 'moderation.report': () => ({ message: 'Report sent successfully' }) });
    await findCount(2);
    await user.click(button(menu));
    await user.click(button('Report message'));
    await screen.findByText('Report this message');
    await user.click(screen.getByRole('radio', { name: /^Spam/ }));
    await user.click(button('Send report'));
    await screen.findByText('Report sent successfully');
    expect(api.inputsOf('moderation.report')).toEqual([{ about: 'message', id: 'rude', reason: 'spam', text: '' }]);
  });

  test.each([
    ['at the end of the conversation', { bottom: 590, left: -40 }, [true, true]],
    ['in the middle of it', { bottom: 300, left: 150 }, [false, false]],
  ])('has a menu that stays inside the scrolled area: %s', async (_, bounds, expected) => {
    const boundsOf = (element: Element) =>
      element.hasAttribute('data-scrolled')
        ? new DOMRect(0, 100, 360, 400)
        : element.tagName === 'UL'
          ? { ...new DOMRect(), ...bounds }
          : new DOMRect();
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return boundsOf(this) as DOMRect;
    });
    const { user } = await open(messageServer([aMessageView()]));
    await user.click(await findButton(menu));
    const panel = button('Copy text').closest('ul');
    expect(['data-up', 'data-start'].map((side) => panel?.hasAttribute(side))).toEqual(expected);
  });

  test('can be copied', async () => {
    const copied = spyOnClipboard();
    const { user } = await open(messageServer([aMessageView({ text: 'Copy me' })]));
    await user.click(await findButton(menu));
    await user.click(button('Copy text'));
    await screen.findByText('Message copied');
    expect(copied).toEqual(['Copy me']);
    expect(document.activeElement).toBe(button(menu));
  });
});

// spec messages.13
describe('splitLinks', () => {
  const links = (text: string) => splitLinks(text).flatMap(({ text: shownAs, href }) => (href ? [[shownAs, href]] : []));

  test.each([
    ['see https://example.org.', [['https://example.org', 'https://example.org/']]],
    ['(www.example.org/a_(b))', [['www.example.org/a_(b)', 'https://www.example.org/a_(b)']]],
    [
      'http://a.lk, https://b.lk!',
      [
        ['http://a.lk', 'http://a.lk/'],
        ['https://b.lk', 'https://b.lk/'],
      ],
    ],
    ['javascript:alert(1)', []],
    ['data:text/html,x', []],
    ['https://bank.lk@evil.org', []],
    ['https://:google.com@evil.lk/x', []],
    ['https://a.lk/\u202Egpj.exe', [['https://a.lk/', 'https://a.lk/']]],
    ['https://', []],
    ['mail@www', []],
  ])('%s', (text, expected) => {
    expect(links(text)).toEqual(expected);
    expect(
      splitLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});

describe('loaded messages', () => {
  const makeMessages = (from: number, to: number): MessageView[] =>
    Array.from({ length: to - from }, (_, index) => aMessageView({ id: `m-${from + index}`, createdAt: minute(from + index) }));
  const idsOf = ({ messages }: { messages: readonly MessageView[] }) => messages.map(({ id }) => Number(id.slice(2)));
  const page = (from: number, to: number) => ({ messages: makeMessages(from, to).reverse(), nextCursor: from > 0 ? `before ${from}` : null });

  test('grow at both ends', () => {
    const first = mergeNewest(null, page(10, 15));
    const both = mergeNewest(mergeOlder(first, 'before 10', page(5, 10)), page(12, 17));
    expect(idsOf(both)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(both.olderCursor).toBe('before 5');
  });

  test('keep a message that was sent while an older response was pending', () => {
    const loaded = { messages: makeMessages(0, 5), olderCursor: null };
    expect(idsOf(mergeNewest(loaded, page(0, 4)))).toEqual([0, 1, 2, 3, 4]);
  });

  test('start over when the newest page does not overlap, and ignore an earlier page requested before', () => {
    const loaded = mergeNewest(mergeNewest(null, page(10, 15)), page(40, 45));
    expect(loaded.olderCursor).toBe('before 40');
    expect(idsOf(mergeOlder(loaded, 'before 10', page(5, 10)))).toEqual([40, 41, 42, 43, 44]);
  });
});

describe('the days of a conversation', () => {
  const lines = (...times: Date[]) =>
    toLines(
      times.map((createdAt) => aMessageView({ createdAt })),
      [],
    );
  const labels = (now: Date, ...times: Date[]) =>
    groupByDay(makeI18n('en'), lines(...times), { zone: PAGE_CONFIG.timezone, now }).map(({ label }) => label);

  test('are those of the time zone, also with an offset of half hours', () => {
    const now = new Date('2026-11-23T18:31:00Z');
    expect(labels(now, new Date('2026-11-21T18:30:00Z'), new Date('2026-11-23T18:29:59Z'), new Date('2026-11-23T18:30:00Z'))).toEqual([
      'Sun, 22 Nov 2026',
      'Yesterday',
      'Today',
    ]);
  });

  test('group messages of one side within five minutes', () => {
    const countGroups = (minutes: number) =>
      groupByDay(makeI18n('en'), lines(minute(0), minute(minutes)), { zone: PAGE_CONFIG.timezone, now: minute(60) })[0]?.groups.length;
    expect([countGroups(4.99), countGroups(5)]).toEqual([1, 2]);
  });

  test('have unsent messages at the end, whatever the clock of the device says', () => {
    const unsent = {
      clientId: 'unsent-1',
      threadId: 'thread-1',
      text: 'Unsent',
      at: minute(-3 * 24 * 60).getTime(),
      state: 'sending',
      refusal: '',
    } as const;
    const days = groupByDay(makeI18n('en'), toLines([aMessageView({ createdAt: minute(0) })], [unsent]), {
      zone: PAGE_CONFIG.timezone,
      now: minute(1),
    });
    expect(days.map(({ label, groups }) => [label, groups.length])).toEqual([['Today', 2]]);
  });
});
