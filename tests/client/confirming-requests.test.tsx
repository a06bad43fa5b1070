import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TutorBookingsPage } from '#client/features/bookings/tutor-bookings-page.tsx';
import { session } from '#client/lib/session/session.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { render, signIn, TUTOR } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aBookingView, bookingCounts, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const DAY = 86_400_000;

const { listToasts } = collectToasts();
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: MONDAY_TEN, shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A request on each of the next days. */
function requestOf(name: string, day: number, part: Partial<BookingView> = {}): BookingView {
  const [startTime, endTime] = [TUESDAY_FOUR.start, TUESDAY_FOUR.end].map((at) => new Date(at.getTime() + day * DAY));
  return aBookingView({
    id: name,
    student: { id: name, name, email: '', profileImage: '' },
    ...(startTime && endTime && { startTime, endTime }),
    ...part,
  });
}

const THREE = [requestOf('Amaya', 0), requestOf('Dilini', 1), requestOf('Kasun', 2)];

function answersOf(requests: readonly BookingView[], refuse: (id: string) => unknown = () => undefined) {
  const left = new Map(requests.map((booking) => [booking.id, booking]));
  return {
    'bookings.counts': () => bookingCounts({ pending: left.size }),
    'bookings.forTutor': () => ({ bookings: [...left.values()], nextCursor: null }),
    'bookings.setStatus': ({ id }: { id: string }) => {
      const error = refuse(id);
      if (error) throw error;
      left.delete(id);
      return aBookingView({ id, status: 'confirmed' });
    },
  };
}

async function showRequests(requests: readonly BookingView[] = THREE, refuse?: (id: string) => unknown) {
  signIn(TUTOR);
  const api = fakeApi(answersOf(requests, refuse));
  await render(<TutorBookingsPage filter="pending" />, { api });
  await screen.findAllByRole('article');
  return { api, sent: () => api.inputsOf('bookings.setStatus').map((input) => `${Object(input).id} ${Object(input).status}`) };
}

const getRow = (name: string) => {
  const row = screen.getByRole('heading', { name }).closest('article');
  if (!row) throw new Error(`no row of ${name}`);
  return row;
};
const press = (button: HTMLElement) => act(async () => button.click());
const confirm = (name: string) => press(within(getRow(name)).getByRole('button', { name: 'Confirm' }));
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const getBar = () => screen.queryByText(/^Confirming .+/)?.textContent ?? '';

// spec s12-next.7 | S12 B | Confirm is one press; it waits ten seconds for Undo, says so, and is then sent once |
//   src/client/features/bookings/confirm-queue.ts, src/client/features/bookings/use-confirming.ts
describe('confirming a request in the list', () => {
  it('says whose request it is and when, and is sent after ten seconds', async () => {
    const { sent } = await showRequests();
    await confirm('Dilini');
    expect(getBar()).toBe('Confirming Dilini, Wed, 25 Nov, 4:00 PM…');
    within(getRow('Dilini')).getByRole('button', { name: 'Confirming…' });
    await pass(BOOKING.undoMs - 100);
    expect(sent()).toEqual([]);
    await pass(200);
    expect(sent()).toEqual(['Dilini confirmed']);
    await pass(BOOKING.undoMs * 2);
    expect(sent()).toHaveLength(1);
    expect(listToasts()).toEqual([['success', 'Booking confirmed successfully']]);
    expect(screen.queryByRole('heading', { name: 'Dilini' })).toBeNull();
    expect(getBar()).toBe('');
  });

  it('sends nothing after Undo, and the request can be confirmed again', async () => {
    const { sent } = await showRequests();
    await confirm('Dilini');
    await press(screen.getByRole('button', { name: 'Undo' }));
    await pass(BOOKING.undoMs * 2);
    expect(sent()).toEqual([]);
    await confirm('Dilini');
    await pass(BOOKING.undoMs + 100);
    expect(sent()).toEqual(['Dilini confirmed']);
  });

  it('sends the one before at once when another is confirmed', async () => {
    const { sent } = await showRequests();
    await confirm('Dilini');
    await confirm('Kasun');
    await pass(100);
    expect(sent()).toEqual(['Dilini confirmed']);
    await pass(BOOKING.undoMs);
    expect(sent()).toEqual(['Dilini confirmed', 'Kasun confirmed']);
  });

  it('is not pressed twice', async () => {
    const { sent } = await showRequests();
    const button = within(getRow('Dilini')).getByRole('button', { name: 'Confirm' });
    await act(async () => {
      button.click();
      button.click();
    });
    await press(button);
    await pass(BOOKING.undoMs + 100);
    expect(sent()).toEqual(['Dilini confirmed']);
  });
});

