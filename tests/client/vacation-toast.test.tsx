import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { press, shown, TUTOR, until } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const ON = 'Vacation mode enabled successfully! You are now unavailable for new bookings.';
const NOTHING = { gross: 0, fee: 0, net: 0, sessions: 0 };

afterEach(() => vi.useRealTimers());

// spec errors.59 | C §9 | The toast of vacation mode stays 4 s | src/client/features/tutor-dashboard/vacation-switch.tsx
it('what vacation mode does is said for four seconds, longer than other successes', async () => {
  await visit('/tutor/dashboard', TUTOR, {
    'tutors.own': () => aProfileView(),
    'tutors.stats': () => ({ totalStudents: 0, totalSessions: 0, averageRating: 0, totalEarnings: 0, cancellationCharges: 0 }),
    'tutors.setVacation': () => ({ message: ON, vacationMode: true, tutor: aProfileView({ vacationMode: true }) }),
    'bookings.counts': () => ({ total: 0, pending: 0, upcoming: 0, ongoing: 0, ended: 0, completed: 0, cancelled: 0, today: 0 }),
    'bookings.nextSessions': () => [],
    'bookings.earnings': () => ({ thisMonth: NOTHING, total: NOTHING, cancellationCharges: 0, months: [] }),
  });
  await shown('Off: students can book you.');
  await act(async () => document.querySelector<HTMLButtonElement>('[role=switch]')?.click());
  await shown('You have no bookings ahead.');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await press('Turn OnProcessing...');
  await shown(ON);

  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
  const isSaid = () => [...document.querySelectorAll('[data-position=top-right] [role=group]')].some((toast) => toast.textContent?.includes(ON));
  await pass(3000);
  expect(isSaid()).toBe(true);
  await pass(1500);
  await until(() => expect(isSaid()).toBe(false));
});
