import { isRedirect } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import {
  type Account,
  getDashboardPath,
  getHomePath,
  requireAccount,
  requireGuest,
  requireNewcomer,
  requireRole,
  requireViewer,
  session,
  toReturnPath,
  useAccount,
} from '#client/lib/session/session.ts';
import { makeSession } from '#client/lib/session/session-store.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, render, renderApp, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { aBookingDetails, aViewer, NOTHING_READ, tutorAreaAnswers } from '#tests/support/views.ts';
import { listLinks } from '#tests/support/visit.ts';

const nobody = { ...STUDENT, role: null };

function contextOf(me: Account | null) {
  const own = makeSession({ local: localStorage, tab: sessionStorage });
  if (me) own.begin({ token: 'a-token', user: me }, { isRemembered: true });
  return { session: own };
}

async function whereTo(guarded: Promise<unknown>): Promise<unknown> {
  try {
    return await guarded;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    const { to, search, replace } = thrown.options;
    return { to, search, replace };
  }
}

describe('the guard of an area', () => {
  test.each([STUDENT, TUTOR, ADMIN])('lets its own role in: $role', async (me) => {
    expect(await whereTo(requireRole(me.role, contextOf(me), '/here'))).toEqual({ me });
  });

  // spec guards.5 | P §2 Route guards | An area sends a visitor to /login and keeps the attempted location | src/client/lib/session/session.ts
  test('sends a visitor to login and keeps the attempted location', async () => {
    const login = { to: '/login', search: { redirect: '/tutor/bookings?filter=today' }, replace: true };
    expect(await whereTo(requireRole('tutor', contextOf(null), '/tutor/bookings?filter=today'))).toEqual(login);
    expect(await whereTo(requireViewer(contextOf(null), '/tutor/bookings?filter=today'))).toEqual(login);
  });

  // spec guards.6 | P §2 Route guards | The wrong role goes to its own home | src/client/lib/session/session.ts
  test.each([
    ['tutor', STUDENT, '/student/dashboard'],
    ['admin', STUDENT, '/student/dashboard'],
    ['student', TUTOR, '/tutor/profile'],
    ['admin', TUTOR, '/tutor/profile'],
    ['student', ADMIN, '/admin/dashboard'],
    ['tutor', ADMIN, '/admin/dashboard'],
    ['student', nobody, '/register'],
    ['tutor', nobody, '/register'],
    ['admin', nobody, '/register'],
  ] as const)('of role %s sends others to their own home', async (role, me, home) => {
    expect(await whereTo(requireRole(role, contextOf(me), '/here'))).toMatchObject({ to: home, replace: true });
  });
});

describe('the guard of guest pages', () => {
  // spec guards.1 | P §2 Route guards | A signed-in person is sent home from a guest page: admin, tutor, student each to their own |
  //   src/client/lib/session/session.ts
  test.each([
    [STUDENT, '/student/dashboard'],
    [TUTOR, '/tutor/profile'],
    [ADMIN, '/admin/dashboard'],
    [nobody, '/register'],
  ] as const)('sends whoever is signed in home', async (me, home) => {
    expect(await whereTo(requireGuest(contextOf(me), 'enter'))).toMatchObject({ to: home, replace: true });
  });

  // spec guards.4 | D Accounts | The guest guard applies on entering only | src/client/lib/session/session.ts
  test('lets visitors in, and applies on entering only', async () => {
    expect(await whereTo(requireGuest(contextOf(null), 'enter'))).toBeUndefined();
    expect(await whereTo(requireGuest(contextOf(STUDENT), 'stay'))).toBeUndefined();
  });

  // spec guards.2
  test('lets an account without a role into registration, and nobody else who is signed in', async () => {
    expect(await whereTo(requireNewcomer(contextOf(null), 'enter'))).toBeUndefined();
    expect(await whereTo(requireNewcomer(contextOf(nobody), 'enter'))).toBeUndefined();
    expect(await whereTo(requireNewcomer(contextOf(TUTOR), 'enter'))).toMatchObject({ to: '/tutor/profile', replace: true });
  });

  // spec guards.2 | P §2 Route guards | Guest pages are login, register, forgot-password and reset-password | src/client/routes/reset-password.tsx
  test.each(['/login', '/forgot-password', '/reset-password?email=a%40vidya.test'])('stands before %s', async (path) => {
    const { at } = await visit(path, STUDENT);
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
  });

  test.each([
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password', 'Choose a new password'],
  ])('is open to visitors, with the footer: %s', async (path, title) => {
    const { at } = await visit(path, null);
    await screen.findByText(title);
    expect(at()).toBe(path);
    expect(screen.getByRole('contentinfo')).toBeDefined();
  });
});

