import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageError, watchMissingCode } from '#client/app/page-error.tsx';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { session } from '#client/lib/session/session.ts';
import { setLastSeen } from '#client/ui/last-seen.ts';
import { LAST_SEEN } from '#shared/vocabulary/offline.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';
import { render, STUDENT } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

watchMissingCode();

const listParagraphs = (part = document.body) =>
  within(part)
    .queryAllByRole('paragraph')
    .map(({ textContent }) => textContent);
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

beforeEach(() => () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a style sheet', () => {
  it('is asked for again where it did not come', async () => {
    vi.useFakeTimers();
    const style = document.createElement('link');
    Object.assign(style, { rel: 'stylesheet', title: 'of a part' });
    document.head.append(style);
    style.dispatchEvent(new Event('error'));
    await pass(3000);
    const [now, ...more] = within(document.head).getAllByTitle('of a part');
    expect([now?.isEqualNode(style), now === style, more]).toEqual([true, false, []]);
    now?.remove();
  });
});

describe('a page whose code could not be fetched', () => {
  const reload = () => vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const missing = () => {
    const payload = new TypeError('Failed to fetch dynamically imported module: /assets/DMa8L4E.js');
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    return payload;
  };

  // spec s6-bad-input.12 | S6 | A line that is slow, drops single answers, or is away | src/client/app/page-error.tsx
  it('says so, and comes with Try Again, or by itself when the network is back', async () => {
    const reloaded = reload();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { user } = await render(<PageError error={missing()} />);
    expect(listParagraphs(screen.getByRole('alert'))).toEqual([
      'You are offline, and this page is not stored on this device. Try again when you are back online.',
    ]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reloaded).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    expect(reloaded).toHaveBeenCalledTimes(2);
  });

  // spec s6-bad-input.12
  it('does not say that somebody is offline who is not', async () => {
    const reloaded = reload();
    const { user } = await render(<PageError error={missing()} />);
    expect(listParagraphs(screen.getByRole('alert'))).toEqual(['Please check your connection and try again.']);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reloaded).toHaveBeenCalledTimes(1);
  });

  it('is told apart from one that failed', async () => {
    const reloaded = reload();
    await render(<PageError error={new Error('a bug')} />);
    expect(listParagraphs(screen.getByRole('alert'))).toEqual(['Something went wrong']);
    window.dispatchEvent(new Event('online'));
    expect(reloaded).not.toHaveBeenCalled();
  });
});

describe('a list that failed while the line was cut', () => {
  beforeEach(() => () => connectionState.set('live'));

  it.each([
    ['is read again once it is back', networkError, 2],
    ['is not where the server has refused it', () => apiError('auth.role'), 1],
  ] as const)('%s', async (_, failure, times) => {
    let isDown = true;
    const list = () => {
      if (isDown) throw failure();
      return { notifications: [], total: 0, currentPage: 1, totalPages: 0, hasMore: false };
    };
    const { api } = await visit('/notifications', STUDENT, { 'notifications.list': list });
    await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await screen.findByText('No notifications yet');
    isDown = false;
    const countRequests = () => api.inputsOf('notifications.list').length;
    const before = countRequests();
    await act(async () => connectionState.set('cut'));
    await act(async () => connectionState.set('live'));
    expect(countRequests()).toBe(before + times - 1);
  });
});

describe('bookings that were seen last', () => {
  const listNotes = () =>
    within(screen.getByRole('main'))
      .getAllByRole('status')
      .filter(({ textContent }) => textContent.startsWith('You are offline. Last updated'));
  const setHeader = (header: string | null) => act(async () => setLastSeen(header));

  beforeEach(() => () => setLastSeen(LAST_SEEN.now));

  // spec s6-bad-input.12
  it('are asked for again, for a slow line gives no other sign that it is over', async () => {
    const { api } = await visit('/student/bookings', STUDENT);
    await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    const countRequests = () => api.inputsOf('bookings.forStudent').length;
    vi.useFakeTimers();
    await setHeader('Mon, 23 Nov 2026 01:00:00 GMT');
    const before = countRequests();
    expect(listNotes()).toHaveLength(1);
    await pass(9999);
    expect(countRequests()).toBe(before);
    await pass(1);
    expect(countRequests()).toBe(before + 1);
    await setHeader(LAST_SEEN.now);
    expect([listNotes(), countRequests()]).toEqual([[], before + 2]);
    await pass(30_000);
    expect(countRequests()).toBe(before + 2);
  });

  it('are no more once the session is over, and stay when another tab has logged in', async () => {
    const forgotten = vi.fn(async () => true);
    vi.stubGlobal('caches', { delete: forgotten });
    await visit('/student/bookings', STUDENT);
    await setHeader('Mon, 23 Nov 2026 01:00:00 GMT');
    await act(async () => {
      localStorage.setItem('user', JSON.stringify({ ...STUDENT, id: 'student-2', name: 'Somebody Else' }));
      localStorage.setItem('token', 'of-another-tab');
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
    });
    expect([listNotes(), forgotten.mock.calls]).toEqual([[], []]);
    await act(async () => session.end());
    expect(forgotten.mock.calls).toEqual([[LAST_SEEN.cache]]);
  });

  it('are not taken for new because something else was answered', async () => {
    await visit('/student/bookings', STUDENT);
    await setHeader('Mon, 23 Nov 2026 01:00:00 GMT');
    await setHeader(null);
    expect(listNotes()).toHaveLength(1);
  });
});
