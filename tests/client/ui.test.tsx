import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { theme } from '#client/app/theme.ts';
import { Avatar, getInitials } from '#client/ui/avatar.tsx';
import { ConfirmModal } from '#client/ui/confirm-modal.tsx';
import { getBreadcrumb } from '#client/ui/dashboard-shell.tsx';
import { ErrorState } from '#client/ui/page-state.tsx';
import { PublicShell, type PublicShellProps } from '#client/ui/public-shell.tsx';
import { RatingStars, RatingSummary } from '#client/ui/rating-stars.tsx';
import { ScrollTopButton } from '#client/ui/scroll-top-button.tsx';
import { ToastStack } from '#client/ui/toast-stack.tsx';
import { toast } from '#client/ui/toasts.ts';

let container: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
});

afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(node: ReactNode) {
  const rootRoute = createRootRoute({ component: () => node });
  const paths = ['/', '/login', '/register', '/student/bookings', '/privacy', '/terms'];
  const routeTree = rootRoute.addChildren(paths.map((path) => createRoute({ getParentRoute: () => rootRoute, path })));
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  await act(async () => root.render(null));
  await act(async () =>
    root.render(
      <MantineProvider theme={theme} env="test">
        <RouterProvider<typeof router> router={router} />
      </MantineProvider>,
    ),
  );
  return router;
}

const buttonOf = (name: string) => {
  const named = (button: Element) => button.getAttribute('aria-label') === name || button.textContent?.includes(name);
  const found = [...document.querySelectorAll('button')].find(named);
  if (!found) throw new Error(`there is no button ${name}`);
  return found;
};
const press = (name: string) => act(async () => buttonOf(name).click());
const texts = (selector: string) => [...document.querySelectorAll(selector)].map((element) => element.textContent);

/** The menus come on demand. */
const until = (look: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {});
    look();
  });

