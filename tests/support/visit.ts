import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { expect, vi } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import { type Answers, fakeApi } from './fake-api.ts';
import { renderApp, STUDENT, signIn } from './render.tsx';
import { aViewer, NOTHING_READ, studentOverview, tutorAreaAnswers } from './views.ts';

/** The response to register and login. */
export const sessionOf = (account: Account) => ({ token: `token-of-${account.id}`, user: aViewer(account) });

const NONE = { count: 0, isMore: false, since: null };
/** The admin dashboard without data. */
const ADMIN_HOME = {
  'statistics.dashboard': () => ({ totalTutors: 0, totalStudents: 0, activeSubjects: 0, pendingVerifications: 0, totalBookings: 0, totalRevenue: 0 }),
  'statistics.charts': () => ({ points: [] }),
  'statistics.waiting': () => ({ toReview: NONE, changed: NONE, reports: NONE, deadJobs: NONE }),
} satisfies Answers;

const ANSWERS = {
  'auth.logout': () => ({ message: 'Logged out successfully' }),
  'notifications.unreadGroups': () => ({ unreadCount: 0 }),
  'notifications.list': () => ({ notifications: [], total: 0, currentPage: 1, totalPages: 0, hasMore: false }),
  'bookings.forStudent': () => ({ bookings: [], nextCursor: null }),
  'bookings.forTutor': () => ({ bookings: [], nextCursor: null }),
  'bookings.studentOverview': () => studentOverview(),
  'statistics.public': () => ({ totalTutors: 51, activeSubjects: 12, averageRating: 4.5, totalReviews: 371 }),
  ...ADMIN_HOME,
  'catalogue.menu': () => ({ categories: [], uncategorized: [] }),
  'catalogue.names': () => [],
  'catalogue.subjects': () => [],
  'favourites.hearts': () => [],
  'messages.unreadCount': () => 0,
  ...tutorAreaAnswers(),
  'tutors.search': () => ({ tutors: [], nextCursor: null, reading: NOTHING_READ, total: 0, totalIsCapped: false }),
} satisfies Answers;

/** The whole client at `path` for an account, once the page is loaded. */
export async function visit(path: string, account: Account | null, answers: Answers = {}) {
  if (account) signIn(account);
  const api = fakeApi({ ...ANSWERS, 'auth.me': () => aViewer(account ?? STUDENT), ...answers });
  const { user, router, queryClient, container } = await renderApp(path, { api });
  await waitFor(() => expect(router.state.status).toBe('idle'));
  return { user, api, container, router, queryClient, at: () => router.state.location.href };
}

/** Name and address of each link in a part of the page. */
export const listLinks = (part: HTMLElement) =>
  within(part)
    .queryAllByRole('link')
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]);

/** Simulates the Back button, which a memory history does not ask blockers about. Returns whether the page is left. */
export function makeBackButton(router: AnyRouter): () => Promise<boolean> {
  const history: RouterHistory = router.history;
  const blockers: Parameters<RouterHistory['block']>[0][] = [];
  const block = history.block;
  vi.spyOn(history, 'block').mockImplementation((blocker) => {
    blockers.push(blocker);
    const stop = block(blocker);
    return () => {
      blockers.splice(blockers.indexOf(blocker), 1);
      stop();
    };
  });
  return async () => {
    const going = { currentLocation: history.location, nextLocation: history.location, action: 'BACK' } as const;
    const answers: (boolean | undefined)[] = [];
    await act(async () => {
      for (const { blockerFn } of [...blockers]) answers.push(Boolean(await blockerFn(going)));
    });
    return !answers.includes(true);
  };
}
