import { readFileSync } from 'node:fs';
import { ActionIcon } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeI18n } from '#client/lib/i18n.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ConfirmModal } from '#client/ui/confirm-modal.tsx';
import { getBreadcrumb } from '#client/ui/dashboard-shell.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { toTelUrl } from '#client/ui/format.ts';
import { Notice } from '#client/ui/notice.tsx';
import { ErrorState } from '#client/ui/page-state.tsx';
import { PublicShell, type PublicShellProps } from '#client/ui/public-shell.tsx';
import { RatingStars, RatingSummary } from '#client/ui/rating-stars.tsx';
import { RowMenu } from '#client/ui/row-menu.tsx';
import { ScrollTopButton } from '#client/ui/scroll-top-button.tsx';
import { ToastStack } from '#client/ui/toast-stack.tsx';
import { toast } from '#client/ui/toasts.ts';
import { getInitials } from '#shared/domain/initials.ts';
import { render } from '#tests/support/render.tsx';

const names = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe('toTelUrl', () => {
  test.each([
    ['+94 77-123 4567', 'tel:+94771234567'],
    ['(077) 123.4567', 'tel:0771234567'],
    ['0771234567', 'tel:0771234567'],
  ])('removes what only separates digits: %s', (phone, url) => {
    expect(toTelUrl(phone)).toBe(url);
  });
});

