import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { session } from '#client/lib/session/session.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN, button, fill, press, STUDENT, shown, TUTOR, texts, tick, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { follow, linksOf, sessionOf, visit } from '#tests/support/visit.ts';

describe('the top bar', () => {
  // spec bars.1 | P §2 Public and shared routes | Logo linking to / | src/client/ui/top-bar.tsx
  it('has a logo that links home', async () => {
    const { at } = await visit('/terms', null);
    await until(() => expect(linksOf('header')[0]).toEqual(['Vidya, home page', '/']));
    expect(at()).toBe('/terms');
  });

  // spec bars.6 | P §2 Student, Tutor area | Default titles Student Dashboard and Tutor Dashboard | src/client/routes/student/route.tsx
  it.each([
    ['/student/bookings', STUDENT, 'Student Dashboard'],
    ['/tutor/bookings', TUTOR, 'Tutor Dashboard'],
  ])('of %s has the title of the area', async (path, me, title) => {
    await visit(path, me);
    await until(() => button('Logout'));
    expect(texts('header span')).toContain(title);
    expect(document.querySelector(`nav[aria-label="${title}"]`)).not.toBeNull();
  });

  it('has no title outside of the areas', async () => {
    await visit('/terms', STUDENT);
    await shown('Terms of Service');
    expect(document.querySelector('header')?.textContent).not.toContain('Dashboard');
  });

  // spec bars.7
  it('leads by its menus to the dashboard, the account and home', async () => {
    const { router } = await visit('/terms', STUDENT);
    await until(() => button('Account menu of Dilini Perera'));
    await press('Account menu of Dilini Perera');
    await until(() =>
      expect(linksOf('header li')).toEqual([
        ['Dashboard', '/student/dashboard'],
        ['Account', '/account'],
      ]),
    );
    await act(async () => router.navigate({ to: '/privacy' }));
    await until(() => expect(linksOf('header li')).toEqual([]));
    await press('Menu');
    await until(() =>
      expect(linksOf('header li')).toEqual([
        ['Dashboard', '/student/dashboard'],
        ['Home', '/'],
        ['Account', '/account'],
      ]),
    );
  });

  // spec bars.13 | P §2 Public and shared routes | Sign Out of the header leads to / | src/client/routes/__root.tsx
  it('signs out by Sign Out, to the home page', async () => {
    const { at } = await visit('/student/bookings', STUDENT);
    await until(() => button('Account menu of Dilini Perera'));
    await press('Account menu of Dilini Perera');
    await until(() => button('Sign Out'));
    await press('Sign Out');
    await until(() => expect(at()).toBe('/'));
    expect(session.token()).toBeNull();
  });

  it.each([
    ['Menu', 'Logout'],
    ['Account menu of Dilini Perera', 'Sign Out'],
  ])('closes %s with %s, on the home page too', async (menu, signOut) => {
    const { at } = await visit('/', STUDENT);
    await until(() => button(menu));
    await press(menu);
    await until(() => button(signOut));
    await press(signOut);
    await until(() => expect(session.token()).toBeNull());
    expect([at(), linksOf('header li')]).toEqual(['/', []]);
    expect(document.querySelector('button[aria-label="Menu"]')?.getAttribute('aria-expanded')).toBe('false');
  });

  // spec bars.14 | D Accounts | The Login link carries the current page | src/client/routes/__root.tsx
  it('has a Login link that carries the page one is on', async () => {
    await visit('/terms?from=footer', null);
    await until(() => expect(linksOf('header')).toContainEqual(['Login', '/login?redirect=%2Fterms%3Ffrom%3Dfooter']));
  });

  // spec bars.15 | D Accounts | From a page of signing in it carries nothing new | src/client/routes/__root.tsx
  it.each(['/forgot-password', '/reset-password?email=dilini%40vidya.test'])(
    'has one that carries nothing from %s, which is over then',
    async (path) => {
      await visit(path, null);
      await until(() => expect(linksOf('header')).toContainEqual(['Login', '/login']));
    },
  );

  // spec bars.15
  it('has one that carries nothing from home, and keeps what it carried on the login page', async () => {
    const { router } = await visit('/', null);
    await until(() => expect(linksOf('header')).toContainEqual(['Login', '/login']));
    await act(async () => router.navigate({ to: '/login', search: { redirect: '/terms' } }));
    await until(() => expect(linksOf('header')).toContainEqual(['Login', '/login?redirect=%2Fterms']));
  });
});

