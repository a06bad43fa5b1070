import { screen, waitFor } from '@testing-library/react';
import { createTRPCClient } from '@trpc/client';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toHiddenFields } from '#client/features/auth/sign-up.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import type { Link } from '#client/lib/rpc/trpc.ts';
import { googleUrl, storeGoogleStart, takeGoogleStart } from '#client/lib/session/google-start.ts';
import { getLandingPath, session } from '#client/lib/session/session.ts';
import type { AppRouter } from '#server/api/router.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { TERMS_VERSION } from '#shared/vocabulary/terms.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { renderApp, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

beforeEach(() => {
  Object.assign(pageConfig(), { hasGoogle: true });
  return () => Object.assign(pageConfig(), { hasGoogle: false });
});

const NAMES = 'email=ruwan%40vidya.test&name=Ruwan+Fernando';
const GOOGLE_NAMES = { name: 'Ruwan Fernando', email: 'ruwan@vidya.test' };
const ARRIVAL = `/register?isGoogleAuth=true&token=g-token&${NAMES}`;
const RUWAN = aViewer(
  { ...STUDENT, id: 'new-1', name: 'Ruwan Fernando', email: 'ruwan@vidya.test', phone: '' },
  { hasPassword: false, socialProvider: 'google' },
);

/** With what token each procedure is called. */
async function arrive(answers: Answers = {}, path = ARRIVAL) {
  let role: SignUpRole | null = null;
  let lastToken: unknown;
  const api = fakeApi({
    'auth.chooseRole': (chosen) => {
      role = chosen.role;
      return { ...RUWAN, role };
    },
    'auth.me': () => (lastToken === 'g-token' ? { ...RUWAN, role } : aViewer(STUDENT)),
    'auth.logout': () => ({ message: 'Logged out successfully' }),
    'bookings.forStudent': () => ({ bookings: [], nextCursor: null }),
    'bookings.forTutor': () => ({ bookings: [], nextCursor: null }),
    'notifications.unreadGroups': () => ({ unreadCount: 0 }),
    'notifications.list': () => ({ notifications: [], total: 0, currentPage: 1, totalPages: 0, hasMore: false }),
    ...answers,
  });
  const tokens: [string, unknown][] = [];
  const link: Link = (runtime) => (call) => {
    lastToken = call.op.context.token;
    tokens.push([call.op.path, lastToken]);
    return api.link(runtime)(call);
  };
  const { user, router } = await renderApp(path, { api: { ...api, client: createTRPCClient<AppRouter>({ links: [link] }) } });
  await waitFor(() => expect(router.state.status).toBe('idle'));
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const registerAs = async (role: 'Student' | 'Tutor', enterDetails = async () => {}) => {
    await press('Next Step');
    await screen.findByText('Phone & Role Selection');
    await user.click(getRole(role));
    await enterDetails();
    await user.click(getTerms());
    await press('Create Account');
  };
  return { api, user, tokens, router, press, registerAs, at: () => router.state.location.href };
}

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const findPlainForm = () => screen.findByLabelText('Full name');
const getForm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next Step' }).form;
const getRole = (title: string) => screen.getByRole<HTMLInputElement>('radio', { name: (name) => name.startsWith(title) });
const getTerms = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^I agree/ });
const GOOGLE = { name: 'Continue with Google' };