describe('the shell', () => {
  const shell = (props: Partial<PublicShellProps>) => (
    <PublicShell
      brand={{ name: 'Vidya', supportEmail: 'help@vidya.test', supportPhone: '+94 11 200 0000' }}
      me={{ name: 'Dilini Perera', email: 'dilini@vidya.test', imageUrl: null }}
      links={{ dashboard: { to: '/student/bookings' }, account: { to: '/account' }, login: { to: '/login' }, signUp: { to: '/register' } }}
      onLanguage={() => {}}
      onSignOut={() => {}}
      {...props}
    >
      <h1>Page</h1>
    </PublicShell>
  );
  const header = () => within(screen.getByRole('banner'));
  const menuButton = () => screen.getByRole('button', { name: 'Account menu of Dilini Perera' });
  const menuEntries = () => names(header().queryAllByRole('listitem'));

  // spec bars.2 | P §2 Public and shared routes | Signed out: Login and Sign Up | src/client/ui/top-bar.tsx
  test('offers Login and Sign Up to a visitor, and no account menu', async () => {
    await render(shell({ me: null }));
    expect(header().getByRole('link', { name: 'Login' })).toBeDefined();
    expect(header().getByRole('link', { name: 'Sign Up' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Account menu/ })).toBeNull();
  });

  test('offers neither until it is known who is signed in', async () => {
    await render(shell({ me: undefined }));
    expect(header().queryByRole('link', { name: 'Login' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Account menu/ })).toBeNull();
  });

  // spec bars.3 | P §2 Public and shared routes, D Routes | Signed in: a profile menu with Dashboard and Sign Out; Account between them |
  //   src/client/ui/top-bar.tsx
  test('opens the account menu with Dashboard, Account and Sign Out, and signs out', async () => {
    const onSignOut = vi.fn();
    const { user } = await render(shell({ onSignOut }));
    await user.click(menuButton());
    await waitFor(() => expect(menuEntries()).toEqual(['Dashboard', 'Account', 'Sign Out']));
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(onSignOut).toHaveBeenCalledOnce();
  });

  // spec bars.4 | P §2 Public and shared routes | The user menu closes on a change of route and on a click outside | src/client/ui/use-popup.ts
  test('closes the account menu on a press outside, on Escape with the focus back, and on a change of route', async () => {
    const { user, router } = await render(shell({}));
    const open = async () => {
      await user.click(menuButton());
      await waitFor(() => expect(menuEntries()).not.toEqual([]));
    };

    await open();
    await user.click(screen.getByRole('heading', { name: 'Page' }));
    expect(menuEntries()).toEqual([]);

    await open();
    await user.keyboard('{Escape}');
    expect(menuEntries()).toEqual([]);
    expect(document.activeElement).toBe(menuButton());

    await open();
    await act(async () => router.navigate({ href: '/here?page=2' }));
    await waitFor(() => expect(menuEntries()).toEqual([]));
  });

  // spec bars.7 | P §2 Public and shared routes, D Routes | Small screens: Dashboard, Home and Logout, or Login and Sign Up; Account before Logout |
  //   src/client/ui/top-bar.tsx
  test.each([
    ['Dashboard, Home, Account and Logout', undefined, ['Dashboard', 'Home', 'Account', 'Logout']],
    ['Login and Sign Up to a visitor, after the tutors', null, ['Find Tutors', 'Become a Tutor', 'Login', 'Sign Up']],
  ])('offers %s in the menu of small screens', async (_, me, entries) => {
    const { user } = await render(shell(me === null ? { me } : {}));
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await waitFor(() => expect(menuEntries()).toEqual(entries));
  });

  // spec bars.5 | P §2 Public and shared routes | A Home link where a dashboard title is set | src/client/ui/top-bar.tsx
  test('shows the Home link where a dashboard title is set', async () => {
    await render(shell({ dashboardTitle: 'Student Dashboard' }));
    expect(header().getByRole('link', { name: 'Home' })).toBeDefined();
    expect(screen.getByRole('contentinfo')).toBeDefined();
  });

  // spec s13-deploy.5 | S13 8 | The footer's title tells the version of the release, for whoever reports a problem |
  //   src/client/ui/public-shell.tsx, vite.config.ts
  test('tells the version of the release in the title of the footer', async () => {
    await render(shell({}));
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(within(screen.getByRole('contentinfo')).getByTitle(`Version ${version}`).textContent).toContain('Vidya');
  });

  // spec bars.16 | P §1, §2 Public and shared routes | Footer with trust strip, support contact and the current year, on every page and dashboard but
  //   those of login and registration | src/client/ui/public-shell.tsx
  // spec constants.30 | C §9 | Trusted by 1000+ Students | src/client/ui/public-shell.tsx
  test('shows the footer, with the trust strip, the support contact and the year', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T00:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await render(shell({}));
    expect(header().queryByRole('link', { name: 'Home' })).toBeNull();
    const footer = within(screen.getByRole('contentinfo'));
    expect(names(footer.getAllByRole('listitem'))).toEqual([
      'Verified Platform',
      'Trusted by 1000+ Students',
      'Quality Guaranteed',
      'English',
      'සිංහල',
      'தமிழ்',
    ]);
    expect(footer.getByText('© 2026 Vidya')).toBeDefined();
    expect(names(footer.getAllByRole('link'))).toEqual([
      'help@vidya.test',
      '+94 11 200 0000',
      'Blog',
      'Privacy Policy',
      'Terms of Service',
      'API',
      'English',
      'සිංහල',
      'தமிழ்',
    ]);
  });

  // spec s15-choice.3 | S15 2 | Header and footer lead to this page in each language, and say which one it is in |
  //   src/client/ui/language-links.tsx, src/client/ui/top-bar.tsx
  test('leads to this page in each language', async () => {
    const onLanguage = vi.fn();
    const { user } = await render(shell({ onLanguage }));
    await user.click(header().getByRole('button', { name: 'Language' }));
    const menu = within(header().getByRole('navigation', { name: 'Language' }));
    const links = menu.getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('hreflang'), link.lang])).toEqual([
      ['/here', 'en', 'en'],
      ['/si/here', 'si', 'si'],
      ['/ta/here', 'ta', 'ta'],
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['true', null, null]);
    links[2]?.addEventListener('click', (event) => event.preventDefault());
    await user.click(menu.getByRole('link', { name: 'தமிழ்' }));
    expect(onLanguage).toHaveBeenCalledWith('ta');
  });

  test('shows no footer where the page has none', async () => {
    await render(shell({ hasFooter: false }));
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  // spec bars.9 | P §2 Public and shared routes | The breadcrumb is the second path segment, capitalised | src/client/ui/dashboard-shell.tsx
  test.each([
    ['/student/bookings', 'Bookings'],
    ['/admin/subject-categories', 'Subject categories'],
    ['/tutor', null],
  ])('names %s in the breadcrumb by its second segment: %s', (path, crumb) => {
    expect(getBreadcrumb(makeI18n('en'), path)).toBe(crumb);
  });
});

