import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { session } from '#client/lib/session/session.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { listLinks, sessionOf, visit } from '#tests/support/visit.ts';

// Pages have headers, too.
const getHeader = () => screen.getAllByRole('banner')[0] as HTMLElement;
const listMenuLinks = () =>
  within(getHeader())
    .queryAllByRole('listitem')
    .flatMap((item) => listLinks(item));
const getFooter = () => screen.getByRole('contentinfo');
const getMain = () => screen.getByRole('main');
const waitForLink = (getPart: () => HTMLElement, link: [string, string]) => waitFor(() => expect(listLinks(getPart())).toContainEqual(link));
const findButton = (name: string) => screen.findByRole('button', { name });
// The second one is the bar of phones.
const getSidebar = (title: string) => screen.getAllByRole('navigation', { name: title })[0] as HTMLElement;
const listItems = (part: HTMLElement) =>
  within(part)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
async function fillField(user: UserEvent, label: string, text: string): Promise<void> {
  await user.click(await screen.findByLabelText(label));
  await user.paste(text);
}

describe('the top bar', () => {
  // spec bars.1 | P §2 Public and shared routes | Logo linking to / | src/client/ui/top-bar.tsx
  test('has a logo that links home', async () => {
    const { at } = await visit('/terms', null);
    await waitFor(() => expect(listLinks(getHeader())[0]).toEqual(['Vidya, home page', '/']));
    expect(at()).toBe('/terms');
  });

  // spec bars.6 | P §2 Student, Tutor area | Default titles Student Dashboard and Tutor Dashboard | src/client/routes/student/route.tsx
  test.each([
    ['/student/bookings', STUDENT, 'Student Dashboard'],
    ['/tutor/bookings', TUTOR, 'Tutor Dashboard'],
  ])('of %s has the title of the area', async (path, me, title) => {
    await visit(path, me);
    await findButton('Logout');
    expect(within(getHeader()).getByText(title)).toBeDefined();
    expect(screen.getAllByRole('navigation', { name: title })).not.toEqual([]);
  });

  test('has no title outside of the areas', async () => {
    await visit('/terms', STUDENT);
    await screen.findByRole('heading', { name: 'Terms of Service' });
    expect(getHeader().textContent).not.toContain('Dashboard');
  });

  // spec bars.7
  test('leads by its menus to the dashboard, the account and home', async () => {
    const { user, router } = await visit('/terms', STUDENT);
    await user.click(await findButton('Account menu of Dilini Perera'));
    await waitFor(() =>
      expect(listMenuLinks()).toEqual([
        ['Dashboard', '/student/dashboard'],
        ['Account', '/account'],
      ]),
    );
    await act(async () => router.navigate({ to: '/privacy' }));
    await waitFor(() => expect(listMenuLinks()).toEqual([]));
    await user.click(await findButton('Menu'));
    await waitFor(() =>
      expect(listMenuLinks()).toEqual([
        ['Dashboard', '/student/dashboard'],
        ['Home', '/'],
        ['Account', '/account'],
      ]),
    );
  });

  // spec s12-ways.8 | S12 A | A visitor's bar and menu lead to Find Tutors and Become a Tutor, beside Login and Sign Up |
  //   src/client/ui/top-bar.tsx, src/client/ui/menu-list.tsx
  test('leads a visitor to the tutors, and to becoming one', async () => {
    const { user } = await visit('/privacy', null);
    const tutors = [
      ['Find Tutors', '/tutors'],
      ['Become a Tutor', '/register?role=tutor'],
    ];
    const account = [
      ['Login', '/login?redirect=%2Fprivacy'],
      ['Sign Up', '/register?redirect=%2Fprivacy'],
    ];
    await waitForLink(getHeader, ['Sign Up', '/register?redirect=%2Fprivacy']);
    expect(listLinks(getHeader()).slice(1)).toEqual([...tutors, ['Notifications', '/notifications'], ...account]);
    await user.click(await findButton('Menu'));
    await waitFor(() => expect(listMenuLinks()).toEqual([...tutors, ...account]));
  });

  // spec bars.13 | P §2 Public and shared routes | Sign Out of the header leads to / | src/client/routes/__root.tsx
  test('signs out by Sign Out, to the home page', async () => {
    const { user, at } = await visit('/student/bookings', STUDENT);
    await user.click(await findButton('Account menu of Dilini Perera'));
    await user.click(await findButton('Sign Out'));
    await waitFor(() => expect(at()).toBe('/'));
    expect(session.token()).toBeNull();
  });

  test.each([
    ['Menu', 'Logout'],
    ['Account menu of Dilini Perera', 'Sign Out'],
  ])('closes %s with %s, on the home page too', async (menu, signOut) => {
    const { user, at } = await visit('/', STUDENT);
    await user.click(await findButton(menu));
    await user.click(await findButton(signOut));
    await waitFor(() => expect(session.token()).toBeNull());
    expect([at(), listMenuLinks()]).toEqual(['/', []]);
    expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
  });

  // spec bars.14 | D Accounts | The Login link carries the current page | src/client/routes/__root.tsx
  test('has a Login link that carries the page one is on', async () => {
    await visit('/terms?from=footer', null);
    await waitForLink(getHeader, ['Login', '/login?redirect=%2Fterms%3Ffrom%3Dfooter']);
  });

  // spec bars.15 | D Accounts | From a page of signing in it carries nothing new | src/client/routes/__root.tsx
  test.each(['/forgot-password', '/reset-password?email=dilini%40vidya.test'])(
    'has one that carries nothing from %s, which is over then',
    async (path) => {
      await visit(path, null);
      await waitForLink(getHeader, ['Login', '/login']);
    },
  );

  // spec bars.15
  test('has one that carries nothing from home, and keeps what it carried on the login page', async () => {
    const { router } = await visit('/', null);
    await waitForLink(getHeader, ['Login', '/login']);
    await act(async () => router.navigate({ to: '/login', search: { redirect: '/terms' } }));
    await waitForLink(getHeader, ['Login', '/login?redirect=%2Fterms']);
  });
});

