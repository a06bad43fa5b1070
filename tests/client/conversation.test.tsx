import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { splitLinks } from '#client/features/messages/linked-text.tsx';
import { groupByDay, toLines } from '#client/features/messages/message-days.ts';
import { mergeNewest, mergeOlder } from '#client/features/messages/use-conversation.ts';
import type { MessageView } from '#shared/contracts/messages.ts';
import { type Answers, apiError, type FakeApi, networkError } from '#tests/support/fake-api.ts';
import { aMessageView, aThreadView, CLOSED, composer, messageServer, pressKey, said, type, write } from '#tests/support/message-server.ts';
import { button, PAGE_CONFIG, press, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const OPEN = '/messages?thread=thread-1';
const MINUTE = 60_000;
const minute = (minutes: number) => new Date(MONDAY_TEN.getTime() + minutes * MINUTE);

const open = async (server: ReturnType<typeof messageServer>, more: Answers = {}) => {
  const visited = await visit(OPEN, STUDENT, { ...server.answers, ...more });
  await until(() => expect(texts('h2')).toContain('Nimal Silva'));
  return { ...visited, asked: (path: string) => visited.api.calls.filter((call) => call.path === path).map(({ input }) => input) };
};

const tell = (api: FakeApi) => act(async () => api.emit('inbox.stream', { id: '1.0', data: { type: 'thread_changed', threadId: 'thread-1' } }));

const LINE_PX = 100;

afterEach(() => vi.useRealTimers());

/** How far the conversation is scrolled, in a browser that lays nothing out. */
function scrolled(): { to: (top: number) => Promise<void>; top: () => number } {
  const box = document.querySelector<HTMLElement>('section[aria-label="Messages"]');
  if (!box) throw new Error('there is no conversation');
  const heightOf = () => box.querySelectorAll('li').length * LINE_PX;
  Object.defineProperties(box, { scrollHeight: { get: heightOf }, clientHeight: { get: () => 100 } });
  // The first time it has got its height.
  box.dispatchEvent(new Event('scroll'));
  return {
    top: () => box.scrollTop,
    to: (top) =>
      act(async () => {
        box.scrollTop = top;
        box.dispatchEvent(new Event('scroll'));
      }),
  };
}

let visibility: DocumentVisibilityState = 'visible';
const look = (next: DocumentVisibilityState) =>
  act(async () => {
    visibility = next;
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

describe('a conversation', () => {
  it('stands with the newest at the bottom, by days, with the time at the end of what was written together', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: minute(7 * 24 * 60) });
    const server = messageServer([
      aMessageView({ text: 'Good morning', createdAt: minute(0) }),
      aMessageView({ text: 'Shall we start with vectors?', createdAt: minute(1) }),
      aMessageView({ text: 'Yes please', isOwn: true, createdAt: minute(2) }),
      aMessageView({ text: 'The homework is attached', createdAt: minute(24 * 60) }),
    ]);
    await open(server);
    await until(() => expect(said()).toEqual(['Good morning', 'Shall we start with vectors?', '> Yes please', 'The homework is attached']));
    expect(texts('section[aria-label="Messages"] h3')).toEqual(['Mon, 23 Nov 2026', 'Tue, 24 Nov 2026']);
    expect(texts('section[aria-label="Messages"] li time')).toEqual(['10:01 AM', '10:02 AM', '10:00 AM']);
    expect(texts('li [class*="bubble"] > span')).toEqual(['Nimal Silva:', 'Nimal Silva:', 'You:', 'Nimal Silva:']);
  });

  it('shows the time of the own zone beside, where that is another', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.DateTimeFormat().resolvedOptions(),
      timeZone: 'Europe/London',
    });
    await open(messageServer([aMessageView({ createdAt: minute(0) })]));
    await shown('10:00 AM (4:30 AM in London)');
    await shown('Times are in Colombo time. Your device is set to London time, so both are shown.');
  });

  // spec messages.13 | D Routes | Text and nothing else: markup as it was typed, addresses as links that lead out |
  //   src/client/features/messages/linked-text.tsx
  it('is text and nothing else, with links that lead out', async () => {
    const text = '<img src=x onerror=alert(1)>\nhttps://example.org/a?b=1. නමස්කාරම්';
    await open(messageServer([aMessageView({ text })]));
    await until(() => expect(said()).toEqual([text]));
    expect(document.querySelector('section[aria-label="Messages"] img')).toBeNull();
    const link = document.querySelector('section[aria-label="Messages"] a');
    expect([link?.getAttribute('href'), link?.getAttribute('rel'), link?.getAttribute('target'), link?.textContent]).toEqual([
      'https://example.org/a?b=1',
      'noopener noreferrer nofollow ugc',
      '_blank',
      'https://example.org/a?b=1',
    ]);
    expect(document.querySelector('section[aria-label="Messages"] p[dir="auto"]')?.getAttribute('lang')).toBe('si');
  });

  it('that could not be loaded is tried again', async () => {
    let isAway = true;
    const server = messageServer([aMessageView({ text: 'Good morning' })]);
    await open(server, {
      'messages.list': (input) => {
        if (isAway) throw apiError('request.limited');
        return server.answers['messages.list'](input);
      },
    });
    await shown('Error Loading Messages');
    isAway = false;
    await press('Try Again');
    await until(() => expect(said()).toEqual(['Good morning']));
  });
});

