import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ToastStack } from '#client/ui/toast-stack.tsx';
import { toast } from '#client/ui/toasts.ts';
import { render } from '#tests/support/render.tsx';

/** Lines of a message, two of a title, link and padding, on the narrowest phone. */
const NEEDED = 300;

describe('a long toast', () => {
  // spec constants.21 | S3 | A long toast is cut at five lines and keeps its title and link | src/client/ui/toast-stack.tsx
  test('shows its title and its link, whatever the length of the message', async () => {
    const message = 'The tutor has changed the place of your session. '.repeat(12);
    toast.info(message, { title: 'Booking changed', link: { label: 'View Details', href: '/bookings/booking-1' } });
    await render(<ToastStack />);
    const shown = await screen.findByRole('group');
    await waitFor(() => expect(Number.parseInt(shown.style.maxHeight, 10)).toBeGreaterThanOrEqual(NEEDED));
    const clamped = screen.getByText(message.trim());
    expect(clamped.hasAttribute('data-line-clamp')).toBe(true);
    expect(clamped.contains(screen.getByText('View Details'))).toBe(false);
  });
});

const SMALL = ['small', true] as const;
const WIDE = ['wide', false] as const;

// spec constants.31 | S3 | An error stays until it can be read, and goes when what was done after it has an outcome | src/client/ui/toast-stack.tsx
describe.each([SMALL, WIDE])('on a %s screen, an error', (_, isSmall) => {
  async function start() {
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: isSmall, media: query }));
    toast.error('Failed to save', { duration: 60_000 });
    const rendered = await render(<ToastStack />);
    await screen.findByText('Failed to save');
    return rendered;
  }

  test('goes when the next attempt succeeds', async () => {
    const { user } = await start();
    await user.click(document.body);
    act(() => toast.success('Saved'));
    await screen.findByText('Saved');
    await waitFor(() => expect(screen.queryByText('Failed to save')).toBeNull());
  });

  test('is replaced by that of the next attempt', async () => {
    const { user } = await start();
    await user.click(document.body);
    act(() => toast.error('Failed to save again'));
    await screen.findByText('Failed to save again');
    await waitFor(() => expect(screen.queryByText('Failed to save')).toBeNull());
  });

  test('stays where something else has succeeded by itself, or news have come', async () => {
    const { user } = await start();
    act(() => toast.success('Something else'));
    await user.click(document.body);
    act(() => toast.info('A new message'));
    if (!isSmall) await screen.findByText('A new message');
    expect(screen.getByText('Failed to save')).not.toBeNull();
  });
});