describe('an account without a role', () => {
  // spec guards.3 | P §2 Auth callback, D Accounts | A user without a role is sent to /register, from areas and from the first page they open |
  //   src/client/features/auth/account-banner.tsx
  test.each(['/student/bookings', '/tutor/bookings', '/admin', '/bookings/b-1', '/login', '/'])('is led from %s to choose one', async (path) => {
    const { at } = await visit(path, nobody);
    await waitFor(() => expect(at()).toBe('/register'));
    await screen.findByText('Google Account Connected');
  });

  test('by the kept record only, for its role was chosen since, stays where it is', async () => {
    const { at } = await visit('/student/bookings', { ...STUDENT, role: null }, { 'auth.me': () => aViewer(STUDENT) });
    await waitFor(() => expect(session.viewer()?.role).toBe('student'));
    await screen.findByText('No upcoming sessions');
    expect(at()).toBe('/student/bookings');
  });

  // spec guards.3
  test('may read the terms, and is reminded elsewhere', async () => {
    const { at, router } = await visit('/terms', nobody);
    expect(at()).toBe('/terms');
    await act(async () => void (await router.navigate({ to: '/notifications' })));
    await screen.findByText('Your account is almost ready: please choose a role.');
    expect(at()).toBe('/notifications');
  });
});

describe('what only somebody signed in may do', () => {
  // spec errors.26 | C §8 Guards | 'User not authenticated' | src/client/lib/session/session.ts
  test('is refused to nobody in a sentence', () => {
    expect(() => requireAccount()).toThrow('User not authenticated');
    expect(errorMessage(caught(requireAccount), 'otherwise')).toBe('User not authenticated');
    signIn(STUDENT);
    expect(requireAccount()).toEqual(STUDENT);
  });

  test('on a page of one’s own, shows whoever it was until the page is left', async () => {
    signIn(STUDENT);
    await render(<Mine />);
    await screen.findByText('Dilini Perera');
    act(() => session.end());
    await screen.findByText('Dilini Perera');
  });
});

function Mine() {
  return <p>{useAccount().name}</p>;
}

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

// spec bars.8 | P §2 Public and shared routes | The Dashboard link goes by role, anyone else to / | src/client/lib/session/session.ts
describe('the Dashboard link', () => {
  test('depends on the role', () => {
    expect([ADMIN, TUTOR, STUDENT, nobody, null].map(getDashboardPath)).toEqual([
      '/admin/dashboard',
      '/tutor/dashboard',
      '/student/dashboard',
      '/',
      '/',
    ]);
    expect(getHomePath(undefined)).toBe('/');
  });
});

// spec guards.12 | D Accounts | A return path begins with one / and stays on this site | src/client/lib/session/session.ts
describe('a return path', () => {
  test.each(['/', '/tutors/42?tab=reviews#top', '/student/bookings'])('%s is taken', (path) => {
    expect(toReturnPath(path)).toBe(path);
  });

  // spec guards.13 | D Accounts | A return path is none that leads back to where one signs in | src/client/lib/session/session.ts
  test.each(['/login', '/si/login', '/register?redirect=%2F', '/forgot-password', '/reset-password?email=a', '/auth/callback', '/verify-email'])(
    '%s is none: it ends where one is signed in',
    (path) => {
      expect(toReturnPath(path)).toBeUndefined();
    },
  );

  test.each([
    '//evil.test',
    'https://evil.test',
    '/\\evil.test',
    '/\\[',
    '/\t/evil.test',
    'tutors',
    '',
    ' /tutors',
    'javascript:alert(1)',
    undefined,
    7,
  ])('%s is none', (path) => {
    expect(toReturnPath(path)).toBeUndefined();
  });
});