describe('earlier messages', () => {
  const hundred = () => Array.from({ length: 70 }, (_, index) => aMessageView({ text: `No. ${index + 1}` }));

  // spec messages.14
  it('come a page at a time, without moving what is read', async () => {
    const { asked } = await open(messageServer(hundred()));
    await until(() => expect(said()).toHaveLength(30));
    const box = scrolled();
    await box.to(50);
    await press('Earlier messages');
    await until(() => expect(said()).toHaveLength(60));
    expect(said()[0]).toBe('No. 11');
    expect(box.top()).toBe(50 + 30 * LINE_PX);
    await press('Earlier messages');
    await until(() => expect(said()).toHaveLength(70));
    await shown('Your conversation with Nimal Silva begins here.');
    expect(asked('messages.list')).toEqual([
      { threadId: 'thread-1' },
      { threadId: 'thread-1', cursor: '30' },
      { threadId: 'thread-1', cursor: '60' },
    ]);
  });

  // spec messages.14
  it('leave the focus, and what is open, at the message where it was', async () => {
    await open(messageServer(Array.from({ length: 70 }, (_, index) => aMessageView({ createdAt: minute(index * 10) }))));
    await until(() => expect(said()).toHaveLength(30));
    const more = () => [...document.querySelectorAll<HTMLElement>('section[aria-label="Messages"] li button')];
    const last = more().at(-1);
    last?.focus();
    await act(async () => last?.click());
    await press('Earlier messages');
    await until(() => expect(said()).toHaveLength(60));
    expect([document.activeElement, last?.getAttribute('aria-expanded')]).toEqual([last, 'true']);
  });

  it('are not read again when another message comes', async () => {
    const server = messageServer(hundred());
    const { api, asked } = await open(server);
    await until(() => expect(said()).toHaveLength(30));
    await press('Earlier messages');
    await until(() => expect(said()).toHaveLength(60));
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    server.receive('A new one');
    await tell(api);
    await until(() => expect(said()).toHaveLength(61));
    expect(said().at(-1)).toBe('A new one');
    expect(asked('messages.list').filter((input) => Object(input).cursor)).toHaveLength(1);
  });

  // spec messages.14
  it('that did not come are asked for again', async () => {
    let isAway = true;
    const server = messageServer(hundred());
    await open(server, {
      'messages.list': (input) => {
        if (input.cursor && isAway) throw apiError('request.limited');
        return server.answers['messages.list'](input);
      },
    });
    await until(() => expect(said()).toHaveLength(30));
    await press('Earlier messages');
    await shown('Earlier messages could not be loaded.');
    isAway = false;
    await press('Try Again');
    await until(() => expect(said()).toHaveLength(60));
  });
});

