import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getOutbox } from '#client/features/messages/outbox.ts';
import { storeAnnouncement, storedAnnouncements } from '#client/features/notifications/announcements.ts';
import { readList } from '#client/lib/stored-list.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';
import { aMessageView, aThreadView, findComposer, messageServer } from '#tests/support/message-server.ts';
import { STUDENT } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const threadsOf = (...threads: ReturnType<typeof aThreadView>[]) => ({ 'messages.threads': () => ({ threads, nextCursor: null }) });
const stored = () => Object.keys(localStorage).map((key) => `${key}=${localStorage.getItem(key)}`).filter((line) => !/^(token|user)=/.test(line));

describe('D', () => {
  test('Edit of a refused fourth message', async () => {
    const server = messageServer([aMessageView({ isOwn: true })], { messagesLeft: 0 });
    const { user } = await visit('/messages?thread=thread-1', STUDENT, {
      ...server.answers,
      'messages.send': () => {
        throw apiError('thread.unanswered');
      },
    });
    await screen.findByRole('heading', { level: 2, name: 'Nimal Silva' });
    await act(async () => getOutbox(STUDENT.id).add('thread-1', 'A long and careful fourth question'));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    console.log('D outbox', getOutbox(STUDENT.id).getAll(), 'storage', stored(), 'on screen', screen.queryByText(/fourth question/) !== null, 'composer', screen.queryByRole('textbox') !== null);
    expect(screen.queryByText(/fourth question/) !== null || stored().join().includes('fourth question')).toBe(true);
  });
});

describe('B', () => {
  async function open(ask: () => Promise<never> | Promise<unknown>) {
    return visit('/messages?tutor=tutor-profile-1', STUDENT, {
      ...messageServer().answers,
      ...threadsOf(),
      'messages.hasWithTutor': () => false,
      'messages.withTutor': () => { throw apiError('thread.no_booking'); },
      'tutors.byId': () => aProfileView(),
      'messages.ask': ask as never,
    });
  }
  test('a second message while the first is on its way', async () => {
    let finish = (_: unknown) => {};
    const { user, api } = await open(() => new Promise((resolve) => (finish = resolve)));
    const field = await screen.findByRole('textbox', { name: 'Message to this tutor' });
    await user.type(field, 'Good morning{Enter}');
    await user.type(field, 'Do you teach on Sundays?{Enter}');
    console.log('B1 calls', api.calls.filter(({ path }) => path === 'messages.ask').map((c) => JSON.stringify(c)), 'field', (field as HTMLTextAreaElement).value, 'storage', stored(), getOutbox(STUDENT.id).getAll());
    expect(document.body.textContent?.includes('Sundays') || stored().join().includes('Sundays')).toBe(true);
    finish(aThreadView());
  });
  test('leaves while pending, then it fails', async () => {
    let fail = (_: unknown) => {};
    const { user, router } = await open(() => new Promise((_, reject) => (fail = reject)));
    const field = await screen.findByRole('textbox', { name: 'Message to this tutor' });
    await user.type(field, 'A carefully written question{Enter}');
    await act(async () => router.navigate({ to: '/messages' }));
    await act(async () => fail(networkError()));
    await act(async () => router.navigate({ to: '/messages', search: { tutor: 'tutor-profile-1' } }));
    const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to this tutor' });
    console.log('B2 field', again.value, 'storage', stored());
    expect(again.value).toContain('carefully');
  });
  test('typed while the first is on its way, which arrives', async () => {
    let finish = (_: unknown) => {};
    const { user } = await open(() => new Promise((resolve) => (finish = resolve)));
    const field = await screen.findByRole('textbox', { name: 'Message to this tutor' });
    await user.type(field, 'Good morning{Enter}');
    await user.type(field, 'Do you teach on Sundays?');
    await act(async () => finish(aThreadView()));
    const composer = await findComposer();
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Nimal Silva' })).toBeTruthy());
    console.log('B3 field', (composer as HTMLTextAreaElement).value, 'storage', stored());
    expect((composer as HTMLTextAreaElement).value).toContain('Sundays');
  });
});

describe('G', () => {
  test('two announcements of different days with the same title, received at once', () => {
    const make = (id: string, message: string, day: number) => ({
      type: 'broadcast' as const,
      announcement: { id, title: 'Maintenance', message, action: null, translations: {}, createdAt: new Date(Date.UTC(2026, 10, day)) },
    });
    const now = new Date();
    const shown = [storeAnnouncement('u9', make('a1', 'On Monday', 23), now), storeAnnouncement('u9', make('a2', 'On Thursday as well', 26), new Date(now.getTime() + 20))];
    console.log('G shown', shown, readList(storedAnnouncements('u9')).map(({ message, isRemoved }) => ({ message, isRemoved })));
    expect(shown).toEqual([true, true]);
  });
});
