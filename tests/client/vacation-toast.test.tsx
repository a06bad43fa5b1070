import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TUTOR } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const ON = 'Vacation mode enabled successfully! You are now unavailable for new bookings.';
const NOTHING = { gross: 0, fee: 0, net: 0, sessions: 0 };

afterEach(() => vi.useRealTimers());

// spec errors.59 | C §9 | The toast of vacation mode stays 4 s | src/client/features/tutor-dashboard/vacation-switch.tsx
test('the toast of vacation mode stays for four seconds, longer than other successes', async () => {
  const { user } = await visit('/tutor/dashboard', TUTOR, {
    'tutors.own': () => aProfileView(),
    'tutors.setVacation': () => ({ message: ON, vacationMode: true, tutor: aProfileView({ vacationMode: true }) }),
    'bookings.counts': () => ({ total: 0, pending: 0, upcoming: 0, ongoing: 0, ended: 0, completed: 0, cancelled: 0, today: 0 }),
    'bookings.nextSessions': () => [],
    'bookings.earnings': () => ({ thisMonth: NOTHING, total: NOTHING, cancellationCharges: 0, months: [] }),
  });
  await user.click(await screen.findByRole('switch', { name: 'Vacation mode' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/You have no upcoming bookings\.$/);
  const turnOn = within(dialog).getByRole('button', { name: /Turn On/ });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await act(async () => turnOn.click());
  await screen.findByText(ON);

  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const queryToast = () => screen.queryByText(ON)?.closest('[data-position="top-right"] [role="group"]') ?? null;
  await advance(3000);
  expect(queryToast()).not.toBeNull();
  await advance(1500);
  await waitFor(() => expect(queryToast()).toBeNull());
});
