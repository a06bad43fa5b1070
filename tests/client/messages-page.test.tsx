import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getOutbox } from '#client/features/messages/outbox.ts';
import { questionDraft } from '#client/features/messages/question-draft.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { aMessageView, aThreadView, findComposer, findMessages, messageServer } from '#tests/support/message-server.ts';
import { ADMIN, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const now = Date.now();
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);
const threadsOf = (...threads: ReturnType<typeof aThreadView>[]) => ({ 'messages.threads': () => ({ threads, nextCursor: null }) }) satisfies Answers;

const getList = () => screen.getByRole('list', { name: 'Conversations' });
const listRows = () =>
  within(getList())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const mainLinks = () => listLinks(screen.getByRole('main'));
const tryAgain = () => screen.findByRole('button', { name: 'Try Again' });

describe('the list of conversations', () => {
  // spec messages.14 | S4 | The list of conversations, and earlier messages, page by page, without moving what is read |
  //   src/client/features/messages/messages-page.tsx
  test('shows the other side, the last message, its sender and time, and how many are unread', async () => {
    await visit(
      '/messages',
      STUDENT,
      threadsOf(
        aThreadView({
          unread: 12,
          lastMessage: { text: 'See you on Tuesday', isOwn: false, createdAt: minutesAgo(5) },
          lastActivityAt: minutesAgo(5),
        }),
        aThreadView({
          id: 'thread-2',
          other: { name: 'ගයාන් පෙරේරා' },
          lastMessage: { text: 'Thank you', isOwn: true, createdAt: minutesAgo(180) },
          lastActivityAt: minutesAgo(180),
        }),
        aThreadView({
          id: 'thread-3',
          other: { name: 'Unknown Tutor', id: '', tutorId: null },
          isClosed: true,
          lastActivityAt: minutesAgo(60 * 24 * 3),
        }),
      ),
    );
    await waitFor(() => expect(listRows()).toHaveLength(3));
    expect(listRows()).toEqual([
      'NSNimal Silva9+12 unreadSee you on Tuesday5 minutes ago',
      expect.stringContaining('ගයාන් පෙරේරාYou: Thank you3 hours ago'),
      expect.stringMatching(/Unknown TutorClosedNo messages yet$/),
    ]);
    expect(screen.getByText('ගයාන් පෙරේරා').lang).toBe('si');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Messages');
    await screen.findByText('Choose a conversation');
  });

  // spec messages.14
  test('shows the next page with Show more', async () => {
    const page = (cursor: string | null | undefined) =>
      cursor
        ? { threads: [aThreadView({ id: 'thread-2', other: { name: 'Kamala Dias' } })], nextCursor: null }
        : { threads: [aThreadView()], nextCursor: 'more' };
    const { user } = await visit('/messages', STUDENT, { 'messages.threads': ({ cursor } = {}) => page(cursor) });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('Kamala Dias');
    expect(listRows()).toHaveLength(2);
  });

  // spec messages.14
  test.each([
    [STUDENT, 'Book a session, and you and your tutor can message each other here.', ['Find Tutors', '/tutors']],
    [TUTOR, 'When a student books a session with you, you can message each other here.', ['View Bookings', '/tutor/bookings']],
  ] as const)('explains, where it is empty, how a conversation begins', async (account, sentence, link) => {
    await visit('/messages', account, threadsOf());
    await screen.findByText(sentence);
    expect(mainLinks()).toEqual([link]);
  });

  // spec messages.14
  test('is not requested for an admin', async () => {
    const { api } = await visit('/messages', ADMIN);
    await screen.findByText('Messages are between students and tutors');
    expect(api.calls.filter(({ path }) => path.startsWith('messages.'))).toEqual([]);
  });

  // spec messages.14
  test('is loaded again by a button when that failed', async () => {
    let isAway = true;
    const { user } = await visit('/messages', STUDENT, {
      'messages.threads': () => {
        if (isAway) throw apiError('request.limited');
        return { threads: [aThreadView()], nextCursor: null };
      },
    });
    await screen.findByText('Error Loading Messages');
    isAway = false;
    await user.click(await tryAgain());
    await waitFor(() => expect(listRows()).toHaveLength(1));
  });

  test('marks a conversation with an unsent message', async () => {
    const server = messageServer([aMessageView()]);
    await visit('/messages?thread=thread-1', STUDENT, { ...server.answers, 'messages.send': () => Promise.reject(networkError()) });
    await findComposer();
    await act(async () => getOutbox(STUDENT.id).add('thread-1', 'Hello'));
    await waitFor(() => expect(listRows()[0]).toContain('Not sent'));
  });
});

