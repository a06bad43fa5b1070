import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { aMessageView, aThreadView, composer, messageServer, said } from '#tests/support/message-server.ts';
import { ADMIN, button, press, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { follow, linksOf, visit } from '#tests/support/visit.ts';

const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * 60_000);
const threads = (...all: ReturnType<typeof aThreadView>[]) => ({ 'messages.threads': () => ({ threads: all, nextCursor: null }) }) satisfies Answers;
const rows = () => texts('ul[aria-label="Conversations"] > li');

describe('the list of conversations', () => {
  // spec messages.14 | S4 | The list of conversations, and earlier messages, page by page, without moving what is read |
  //   src/client/features/messages/messages-page.tsx
  it('says of each who it is with, what was said last and by whom, when, and how many are unread', async () => {
    await visit(
      '/messages',
      STUDENT,
      threads(
        aThreadView({ unread: 12, lastMessage: { text: 'See you on Tuesday', isOwn: false, createdAt: ago(5) }, lastActivityAt: ago(5) }),
        aThreadView({
          id: 'thread-2',
          other: { name: 'ගයාන් පෙරේරා' },
          lastMessage: { text: 'Thank you', isOwn: true, createdAt: ago(180) },
          lastActivityAt: ago(180),
        }),
        aThreadView({ id: 'thread-3', other: { name: 'Unknown Tutor', id: '', tutorId: null }, isClosed: true, lastActivityAt: ago(60 * 24 * 3) }),
      ),
    );
    await until(() => expect(rows()).toHaveLength(3));
    expect(rows()).toEqual([
      'NSNimal Silva9+12 unreadSee you on Tuesday5 minutes ago',
      expect.stringContaining('ගයාන් පෙරේරාYou: Thank you3 hours ago'),
      expect.stringMatching(/Unknown TutorClosedNo messages yet$/),
    ]);
    expect(document.querySelector('[lang="si"]')?.textContent).toBe('ගයාන් පෙරේරා');
    expect(texts('h1')).toEqual(['Messages']);
    await shown('Choose a conversation');
  });

  // spec messages.14
  it('goes on with the next page', async () => {
    const page = (cursor: string | null | undefined) =>
      cursor
        ? { threads: [aThreadView({ id: 'thread-2', other: { name: 'Kamala Dias' } })], nextCursor: null }
        : { threads: [aThreadView()], nextCursor: 'more' };
    await visit('/messages', STUDENT, { 'messages.threads': ({ cursor } = {}) => page(cursor) });
    await until(() => button('Show more'));
    await press('Show more');
    await shown('Kamala Dias');
    expect(rows()).toHaveLength(2);
  });

  // spec messages.14
  it.each([
    [STUDENT, 'Once you have booked a session, you and your tutor can write to each other here.', ['Find Tutors', '/tutors']],
    [TUTOR, 'Once a student has booked a session with you, you can write to each other here.', ['View Bookings', '/tutor/bookings']],
  ] as const)('that is empty says what leads to one', async (me, sentence, way) => {
    await visit('/messages', me, threads());
    await shown(sentence);
    expect(linksOf('main')).toEqual([way]);
  });

  // spec messages.14
  it('is none of an admin, who is not asked for it', async () => {
    const { api } = await visit('/messages', ADMIN);
    await shown('Messages are between students and tutors');
    expect(api.calls.filter(({ path }) => path.startsWith('messages.'))).toEqual([]);
  });

  // spec messages.14
  it('that could not be loaded is tried again', async () => {
    let isAway = true;
    await visit('/messages', STUDENT, {
      'messages.threads': () => {
        if (isAway) throw apiError('request.limited');
        return { threads: [aThreadView()], nextCursor: null };
      },
    });
    await shown('Error Loading Messages');
    isAway = false;
    await press('Try Again');
    await until(() => expect(rows()).toHaveLength(1));
  });

  it('says where something was not sent', async () => {
    const server = messageServer([aMessageView()]);
    await visit('/messages?thread=thread-1', STUDENT, { ...server.answers, 'messages.send': () => Promise.reject(networkError()) });
    await until(composer);
    await act(async () => {
      const { getOutbox } = await import('#client/features/messages/outbox.ts');
      getOutbox(STUDENT.id).add('thread-1', 'Hello');
    });
    await until(() => expect(rows()[0]).toContain('Not sent'));
  });
});