describe('/tutor/{id}', () => {
  // spec guards.14 | D Routes | /tutor/{id} leads to /tutors/{id}, before the guard of the tutor area | src/client/routes/tutor_.$id.tsx
  it.each([null, STUDENT, TUTOR])('leads everybody to /tutors/{id}, before the guard of the area', async (me) => {
    const missing = () => Promise.reject(apiError('tutor.not_found'));
    const { at } = await visit('/tutor/tutor-42', me, { 'tutors.byId': missing, 'tutors.availability': missing });
    await until(() => expect(at()).toBe('/tutors/tutor-42'));
    await shown('Tutor Not Found');
  });

  // spec guards.14, tutor-area.5
  it.each(['dashboard', 'profile', 'bookings', 'blogs'])('is none of a tutor for %s', async (page) => {
    const been: string[] = [];
    const { router } = await visit('/terms', TUTOR);
    router.subscribe('onBeforeNavigate', ({ toLocation }) => void been.push(toLocation.pathname));
    await act(async () => router.navigate({ href: `/tutor/${page}` }));
    await until(() => expect(router.state.status).toBe('idle'));
    expect(been[0]).toBe(`/tutor/${page}`);
    expect(been.filter((path) => path.startsWith('/tutors'))).toEqual([]);
  });

  // spec tutor-area.5 | P §2 Route guards | A path that the area does not have is the not-found page | src/client/routes/tutor_.$id.tsx
  it('of a page that the area does not have is not found', async () => {
    await visit('/tutor/blogs/nowhere', TUTOR);
    await shown('Page not found');
    expect(linksOf('main')).toEqual(
      expect.arrayContaining([
        ['Back to Home', '/'],
        ['Find Tutors', '/tutors'],
      ]),
    );
  });
});

describe('the reminder of an address that is not confirmed', () => {
  const unconfirmed = { ...STUDENT, emailVerified: false };
  const banner = () => document.querySelector('section[aria-label="Your email address"]');

  it('is one line that keeps the whole address, and its dismissal for this visit', async () => {
    await visit('/terms', unconfirmed, { 'auth.me': () => aViewer(unconfirmed, { emailVerified: false }) });
    await until(() => expect(banner()?.querySelector('p')?.textContent).toBe('Please confirm dilini@vidya.test'));
    expect(banner()?.querySelector('p')?.title).toBe('dilini@vidya.test');
    await press('Not now');
    expect(banner()).toBeNull();
    expect(JSON.parse(sessionStorage.getItem('email-banner-dismissed') ?? '')).toEqual({ email: 'dilini@vidya.test' });
  });

  it('is not on the account page, which says it by itself', async () => {
    const { router } = await visit('/terms', unconfirmed, { 'auth.me': () => aViewer(unconfirmed, { emailVerified: false }) });
    await until(() => expect(banner()).not.toBeNull());
    await act(async () => void router.navigate({ to: '/account' }));
    await until(() => expect(router.state.resolvedLocation?.pathname).toBe('/account'));
    expect(banner()).toBeNull();
  });
});

describe('the footer', () => {
  // spec bars.17 | P §2 Public and shared routes | No footer on /login and /register | src/client/routes/login.tsx
  it.each(['/login', '/register'])('is not on %s', async (path) => {
    await visit(path, null);
    await until(() => expect(texts('main h1')).toHaveLength(1));
    expect(document.querySelector('footer')).toBeNull();
  });

  it('is on dashboards as on any other page', async () => {
    await visit('/student/bookings', STUDENT);
    await until(() => button('Logout'));
    expect(linksOf('body > div footer')).toEqual(expect.arrayContaining([['Privacy Policy', '/privacy']]));
  });

  it('leads those who write programs to the API', async () => {
    await visit('/terms', null);
    await until(() => expect(linksOf('footer')).toContainEqual(['API', '/api/docs']));
  });
});