describe('/messages for visitors', () => {
  test('redirects to the login, which leads back', async () => {
    const { at } = await visit('/messages?thread=thread-1', null);
    expect(at()).toBe(`/login?redirect=${encodeURIComponent('/messages?thread=thread-1')}`);
  });
});

describe('the address of a conversation', () => {
  test('is linked from the list, and opens the conversation', async () => {
    const server = messageServer([aMessageView({ text: 'Good morning' })]);
    const { user, at } = await visit('/messages', STUDENT, server.answers);
    const row = await waitFor(() => within(getList()).getByRole('link'));
    expect(row.getAttribute('href')).toBe('/messages?thread=thread-1');
    await user.click(row);
    await waitFor(() => expect(at()).toBe('/messages?thread=thread-1'));
    await findMessages(['Good morning']);
    const heading = screen.getByRole('heading', { level: 2 });
    expect(heading.textContent).toBe('Nimal Silva');
    expect(listLinks(heading)).toEqual([['Nimal Silva', '/tutors/tutor-profile-1']]);
    expect(within(getList()).getByRole('link').getAttribute('aria-current')).toBe('page');
  });

  // spec messages.12
  test('of another account says that it was not found, and links to all messages', async () => {
    await visit('/messages?thread=stranger', STUDENT, messageServer().answers);
    await screen.findByText('Conversation not found');
    expect(mainLinks()).toContainEqual(['All messages', '/messages']);
  });

  test('leads back to the list by a link', async () => {
    const { user, at } = await visit('/messages?thread=thread-1', STUDENT, messageServer().answers);
    await findComposer();
    await user.click(screen.getByRole('link', { name: 'Back to all messages' }));
    await waitFor(() => expect(at()).toBe('/messages'));
  });
});

