import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
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