describe('/tutor/{id}', () => {
  // spec guards.14 | D Routes | /tutor/{id} leads to /tutors/{id}, before the guard of the tutor area | src/client/routes/tutor_.$id.tsx
  test.each([null, STUDENT, TUTOR])('leads everybody to /tutors/{id}, before the guard of the area', async (me) => {
    const missing = () => Promise.reject(apiError('tutor.not_found'));
    const { at } = await visit('/tutor/tutor-42', me, { 'tutors.byId': missing, 'tutors.availability': missing });
    await waitFor(() => expect(at()).toBe('/tutors/tutor-42'));
    await screen.findByText('Tutor Not Found');
  });

  // spec guards.14, tutor-area.5
  test.each(['dashboard', 'profile', 'bookings', 'blogs'])('is none of a tutor for %s', async (page) => {
    const been: string[] = [];
    const { router } = await visit('/terms', TUTOR);
    router.subscribe('onBeforeNavigate', ({ toLocation }) => void been.push(toLocation.pathname));
    await act(async () => router.navigate({ href: `/tutor/${page}` }));
    await waitFor(() => expect(router.state.status).toBe('idle'));
    expect(been[0]).toBe(`/tutor/${page}`);
    expect(been.filter((path) => path.startsWith('/tutors'))).toEqual([]);
  });

  // spec tutor-area.5 | P §2 Route guards | A path that the area does not have is the not-found page | src/client/routes/tutor_.$id.tsx
  test('of a page that the area does not have is not found', async () => {
    await visit('/tutor/blogs/nowhere', TUTOR);
    await screen.findByText('Page not found');
    expect(listLinks(getMain())).toEqual(
      expect.arrayContaining([
        ['Back to Home', '/'],
        ['Find Tutors', '/tutors'],
      ]),
    );
  });
});

describe('the reminder of an address that is not confirmed', () => {
  const unconfirmed = { ...STUDENT, emailVerified: false };
  const findReminder = () => screen.findByRole('region', { name: 'Your email address' });
  const queryReminder = () => screen.queryByRole('region', { name: 'Your email address' });

  test('is one line that keeps the whole address, and its dismissal for this visit', async () => {
    const { user } = await visit('/terms', unconfirmed, { 'auth.me': () => aViewer(unconfirmed, { emailVerified: false }) });
    const reminder = within(await findReminder()).getByTitle('dilini@vidya.test');
    expect(reminder.textContent).toBe('Please confirm dilini@vidya.test');
    await user.click(await findButton('Not now'));
    expect(queryReminder()).toBeNull();
    expect(JSON.parse(sessionStorage.getItem('email-banner-dismissed') ?? '')).toEqual({ email: 'dilini@vidya.test' });
  });

  test('is not on the account page, which says it by itself', async () => {
    const { router } = await visit('/terms', unconfirmed, { 'auth.me': () => aViewer(unconfirmed, { emailVerified: false }) });
    await findReminder();
    await act(async () => void router.navigate({ to: '/account' }));
    await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/account'));
    expect(queryReminder()).toBeNull();
  });
});