const ANSWERS = {
  'auth.me': () => aViewer(STUDENT),
  'auth.logout': () => ({ message: 'Logged out successfully' }),
  'notifications.unreadGroups': () => ({ unreadCount: 12 }),
  'notifications.list': () => ({ notifications: [], total: 0, currentPage: 1, totalPages: 0, hasMore: false }),
  'bookings.forStudent': () => ({ bookings: [], nextCursor: null }),
  'bookings.forTutor': () => ({ bookings: [], nextCursor: null }),
  'bookings.byId': () => aBookingDetails(),
  'catalogue.subjects': () => [],
  'statistics.public': () => ({ totalTutors: 51, activeSubjects: 12, averageRating: 4.5, totalReviews: 371 }),
  'tutors.search': () => ({ tutors: [], nextCursor: null, reading: NOTHING_READ, total: 0, totalIsCapped: false }),
  'catalogue.menu': () => ({ categories: [], uncategorized: [] }),
  ...tutorAreaAnswers(),
} satisfies Answers;

async function visit(path: string, me: Account | null, more: Answers = {}) {
  if (me) signIn(me);
  const api = fakeApi({ ...ANSWERS, ...(me && { 'auth.me': () => ({ ...ANSWERS['auth.me'](), ...me }) }), ...more });
  const { user, router, queryClient } = await renderApp(path, { api });
  await waitFor(() => expect(router.state.status).toBe('idle'));
  return { user, api, queryClient, router, at: () => router.state.location.href };
}

describe('a path', () => {
  // spec guards.10 | P §2 Student, Tutor, Admin area | /student leads to /student/dashboard, /tutor to /tutor/profile, /admin to /admin/dashboard |
  //   src/client/routes/student/index.tsx
  // spec booking.1
  test.each([
    ['/student', STUDENT, '/student/dashboard'],
    ['/student/dashboard', STUDENT, '/student/dashboard'],
    ['/tutor', TUTOR, '/tutor/profile'],
    ['/tutor/dashboard', TUTOR, '/tutor/dashboard'],
    ['/tutor/dashboard', STUDENT, '/student/dashboard'],
    ['/tutor/profile', STUDENT, '/'],
    ['/tutor/profile', null, '/login?redirect=%2Ftutor%2Fprofile'],
    ['/bookings/b-1', STUDENT, '/bookings/b-1'],
    ['/bookings/b-1', TUTOR, '/bookings/b-1'],
    ['/bookings/b-1', null, '/login?redirect=%2Fbookings%2Fb-1'],
    ['/student/dashboard', TUTOR, '/tutor/profile'],
    ['/login', TUTOR, '/tutor/profile'],
    ['/register', STUDENT, '/student/dashboard'],
    ['/admin', null, '/login?redirect=%2Fadmin'],
  ])('%s leads where it should', async (path, me, target) => {
    const { at } = await visit(path, me);
    await waitFor(() => expect(at()).toBe(target));
  });
});

// spec guards.8 | P §2 Route guards | An unknown path shows a not-found page with links to / and /tutors | src/client/app/router.tsx
describe('an unknown path', () => {
  test.each(['/nowhere', '/tutor/42/nowhere'])('%s shows a page with links to / and /tutors', async (path) => {
    await visit(path, null);
    await screen.findByText('Page not found');
    const links = listLinks(screen.getByRole('main')).map(([, href]) => href);
    expect(links).toEqual(expect.arrayContaining(['/', '/tutors']));
  });
});

function later<T>() {
  let resolve = (_: T) => {};
  const promise = new Promise<T>((given) => {
    resolve = given;
  });
  return { promise, resolve: (value: T) => resolve(value) };
}