describe('what was read', () => {
  const news = () => {
    const server = messageServer([aMessageView({ id: 'old' }), aMessageView({ text: 'Two' }), aMessageView({ id: 'newest', text: 'Three' })]);
    server.change({ unread: 2 });
    return server;
  };

  // spec messages.5
  it('is told the server once, up to the newest, and parted from what is new', async () => {
    const { asked } = await open(news());
    await until(() => expect(asked('messages.read')).toEqual([{ threadId: 'thread-1', upTo: 'newest' }]));
    const items = texts('section[aria-label="Messages"] ol > li');
    expect(items.indexOf('New messages')).toBe(1);
    expect(document.querySelector('[data-thread]')?.textContent).not.toContain('unread');
  });

  // spec messages.5
  it('is not what came in a tab that nobody looks at, until they do', async () => {
    visibility = 'hidden';
    const { asked } = await open(news());
    await until(() => expect(said()).toHaveLength(3));
    expect(asked('messages.read')).toEqual([]);
    await look('visible');
    await until(() => expect(asked('messages.read')).toEqual([{ threadId: 'thread-1', upTo: 'newest' }]));
  });

  // spec messages.5
  it('is not what came below what is being read, until one goes down', async () => {
    const server = messageServer([aMessageView(), aMessageView()]);
    const { api, asked } = await open(server);
    await until(() => expect(said()).toHaveLength(2));
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    const box = scrolled();
    await box.to(0);
    const { id } = server.receive('Are you there?');
    await tell(api);
    await until(() => button('New messages'));
    expect(box.top()).toBe(0);
    expect(asked('messages.read')).toEqual([]);
    await press('New messages');
    expect(box.top()).toBe(3 * LINE_PX);
    await until(() => expect(asked('messages.read')).toEqual([{ threadId: 'thread-1', upTo: id }]));
  });

  it('is said again where the server has not heard it', async () => {
    const server = news();
    let isAway = true;
    const { api, asked } = await open(server, {
      'messages.read': () => {
        if (isAway) throw apiError('request.limited');
        return server.answers['messages.read']();
      },
    });
    await until(() => expect(asked('messages.read')).toHaveLength(1));
    isAway = false;
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await tell(api);
    await until(() => expect(asked('messages.read')).toHaveLength(2));
  });

  it('comes with what is new as it comes, said to those who cannot see it', async () => {
    const server = messageServer([aMessageView()]);
    const { api } = await open(server);
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    server.receive('Hello again');
    await tell(api);
    await until(() => expect(said().at(-1)).toBe('Hello again'));
    expect(texts('[role="status"]')).toContain('Nimal Silva: Hello again');
  });
});

