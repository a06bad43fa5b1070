import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { AdminBookingsPage, BookingView } from '#shared/contracts/bookings.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, press, pressTwice, shown, texts, until } from '#tests/support/render.tsx';
import { aBookingDetails, aBookingView, aProblemView } from '#tests/support/views.ts';
import { follow, linksOf, visit } from '#tests/support/visit.ts';

const ID = '0197d3c2-5f0e-7b6e-9a39-3c6b12345678';
const page = (bookings: BookingView[], more: Partial<AdminBookingsPage> = {}): AdminBookingsPage => ({
  bookings,
  totalPages: 1,
  page: 1,
  total: bookings.length,
  ...more,
});
const FULL = aBookingView({
  id: ID,
  status: 'cancelled',
  notes: 'Please bring paper',
  cancellationReason: 'I am ill',
  amount: 125_000,
  tutor: { id: '', phone: '', user: null },
});

const bookings = (more: Answers = {}, path = '/admin/bookings') => visit(path, ADMIN, { 'bookings.desk': () => page([FULL]), ...more });
const inputs = (api: { calls: { path: string; input: unknown }[] }) =>
  api.calls.filter(({ path }) => path === 'bookings.desk').map(({ input }) => input);
const dialog = () => document.querySelector('[role=dialog]');

describe('Manage Bookings', () => {
  // spec manage-bookings.2 | P §2 Admin area, C §8 Fallback labels | A card shows subject, status, student, tutor, start, amount, payment, topics,
  //   last 8 characters of the id, notes, reason; Unknown Tutor | src/client/features/admin-bookings/admin-booking-card.tsx
  it('shows of each booking what an admin asks', async () => {
    await bookings();
    await until(() => expect(texts('main h1')).toEqual(['Manage Bookings']));
    await shown('Combined Mathematics');
    const card = document.querySelector('main article')?.textContent ?? '';
    for (const said of [
      'Combined Mathematics',
      'Cancelled',
      'Kavindu Perera',
      'with Unknown Tutor',
      '24 Nov 2026',
      'Rs. 1,25,000',
      'PaymentPending',
    ]) {
      expect(card).toContain(said);
    }
    for (const said of ['Calculus', '12345678', 'Notes: Please bring paper', 'Cancellation reason: I am ill']) expect(card).toContain(said);
    expect(card).not.toContain(ID);
    expect(document.querySelector('nav[aria-label=Pages]')).toBeNull();
    await shown('1 booking');
  });

  // spec admin.2, manage-bookings.1
  it('keeps status, order and page in the address', async () => {
    const { api, at } = await bookings({ 'bookings.desk': ({ page: number = 1 } = {}) => page([FULL], { totalPages: 3, page: number, total: 60 }) });
    await shown('Page 1 of 3');
    expect(linksOf('nav[aria-label="Filter bookings by status"]')).toEqual([
      ['All', '/admin/bookings'],
      ['Pending', '/admin/bookings?status=pending'],
      ['Confirmed', '/admin/bookings?status=confirmed'],
      ['Completed', '/admin/bookings?status=completed'],
      ['Cancelled', '/admin/bookings?status=cancelled'],
    ]);
    await press('Next');
    await until(() => expect(at()).toBe('/admin/bookings?page=2'));
    await shown('Page 2 of 3');
    await follow('Pending');
    await until(() => expect(at()).toBe('/admin/bookings?status=pending'));
    const sort = document.querySelector('select');
    await act(async () => {
      if (sort) sort.value = 'amount';
      sort?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await until(() => expect(at()).toBe('/admin/bookings?status=pending&sort=amount'));
    await until(() => expect(inputs(api).at(-1)).toEqual({ status: 'pending', sortBy: 'amount', page: 1 }));
  });

  // spec admin.2
  it('reads them from an address, and leaves out what fits none', async () => {
    const { api } = await bookings({}, '/admin/bookings?status=paid&sort=oldest&page=-4');
    await until(() => expect(inputs(api)).toEqual([{ status: 'all', sortBy: 'oldest', page: 1 }]));
  });

  // spec admin.4
  it('says why there is none, and what could not be read, and tries again', async () => {
    let desk: () => Promise<AdminBookingsPage> = () => Promise.reject(networkError());
    await bookings({ 'bookings.desk': () => desk() }, '/admin/bookings?status=pending');
    await shown('Failed to fetch bookings');
    desk = async () => page([]);
    await press('Try Again');
    await shown('No pending bookings');
    expect(linksOf('main')).toContainEqual(['All bookings', '/admin/bookings']);
  });
});

describe('the details of a booking', () => {
  const details = aBookingDetails({ id: ID, problems: [aProblemView()], childName: 'Amal' });

  // spec manage-bookings.4 | S5 | A details drawer with an address of its own | src/client/features/admin-bookings/booking-drawer.tsx
  it('stand beside the list, with an address of their own, and go with it', async () => {
    const { at } = await bookings({ 'bookings.byId': () => details }, '/admin/bookings?page=2');
    await shown('Combined Mathematics');
    await follow('Combined Mathematics');
    await until(() => expect(at()).toBe(`/admin/bookings?page=2&booking=${ID}`));
    await until(() => expect(dialog()?.textContent).toContain('Requested'));
    for (const said of ['Kavindu Perera', 'Amal', 'Dilini Wickramasinghe', 'Rs. 1,500', 'Nobody came to the meeting.', ID]) {
      expect(dialog()?.textContent).toContain(said);
    }
    expect(linksOf('[role=dialog]')).toContainEqual(['Open booking page', `/bookings/${ID}`]);
    await press('Close');
    await until(() => expect(at()).toBe('/admin/bookings?page=2'));
    await until(() => expect(dialog()).toBeNull());
  });

  // spec manage-bookings.5
  it('offer to remind the tutor of a pending one only, and say what came of it', async () => {
    let asked: () => Promise<{ message: string }> = async () => ({ message: 'Reminder sent successfully' });
    let known = details;
    const { api } = await bookings({ 'bookings.byId': () => known, 'bookings.askForAnswer': () => asked() }, `/admin/bookings?booking=${ID}`);
    await until(() => button('Remind the tutor'));
    await pressTwice('Remind the tutor');
    await shown('Reminder sent successfully');
    expect(api.calls.filter(({ path }) => path === 'bookings.askForAnswer').map(({ input }) => input)).toEqual([{ id: ID }]);
    asked = () => Promise.reject(apiError('booking.answered'));
    known = aBookingDetails({ id: ID, status: 'confirmed', confirmedAt: new Date() });
    await press('Remind the tutor');
    await shown('Reminders can only be sent for pending bookings');
    await until(() => expect(dialog()?.textContent).not.toContain('Remind the tutor'));
  });
});

describe('Export CSV', () => {
  // spec export.1
  it('follows a link for what the screen shows', async () => {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
    });
    let link: () => Promise<{ url: string }> = async () => ({ url: '/export?signed' });
    const { api } = await bookings({ 'exports.link': () => link() }, '/admin/bookings?status=completed');
    await until(() => button('Export CSV'));
    await press('Export CSV');
    await until(() => expect(followed).toEqual(['/export?signed true']));
    expect(api.calls.find(({ path }) => path === 'exports.link')?.input).toEqual({ table: 'bookings', status: 'completed' });
    link = () => Promise.reject(networkError());
    await press('Export CSV');
    await shown('Failed to export the table. Please try again.');
    expect(followed).toHaveLength(1);
  });
});