describe('an area', () => {
  // spec guards.11 | P §2 Route guards | While it is not known who is there, an area shows a spinner | src/client/app/router.tsx
  test('shows that it is loading while it is not known who is there, and the page then', async () => {
    const me = later<ReturnType<(typeof ANSWERS)['auth.me']>>();
    const { router, at } = await visit('/privacy', null, { 'auth.me': () => me.promise });
    localStorage.setItem('token', 'a-token');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
      void router.navigate({ to: '/student/bookings' });
    });
    const getStatus = () => screen.queryAllByRole('status').find(({ textContent }) => textContent === 'Loading…');
    await waitFor(() => expect(getStatus()).toBeDefined());
    expect(getStatus()?.firstElementChild?.classList).toContain('mantine-Loader-root');
    me.resolve(ANSWERS['auth.me']());
    await screen.findByRole('button', { name: 'Logout' });
    expect(at()).toBe('/student/bookings');
  });
});

describe('login', () => {
  const answer = () => ({ token: 'a-token', user: ANSWERS['auth.me']() });

  // spec login.12 | P §2 Login | After login back to the page one came from | src/client/routes/login.tsx
  test('leads back to where the visitor came from', async () => {
    const { user, at } = await visit('/student/bookings?filter=pending', null, { 'auth.beginLogin': () => ({ started: answer() }) });
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Fstudent%2Fbookings%3Ffilter%3Dpending'));
    await user.type(await screen.findByLabelText('Email'), STUDENT.email);
    await user.type(screen.getByLabelText('Password'), 'vidya-demo');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(at()).toBe('/student/bookings?filter=pending'));
  });
});

describe('the end of a session', () => {
  test.each(['draft:details', 'draft:registration'])('leaves nothing of what was typed: %s', async (key) => {
    await visit('/privacy', STUDENT);
    sessionStorage.setItem(key, '{"name":"Dilini"}');
    act(() => session.end());
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  // spec answers.1 | C §7 | A 401 removes the token and shows the session-expired text | src/client/app/session-changes.ts
  test('on a guarded page, by the server, leads to login and says why', async () => {
    const { at } = await visit('/student/bookings', STUDENT, { 'auth.me': () => Promise.reject(apiError('auth.expired')) });
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Fstudent%2Fbookings'));
    await screen.findByText('Session expired. Please login again.');
    expect(localStorage.getItem('token')).toBeNull();
  });

  // spec bars.10 | P §2 Public and shared routes | Logout of a sidebar leads to /login and clears the session |
  //   src/client/features/auth/logout.tsx
  test('by Logout of a sidebar leads to /login, tells the server, and forgets what was read', async () => {
    const { user, api, at, queryClient } = await visit('/student/bookings', STUDENT);
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(at()).toBe('/login'));
    expect(api.calls.map(({ path }) => path)).toContain('auth.logout');
    expect(session.token()).toBeNull();
    const cached = queryClient.getQueryCache().getAll();
    expect(cached.filter(({ state }) => state.data !== undefined)).toEqual([]);
  });
});

describe('the bell', () => {
  // spec notifications.1 | P §2 Notifications | Bell with the number of unread, "9+" above 9; what this browser alone keeps counts too |
  //   src/client/features/notifications/live-bell.tsx
  test.each([
    [9, '9'],
    [12, '9+'],
  ])('with %i unread shows %s', async (unreadCount, badge) => {
    await visit('/notifications', STUDENT, { 'notifications.unreadGroups': () => ({ unreadCount }) });
    const bell = await screen.findByRole('link', { name: `Notifications, ${unreadCount} unread` });
    expect(bell.textContent).toBe(badge);
  });

  // spec notifications.3 | P §2 Notifications | /notifications: list, empty state "No notifications yet" |
  //   src/client/features/notifications/notifications-page.tsx
  test('has no badge for a visitor, whose list is empty', async () => {
    await visit('/notifications', null);
    await screen.findByText('No notifications yet');
    expect(screen.getByRole('link', { name: 'Notifications' }).textContent).toBe('');
  });

  // spec answers.2 | C §7 | A list of notifications that fails to load shows as empty | src/client/features/notifications/use-notifications.ts
  test('leads to a list that shows as empty when it cannot be read', async () => {
    await visit('/notifications', STUDENT, { 'notifications.list': () => Promise.reject(apiError('notification.not_found')) });
    await screen.findByText('No notifications yet');
  });
});
