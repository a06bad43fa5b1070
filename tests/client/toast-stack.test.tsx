import { describe, expect, it } from 'vitest';
import { ToastStack } from '#client/ui/toast-stack.tsx';
import { toast } from '#client/ui/toasts.ts';
import { render, until } from '#tests/support/render.tsx';

/** Lines of a message, two of a title, link and padding, on the narrowest phone. */
const NEEDED = 300;

describe('a long toast', () => {
  // spec constants.21 | S3 | A long toast is cut at five lines and keeps its title and link | src/client/ui/toast-stack.tsx
  it('shows its title and its link, whatever the length of the message', async () => {
    const message = 'The tutor has changed the place of your session. '.repeat(12);
    toast.info(message, { title: 'Booking changed', link: { label: 'View Details', href: '/bookings/booking-1' } });
    await render(<ToastStack />);
    const shown = await until(() => {
      const found = document.querySelector<HTMLElement>('[data-position=top-right] [role=group]');
      if (!found) throw new Error('no toast');
      return found;
    });
    await until(() => expect(Number.parseInt(shown.style.maxHeight, 10)).toBeGreaterThanOrEqual(NEEDED));
    const link = shown.querySelector('a');
    const clamped = [...shown.querySelectorAll('span')].find(({ textContent }) => textContent === message);
    expect(clamped?.hasAttribute('data-line-clamp')).toBe(true);
    expect([link?.textContent, clamped?.contains(link ?? null)]).toEqual(['View Details', false]);
  });
});