// spec s12-next.8 | S12 B | What waits for Undo is sent when the page is left, even by closing it | src/client/lib/rpc/parting-client.ts,
//   src/client/features/bookings/use-confirming.ts
describe('leaving the page before the ten seconds are over', () => {
  async function visitRequests(answers: Answers = {}) {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    const { api, router } = await visit('/tutor/bookings?filter=pending', TUTOR, { ...answersOf(THREE), ...answers });
    await screen.findAllByRole('article');
    return { api, router, sent: () => api.inputsOf('bookings.setStatus') };
  }

  it('sends at once when another page is opened', async () => {
    const { router, sent } = await visitRequests();
    await confirm('Dilini');
    await act(async () => router.navigate({ to: '/notifications' }));
    await waitFor(() => expect(sent()).toMatchObject([{ id: 'Dilini', status: 'confirmed' }]));
  });

  it('sends before the session ends when the tutor logs out', async () => {
    const { api } = await visitRequests();
    await confirm('Dilini');
    await press(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(session.viewer()).toBeNull());
    const acts = api.calls.map(({ path }) => path).filter((path) => path === 'bookings.setStatus' || path === 'auth.logout');
    expect(acts).toEqual(['bookings.setStatus', 'auth.logout']);
    expect(listToasts()).toEqual([['success', 'Booking confirmed successfully']]);
  });

  it('ends the session after three seconds where the server does not answer', async () => {
    const { sent } = await visitRequests({ 'bookings.setStatus': () => new Promise(() => {}) });
    await confirm('Dilini');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await press(screen.getByRole('button', { name: 'Logout' }));
    await pass(2900);
    expect([sent().length, session.viewer()?.id]).toEqual([1, TUTOR.id]);
    await pass(200);
    expect(session.viewer()).toBeNull();
  });

  it('keeps waiting when another filter of the list is chosen', async () => {
    const { router, sent } = await visitRequests();
    await confirm('Dilini');
    await act(async () => router.navigate({ to: '/tutor/bookings', search: { filter: 'past' } }));
    expect(getBar()).toContain('Dilini');
    expect(sent()).toEqual([]);
    await press(screen.getByRole('button', { name: 'Undo' }));
  });

  it('has the browser send it beyond the end of the page, once', async () => {
    const { sent } = await showRequests();
    const answer = async () => Response.json({ result: { data: { json: aBookingView() } } });
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
    await confirm('Dilini');
    await act(async () => {
      window.dispatchEvent(new Event('pagehide'));
      window.dispatchEvent(new Event('pagehide'));
    });
    await pass(BOOKING.undoMs * 2);
    expect(fetched).toHaveBeenCalledTimes(1);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(String(url)).toContain('/trpc/bookings.setStatus');
    expect(init).toMatchObject({ method: 'POST', keepalive: true });
    expect(String(init?.body)).toContain('"status":"confirmed"');
    expect(sent()).toEqual([]);
  });
});

// spec s12-next.9 | S12 B | All listed requests are confirmed by one press; one that is refused stops no other and is named by person and time |
//   src/client/features/bookings/confirm-queue.ts, src/client/features/bookings/confirm-bar.tsx
describe('Confirm all', () => {
  it('confirms each request of the list once', async () => {
    const { sent } = await showRequests();
    await press(screen.getByRole('button', { name: 'Confirm all 3' }));
    expect(getBar()).toBe('Confirming 3 requests…');
    await pass(BOOKING.undoMs + 100);
    expect(sent()).toEqual(['Amaya confirmed', 'Dilini confirmed', 'Kasun confirmed']);
    expect(listToasts()).toEqual([['success', '3 bookings confirmed successfully']]);
  });

  it('names those that were refused, and confirms the others', async () => {
    const refusals: Record<string, unknown> = { Amaya: apiError('booking.not_pending'), Kasun: networkError() };
    const { sent } = await showRequests(THREE, (id) => refusals[id]);
    await press(screen.getByRole('button', { name: 'Confirm all 3' }));
    await pass(BOOKING.undoMs + 100);
    expect(sent()).toHaveLength(3);
    const alert = screen.getByRole('alert');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Amaya, Tue, 24 Nov, 4:00 PM: Only pending bookings can be confirmed',
      'Kasun, Thu, 26 Nov, 4:00 PM: Failed to update booking status',
    ]);
    expect(screen.queryByRole('heading', { name: 'Dilini' })).toBeNull();
    await press(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('names one that was refused until it is dismissed, or confirmed again', async () => {
    let isRefused = true;
    await showRequests(THREE, (id) => (isRefused && id === 'Amaya' ? apiError('booking.not_pending') : undefined));
    const getRefusals = () => screen.queryByRole('alert')?.textContent ?? '';
    await confirm('Amaya');
    await confirm('Dilini');
    await waitFor(() => expect(getRefusals()).toContain('Amaya, Tue, 24 Nov, 4:00 PM: Only pending bookings can be confirmed'));
    await confirm('Kasun');
    await pass(BOOKING.undoMs + 100);
    expect(getRefusals()).toContain('Amaya');
    isRefused = false;
    await confirm('Amaya');
    expect(getRefusals()).toBe('');
  });

  it('leaves out a request whose time has come', async () => {
    await showRequests([...THREE, requestOf('Late', -2)]);
    screen.getByRole('button', { name: 'Confirm all 3' });
  });

  it('confirms the sessions of one series by themselves', async () => {
    const weeks = [0, 7, 14].map((day) => requestOf('Sanduni', day, { id: `week ${day}` }));
    const { sent } = await showRequests([...weeks, requestOf('Kasun', 20)]);
    const series = screen.getByRole('button', { name: '3 Tuesdays at 4:00 PM' });
    expect(screen.getAllByRole('article')).toHaveLength(2);
    await press(series);
    expect(screen.getAllByRole('article')).toHaveLength(4);
    await press(screen.getByRole('button', { name: 'Confirm all 3' }));
    await pass(BOOKING.undoMs + 100);
    expect(sent()).toEqual(['week 0 confirmed', 'week 7 confirmed', 'week 14 confirmed']);
  });
});