describe('/messages?tutor=', () => {
  // spec messages.3 | D Routes | Message Tutor opens the conversation with one of the student’s tutors | src/client/routes/messages.tsx
  test('opens the conversation, whose address replaces it', async () => {
    const server = messageServer([aMessageView({ text: 'Welcome' })]);
    const { api, at, router } = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
      ...server.answers,
      'messages.hasWithTutor': () => true,
      'messages.withTutor': () => aThreadView(),
    });
    await waitFor(() => expect(at()).toBe('/messages?thread=thread-1'));
    await findMessages(['Welcome']);
    expect(api.inputsOf('messages.withTutor')).toEqual([{ tutorId: 'tutor-profile-1' }]);
    // The profile of a tutor who was rejected meanwhile is not found.
    expect(api.calls.map(({ path }) => path)).not.toContain('tutors.byId');
    expect(router.history.length).toBe(1);
  });

  // spec s12-ways.42 | S12 A | Before the first booking a student can ask; a message that did not arrive is sent again with its id |
  //   src/client/features/messages/question-form.tsx
  test('asks the tutor a question where there is no conversation yet', async () => {
    const thread = aThreadView({ messagesLeft: 2 });
    let isDown = true;
    const { at, api, user } = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
      ...messageServer([aMessageView({ text: 'Do you teach vectors?', isOwn: true })], { messagesLeft: 2 }).answers,
      'messages.hasWithTutor': () => false,
      'tutors.byId': () => aProfileView(),
      'messages.ask': () => (isDown ? Promise.reject(networkError()) : thread),
    });
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to this tutor' });
    await screen.findByText('You can send up to 3 messages before the tutor replies. Once you book a session, there is no limit.');
    await user.type(field, 'Do you teach vectors?{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to send the message. Please try again.');
    expect(field.value).toBe('Do you teach vectors?');
    isDown = false;
    await user.type(field, '{Enter}');
    await waitFor(() => expect(at()).toBe('/messages?thread=thread-1'));
    await screen.findByText('You can send 2 more messages before Nimal Silva replies.');
    const [first, second, ...others] = api.inputsOf('messages.ask');
    expect(second).toEqual(first);
    expect(others).toEqual([]);
  });

  describe('a question that is being sent', () => {
    const QUESTION = 'Do you teach vectors?';
    const stored = () => Object.keys(localStorage).filter((key) => /question|message/.test(key));

    async function ask() {
      let [resolve, reject] = [(_: ThreadView) => {}, (_: unknown) => {}];
      const answer = new Promise<ThreadView>((...both) => {
        [resolve, reject] = both;
      });
      let hasThread = false;
      const server = messageServer([], { messagesLeft: 2 });
      const visited = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
        ...server.answers,
        'messages.hasWithTutor': () => hasThread,
        'messages.withTutor': () => aThreadView({ messagesLeft: 2 }),
        'tutors.byId': () => aProfileView(),
        'messages.ask': () => answer,
      });
      const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to this tutor' });
      await visited.user.type(field, `${QUESTION}{Enter}`);
      await screen.findByText('Sending…');
      const go = (to: string) => act(() => visited.router.navigate({ href: to }));
      return {
        ...visited,
        field,
        go,
        succeed: () => act(async () => resolve(aThreadView({ messagesLeft: 2 }))),
        fail: () => act(async () => reject(networkError())),
        openThread: () => {
          hasThread = true;
        },
      };
    }

    // spec s12-ways.64 | D Errors | Nothing typed to a tutor is lost while a question is on its way, and it arrives once |
    //   src/client/features/messages/question-form.tsx, src/client/features/messages/question-draft.ts
    test('keeps what is typed meanwhile, for the conversation', async () => {
      const { user, field, api, at, succeed } = await ask();
      await user.type(field, 'On Sundays?{Enter}');
      expect(field.value).toBe('On Sundays?');
      await succeed();
      await waitFor(() => expect(at()).toBe('/messages?thread=thread-1'));
      expect((await findComposer()).value).toBe('On Sundays?');
      expect(api.inputsOf('messages.ask')).toHaveLength(1);
    });

    // spec s12-ways.64
    test('is in the field again where it failed while another page was open', async () => {
      const { api, go, fail, user } = await ask();
      await go('/notifications');
      await fail();
      await go('/messages?tutor=tutor-profile-1');
      const field = await findComposer();
      await waitFor(() => expect(field.value).toBe(QUESTION));
      await user.type(field, '{Enter}');
      const [first, second] = api.inputsOf('messages.ask');
      expect(second).toEqual(first);
    });

    // spec s12-ways.64
    test('leads nobody back who is on another page by then', async () => {
      const { go, at, succeed } = await ask();
      await go('/notifications');
      await succeed();
      expect(at()).toBe('/notifications');
      expect(stored()).toEqual([]);
    });

    // spec s12-ways.64
    test('goes on with its id in a conversation that is there when the page is opened again', async () => {
      questionDraft(STUDENT.id, 'tutor-profile-1').write({ clientId: 'client-of-question', text: QUESTION });
      const server = messageServer([], { messagesLeft: 2 });
      const { api } = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
        ...server.answers,
        'messages.hasWithTutor': () => true,
        'messages.withTutor': () => aThreadView({ messagesLeft: 2 }),
      });
      await waitFor(() => expect(server.messages.map(({ text }) => text)).toEqual([QUESTION]));
      expect(api.inputsOf('messages.send')).toEqual([{ threadId: 'thread-1', clientId: 'client-of-question', text: QUESTION }]);
      expect((await findComposer()).value).toBe('');
    });

    // spec s12-ways.64
    test('stays in the field of a conversation that is found while it is there again', async () => {
      const { go, fail, openThread } = await ask();
      await go('/notifications');
      openThread();
      await fail();
      await go('/messages?tutor=tutor-profile-1');
      await waitFor(async () => expect((await findComposer()).getAttribute('aria-label')).toBe('Message to Nimal Silva'));
      expect((await findComposer()).value).toBe(QUESTION);
    });
  });

  test('says which tutor is asked, without a request that fails', async () => {
    const profileImage = 'https://vidya.example/kamala.jpg';
    const { api } = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
      ...threadsOf(),
      'messages.hasWithTutor': () => false,
      'tutors.byId': () => aProfileView({ user: { ...aProfileView().user, name: 'Kamala Dias', profileImage } }),
    });
    await screen.findByText('Ask this tutor a question');
    const heading = screen.getByRole('heading', { level: 2, name: 'Kamala Dias' });
    expect(listLinks(heading)).toEqual([['Kamala Dias', '/tutors/tutor-profile-1']]);
    expect(heading.closest('header')?.querySelector('img')?.getAttribute('src')).toContain(profileImage);
    expect(api.inputsOf('tutors.byId')).toEqual([{ id: 'tutor-profile-1' }]);
    expect(api.calls.map(({ path }) => path)).not.toContain('messages.withTutor');
  });

  // spec s12-ways.40
  test('has no field for a fourth message before the tutor replies', async () => {
    await visit('/messages?thread=thread-1', STUDENT, messageServer([aMessageView({ isOwn: true })], { messagesLeft: 0 }).answers);
    await screen.findByText('You can send more messages when Nimal Silva replies or once you book a session.');
    expect(screen.queryByRole('textbox', { name: 'Message to Nimal Silva' })).toBeNull();
  });

  // spec messages.3
  test('says that there is no such tutor', async () => {
    await visit('/messages?tutor=nobody', STUDENT, {
      ...threadsOf(),
      'messages.hasWithTutor': () => false,
      'tutors.byId': () => Promise.reject(apiError('tutor.not_found')),
    });
    await screen.findByText('Tutor Not Found');
    expect(mainLinks()).toContainEqual(['Find Tutors', '/tutors']);
  });

  test('is loaded again by a button when that failed', async () => {
    let isAway = true;
    const { user, at } = await visit('/messages?tutor=tutor-profile-1', STUDENT, {
      ...messageServer().answers,
      'messages.hasWithTutor': () => true,
      'messages.withTutor': () => {
        if (isAway) throw apiError('request.limited');
        return aThreadView();
      },
    });
    await screen.findByText('Error Loading Messages');
    isAway = false;
    await user.click(await tryAgain());
    await waitFor(() => expect(at()).toBe('/messages?thread=thread-1'));
  });

  test('requests nothing for a tutor', async () => {
    const { api } = await visit('/messages?tutor=tutor-profile-1', TUTOR, threadsOf(aThreadView({ other: { role: 'student', tutorId: null } })));
    await screen.findByText('Choose a conversation');
    expect(api.calls.map(({ path }) => path)).not.toContain('messages.withTutor');
  });
});

describe('an empty conversation', () => {
  test('suggests to say hello, and names the time zone', async () => {
    await visit('/messages?thread=thread-1', STUDENT, messageServer().answers);
    await screen.findByText('Say hello to Nimal Silva.');
    await screen.findByText(/^Times are in Colombo time\./);
    expect(screen.getByRole('link', { name: 'Nimal Silva' })).toBeDefined();
  });
});