describe('the footer', () => {
  // spec bars.17 | P §2 Public and shared routes | No footer on /login and /register | src/client/routes/login.tsx
  test.each(['/login', '/register'])('is not on %s', async (path) => {
    await visit(path, null);
    await within(getMain()).findByRole('heading', { level: 1 });
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  test('is on dashboards as on any other page', async () => {
    await visit('/student/bookings', STUDENT);
    await findButton('Logout');
    expect(listLinks(getFooter())).toEqual(expect.arrayContaining([['Privacy Policy', '/privacy']]));
  });

  test('leads those who write programs to the API', async () => {
    await visit('/terms', null);
    await waitForLink(getFooter, ['API', '/api/docs']);
  });
});

describe('the sidebar', () => {
  // spec student.1 | P §2 Student area, D Routes | Sidebar: Dashboard, My Bookings, My Favorites, Find Tutors, then Messages with the unread, before
  //   Logout | src/client/routes/student/route.tsx
  test('of a student leads to dashboard, bookings, favourites, tutors and messages, and logs out', async () => {
    await visit('/student/bookings', STUDENT);
    await findButton('Logout');
    expect(listItems(getSidebar('Student Dashboard'))).toEqual(['Dashboard', 'My Bookings', 'My Favorites', 'Find Tutors', 'Messages', 'Logout']);
    expect(listLinks(getSidebar('Student Dashboard'))).toEqual([
      ['Dashboard', '/student/dashboard'],
      ['My Bookings', '/student/bookings'],
      ['My Favorites', '/student/favorites'],
      ['Find Tutors', '/tutors'],
      ['Messages', '/messages'],
    ]);
  });

  // spec tutor-area.1
  test('of a tutor leads to dashboard, profile, bookings, blogs, earnings and messages, and logs out', async () => {
    await visit('/tutor/bookings', TUTOR);
    await findButton('Logout');
    expect(listItems(getSidebar('Tutor Dashboard'))).toEqual([
      'Dashboard',
      'My Profile',
      'My Bookings',
      'My Blogs',
      'Earnings',
      'Messages',
      'Logout',
    ]);
    expect(listLinks(getSidebar('Tutor Dashboard'))).toEqual([
      ['Dashboard', '/tutor/dashboard'],
      ['My Profile', '/tutor/profile'],
      ['My Bookings', '/tutor/bookings'],
      ['My Blogs', '/tutor/blogs'],
      ['Earnings', '/tutor/earnings'],
      ['Messages', '/messages'],
    ]);
  });

  // spec admin.1 | P §2 Admin area, D Routes | Title Admin Dashboard; sidebar Dashboard, Manage Tutors, Students, Categories, Subjects, Bookings,
  //   then Reports, Announcements, Audit Log, Failed Jobs, Logout last | src/client/routes/admin/route.tsx
  test('of an admin leads to the desk in the order of the specification, then to what was added', async () => {
    const announcements = { 'announcements.list': () => ({ announcements: [], nextCursor: null }) } satisfies Answers;
    await visit('/admin/announcements', ADMIN, announcements);
    await findButton('Logout');
    expect(getHeader().textContent).toContain('Admin Dashboard');
    expect(listLinks(getSidebar('Admin Dashboard'))).toEqual([
      ['Dashboard', '/admin/dashboard'],
      ['Manage Tutors', '/admin/tutors'],
      ['Manage Students', '/admin/students'],
      ['Manage Categories', '/admin/subject-categories'],
      ['Manage Subjects', '/admin/subjects'],
      ['Manage Bookings', '/admin/bookings'],
      ['Reports', '/admin/reports'],
      ['Announcements', '/admin/announcements'],
      ['Audit Log', '/admin/audit'],
      ['Failed Jobs', '/admin/failed-jobs'],
    ]);
  });

  // spec student.1
  test.each([
    ['/student/bookings', STUDENT],
    ['/tutor/bookings', TUTOR],
  ])('of %s says how many messages are unread, on a phone where they are out of sight, too', async (path, me) => {
    const { user } = await visit(path, me, { 'messages.unreadCount': () => 12 });
    const listUnread = () =>
      screen
        .getAllByRole('navigation', { name: /Dashboard$/ })
        .flatMap((nav) => within(nav).getAllByRole('link'))
        .filter((link) => link.getAttribute('href') === '/messages')
        .map((link) => [link.getAttribute('aria-label'), link.textContent]);
    const unread = ['Messages, 12 unread', 'Messages9+'];
    await waitFor(() => expect(listUnread()).toEqual([unread]));
    await user.click(await findButton('More, Messages: 12 unread'));
    expect(listUnread()).toEqual([unread, unread]);
  });

  // spec bars.18 | D Routes | A menu shows no link to a page that does not exist yet | src/client/routes/student/route.tsx
  // spec student.1, tutor-area.1
  test.each([
    ['/student/bookings', STUDENT],
    ['/tutor/bookings', TUTOR],
  ])('of %s leads to pages that exist', async (path, me) => {
    const { router } = await visit(path, me);
    await findButton('Logout');
    const places = screen.getAllByRole('navigation', { name: /Dashboard$/ }).flatMap((nav) => listLinks(nav).map(([, href]) => String(href)));
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) {
      await act(async () => router.navigate({ href: place }));
      await waitFor(() => expect(router.state.location.pathname).toBe(place));
      expect(screen.queryByText(/Page not found/)).toBeNull();
    }
  });
});

describe('an admin', () => {
  // spec guards.9 | P §2 Route guards | An admin is at home on /admin/dashboard | src/client/routes/admin/dashboard.tsx
  test.each(['/admin', '/admin/dashboard'])('is at home on the dashboard from %s', async (path) => {
    const { at } = await visit(path, ADMIN);
    await waitFor(() => expect(at()).toBe('/admin/dashboard'));
  });
});

describe('login', () => {
  const login = async (path: string) => {
    const { user, at } = await visit(path, null, { 'auth.beginLogin': () => ({ started: sessionOf(STUDENT) }) });
    await fillField(user, 'Email', STUDENT.email);
    await fillField(user, 'Password', 'vidya-demo');
    await user.click(await findButton('Login'));
    return at;
  };

  // spec login.13 | P §2 Login | Otherwise to / | src/client/routes/login.tsx
  test('leads home where nobody came from anywhere', async () => {
    const at = await login('/login');
    await waitFor(() => expect(at()).toBe('/'));
    expect(session.viewer()).toMatchObject(STUDENT);
  });

  test('leads home where the way back is none of ours', async () => {
    const at = await login('/login?redirect=https%3A%2F%2Fevil.test');
    await waitFor(() => expect(at()).toBe('/'));
  });

  // spec login.3 | P §2 Login | A link to Sign up | src/client/routes/login.tsx
  test('links to Sign up, with the way back', async () => {
    const { user, at } = await visit('/login?redirect=%2Fterms', null);
    await waitForLink(getMain, ['Sign up', '/register?redirect=%2Fterms']);
    await user.click(screen.getByRole('link', { name: 'Sign up' }));
    await waitFor(() => expect(at()).toBe('/register?redirect=%2Fterms'));
    await screen.findByText('Basic Information');
  });
});

describe('a tutor who registers', () => {
  // spec register.4 | P §2 Register | Tutor, "Offer tutoring" | src/client/features/auth/register-steps.tsx
  // spec register.6 | P §2 Register | Registered: a tutor to /tutor/profile | src/client/routes/register.tsx
  test('chooses the card Offer tutoring and is led to the profile', async () => {
    const been: string[] = [];
    const { user, api, at, router } = await visit('/register', null, { 'auth.register': () => sessionOf(TUTOR) });
    router.subscribe('onBeforeNavigate', ({ toLocation }) => void been.push(toLocation.href));
    await fillField(user, 'Full name', TUTOR.name);
    await fillField(user, 'Email', TUTOR.email);
    await fillField(user, 'Password', 'vidya-demo');
    await fillField(user, 'Confirm password', 'vidya-demo');
    await user.click(await findButton('Next Step'));
    await screen.findByText('Phone & Role Selection');
    const cards = within(screen.getByRole('group')).getAllByRole<HTMLInputElement>('radio');
    expect(cards.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['StudentLooking for tutors', 'TutorOffer tutoring']);
    await user.click(screen.getByLabelText('TutorOffer tutoring'));
    await user.click(screen.getByLabelText(/^I agree/));
    await user.click(await findButton('Create Account'));
    await waitFor(() => expect(at()).toBe('/tutor/profile'));
    expect(been.find((path) => path !== '/register')).toBe('/tutor/profile');
    expect(api.calls.find(({ path }) => path === 'auth.register')?.input).toMatchObject({ role: 'tutor' });
  });
});