describe('the sidebar', () => {
  // spec student.1 | P §2 Student area, D Routes | Sidebar: Dashboard, My Bookings, My Favorites, Find Tutors, then Messages with the unread, before
  //   Logout | src/client/routes/student/route.tsx
  it('of a student leads to dashboard, bookings, favourites, tutors and messages, and logs out', async () => {
    await visit('/student/bookings', STUDENT);
    await until(() => button('Logout'));
    expect(texts('nav[aria-label="Student Dashboard"]:first-of-type li')).toEqual([
      'Dashboard',
      'My Bookings',
      'My Favorites',
      'Find Tutors',
      'Messages',
      'Logout',
    ]);
    expect(linksOf('nav[aria-label="Student Dashboard"]:first-of-type')).toEqual([
      ['Dashboard', '/student/dashboard'],
      ['My Bookings', '/student/bookings'],
      ['My Favorites', '/student/favorites'],
      ['Find Tutors', '/tutors'],
      ['Messages', '/messages'],
    ]);
  });

  // spec tutor-area.1
  it('of a tutor leads to dashboard, profile, bookings, blogs and messages, and logs out', async () => {
    await visit('/tutor/bookings', TUTOR);
    await until(() => button('Logout'));
    expect(texts('nav[aria-label="Tutor Dashboard"]:first-of-type li')).toEqual([
      'Dashboard',
      'My Profile',
      'My Bookings',
      'My Blogs',
      'Messages',
      'Logout',
    ]);
    expect(linksOf('nav[aria-label="Tutor Dashboard"]:first-of-type')).toEqual([
      ['Dashboard', '/tutor/dashboard'],
      ['My Profile', '/tutor/profile'],
      ['My Bookings', '/tutor/bookings'],
      ['My Blogs', '/tutor/blogs'],
      ['Messages', '/messages'],
    ]);
  });

  // spec admin.1 | P §2 Admin area, D Routes | Title Admin Dashboard; sidebar Dashboard, Manage Tutors, Students, Categories, Subjects, Bookings,
  //   then Reports, Announcements, Audit Log, Failed Jobs, Logout last | src/client/routes/admin/route.tsx
  it('of an admin leads to the desk in the order of the specification, then to what was added', async () => {
    const announcements = { 'announcements.list': () => ({ announcements: [], nextCursor: null }) } satisfies Answers;
    await visit('/admin/announcements', ADMIN, announcements);
    await until(() => button('Logout'));
    expect(document.querySelector('header')?.textContent).toContain('Admin Dashboard');
    expect(linksOf('nav[aria-label="Admin Dashboard"]:first-of-type')).toEqual([
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
  it.each([
    ['/student/bookings', STUDENT],
    ['/tutor/bookings', TUTOR],
  ])('of %s says how many messages are unread, on a phone where they are out of sight, too', async (path, me) => {
    await visit(path, me, { 'messages.unreadCount': () => 12 });
    const shown = `nav[aria-label$="Dashboard"] a[href="/messages"]`;
    await until(() => expect(texts(shown)).toEqual(['Messages9+']));
    expect(document.querySelector(shown)?.getAttribute('aria-label')).toBe('Messages, 12 unread');
    await press('More, Messages: 12 unread');
    expect(texts(shown)).toEqual(['Messages9+', 'Messages9+']);
  });

  // spec bars.18 | D Routes | A menu shows no link to a page that does not exist yet | src/client/routes/student/route.tsx
  // spec student.1, tutor-area.1
  it.each([
    ['/student/bookings', STUDENT],
    ['/tutor/bookings', TUTOR],
  ])('of %s leads to pages that exist', async (path, me) => {
    const { router } = await visit(path, me);
    await until(() => button('Logout'));
    const places = linksOf('nav[aria-label$="Dashboard"]').map(([, href]) => String(href));
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) {
      await act(async () => router.navigate({ href: place }));
      await until(() => expect(router.state.location.pathname).toBe(place));
      expect(document.body.textContent).not.toContain('Page not found');
    }
  });
});

describe('an admin', () => {
  // spec guards.9 | P §2 Route guards | An admin is at home on /admin/dashboard | src/client/routes/admin/dashboard.tsx
  it.each(['/admin', '/admin/dashboard'])('is at home on the dashboard from %s', async (path) => {
    const { at } = await visit(path, ADMIN);
    await until(() => expect(at()).toBe('/admin/dashboard'));
  });
});

describe('login', () => {
  const login = async (path: string) => {
    const visited = await visit(path, null, { 'auth.beginLogin': () => ({ started: sessionOf(STUDENT) }) });
    await until(() => button('Login'));
    await fill('Email', STUDENT.email);
    await fill('Password', 'vidya-demo');
    await press('Login');
    return visited;
  };

  // spec login.13 | P §2 Login | Otherwise to / | src/client/routes/login.tsx
  it('leads home where nobody came from anywhere', async () => {
    const { at } = await login('/login');
    await until(() => expect(at()).toBe('/'));
    expect(session.viewer()).toMatchObject(STUDENT);
  });

  it('leads home where the way back is none of ours', async () => {
    const { at } = await login('/login?redirect=https%3A%2F%2Fevil.test');
    await until(() => expect(at()).toBe('/'));
  });

  // spec login.3 | P §2 Login | A link to Sign up | src/client/routes/login.tsx
  it('links to Sign up, with the way back', async () => {
    const { at } = await visit('/login?redirect=%2Fterms', null);
    await until(() => expect(linksOf('main')).toContainEqual(['Sign up', '/register?redirect=%2Fterms']));
    await follow('Sign up');
    await until(() => expect(at()).toBe('/register?redirect=%2Fterms'));
    await shown('Basic Information');
  });
});

describe('a tutor who registers', () => {
  // spec register.4 | P §2 Register | Tutor, "Offer tutoring" | src/client/features/auth/register-steps.tsx
  // spec register.6 | P §2 Register | Registered: a tutor to /tutor/profile | src/client/routes/register.tsx
  it('chooses the card Offer tutoring and is led to the profile', async () => {
    const been: string[] = [];
    const { api, at, router } = await visit('/register', null, { 'auth.register': () => sessionOf(TUTOR) });
    router.subscribe('onBeforeNavigate', ({ toLocation }) => void been.push(toLocation.href));
    await until(() => button('Next Step'));
    await fill('Full name', TUTOR.name);
    await fill('Email', TUTOR.email);
    await fill('Password', 'vidya-demo');
    await fill('Confirm password', 'vidya-demo');
    await press('Next Step');
    await shown('Phone & Role Selection');
    expect(texts('fieldset label')).toEqual(['StudentLooking for tutors', 'TutorOffer tutoring']);
    await tick('TutorOffer tutoring');
    await tick('I agree');
    await press('Create Account');
    await until(() => expect(at()).toBe('/tutor/profile'));
    expect(been.find((path) => path !== '/register')).toBe('/tutor/profile');
    expect(api.calls.find(({ path }) => path === 'auth.register')?.input).toMatchObject({ role: 'tutor' });
  });
});