describe('the field', () => {
  it('sends with Enter, and breaks the line with Shift', async () => {
    const server = messageServer();
    await open(server);
    await until(composer);
    await type('Good morning');
    await pressKey('Enter', { shiftKey: true });
    await pressKey('Enter', { isComposing: true });
    expect(server.messages).toEqual([]);
    await pressKey('Enter');
    await until(() => expect(said()).toEqual(['> Good morning']));
    expect([composer().value, document.activeElement]).toEqual(['', composer()]);
    await until(() => expect(server.messages.map(({ text }) => text)).toEqual(['Good morning']));
  });

  it('sends by its button, and keeps the focus', async () => {
    const server = messageServer();
    await open(server);
    await until(composer);
    await type('  Good morning\n\n  second line  ');
    const pressed = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
    await act(async () => void button('Send').dispatchEvent(pressed));
    expect(pressed.defaultPrevented).toBe(true);
    await press('Send');
    await until(() => expect(server.messages.map(({ text }) => text)).toEqual(['Good morning\n\n  second line']));
    expect(document.activeElement).toBe(composer());
  });

  it('is sent once by a double click and by a key that is held, and misses nothing then', async () => {
    const server = messageServer();
    await open(server);
    await until(composer);
    const click = (detail: number) =>
      act(async () => void button('Send').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })));
    await type('Good morning');
    await click(1);
    await click(2);
    await type('Are you there?');
    await pressKey('Enter');
    await pressKey('Enter', { repeat: true });
    await until(() => expect(server.messages.map(({ text }) => text)).toEqual(['Good morning', 'Are you there?']));
    expect(document.body.textContent).not.toContain('Please write a message');
    await click(1);
    await shown('Please write a message');
  });

  // spec validation.25
  it('says that nothing was written', async () => {
    await open(messageServer());
    await until(composer);
    await write('   ');
    await shown('Please write a message');
    await type('\u200B\u2800');
    expect(document.body.textContent).not.toContain('Please write a message');
    await pressKey('Enter');
    await shown('Please write a message');
    await type('Hello');
    expect(document.body.textContent).not.toContain('Please write a message');
  });

  // spec validation.25
  it('counts the characters when they run out, and sends no more than there may be', async () => {
    const server = messageServer();
    await open(server);
    await until(composer);
    await type('x'.repeat(1799));
    expect(document.body.textContent).not.toContain('characters left');
    await type('x'.repeat(1800));
    await shown('200 characters left');
    await type('x'.repeat(1999));
    await shown('1 character left');
    await write('x'.repeat(2001));
    await shown('Message cannot be longer than 2000 characters');
    expect([composer().value.length, composer().getAttribute('aria-invalid')]).toEqual([2001, 'true']);
    await write(`${'x'.repeat(2000)}  `);
    await until(() => expect(server.messages).toHaveLength(1));
  });

  it('counts an emoji as one character', async () => {
    const server = messageServer();
    await open(server);
    await until(composer);
    await type('😀'.repeat(1999));
    await shown('1 character left');
    await write('😀'.repeat(2000));
    await until(() => expect(server.messages).toHaveLength(1));
  });

  it('keeps what was typed, each conversation its own', async () => {
    localStorage.setItem(`draft:${STUDENT.id}:message thread-2`, 'of another one');
    await open(messageServer());
    await until(composer);
    expect(composer().value).toBe('');
    await type('half a sen');
    expect(localStorage.getItem(`draft:${STUDENT.id}:message thread-1`)).toBe('half a sen');
    await write('a sentence');
    expect(localStorage.getItem(`draft:${STUDENT.id}:message thread-1`)).toBeNull();
  });

  it('has again what was typed before the page was loaded anew', async () => {
    localStorage.setItem(`draft:${STUDENT.id}:message thread-1`, 'half a sen');
    await open(messageServer());
    await until(() => expect(composer().value).toBe('half a sen'));
  });
});

