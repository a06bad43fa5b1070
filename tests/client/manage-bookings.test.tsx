import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { AdminBookingsPage, BookingView } from '#shared/contracts/bookings.ts';
import { findDialogButton, getDialogText, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { aBookingDetails, aBookingView, aProblemView } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

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

const showPage = (more: Answers = {}, path = '/admin/bookings') => visit(path, ADMIN, { 'bookings.desk': () => page([FULL]), ...more });
const listInputs = (api: { calls: { path: string; input: unknown }[] }) =>
  api.calls.filter(({ path }) => path === 'bookings.desk').map(({ input }) => input);
/** Also as a part of a longer text. */
const findText = (text: string) => screen.findAllByText(text, { exact: false });

describe('Manage Bookings', () => {
  // spec manage-bookings.2 | P §2 Admin area, C §8 Fallback labels | A card shows subject, status, student, tutor, start, amount, payment, topics,
  //   last 8 characters of the id, notes, reason; Unknown Tutor | src/client/features/admin-bookings/bookings-table.tsx
  it('shows the details of each booking', async () => {
    await showPage();
    await screen.findByRole('heading', { level: 1, name: 'Manage Bookings' });
    await findText('Combined Mathematics');
    const card = screen.getAllByRole('row')[1]?.textContent ?? '';
    for (const text of [
      'Combined Mathematics',
      'Cancelled',
      'Kavindu Perera',
      'with Unknown Tutor',
      '24 Nov 2026',
      'Rs. 1,25,000',
      'Payment Pending',
    ]) {
      expect(card).toContain(text);
    }
    for (const text of ['Calculus', '12345678', 'Notes: Please bring paper', 'Cancellation reason: I am ill']) expect(card).toContain(text);
    expect(card).not.toContain(ID);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    await findText('1 booking');
  });

  // spec admin.2, manage-bookings.1
  it('keeps status, order and page in the address', async () => {
    const { user, api, at } = await showPage({
      'bookings.desk': ({ page: number = 1 } = {}) => page([FULL], { totalPages: 3, page: number, total: 60 }),
    });
    await findText('Page 1 of 3');
    expect(listLinks(screen.getByRole('navigation', { name: 'Filter bookings by status' }))).toEqual([
      ['All', '/admin/bookings'],
      ['Pending', '/admin/bookings?status=pending'],
      ['Confirmed', '/admin/bookings?status=confirmed'],
      ['Completed', '/admin/bookings?status=completed'],
      ['Cancelled', '/admin/bookings?status=cancelled'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(at()).toBe('/admin/bookings?page=2'));
    await findText('Page 2 of 3');
    await user.click(screen.getByRole('link', { name: 'Pending' }));
    await waitFor(() => expect(at()).toBe('/admin/bookings?status=pending'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'amount');
    await waitFor(() => expect(at()).toBe('/admin/bookings?status=pending&sort=amount'));
    await waitFor(() => expect(listInputs(api).at(-1)).toEqual({ status: 'pending', sortBy: 'amount', page: 1 }));
  });

  // spec s12-desk.8 | S12 D | Manage Bookings is a table that is searched, with the search in the address, and sorted by its headings |
  //   src/client/features/admin-bookings/admin-bookings-page.tsx, src/client/ui/data-table.tsx
  it('searches for a person or a whole id, and sorts by the headings', async () => {
    const { user, api, at } = await showPage({}, '/admin/bookings?status=cancelled&page=2');
    await findText('Combined Mathematics');
    await user.keyboard('/');
    await user.keyboard('kavindu{Enter}');
    await waitFor(() => expect(at()).toBe('/admin/bookings?status=cancelled&q=kavindu'));
    await waitFor(() => expect(listInputs(api).at(-1)).toEqual({ status: 'cancelled', sortBy: 'newest', search: 'kavindu', page: 1 }));
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(at()).toBe('/admin/bookings?status=cancelled&sort=amount&q=kavindu'));
    expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(at()).toBe('/admin/bookings?status=cancelled&sort=amount'));
  });

  // spec admin.2
  it('reads them from an address, without invalid values', async () => {
    const { api } = await showPage({}, '/admin/bookings?status=paid&sort=oldest&page=-4');
    await waitFor(() => expect(listInputs(api)).toEqual([{ status: 'all', sortBy: 'oldest', page: 1 }]));
  });

  // spec admin.4
  it('says what could not be read, tries again, and says that there is none', async () => {
    let desk: () => Promise<AdminBookingsPage> = () => Promise.reject(networkError());
    const { user } = await showPage({ 'bookings.desk': () => desk() }, '/admin/bookings?status=pending');
    await findText('Failed to fetch bookings');
    desk = async () => page([]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await findText('No pending bookings');
    expect(listLinks(screen.getByRole('main'))).toContainEqual(['All bookings', '/admin/bookings']);
  });
});

describe('the details of a booking', () => {
  const details = aBookingDetails({ id: ID, problems: [aProblemView()], childName: 'Amal' });

  // spec manage-bookings.4 | S5 | A details drawer with an address of its own | src/client/features/admin-bookings/booking-drawer.tsx
  it('are beside the list, with an address of their own', async () => {
    const { user, at } = await showPage({ 'bookings.byId': () => details }, '/admin/bookings?page=2');
    await findText('Combined Mathematics');
    await user.click(screen.getByRole('link', { name: 'Combined Mathematics' }));
    await waitFor(() => expect(at()).toBe(`/admin/bookings?page=2&booking=${ID}`));
    await waitFor(() => expect(getDialogText()).toContain('Requested'));
    for (const text of ['Kavindu Perera', 'Amal', 'Dilini Wickramasinghe', 'Rs. 1,500', 'Nobody came to the meeting.', ID]) {
      expect(getDialogText()).toContain(text);
    }
    expect(listLinks(screen.getByRole('dialog'))).toContainEqual(['Open booking page', `/bookings/${ID}`]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(at()).toBe('/admin/bookings?page=2'));
    await waitForNoDialog();
  });

  // spec manage-bookings.5
  it('offer to remind the tutor of a pending booking only, and say the outcome', async () => {
    let answer: () => Promise<{ message: string }> = async () => ({ message: 'Reminder sent successfully' });
    let booking = details;
    const { user, api } = await showPage(
      { 'bookings.byId': () => booking, 'bookings.askForAnswer': () => answer() },
      `/admin/bookings?booking=${ID}`,
    );
    const remind = await findDialogButton('Remind the tutor');
    await act(async () => {
      remind.click();
      remind.click();
    });
    await findText('Reminder sent successfully');
    expect(api.calls.filter(({ path }) => path === 'bookings.askForAnswer').map(({ input }) => input)).toEqual([{ id: ID }]);
    answer = () => Promise.reject(apiError('booking.answered'));
    booking = aBookingDetails({ id: ID, status: 'confirmed', confirmedAt: new Date() });
    await user.click(screen.getByRole('button', { name: 'Remind the tutor' }));
    await findText('Reminders can only be sent for pending bookings');
    await waitFor(() => expect(getDialogText()).not.toContain('Remind the tutor'));
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
    const { user, api } = await showPage({ 'exports.link': () => link() }, '/admin/bookings?status=completed');
    await screen.findByRole('button', { name: 'Export CSV' });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(followed).toEqual(['/export?signed true']));
    expect(api.calls.find(({ path }) => path === 'exports.link')?.input).toEqual({ table: 'bookings', status: 'completed' });
    link = () => Promise.reject(networkError());
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await findText('Failed to export the table. Please try again.');
    expect(followed).toHaveLength(1);
  });
});
