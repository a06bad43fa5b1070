import { describe, expect, it } from 'vitest';
import type { ChartPoint, ChartsView, DashboardStats, WaitingView } from '#shared/contracts/statistics.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, press, shown, texts, until } from '#tests/support/render.tsx';
import { follow, linksOf, visit } from '#tests/support/visit.ts';

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
const point = (from: string, more: Partial<ChartPoint> = {}): ChartPoint => ({ from, bookings: 0, revenue: 0, students: 0, tutors: 0, ...more });
const POINTS = [
  point('2026-11-21'),
  point('2026-11-22', { bookings: 7, students: 2, tutors: 1 }),
  point('2026-11-23', { bookings: 4, revenue: 1500.5 }),
];

const dashboard = (more: Answers = {}, path = '/admin/dashboard') =>
  visit(path, ADMIN, {
    'statistics.dashboard': () => STATS,
    'statistics.charts': () => ({ points: POINTS }),
    'statistics.waiting': () => WAITING,
    ...more,
  });
const card = (title: string) => [...document.querySelectorAll('main section')].find((one) => one.querySelector('h2')?.textContent === title);
const table = (caption: string) => {
  const found = [...document.querySelectorAll('table')].find((one) => one.querySelector('caption')?.textContent === caption);
  return [...(found?.querySelectorAll('tr') ?? [])].map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
};

describe('the dashboard of admins', () => {
  // spec admin-dashboard.1 | P §2 Admin area | Six stat cards with their links, and shortcuts to tutors, students, bookings, categories, subjects |
  //   src/client/features/statistics/dashboard-stat-cards.tsx
  it('shows six figures that lead to what they count, and ways on', async () => {
    await dashboard();
    await until(() => expect(texts('main h1')).toEqual(['Admin Dashboard']));
    await until(() =>
      expect(linksOf('main ul:first-of-type').slice(0, 6)).toEqual([
        ['Tutors1,234Verified or not', '/admin/tutors'],
        ['Students1,00,000With an account', '/admin/students'],
        ['Active subjects12In the catalogue', '/admin/subjects'],
        ['Pending verifications3Waiting for your decision', '/admin/tutors?filter=pending'],
        ['Bookings10,00,000Of every status', '/admin/bookings'],
        ['RevenueRs. 1,25,000.50Of completed sessions', '/admin/bookings?status=completed'],
      ]),
    );
    const shortcuts = [...(card('Shortcuts')?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]);
    expect(shortcuts).toEqual([
      ['Manage Tutors', '/admin/tutors'],
      ['Manage Students', '/admin/students'],
      ['Manage Bookings', '/admin/bookings'],
      ['Manage Categories', '/admin/subject-categories'],
      ['Manage Subjects', '/admin/subjects'],
      ['Reports', '/admin/reports'],
    ]);
  });

  // spec admin-dashboard.4
  it('says what waits, since when, and where', async () => {
    await dashboard();
    await shown('tutors to review');
    const entries = [...(card('Needs attention')?.querySelectorAll('li > *') ?? [])].map((entry) => [entry.textContent, entry.getAttribute('href')]);
    expect(entries).toEqual([
      ['3tutors to reviewThe first came 3 days ago', '/admin/tutors?filter=pending'],
      ['1verified profile that changedThe first came 1 hour ago', '/admin/tutors?filter=changed'],
      ['1open report', '/admin/reports?state=open'],
      ['99+background jobs that failed for good', '/admin/failed-jobs'],
    ]);
  });

  // spec admin-dashboard.3
  it('draws the time, says the same in tables, and keeps the period in the address', async () => {
    const asked: unknown[] = [];
    const charts = (input: unknown): ChartsView => {
      asked.push(input);
      return { points: POINTS };
    };
    const { at } = await dashboard({
      'statistics.charts': charts,
      'statistics.waiting': () => ({ ...WAITING, toReview: NONE, changed: NONE, reports: NONE, deadJobs: NONE }),
    });
    await shown('Nothing waits for you.');
    expect(table('Sign-ups')).toEqual([
      'Day | Students | Tutors',
      'Sat, 21 Nov 2026 | 0 | 0',
      'Sun, 22 Nov 2026 | 2 | 1',
      'Mon, 23 Nov 2026 | 0 | 0',
    ]);
    expect(table('Revenue of completed sessions').at(-1)).toBe('Mon, 23 Nov 2026 | Rs. 1,500.50');
    expect(texts('figcaption')[0]).toBe('Bookings made11');
    expect(document.querySelectorAll('figure svg g')).toHaveLength(9);
    await follow('12 months');
    await until(() => expect(at()).toBe('/admin/dashboard?period=months'));
    await until(() => expect(asked.at(-1)).toEqual({ period: 'months' }));
    await until(() => expect(table('Bookings made')[1]).toBe('November 2026 | 0'));
    await follow('30 days');
    await until(() => expect(at()).toBe('/admin/dashboard'));
  });

  // spec admin-dashboard.4
  it('says what could not be read, where it would stand, and tries again', async () => {
    let stats: () => Promise<DashboardStats> = () => Promise.reject(networkError());
    await dashboard({ 'statistics.dashboard': () => stats(), 'statistics.charts': () => ({ points: [point('2026-11-23')] }) });
    await shown('Failed to fetch dashboard stats');
    await shown('Nothing in this time yet.');
    expect(texts('main ul:first-of-type li')[0]).toBe('Tutors–Verified or not');
    stats = async () => STATS;
    await press('Try Again');
    await shown('1,00,000');
    expect(document.querySelector('main [role=alert]')).toBeNull();
  });
});
