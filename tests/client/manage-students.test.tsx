import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { toastPosition } from '#client/ui/toasts.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { waitForFocus } from '#tests/support/account-page.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();

const NAME = 'Dilini Perera';
const STATS = { totalBookings: 12, completedBookings: 9, favoriteTutors: 1, totalSpent: 125_000 };
const aRow = (overrides: Partial<StudentRow> = {}): StudentRow => ({
  ...{ id: 's1', name: NAME, email: 'dilini@vidya.test', phone: '077 123 4567', profileImage: '', status: 'active' },
  ...{ createdAt: MONDAY_TEN, updatedAt: MONDAY_TEN, stats: STATS },
  ...overrides,
});
const EMPTY = aRow({ id: 's2', name: '', email: '', phone: '', stats: { totalBookings: 0, completedBookings: 0, favoriteTutors: 0, totalSpent: 0 } });
const CONSEQUENCES = { isLastAdmin: false, cancelled: 2, refund: 4500, completed: 1, reviews: 3 };

async function open(answers: Answers = {}, path = '/admin/students') {
  const visited = await visit(path, ADMIN, {
    'moderation.students': ({ page = 1 } = {}) => ({ students: [aRow(), EMPTY], page, totalPages: 3, total: 60 }),
    'moderation.consequences': () => CONSEQUENCES,
    'moderation.setAccountStatuses': ({ status }) => ({
      message: status === 'suspended' ? 'Account suspended successfully' : 'Account reinstated successfully',
      refusals: [],
    }),
    'moderation.deleteStudent': () => ({ message: 'Student deleted successfully' }),
    ...answers,
  });
  const { user } = visited;
  const openFromMenu = async (item: string, name = NAME) => {
    await user.click(await screen.findByRole('button', { name: `More about ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return screen.findByRole('dialog');
  };
  const pressInDialog = async (name: RegExp) => {
    const pressed = await inDialog(name);
    await waitFor(() => expect(pressed.hasAttribute('disabled')).toBe(false));
    await user.click(pressed);
  };
  return { ...visited, openFromMenu, pressInDialog };
}
const button = (name: string) => screen.getByRole('button', { name });
const inDialog = async (name: RegExp) => within(await screen.findByRole('dialog')).getByRole('button', { name });
const findNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const findReason = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason for the suspension' });

describe('the page Manage Students', () => {
  test('keeps the menu of a row open while the page scrolls', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: `More about ${NAME}` }));
    const suspend = await screen.findByRole('menuitem', { name: 'Suspend' });
    await act(async () => void window.dispatchEvent(new Event('scroll')));
    await user.click(suspend);
    await screen.findByRole('dialog', { name: `Suspend ${NAME}?` });
  });

  // spec manage-students.2 | P §2 Admin area | Columns Student, Contact, Activity, Spending, Actions; photo, name, email, phone, Joined, bookings,
  //   favourites, completed, total spent; view, email, call | src/client/features/moderation/students-table.tsx
  // spec s8-last.4 | P §2 Admin area, S8b 4 | Send email keeps the @ of the address | src/client/features/moderation/students-table.tsx
  // spec admin.1
  test('shows who students are, how to reach them, and what they have done', async () => {
    await open();
    await screen.findByText('60 students');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Manage Students');
    const table = screen.getByRole('table', { name: 'Students' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Student', 'Contact', 'Activity', 'Spending', 'Actions']);
    const [, ...rows] = within(table).getAllByRole('row');
    const cells = rows.map((row) => [...row.children].slice(1, 5).map(({ textContent }) => textContent));
    expect(cells).toEqual([
      [
        expect.stringContaining(`${NAME}Joined Mon, 23 Nov 2026`),
        'dilini@vidya.test077 123 4567',
        '12 bookings9 completed1 favorite',
        'Rs. 1,25,000',
      ],
      [expect.stringContaining('Unknown Student'), 'No emailNo phone', '0 bookings0 completed0 favorites', 'Rs. 0'],
    ]);
    expect(listLinks(table)).toEqual([
      [`Send email to ${NAME}`, 'mailto:dilini@vidya.test'],
      [`Call ${NAME}`, 'tel:0771234567'],
    ]);
    within(screen.getByRole('navigation', { name: 'Pages' })).getByText('Page 1 of 3');
    expect(screen.getAllByRole('navigation').flatMap(listLinks)).toContainEqual(['Manage Students', '/admin/students']);
  });

  // spec admin.2 | P §2 Admin area, S5 | A search runs on Enter or with its button; filter, sort and page stand in the address |
  //   src/client/ui/search-field.tsx
  test('is searched, sorted and paged by its address; a search runs on request', async () => {
    const { user, api, at } = await open({}, '/admin/students?page=2');
    await screen.findByText('Page 2 of 3');
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search students' }), ' dil% ');
    expect(at()).toBe('/admin/students?page=2');
    await user.click(button('Search'));
    await waitFor(() => expect(at()).toBe('/admin/students?q=dil%25'));
    await user.click(button('Next'));
    await waitFor(() => expect(at()).toBe('/admin/students?q=dil%25&page=2'));
    await user.click(button('Clear search'));
    await waitFor(() => expect(at()).toBe('/admin/students'));

    const filters = document.getElementById(button('Filters').getAttribute('aria-controls') ?? '');
    expect(filters?.hidden).toBe(true);
    await user.click(button('Filters'));
    expect([button('Filters').getAttribute('aria-expanded'), filters?.hidden]).toEqual(['true', false]);
    const sort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort By' });
    expect([...sort.options].map(({ text }) => text)).toEqual(['Newest', 'Oldest', 'Name A-Z']);
    await user.selectOptions(sort, 'name');
    await waitFor(() => expect(at()).toBe('/admin/students?sort=name'));
    await waitFor(() => expect(api.inputsOf('moderation.students').at(-1)).toEqual({ search: '', sortBy: 'name', page: 1 }));
  });

  // spec s10-pages.26 | S10 1 | A page stays, with the focus in its field, while only its search changes, however slow the device is |
  //   src/client/app/router.tsx
  test('stays while a search begins, on a device that takes its time', async () => {
    const { user, api, at } = await open({}, '/admin/students?q=dil');
    const search = await screen.findByRole('searchbox', { name: 'Search students' });
    const { now } = Date;
    let delays = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      delays += 300;
      return now() + delays;
    });
    const styles: (string | null)[] = [];
    const observer = new MutationObserver((changes) => styles.push(...changes.map(({ target }) => (target as Element).getAttribute('style'))));
    observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['style'] });
    await user.clear(search);
    await user.type(search, 'nimal{Enter}');
    await waitFor(() => expect(at()).toBe('/admin/students?q=nimal'));
    await waitFor(() => expect(api.inputsOf('moderation.students').at(-1)).toMatchObject({ search: 'nimal' }));
    observer.disconnect();
    expect(styles.filter((style) => style?.includes('display: none'))).toEqual([]);
    expect([document.activeElement, screen.getByRole('searchbox', { name: 'Search students' })]).toEqual([search, search]);
  });

  // spec admin.3 | P §2 Admin area, S5 | Previous, Next and "Page x of y"; a page that is no longer there leads to the last one |
  //   src/client/ui/pager.tsx
  test('goes back to the last page that exists, and says when no student is found', async () => {
    const { user, at } = await open(
      { 'moderation.students': ({ page = 1 } = {}) => ({ students: [], page, totalPages: 1, total: 0 }) },
      '/admin/students?q=x&page=7',
    );
    await waitFor(() => expect(at()).toBe('/admin/students?q=x'));
    await screen.findByText('No students found');
    await user.click(button('Show all students'));
    await waitFor(() => expect(at()).toBe('/admin/students'));
    await screen.findByText('No students yet');
  });

  // spec manage-students.4 | P §2 Admin area, C §8 Fallback labels | Details: Personal Information, Activity Statistics, Account Information; Unknown
  //   Student, Not provided | src/client/features/moderation/student-details.tsx
  // spec errors.71 | C §8 Fallback labels | 'Not provided' | src/client/features/moderation/student-details.tsx
  test('shows the details of a student, with what was not provided', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'View details of Unknown Student' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Personal Information',
      'Activity Statistics',
      'Account Information',
    ]);
    expect(dialog.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
      ...['NameUnknown Student', 'EmailNot provided', 'PhoneNot provided'],
      ...['Total bookings0', 'Completed bookings0', 'Favorite tutors0', 'Total spentRs. 0'],
      ...['StatusActive', expect.stringContaining('CreatedMon, 23 Nov 2026'), expect.stringContaining('Last updatedMon, 23 Nov 2026')],
    ]);
  });

  // spec admin.4 | C §8 | What could not be read says so, and is tried again | src/client/ui/page-state.tsx
  test('says what failed, and retries', async () => {
    let isFailing = true;
    const { user } = await open({
      'moderation.students': () => {
        if (isFailing) throw networkError();
        return { students: [aRow()], page: 1, totalPages: 1, total: 1 };
      },
    });
    await screen.findByText('Failed to fetch students');
    isFailing = false;
    await user.click(button('Try Again'));
    await screen.findByText('1 student');
  });

  // spec manage-students.5 | P §2 Admin area, D Realtime and notifications | Its toasts are at the bottom right, as long as it is shown |
  //   src/client/ui/toasts.ts
  test('has its toasts at the bottom right while it is shown', async () => {
    const { router } = await open();
    await screen.findByText(NAME);
    expect(toastPosition.now()).toBe('bottom-right');
    await act(async () => router.navigate({ to: '/' }));
    await waitFor(() => expect(toastPosition.now()).toBe('top-right'));
  });
});

// spec manage-students.6 | S5 | Suspend, reinstate and delete, with what happens said beforehand |
//   src/client/features/moderation/account-status-dialog.tsx
describe('the account status dialog', () => {
  test('says beforehand what a suspension does, asks for a reason, and reads the table again', async () => {
    const { user, api, openFromMenu, pressInDialog } = await open();
    await openFromMenu('Suspend');
    await screen.findByText('2 bookings that have not ended are cancelled, and nothing is owed of their price, Rs. 4,500.');
    await screen.findByText('1 session that has ended counts as completed.');
    await pressInDialog(/Suspend/);
    await screen.findByText('Please provide a reason for suspension');
    expect(document.activeElement).toBe(await findReason());
    expect(api.inputsOf('moderation.setAccountStatuses')).toEqual([]);
    await user.type(await findReason(), '  Insults  ');
    await pressInDialog(/Suspend/);
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Account suspended successfully']]));
    expect(api.inputsOf('moderation.setAccountStatuses')).toEqual([{ userIds: ['s1'], status: 'suspended', reason: 'Insults' }]);
    await waitFor(() => expect(api.inputsOf('moderation.students').length).toBeGreaterThan(1));
  });

  test('does not suspend the last admin', async () => {
    const { api, openFromMenu } = await open({ 'moderation.consequences': () => ({ ...CONSEQUENCES, isLastAdmin: true }) });
    await openFromMenu('Suspend');
    await screen.findByText('The last admin cannot be suspended');
    expect((await inDialog(/Suspend/)).hasAttribute('disabled')).toBe(true);
    expect(api.inputsOf('moderation.setAccountStatuses')).toEqual([]);
  });

  test('reinstates a suspended account after a confirmation, and shows an error', async () => {
    const { api, openFromMenu, pressInDialog } = await open({
      'moderation.students': () => ({ students: [aRow({ status: 'suspended' })], page: 1, totalPages: 1, total: 1 }),
      'moderation.setAccountStatuses': () => ({
        message: 'No account was reinstated',
        refusals: [{ userId: 's1', message: 'User not found' }],
      }),
    });
    await openFromMenu('Reinstate');
    await screen.findByText('They can sign in again. Cancelled bookings stay cancelled.');
    await pressInDialog(/Reinstate/);
    await waitFor(() => expect(listToasts()).toEqual([['error', 'User not found']]));
    expect(api.inputsOf('moderation.setAccountStatuses')).toEqual([{ userIds: ['s1'], status: 'active' }]);
  });

  // spec suspending.10
  test('says who has been suspended meanwhile for another reason, and keeps what was typed', async () => {
    let isSuspended = false;
    const message = 'This account was already suspended, for another reason';
    const { user, api, openFromMenu, pressInDialog, queryClient } = await open({
      'moderation.students': () => ({
        ...{ page: 1, totalPages: 1, total: 1 },
        students: [aRow({ status: isSuspended ? 'suspended' : 'active' })],
      }),
      'moderation.setAccountStatuses': () => {
        isSuspended = true;
        return { message: 'No account was suspended', refusals: [{ userId: 's1', message }] };
      },
    });
    await openFromMenu('Suspend');
    await user.type(await findReason(), 'Insults');
    await pressInDialog(/Suspend/);
    await waitFor(() => expect(listToasts()).toEqual([['error', message]]));
    await waitFor(() => expect(api.inputsOf('moderation.students').length).toBeGreaterThan(1));
    expect((await findReason()).value).toBe('Insults');
    await user.keyboard('{Escape}');
    await findNoDialog();
    isSuspended = false;
    await act(() => queryClient.invalidateQueries());
    await openFromMenu('Suspend');
    expect((await findReason()).value).toBe('Insults');
  });

  test('stores the reason per student until it is sent', async () => {
    const other = aRow({ id: 's3', name: 'Kamal Silva' });
    const { user, router, openFromMenu, pressInDialog } = await open({
      'moderation.students': () => ({ students: [aRow(), other], page: 1, totalPages: 1, total: 2 }),
    });
    await openFromMenu('Suspend');
    await user.type(await findReason(), 'Insults');
    await user.keyboard('{Escape}');
    await findNoDialog();
    await openFromMenu('Suspend', 'Kamal Silva');
    await screen.findByRole('dialog', { name: 'Suspend Kamal Silva?' });
    expect((await findReason()).value).toBe('');
    await user.keyboard('{Escape}');
    await findNoDialog();
    await act(async () => router.navigate({ to: '/' }));
    await act(async () => router.navigate({ to: '/admin/students' }));
    await openFromMenu('Suspend');
    expect((await findReason()).value).toBe('Insults');
    await pressInDialog(/Suspend/);
    await findNoDialog();
    await openFromMenu('Suspend');
    expect((await findReason()).value).toBe('');
  });

  test('shows no error of the time before when it is opened again for the same student', async () => {
    const { user, openFromMenu, pressInDialog } = await open();
    await openFromMenu('Suspend');
    await pressInDialog(/Suspend/);
    await screen.findByText('Please provide a reason for suspension');
    await user.keyboard('{Escape}');
    await findNoDialog();
    await openFromMenu('Suspend');
    expect(getErrorOf(await findReason())).toBeNull();
  });

  test('restores a reason that the version before has stored', async () => {
    sessionStorage.setItem('draft:suspend s1', JSON.stringify({ text: 'Insults', over: '' }));
    const { openFromMenu } = await open();
    await openFromMenu('Suspend');
    expect((await findReason()).value).toBe('Insults');
  });
});

describe('the dialog that deletes a student', () => {
  // spec manage-students.6
  test('says beforehand what happens', async () => {
    const { api, openFromMenu, pressInDialog } = await open();
    await openFromMenu('Delete');
    await screen.findByText('The 3 reviews they wrote stay, without their name.');
    await pressInDialog(/Delete student/);
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Student deleted successfully']]));
    expect(api.inputsOf('moderation.deleteStudent')).toEqual([{ id: 's1' }]);
    await waitFor(() => expect(api.inputsOf('moderation.students').length).toBeGreaterThan(1));
  });

  // spec s12-desk.63
  test('leaves the focus on the page, for the row is gone', async () => {
    let rows = [aRow(), EMPTY];
    const { openFromMenu, pressInDialog } = await open({
      'moderation.students': () => ({ students: rows, page: 1, totalPages: 1, total: rows.length }),
      'moderation.deleteStudent': () => {
        rows = [EMPTY];
        return { message: 'Student deleted successfully' };
      },
    });
    await openFromMenu('Delete');
    await pressInDialog(/Delete student/);
    await screen.findByText('1 student');
    await findNoDialog();
    await waitForFocus(() => screen.getByRole('main'));
  });
});