describe('the shell', () => {
  const shell = (props: Partial<PublicShellProps>) => (
    <PublicShell
      brand={{ name: 'Vidya', supportEmail: 'help@vidya.test', supportPhone: '+94 11 200 0000' }}
      me={{ name: 'Dilini Perera', email: 'dilini@vidya.test', imageUrl: null }}
      links={{ dashboard: { to: '/student/bookings' }, account: { to: '/account' }, login: { to: '/login' }, signUp: { to: '/register' } }}
      year={2026}
      onSignOut={() => {}}
      {...props}
    >
      <h1>Page</h1>
    </PublicShell>
  );

  // spec bars.2 | P §2 Public and shared routes | Signed out: Login and Sign Up | src/client/ui/top-bar.tsx
  it('offers Login and Sign Up to a visitor, and no account menu', async () => {
    await show(shell({ me: null }));
    expect(texts('header a')).toEqual(expect.arrayContaining(['Login', 'Sign Up']));
    expect(document.querySelector('[aria-label^="Account menu"]')).toBeNull();
  });

  it('offers neither while it is not known who is there', async () => {
    await show(shell({ me: undefined }));
    expect(texts('header a')).not.toContain('Login');
    expect(document.querySelector('[aria-label^="Account menu"]')).toBeNull();
  });

  // spec bars.3 | P §2 Public and shared routes, D Routes | Signed in: a profile menu with Dashboard and Sign Out; Account between them |
  //   src/client/ui/top-bar.tsx
  it('opens the account menu with Dashboard, Account and Sign Out, and signs out', async () => {
    const onSignOut = vi.fn();
    await show(shell({ onSignOut }));
    await press('Account menu of Dilini Perera');
    await until(() => expect(texts('header li')).toEqual(['Dashboard', 'Account', 'Sign Out']));
    await press('Sign Out');
    expect(onSignOut).toHaveBeenCalledOnce();
  });

  // spec bars.4 | P §2 Public and shared routes | The user menu closes on a change of route and on a click outside | src/client/ui/use-popup.ts
  it('closes the account menu on a press outside, on Escape with the focus back, and on a change of route', async () => {
    const router = await show(shell({}));
    const isOpen = () => document.querySelectorAll('header li').length > 0;

    await press('Account menu of Dilini Perera');
    await until(() => expect(isOpen()).toBe(true));
    await act(async () => document.querySelector('h1')?.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    expect(isOpen()).toBe(false);

    await press('Account menu of Dilini Perera');
    await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(buttonOf('Account menu of Dilini Perera'));

    await press('Account menu of Dilini Perera');
    await act(async () => router.navigate({ to: '/terms' }));
    expect(isOpen()).toBe(false);
  });

  // spec bars.7 | P §2 Public and shared routes, D Routes | Small screens: Dashboard, Home and Logout, or Login and Sign Up; Account before Logout |
  //   src/client/ui/top-bar.tsx
  it('offers Dashboard, Home, Account and Logout in the small-screen menu, or Login and Sign Up', async () => {
    await show(shell({}));
    await press('Menu');
    await until(() => expect(texts('header li')).toEqual(['Dashboard', 'Home', 'Account', 'Logout']));
    await show(shell({ me: null }));
    await press('Menu');
    await until(() => expect(texts('header li')).toEqual(['Login', 'Sign Up']));
  });

  // spec bars.5 | P §2 Public and shared routes | A Home link where a dashboard title is set | src/client/ui/top-bar.tsx
  // spec bars.16 | P §1, §2 Public and shared routes | Footer with trust strip, support contact and the current year, on every page and dashboard but
  //   those of login and registration | src/client/ui/site-footer.tsx
  // spec constants.30 | C §9 | Trusted by 1000+ Students | src/client/ui/site-footer.tsx
  it('shows the Home link where a dashboard title is set, and the footer on every page but those of login', async () => {
    await show(shell({ dashboardTitle: 'Student Dashboard' }));
    expect(texts('header nav > a')).toEqual(['Home']);
    expect(document.querySelector('footer')).not.toBeNull();

    await show(shell({}));
    expect(texts('header nav > a')).toEqual([]);
    expect(texts('footer li')).toEqual(['Verified Platform', 'Trusted by 1000+ Students', 'Quality Guaranteed']);
    expect(texts('footer p')).toEqual(['© 2026 Vidya']);
    expect(texts('footer a')).toEqual(['help@vidya.test', '+94 11 200 0000', 'Blog', 'Privacy Policy', 'Terms of Service', 'API']);

    await show(shell({ hasFooter: false }));
    expect(document.querySelector('footer')).toBeNull();
  });

  // spec bars.9 | P §2 Public and shared routes | The breadcrumb is the second path segment, capitalised | src/client/ui/dashboard-shell.tsx
  it.each([
    ['/student/bookings', 'Bookings'],
    ['/admin/subject-categories', 'Subject categories'],
    ['/tutor', null],
  ])('names %s in the breadcrumb by its second segment: %s', (path, crumb) => {
    expect(getBreadcrumb(path)).toBe(crumb);
  });
});

describe('a confirm dialog', () => {
  const dialog = (isProcessing: boolean, onConfirm = () => {}) => (
    <ConfirmModal opened title="Cancel this booking?" message="Sure?" isProcessing={isProcessing} onConfirm={onConfirm} onClose={() => {}} />
  );

  it('confirms', async () => {
    const onConfirm = vi.fn();
    await show(dialog(false, onConfirm));
    await press('Confirm');
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  // spec states.55 | P §4 Confirmation dialog | Confirm dialog: Processing... disables its buttons | src/client/ui/confirm-modal.tsx
  it('says Processing... and disables its buttons while it works', async () => {
    await show(dialog(true));
    expect(buttonOf('Processing...').disabled).toBe(true);
    expect(buttonOf('Cancel').disabled).toBe(true);
    expect(buttonOf('Close').disabled).toBe(true);
  });
});

describe('small parts', () => {
  // spec errors.77 | C §8 | Failures of bookings, search and profile come with Try Again | src/client/ui/page-state.tsx
  it('an error is announced, and Try Again tries again', async () => {
    const onRetry = vi.fn();
    await show(<ErrorState title="Error Loading Tutors" message="Failed to fetch tutors" onRetry={onRetry} />);
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Failed to fetch tutors');
    await press('Try Again');
    expect(onRetry).toHaveBeenCalledOnce();
  });

  // spec search.25 | P §2 Tutor search | Card: five stars, as many filled as the floor of the rating | src/client/ui/rating-stars.tsx
  it.each([
    [4.9, 4, 'Rated 4.9 out of 5'],
    [5, 5, 'Rated 5.0 out of 5'],
    [0, 0, 'Not rated yet'],
  ])('a rating of %d fills %d stars and is said as %s', async (rating, filled, words) => {
    await show(<RatingStars rating={rating} />);
    expect(document.querySelectorAll('[data-filled]')).toHaveLength(filled);
    expect(document.querySelector('svg')?.getAttribute('aria-label')).toBe(words);
  });

  it('a rating in short is said in words', async () => {
    await show(<RatingSummary rating={4.25} count={12} />);
    expect(container.textContent).toContain('out of 5, 12 reviews');
  });

  it.each([
    ['Nadeesha Perera', 'NP'],
    ['Johann van Langenberg', 'JL'],
    ['සමන්ති ජයවර්ධන', 'සජ'],
    ['முகமது', 'மு'],
    ['  ', ''],
  ])('draws the initials of %s', (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });

  // spec search.26 | P §2 Tutor search | Card: photo, or initials where there is none | src/client/ui/avatar.tsx
  it('a photo that cannot be loaded gives way to the initials', async () => {
    await show(<Avatar name="Nadeesha Perera" src="/gone.jpg" />);
    const photo = document.querySelector('img');
    expect(photo?.alt).toBe('Nadeesha Perera');
    await act(async () => photo?.dispatchEvent(new Event('error')));
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Nadeesha Perera');
  });

  // spec search.24 | P §2 Tutor search | A button to the top after 300 px | src/client/ui/scroll-top-button.tsx
  // spec constants.8 | C §9 | The button to the top after 300 px | src/client/ui/scroll-top-button.tsx
  it('the way back to the top appears below 300 pixels', async () => {
    await show(<ScrollTopButton />);
    const scrollTo = (y: number) =>
      act(async () => {
        vi.stubGlobal('scrollY', y);
        window.dispatchEvent(new Event('scroll'));
      });
    await scrollTo(300);
    expect(document.querySelector('button')).toBeNull();
    await scrollTo(301);
    expect(document.querySelector('button')).not.toBeNull();
  });
});

describe('toasts', () => {
  const shown = () => texts('[data-position=top-right] [role=group]');

  // spec constants.19 | C §9, D Realtime and notifications | Toasts: 5 s, errors 4 s, successes 2 s, top right | src/client/ui/toasts.ts
  // spec constants.22
  it('said before their code is there are shown once it is, each as long as its kind stays', async () => {
    vi.useFakeTimers();
    toast.success('Booking confirmed successfully');
    toast.error('This time is already booked', { title: 'Booking Failed' });
    toast.info('Your booking has been updated.');
    await show(<ToastStack />);
    expect(shown()).toHaveLength(3);

    const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
    await pass(1900);
    expect(shown()).toHaveLength(3);
    await pass(600);
    expect(shown()).toEqual(['Booking FailedThis time is already booked', 'Your booking has been updated.']);
    await pass(2000);
    expect(shown()).toEqual(['Your booking has been updated.']);
    await pass(1000);
    expect(shown()).toEqual([]);
  });
});