describe('/messages for visitors', () => {
  it('leads to the login, with the way back', async () => {
    const { at } = await visit('/messages?thread=thread-1', null);
    expect(at()).toBe(`/login?redirect=${encodeURIComponent('/messages?thread=thread-1')}`);
  });
});

describe('the address of a conversation', () => {
  it('opens it, and the list leads to it', async () => {
    const server = messageServer([aMessageView({ text: 'Good morning' })]);
    const { at } = await visit('/messages', STUDENT, server.answers);
    await until(() => expect(rows()).toHaveLength(1));
    expect(linksOf('ul[aria-label="Conversations"]')[0]?.[1]).toBe('/messages?thread=thread-1');
    await act(async () => document.querySelector<HTMLElement>('[data-thread]')?.click());
    await until(() => expect(at()).toBe('/messages?thread=thread-1'));
    await until(() => expect(said()).toEqual(['Good morning']));
    expect(texts('h2')).toEqual(['Nimal Silva']);
    expect(linksOf('h2')).toEqual([['Nimal Silva', '/tutors/tutor-profile-1']]);
    expect(document.querySelector('[aria-current="page"][data-thread]')).not.toBeNull();
  });

  // spec messages.12
  it('of a conversation that is not mine says so, and leads to all of them', async () => {
    await visit('/messages?thread=stranger', STUDENT, messageServer().answers);
    await shown('Conversation not found');
    expect(linksOf('main')).toContainEqual(['All messages', '/messages']);
  });

  it('leads back to the list', async () => {
    const { at } = await visit('/messages?thread=thread-1', STUDENT, messageServer().answers);
    await until(composer);
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Back to all messages"]')?.click());
    await until(() => expect(at()).toBe('/messages'));
  });
});

describe('the way from a tutor', () => {
  // spec messages.3 | D Routes | Message Tutor opens the conversation with one of the student’s tutors | src/client/routes/messages.tsx
  it('opens the conversation, in the place of the address that asked for it', async () => {
    const server = messageServer([aMessageView({ text: 'Welcome' })]);
    const asked: string[] = [];
    const { at, router } = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
      ...server.answers,
      'messages.withTutor': ({ tutorId }) => {
        asked.push(tutorId);
        return aThreadView();
      },
    });
    await until(() => expect(at()).toBe('/messages?thread=thread-1'));
    await until(() => expect(said()).toEqual(['Welcome']));
    expect(asked).toEqual(['tutor-profile-1']);
    expect(router.history.length).toBe(1);
  });

  // spec messages.2 | D Routes | Before it: "You can message each other once a session is booked" | src/server/features/messages/messages.queries.ts
  it('is not there before a session was booked, and leads to the profile then', async () => {
    const { at } = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
      ...threads(),
      'messages.withTutor': () => Promise.reject(apiError('thread.no_booking')),
    });
    await shown('You can message each other once a session is booked');
    expect(linksOf('main')).toContainEqual(['View Profile', '/tutors/tutor-profile-1']);
    expect(at()).toBe('/messages?tutor=tutor-profile-1');
  });

  // spec messages.3
  it('says that there is no such tutor', async () => {
    await visit('/messages?tutor=nobody', STUDENT, { ...threads(), 'messages.withTutor': () => Promise.reject(apiError('tutor.not_found')) });
    await shown('Tutor Not Found');
    expect(linksOf('main')).toContainEqual(['Find Tutors', '/tutors']);
  });

  it('is tried again where nobody answered', async () => {
    let isAway = true;
    const { at } = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
      ...messageServer().answers,
      'messages.withTutor': () => {
        if (isAway) throw apiError('request.limited');
        return aThreadView();
      },
    });
    await shown('Error Loading Messages');
    isAway = false;
    await press('Try Again');
    await until(() => expect(at()).toBe('/messages?thread=thread-1'));
  });

  it('is not looked for by a tutor', async () => {
    const { api } = await visit('/messages?tutor=tutor-profile-1', TUTOR, threads(aThreadView({ other: { role: 'student', tutorId: null } })));
    await shown('Choose a conversation');
    expect(api.calls.map(({ path }) => path)).not.toContain('messages.withTutor');
  });
});

describe('an empty conversation', () => {
  it('says hello, and in which zone its times are', async () => {
    await visit('/messages?thread=thread-1', STUDENT, messageServer().answers);
    await shown('Say hello to Nimal Silva.');
    await shown('Times are in Colombo time.');
    await follow('Nimal Silva');
  });
});
