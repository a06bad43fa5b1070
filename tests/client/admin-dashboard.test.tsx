import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ChartPoint, ChartsView, DashboardStats, WaitingView } from '#shared/contracts/statistics.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { listLinks, visit } from '#tests/support/visit.ts';

const STATS: DashboardStats = {
  totalTutors: 1234,
  totalStudents: 100_000,
  activeSubjects: 12,
  pendingVerifications: 3,
  totalBookings: 1_000_000,
  totalRevenue: 125_000.5,
};
const NONE = { count: 0, isMore: false, since: null };
const WAITING: WaitingView = {
  toReview: { count: 3, isMore: false, since: new Date(Date.now() - 3 * 86_400_000) },
  changed: { count: 1, isMore: false, since: new Date(Date.now() - 3_600_000) },
  reports: { count: 1, isMore: false, since: null },
  deadJobs: { count: 99, isMore: true, since: null },
};
const point = (from: string, overrides: Partial<ChartPoint> = {}): ChartPoint => ({
  from,
  bookings: 0,
  revenue: 0,
  students: 0,
  tutors: 0,
  ...overrides,
});
const POINTS = [
  point('2026-11-21'),
  point('2026-11-22', { bookings: 7, students: 2, tutors: 1 }),
  point('2026-11-23', { bookings: 4, revenue: 1500.5 }),
];

const open = (answers: Answers = {}) =>
  visit('/admin/dashboard', ADMIN, {
    'statistics.dashboard': () => STATS,
    'statistics.charts': () => ({ points: POINTS }),
    'statistics.waiting': () => WAITING,
    ...answers,
  });
const main = () => within(screen.getByRole('main'));
const card = (name: string) => screen.getByRole('region', { name });
const listRows = (caption: string) =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));

describe('the dashboard of admins', () => {
  // spec admin-dashboard.1 | P §2 Admin area | Six stat cards with their links, and shortcuts to tutors, students, bookings, categories, subjects |
  //   src/client/features/statistics/dashboard-page.tsx
  test('shows six counts that link to what they count, and shortcuts', async () => {
    await open();
    expect((await main().findByRole('heading', { level: 1 })).textContent).toBe('Admin Dashboard');
    await main().findByText('1,234');
    expect(listLinks(screen.getByRole('main')).slice(0, 6)).toEqual([
      ['Tutors1,234Verified or not', '/admin/tutors'],
      ['Students1,00,000With an account', '/admin/students'],
      ['Active subjects12In the catalogue', '/admin/subjects'],
      ['Pending verifications3Waiting for your decision', '/admin/verification'],
      ['Bookings10,00,000Of every status', '/admin/bookings'],
      ['RevenueRs. 1,25,000.50Of completed sessions', '/admin/bookings?status=completed'],
    ]);
    expect(listLinks(card('Shortcuts'))).toEqual([
      ['Manage Tutors', '/admin/tutors'],
      ['Manage Students', '/admin/students'],
      ['Manage Bookings', '/admin/bookings'],
      ['Manage Categories', '/admin/subject-categories'],
      ['Manage Subjects', '/admin/subjects'],
      ['Reports', '/admin/reports'],
    ]);
  });

  // spec admin-dashboard.4
  test('says what needs attention, since when, and where', async () => {
    await open();
    await screen.findByText('tutors to review');
    expect(listLinks(card('Needs attention'))).toEqual([
      ['3tutors to reviewThe first came 3 days ago', '/admin/verification'],
      ['1verified profile that changedThe first came 1 hour ago', '/admin/verification?show=changed'],
      ['1open report', '/admin/reports?state=open'],
      ['99+background jobs that failed for good', '/admin/failed-jobs'],
    ]);
  });

  // spec admin-dashboard.3
  test('draws charts over time, says the same in tables, and has the period in the address', async () => {
    const inputs: unknown[] = [];
    const charts = (input: unknown): ChartsView => {
      inputs.push(input);
      return { points: POINTS };
    };
    const { user, at } = await open({
      'statistics.charts': charts,
      'statistics.waiting': () => ({ toReview: NONE, changed: NONE, reports: NONE, deadJobs: NONE }),
    });
    await screen.findByText('Nothing waits for you.');
    expect(listRows('Sign-ups')).toEqual([
      'Day | Students | Tutors',
      'Sat, 21 Nov 2026 | 0 | 0',
      'Sun, 22 Nov 2026 | 2 | 1',
      'Mon, 23 Nov 2026 | 0 | 0',
    ]);
    expect(listRows('Revenue of completed sessions').at(-1)).toBe('Mon, 23 Nov 2026 | Rs. 1,500.50');
    const figures = screen.getAllByRole('figure');
    expect(figures).toHaveLength(3);
    expect(figures[0]?.firstChild?.textContent).toBe('Bookings made11');
    for (const figure of figures) expect(within(figure).getAllByText(/^\w{3}, 2\d Nov 2026: /)).toHaveLength(3);
    await user.click(screen.getByRole('link', { name: '12 months' }));
    await waitFor(() => expect(at()).toBe('/admin/dashboard?period=months'));
    await waitFor(() => expect(inputs.at(-1)).toEqual({ period: 'months' }));
    await waitFor(() => expect(listRows('Bookings made')[1]).toBe('November 2026 | 0'));
    await user.click(screen.getByRole('link', { name: '30 days' }));
    await waitFor(() => expect(at()).toBe('/admin/dashboard'));
  });

  // spec admin-dashboard.4
  test('says what could not be read, and retries', async () => {
    let stats: () => Promise<DashboardStats> = () => Promise.reject(networkError());
    const { user } = await open({ 'statistics.dashboard': () => stats(), 'statistics.charts': () => ({ points: [point('2026-11-23')] }) });
    await screen.findByText('Failed to fetch dashboard stats');
    expect(await screen.findAllByText('Nothing in this period yet.')).toHaveLength(3);
    main().getByRole('link', { name: 'Tutors – Verified or not' });
    stats = async () => STATS;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('1,00,000');
    expect(main().queryByRole('alert')).toBeNull();
  });
});