describe('Continue with Google', () => {
  // spec login.5 | P §2 Login | Continue with Google | src/client/features/auth/google-button.tsx
  // spec register.9 | P §2 Register | A Google button in step 1 | src/client/features/auth/register-steps.tsx
  test.each(['/login', '/register'])('on %s leaves for the server, and is busy until the browser has gone', async (path) => {
    const { user } = await visit(path, null);
    const getLink = () => screen.getByRole('link', GOOGLE);
    const link = await screen.findByRole<HTMLAnchorElement>('link', GOOGLE);
    expect(link.getAttribute('href')).toBe('/api/auth/google');
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(getLink().getAttribute('aria-busy')).toBe('true');
    await act(async () => window.dispatchEvent(new Event('pageshow')));
    expect(getLink().hasAttribute('aria-busy')).toBe(false);
    const trip = new URL(link.href).searchParams.get('trip') ?? undefined;
    expect([takeGoogleStart(trip).isExpected, takeGoogleStart(trip).isExpected]).toEqual([true, false]);
  });

  // spec s15-rest-languages.7
  test('leaves a page in Sinhala so that it comes back to one', async () => {
    await visit('/si/login', null);
    const link = await waitFor(() => document.querySelector<HTMLAnchorElement>('a[href^="/api/auth/google"]') ?? Promise.reject(new Error('none')));
    expect(link.getAttribute('href')).toBe('/api/auth/google?locale=si');
    expect([googleUrl('ta', 'leave'), googleUrl('en', 'confirm')]).toEqual([
      '/api/auth/google?purpose=leave&locale=ta',
      '/api/auth/google?purpose=confirm',
    ]);
  });

  // spec s12-ways.6 | S12 A | Google leads back to the page one came from, a newcomer by way of choosing a role; never to another site |
  //   src/client/features/auth/callback.ts, src/client/lib/session/google-start.ts
  test.each([
    ['student', '/tutors/t-1?book=1', '/tutors/t-1?book=1'],
    [null, '/tutors/t-1?book=1', '/register?redirect=%2Ftutors%2Ft-1%3Fbook%3D1'],
    ['student', '//evil.test/', '/student/dashboard'],
    ['student', undefined, '/student/dashboard'],
  ] as const)('leads a %s who came from %s to %s', (role, from, path) => {
    const { returnTo } = takeGoogleStart(storeGoogleStart(undefined, from));
    expect(getLandingPath({ role }, returnTo)).toBe(path);
  });

  // spec login.6 | D Accounts | Where no Google credentials are configured the button says so | src/client/features/auth/google-button.tsx
  test('says so where Google is not set up, instead of failing', async () => {
    Object.assign(pageConfig(), { hasGoogle: false });
    await visit('/login', null);
    const disabled = await screen.findByRole<HTMLButtonElement>('button', GOOGLE);
    expect(disabled.disabled).toBe(true);
    const reason = document.getElementById(disabled.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Google sign-in is not set up on this site. Please use your email.');
  });
});

describe('a sign-up that Google has begun', () => {
  // spec register.10 | P §2 Register | With Google: no name and email fields, but Google Account Connected |
  //   src/client/features/auth/register-steps.tsx
  test('shows who it is in place of the fields, and nothing in the address', async () => {
    const { at, router } = await arrive();
    await screen.findByText('Google Account Connected');
    expect([at(), router.history.length]).toEqual(['/register', 1]);
    expect(getForm()?.textContent).toContain('Ruwan Fernando');
    expect(getForm()?.textContent).toContain('ruwan@vidya.test');
    expect([...(getForm()?.elements ?? [])].map(({ tagName }) => tagName)).toEqual(['BUTTON', 'BUTTON']);
    expect(document.body.textContent).not.toContain('g-token');
    expect(session.token()).toBeNull();
  });

  // spec register.11 | P §2 Register, R §4.1 6 | The role completes it, with the token that came | src/client/features/auth/sign-up.ts
  test('is completed by a role, with the token that came, and begins the session for good', async () => {
    const { api, at, tokens, user, registerAs } = await arrive();
    await registerAs('Tutor', () => user.type(getField('Phone number (optional)'), '0771234567'));
    await waitFor(() => expect(at()).toBe('/tutor/profile'));
    await screen.findByText('Welcome aboard! Your registration is complete.');
    const chosen = api.calls.filter(({ path }) => path === 'auth.chooseRole');
    expect(chosen).toEqual([{ path: 'auth.chooseRole', input: { role: 'tutor', phone: '0771234567', childName: '', termsVersion: TERMS_VERSION } }]);
    expect(tokens).toContainEqual(['auth.chooseRole', 'g-token']);
    expect([localStorage.getItem('token'), session.viewer()?.role]).toEqual(['g-token', 'tutor']);
    expect([sessionStorage.getItem('google-sign-up'), sessionStorage.getItem('draft:registration')]).toEqual([null, null]);
  });

  // spec register.14
  test('lets a parent name the child', async () => {
    const { api, at, user, registerAs } = await arrive();
    await registerAs('Student', async () => {
      await user.click(getField('I am the parent or guardian of a student under 18'));
      await user.type(getField("Child's first name"), ' Sanuli ');
    });
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
    expect(api.calls.find(({ path }) => path === 'auth.chooseRole')?.input).toMatchObject({ role: 'student', childName: ' Sanuli ' });
  });

  // spec register.12 | D Accounts | Until then /register keeps the token in session storage; it outlives a reload, and Use another account lets go of
  //   it | src/client/features/auth/google-sign-up.ts
  test('outlives a reload, and the way to the terms and back', async () => {
    sessionStorage.setItem('google-sign-up', JSON.stringify({ token: 'g-token', name: 'Ruwan Fernando', email: 'ruwan@vidya.test' }));
    await arrive({}, '/register');
    await screen.findByText('Google Account Connected');
  });

  // spec google.8 | P §5 Register, D Accounts | The random password only fills hidden fields and is never sent | src/client/features/auth/sign-up.ts
  test('fills the hidden fields with what Google says and a random password of ten characters', () => {
    const [first, second] = [toHiddenFields({ token: 'g-token', ...GOOGLE_NAMES }), toHiddenFields({ token: 'g-token', ...GOOGLE_NAMES })];
    expect(first).toMatchObject(GOOGLE_NAMES);
    expect(first.password).toMatch(/^[a-zA-Z0-9]{10}$/);
    expect(first.confirmPassword).toBe(first.password);
    expect(second.password).not.toBe(first.password);
  });

  // spec google.8
  test('never sends the password that fills the hidden fields, nor keeps it', async () => {
    const { api, registerAs } = await arrive();
    await registerAs('Student');
    await waitFor(() => expect(session.token()).toBe('g-token'));
    expect(JSON.stringify(api.calls)).not.toContain('assword');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('assword');
  });

  // spec register.12
  test('is let go of by Use another account, here and on the server', async () => {
    const { api, tokens, press } = await arrive();
    await press('Use another account');
    await findPlainForm();
    expect(sessionStorage.getItem('google-sign-up')).toBeNull();
    expect([getField('Full name').value, getField('Password').value]).toEqual(['', '']);
    await waitFor(() => expect(api.calls.map(({ path }) => path)).toContain('auth.logout'));
    expect(tokens).toContainEqual(['auth.logout', 'g-token']);
  });

  // spec register.11
  test('whose session has expired begins again, and says why', async () => {
    const { registerAs } = await arrive({ 'auth.chooseRole': () => Promise.reject(apiError('auth.expired')) });
    await registerAs('Student');
    await findPlainForm();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('Session expired. Please login again.');
    expect(sessionStorage.getItem('google-sign-up')).toBeNull();
  });

  // spec register.11
  test('that another tab has completed leads on as it was said there', async () => {
    let role: SignUpRole | null = null;
    const { at, registerAs } = await arrive({
      'auth.chooseRole': () => {
        role = 'tutor';
        return Promise.reject(apiError('auth.role_chosen'));
      },
      'auth.me': () => ({ ...RUWAN, role }),
    });
    await registerAs('Student');
    await waitFor(() => expect(at()).toBe('/tutor/profile'));
    await screen.findByText('A role has already been chosen for this account');
  });

  // spec register.11
  test('keeps everything when nobody answers', async () => {
    const { registerAs } = await arrive({ 'auth.chooseRole': () => Promise.reject(networkError()) });
    await registerAs('Student');
    await screen.findByText('Registration failed. Please try again.');
    expect([getRole('Student').checked, getTerms().checked]).toEqual([true, true]);
    expect(sessionStorage.getItem('google-sign-up')).not.toBeNull();
  });

  // spec register.13 | R §4.1 5 | All of token, email and name, and isGoogleAuth exactly true, or it is none |
  //   src/client/features/auth/google-sign-up.ts
  test.each([
    ['without an email', `/register?isGoogleAuth=true&token=g-token&name=Ruwan`],
    ['without a name', `/register?isGoogleAuth=true&token=g-token&email=ruwan%40vidya.test&name=`],
    ['without a token', `/register?isGoogleAuth=true&${NAMES}`],
    ['whose flag is not exactly true', `/register?isGoogleAuth=1&token=g-token&${NAMES}`],
  ])('%s is none, and leaves the address all the same', async (_, path) => {
    const { at } = await arrive({}, path);
    await findPlainForm();
    expect([at(), sessionStorage.getItem('google-sign-up')]).toEqual(['/register', null]);
  });

  // spec callback.6
  test('replaces whoever was signed in before, here and on the server, and outlives that end', async () => {
    signIn(STUDENT);
    const { at, tokens } = await arrive({}, `${ARRIVAL}&trip=${storeGoogleStart()}`);
    await screen.findByText('Google Account Connected');
    expect([at(), session.token()]).toEqual(['/register', null]);
    expect(tokens).toContainEqual(['auth.logout', 'token-of-student-1']);
    expect(JSON.parse(sessionStorage.getItem('google-sign-up') ?? '{}').token).toBe('g-token');
  });

  // spec s8-browser.10 | S8 F | A sign-up from Google that this tab did not start asks before it signs out whoever is there |
  //   src/client/features/auth/callback.ts
  test('asks first where somebody is signed in and this tab has not begun it', async () => {
    signIn(STUDENT);
    storeGoogleStart();
    const { at, tokens, press } = await arrive({}, `${ARRIVAL}&trip=of-somebody-else`);
    await screen.findByRole('button', { name: 'Stay signed in as you are' });
    expect([at(), session.token()]).toEqual(['/auth/callback', 'token-of-student-1']);
    expect(tokens).not.toContainEqual(['auth.logout', 'token-of-student-1']);
    await press('Continue');
    await screen.findByText('Google Account Connected');
    expect(tokens).toContainEqual(['auth.logout', 'token-of-student-1']);
  });

  // spec callback.6
  test('shows whom the server knows by the token, whatever the address says', async () => {
    await arrive({}, '/register?isGoogleAuth=true&token=g-token&email=victim%40vidya.test&name=Victim');
    await screen.findByText('Google Account Connected');
    expect(getForm()?.textContent).toContain('ruwan@vidya.test');
    expect(document.body.textContent).not.toMatch(/victim/i);
  });

  test.each(['auth.expired', 'auth.suspended'] as const)('with a token that is refused (%s) is none, and touches no session', async (code) => {
    const me = apiError(code);
    let call = 0;
    signIn(STUDENT);
    const { at, tokens } = await arrive({ 'auth.me': () => (call++ === 0 ? aViewer(STUDENT) : Promise.reject(me)) });
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
    expect([session.token(), sessionStorage.getItem('google-sign-up')]).toEqual(['token-of-student-1', null]);
    expect(tokens.map(([path]) => path)).not.toContain('auth.logout');
  });

  test('with a refused token is the plain registration to a visitor', async () => {
    const { at } = await arrive({ 'auth.me': () => Promise.reject(apiError('auth.expired')) });
    await findPlainForm();
    expect([at(), sessionStorage.getItem('google-sign-up')]).toEqual(['/register', null]);
  });

  test('of an account that has a role already begins its session', async () => {
    const trip = storeGoogleStart();
    const { at } = await arrive({ 'auth.me': () => ({ ...RUWAN, role: 'tutor' as const }) }, `${ARRIVAL}&trip=${trip}`);
    await waitFor(() => expect(at()).toBe('/tutor/profile'));
    expect([session.token(), sessionStorage.getItem('google-sign-up')]).toEqual(['g-token', null]);
  });

  test('is asked for again when nobody answers, and loses neither the token nor the session meanwhile', async () => {
    // React says itself what the page of errors has shown.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let isAway = true;
    signIn(STUDENT);
    let call = 0;
    const answers: Answers = {
      'auth.me': () => {
        if (call++ === 0) return aViewer(STUDENT);
        return isAway ? Promise.reject(networkError()) : { ...RUWAN, role: null };
      },
    };
    const { at, press } = await arrive(answers, `${ARRIVAL}&trip=${storeGoogleStart()}`);
    await screen.findByText('This page could not be shown');
    expect([at(), session.token()]).toEqual(['/register', 'token-of-student-1']);
    expect(sessionStorage.getItem('google-sign-up')).toContain('g-token');
    isAway = false;
    await press('Try Again');
    await screen.findByText('Google Account Connected');
  });

  test.each([
    ['a login of somebody with a role', () => signIn(TUTOR)],
    [
      'the end of a session',
      () => {
        signIn({ ...STUDENT, role: null });
        session.end();
      },
    ],
  ])('does not outlive %s', async (_, happen) => {
    const { router } = await arrive();
    await screen.findByText('Google Account Connected');
    await act(async () => void (await router.navigate({ to: '/terms' })));
    await act(async () => happen());
    expect(sessionStorage.getItem('google-sign-up')).toBeNull();
  });
});