describe('blocking', () => {
  const menu = 'More about your conversation with Nimal Silva';

  // spec messages.9
  it('is asked about, closes the conversation, and can be undone', async () => {
    const { asked } = await open(messageServer([aMessageView()]));
    await until(() => button(menu));
    await press(menu);
    await press('Block Nimal Silva');
    await shown('Block Nimal Silva?');
    expect(asked('messages.block')).toEqual([]);
    await until(() => button('BlockProcessing...'));
    await press('BlockProcessing...');
    await shown(CLOSED);
    await shown('You have blocked Nimal Silva. Nobody can write here until you unblock.');
    expect(document.querySelector('textarea')).toBeNull();
    await press('Unblock');
    await shown('Unblock Nimal Silva?');
    await until(() => button('UnblockProcessing...'));
    await press('UnblockProcessing...');
    await until(() => expect(document.activeElement).toBe(composer()));
    expect(asked('messages.block')).toEqual([
      { threadId: 'thread-1', isBlocked: true },
      { threadId: 'thread-1', isBlocked: false },
    ]);
  });

  it('that fails says why', async () => {
    await open(messageServer(), { 'messages.block': () => Promise.reject(networkError()) });
    await until(() => button(menu));
    await press(menu);
    await press('Block Nimal Silva');
    await until(() => button('BlockProcessing...'));
    await press('BlockProcessing...');
    await shown('Failed to change the conversation. Please try again.');
    expect(composer()).toBeDefined();
  });

  // spec messages.9
  it('by the other side, while something is typed, leads the focus to what is said of it, and back', async () => {
    const server = messageServer([aMessageView()]);
    const { api } = await open(server);
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await until(composer);
    await type('Half a sen');
    server.change({ isClosed: true });
    await tell(api);
    await until(() => expect(document.activeElement?.textContent).toBe(CLOSED));
    server.change({ isClosed: false });
    await tell(api);
    await until(() => expect(document.activeElement).toBe(composer()));
    expect(composer().value).toBe('Half a sen');
  });

  // spec messages.9
  it('by the other side leaves it to be read', async () => {
    await open(messageServer([aMessageView()], { isClosed: true }));
    await shown('This conversation is closed');
    await shown('You can still read it.');
    expect(texts('button')).not.toContain('Unblock');
  });

  it('shows what was half typed, to be copied or deleted, and keeps nothing that nobody sees', async () => {
    const key = `draft:${STUDENT.id}:message thread-1`;
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    localStorage.setItem(key, 'Half a sentence');
    await open(messageServer([aMessageView()], { isClosed: true }));
    await shown('You can still read it.');
    expect(document.querySelector('textarea')?.value).toBe('Half a sentence');
    await press('Copy text');
    await shown('Message copied');
    expect(copied).toEqual(['Half a sentence']);
    await press('Delete');
    await until(() => expect(document.querySelector('textarea')).toBeNull());
    expect([localStorage.getItem(key), texts('button').includes('Delete')]).toEqual([null, false]);
    expect(document.activeElement?.tagName).toBe('H2');
  });

  it('keeps no blanks', async () => {
    await open(messageServer());
    await until(composer);
    await type('  ');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });

  it('is not offered where the other side has left', async () => {
    const other = { ...aThreadView().other, id: '', tutorId: null };
    await open(messageServer([aMessageView()], { isClosed: true, other }));
    await shown(CLOSED);
    expect(document.querySelector(`[aria-label="${menu}"]`)).toBeNull();
    expect(document.querySelector('h2 a')).toBeNull();
  });
});

describe('a message of the other side', () => {
  const menu = 'More about this message of Nimal Silva';

  // spec reports.9
  it('can be reported, the own ones cannot', async () => {
    const server = messageServer([aMessageView({ id: 'rude', text: 'Rude' }), aMessageView({ isOwn: true })]);
    const { asked } = await open(server, { 'moderation.report': () => ({ message: 'Report sent successfully' }) });
    await until(() => expect(document.querySelectorAll(`[aria-label="${menu}"]`)).toHaveLength(1));
    await press(menu);
    await press('Report message');
    await shown('Report this message');
    await act(async () => document.querySelector<HTMLElement>('[role="dialog"] input[type="radio"]')?.click());
    await press('Send report');
    await shown('Report sent successfully');
    expect(asked('moderation.report')).toEqual([{ about: 'message', id: 'rude', reason: 'spam', text: '' }]);
  });

  it.each([
    ['at the end of the conversation', { bottom: 590, left: -40 }, [true, true]],
    ['in the middle of it', { bottom: 300, left: 150 }, [false, false]],
  ])('has a menu that nothing cuts off: %s', async (_, place, expected) => {
    const boundsOf = (element: Element) =>
      element.hasAttribute('data-scrolled')
        ? new DOMRect(0, 100, 360, 400)
        : element.tagName === 'UL'
          ? { ...new DOMRect(), ...place }
          : new DOMRect();
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return boundsOf(this) as DOMRect;
    });
    await open(messageServer([aMessageView()]));
    await until(() => button(menu));
    await press(menu);
    const panel = button('Copy text').closest('ul');
    expect(['data-up', 'data-start'].map((side) => panel?.hasAttribute(side))).toEqual(expected);
  });

  it('can be copied', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await open(messageServer([aMessageView({ text: 'Copy me' })]));
    await until(() => button(menu));
    await press(menu);
    await press('Copy text');
    await shown('Message copied');
    expect(copied).toEqual(['Copy me']);
    expect(document.activeElement).toBe(button(menu));
  });
});