describe('a confirm dialog', () => {
  const dialog = (isProcessing: boolean, onConfirm = () => {}) => (
    <ConfirmModal opened title="Cancel this booking?" message="Sure?" isProcessing={isProcessing} onConfirm={onConfirm} onClose={() => {}} />
  );
  const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name });

  test('confirms', async () => {
    const onConfirm = vi.fn();
    const { user } = await render(dialog(false, onConfirm));
    await user.click(button(/^Confirm/));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  // spec states.55 | P §4 Confirmation dialog | Confirm dialog: Processing... disables its buttons | src/client/ui/confirm-modal.tsx
  test('says Processing... and disables its buttons while it works', async () => {
    await render(dialog(true));
    expect([button(/Processing\.\.\./), button('Cancel'), button('Close')].map(({ disabled }) => disabled)).toEqual([true, true, true]);
  });
});

describe('the menu of a row', () => {
  const items = [
    { label: 'Suspend', icon: null, isDangerous: true, onPress: vi.fn() },
    { label: 'View Profile', icon: null, href: '/tutors/tutor-1', opensTab: true },
  ];
  const trigger = () => screen.getByRole('button', { name: 'More about Nimal' });
  const open = async (node: ReactNode) => {
    const { user } = await render(node);
    await user.click(trigger());
    await screen.findByRole('menu');
    return user;
  };

  test('does what is chosen, with the focus back on its button', async () => {
    const user = await open(<RowMenu label="More about Nimal" items={items} />);
    await user.click(screen.getByRole('menuitem', { name: 'Suspend' }));
    expect(items[0]?.onPress).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(trigger());
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('is stepped through by the arrow keys, and closed by Escape', async () => {
    const user = await open(<RowMenu label="More about Nimal" items={items} />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Suspend' })));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'View Profile' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(trigger()));
  });

  test('is loaded by the press that opens it, and leaves one button', async () => {
    const { user } = await render(<RowMenu label="More about Nimal" items={items} />);
    expect([trigger().getAttribute('aria-haspopup'), trigger().getAttribute('aria-expanded')]).toEqual(['menu', null]);
    await user.tab();
    await user.keyboard('{Enter}');
    await screen.findByRole('menu');
    expect(trigger().getAttribute('aria-expanded')).toBe('true');
  });
});

describe('an error', () => {
  // spec errors.77 | C §8 | Failures of bookings, search and profile come with Try Again | src/client/ui/page-state.tsx
  test('is announced, and Try Again tries again', async () => {
    const onRetry = vi.fn();
    const { user } = await render(<ErrorState title="Error Loading Tutors" message="Failed to fetch tutors" onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('Failed to fetch tutors');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe('a notice', () => {
  test.each(['alert', 'status', 'note', 'region'] as const)('has the role %s, and its title as its name', async (role) => {
    await render(
      <Notice role={role} title="Your address is not confirmed">
        Look into your mailbox.
      </Notice>,
    );
    expect(screen.getByRole(role, { name: 'Your address is not confirmed' }).textContent).toContain('Look into your mailbox.');
  });
});

describe('a list of facts', () => {
  test('has terms with their definitions', async () => {
    await render(
      <Facts>
        <Fact label="Duration">2 hours</Fact>
      </Facts>,
    );
    expect(screen.getByRole('term').textContent).toBe('Duration');
    expect(screen.getByRole('definition').textContent).toBe('2 hours');
  });
});

describe('a rating', () => {
  // spec search.25 | P §2 Tutor search | Card: five stars, as many filled as the floor of the rating | src/client/ui/rating-stars.tsx
  test.each([
    [4.9, 4, 'Rated 4.9 out of 5'],
    [5, 5, 'Rated 5.0 out of 5'],
    [0, 0, 'Not rated yet'],
  ])('of %d fills %d stars and is described as %s', async (rating, filled, description) => {
    await render(<RatingStars rating={rating} />);
    const stars = screen.getByRole('img', { name: description });
    const countStars = (selector: string) => stars.querySelector(selector)?.getAttribute('d')?.match(/z/g)?.length ?? 0;
    expect([countStars('[data-filled]'), countStars('path:not([data-filled])')]).toEqual([filled, 5 - filled]);
  });

  test('in short has the number of its reviews', async () => {
    await render(<RatingSummary rating={4.25} count={12} />);
    expect(screen.getByText(/out of 5, 12 reviews$/)).toBeDefined();
  });
});

describe('an avatar', () => {
  test.each([
    ['Nadeesha Perera', 'NP'],
    ['Johann van Langenberg', 'JL'],
    ['සමන්ති ජයවර්ධන', 'සජ'],
    ['முகமது', 'மு'],
    ['  ', ''],
  ])('draws the initials of %s', (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });

  // spec search.26 | P §2 Tutor search | Card: photo, or initials where there is none | src/client/ui/avatar.tsx
  test('shows the initials where the photo cannot be loaded', async () => {
    await render(<Avatar name="Nadeesha Perera" src="/gone.jpg" />);
    const photo = screen.getByRole<HTMLImageElement>('img', { name: 'Nadeesha Perera' });
    expect(photo.src).toContain('/gone.jpg');
    await act(async () => photo.dispatchEvent(new Event('error')));
    expect(screen.getByRole('img', { name: 'Nadeesha Perera' }).textContent).toBe('NP');
  });
});

describe('a button of an icon', () => {
  test.each(['subtle', 'default', 'light', 'filled', 'transparent'])('is drawn in the variant %s', async (variant) => {
    await render(<ActionIcon variant={variant} aria-label="Bold" />);
    expect(screen.getByRole('button', { name: 'Bold' }).dataset.variant).toBe(variant);
  });
});

describe('the button to the top', () => {
  // spec search.24 | P §2 Tutor search | A button to the top after 300 px | src/client/ui/scroll-top-button.tsx
  // spec constants.8 | C §9 | The button to the top after 300 px | src/client/ui/scroll-top-button.tsx
  test('appears below 300 pixels', async () => {
    await render(<ScrollTopButton />);
    const scrollTo = (y: number) =>
      act(async () => {
        vi.stubGlobal('scrollY', y);
        window.dispatchEvent(new Event('scroll'));
      });
    await scrollTo(300);
    expect(screen.queryByRole('button', { name: 'Scroll to top' })).toBeNull();
    await scrollTo(301);
    expect(screen.getByRole('button', { name: 'Scroll to top' })).toBeDefined();
  });
});

describe('toasts', () => {
  const shown = () => names(screen.queryAllByRole('group'));

  // spec constants.19 | C §9, D Realtime and notifications | Toasts: 5 s, errors 4 s, successes 2 s, top right | src/client/ui/toasts.ts
  // spec constants.22
  test('that wait for their code are shown once it is there, each as long as its kind', async () => {
    vi.useFakeTimers();
    try {
      toast.success('Booking confirmed successfully');
      toast.error('This time is already booked', { title: 'Booking Failed' });
      toast.info('Your booking has been updated.');
      await render(<ToastStack />);
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
    } finally {
      vi.useRealTimers();
    }
  });
});