// spec messages.13
describe('the addresses in a text', () => {
  const links = (text: string) => splitLinks(text).flatMap(({ text: shownAs, href }) => (href ? [[shownAs, href]] : []));

  it.each([
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

describe('what is known of a conversation', () => {
  const some = (from: number, to: number): MessageView[] =>
    Array.from({ length: to - from }, (_, index) => aMessageView({ id: `m-${from + index}`, createdAt: minute(from + index) }));
  const ids = ({ messages }: { messages: readonly MessageView[] }) => messages.map(({ id }) => Number(id.slice(2)));
  const page = (from: number, to: number) => ({ messages: some(from, to).reverse(), nextCursor: from > 0 ? `before ${from}` : null });

  it('grows at both ends', () => {
    const first = mergeNewest(null, page(10, 15));
    const both = mergeNewest(mergeOlder(first, 'before 10', page(5, 10)), page(12, 17));
    expect(ids(both)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect(both.olderCursor).toBe('before 5');
  });

  it('keeps what was sent while an older answer was on its way', () => {
    const known = { messages: some(0, 5), olderCursor: null };
    expect(ids(mergeNewest(known, page(0, 4)))).toEqual([0, 1, 2, 3, 4]);
  });

  it('begins anew where the newest do not meet it, and takes no page of before', () => {
    const known = mergeNewest(mergeNewest(null, page(10, 15)), page(40, 45));
    expect(known.olderCursor).toBe('before 40');
    expect(ids(mergeOlder(known, 'before 10', page(5, 10)))).toEqual([40, 41, 42, 43, 44]);
  });
});

describe('the days of a conversation', () => {
  const lines = (...at: Date[]) =>
    toLines(
      at.map((createdAt) => aMessageView({ createdAt })),
      [],
    );
  const labels = (now: Date, ...at: Date[]) => groupByDay(lines(...at), PAGE_CONFIG.timezone, now).map(({ label }) => label);

  it('are those of the zone, half hours and all', () => {
    const now = new Date('2026-11-23T18:31:00Z');
    expect(labels(now, new Date('2026-11-21T18:30:00Z'), new Date('2026-11-23T18:29:59Z'), new Date('2026-11-23T18:30:00Z'))).toEqual([
      'Sun, 22 Nov 2026',
      'Yesterday',
      'Today',
    ]);
  });

  it('show together what was written within five minutes by one side', () => {
    const groups = (minutes: number) => groupByDay(lines(minute(0), minute(minutes)), PAGE_CONFIG.timezone, minute(60))[0]?.groups.length;
    expect([groups(4.99), groups(5)]).toEqual([1, 2]);
  });

  it('have what is still to be sent at their end, by whatever clock', () => {
    const unsent = {
      clientId: 'mine',
      threadId: 'thread-1',
      text: 'Mine',
      at: minute(-3 * 24 * 60).getTime(),
      state: 'sending',
      refusal: '',
    } as const;
    const days = groupByDay(toLines([aMessageView({ createdAt: minute(0) })], [unsent]), PAGE_CONFIG.timezone, minute(1));
    expect(days.map(({ label, groups }) => [label, groups.length])).toEqual([['Today', 2]]);
  });
});
