import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { toastPosition } from '#client/ui/toasts.ts';
import type { AccountView } from '#shared/contracts/moderation.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, fill, fillText, press, shown, texts, until } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { linksOf, visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();

const NAME = 'Dilini Perera';
const ESCAPE = { key: 'Escape', bubbles: true };
const STATS = { totalBookings: 12, completedBookings: 9, favoriteTutors: 1, totalSpent: 125_000 };
const aRow = (overrides: Partial<StudentRow> = {}): StudentRow => ({
  ...{ id: 's1', name: NAME, email: 'dilini@vidya.test', phone: '077 123 4567', profileImage: '', status: 'active' },
  ...{ createdAt: MONDAY_TEN, updatedAt: MONDAY_TEN, stats: STATS },
  ...overrides,
});
const EMPTY = aRow({ id: 's2', name: '', email: '', phone: '', stats: { totalBookings: 0, completedBookings: 0, favoriteTutors: 0, totalSpent: 0 } });
const CHANGED = { id: 's1', status: 'suspended' } as AccountView;
const CONSEQUENCES = { isLastAdmin: false, cancelled: 2, refund: 4500, completed: 1, reviews: 3 };

async function desk(more: Answers = {}, path = '/admin/students') {
  const visited = await visit(path, ADMIN, {
    'moderation.students': ({ page = 1 } = {}) => ({ students: [aRow(), EMPTY], page, totalPages: 3, total: 60 }),
    'moderation.consequences': () => CONSEQUENCES,
    'moderation.setAccountStatus': ({ status }) => ({
      message: status === 'suspended' ? 'Account suspended successfully' : 'Account reinstated successfully',
      user: CHANGED,
    }),
    'moderation.deleteStudent': () => ({ message: 'Student deleted successfully' }),
    ...more,
  });
  const sent = (name: string) => visited.api.calls.filter(({ path: called }) => called === name).map(({ input }) => input);
  return { ...visited, sent };
}
const menu = async (item: string) => {
  await shown(NAME);
  await press(`More about ${NAME}`);
  await press(item);
};

describe('Manage Students', () => {
  it('keeps what else can be done open while the page scrolls', async () => {
    await desk();
    await shown(NAME);
    await press(`More about ${NAME}`);
    await until(() => button('Suspend'));
    await act(async () => void window.dispatchEvent(new Event('scroll')));
    await press('Suspend');
    await shown(`Suspend ${NAME}?`);
  });

  // spec manage-students.2 | P §2 Admin area | Columns Student, Contact, Activity, Spending, Actions; photo, name, email, phone, Joined, bookings,
  //   favourites, completed, total spent; view, email, call | src/client/features/moderation/students-table.tsx
  // spec s8-last.4 | P §2 Admin area, S8b 4 | Send email keeps the @ of the address | src/client/features/moderation/students-table.tsx
  // spec admin.1
  it('shows who they are, how to reach them, and what they have done', async () => {
    await desk();
    await shown('60 students');
    expect(texts('h1')).toEqual(['Manage Students']);
    expect(texts('thead th')).toEqual(['Student', 'Contact', 'Activity', 'Spending', 'Actions']);
    expect(texts('tbody tr:first-child > *').slice(0, 4)).toEqual([
      expect.stringContaining(`${NAME}Joined Mon, 23 Nov 2026`),
      'dilini@vidya.test077 123 4567',
      '12 bookings9 completed1 favourite',
      'Rs. 1,25,000',
    ]);
    expect(texts('tbody tr:last-child > *').slice(0, 4)).toEqual([
      expect.stringContaining('Unknown Student'),
      'No emailNo phone',
      '0 bookings0 completed0 favourites',
      'Rs. 0',
    ]);
    expect(linksOf('tbody')).toEqual([
      [`Send email to ${NAME}`, 'mailto:dilini@vidya.test'],
      [`Call ${NAME}`, 'tel:0771234567'],
    ]);
    expect(texts('nav[aria-label="Pages"] p')).toEqual(['Page 1 of 3']);
    expect(linksOf('nav')).toContainEqual(['Manage Students', '/admin/students']);
  });

  // spec admin.2 | P §2 Admin area, S5 | A search runs on Enter or with its button; filter, sort and page stand in the address |
  //   src/client/ui/search-field.tsx
  it('is searched, sorted and turned by its address; a search runs when it is asked for', async () => {
    const { sent, at } = await desk({}, '/admin/students?page=2');
    await shown('Page 2 of 3');
    // Its room stays, so that the search button does not move with the first letter.
    expect(button('Clear search').getAttribute('aria-disabled')).toBe('true');
    await fill('Search students', ' dil% ');
    expect(button('Clear search').getAttribute('aria-disabled')).toBeNull();
    expect(at()).toBe('/admin/students?page=2');
    await press('Search');
    await until(() => expect(at()).toBe('/admin/students?q=dil%25'));
    await press('Next');
    await until(() => expect(at()).toBe('/admin/students?q=dil%25&page=2'));
    await press('Clear search');
    await until(() => expect(at()).toBe('/admin/students'));

    expect(document.querySelector<HTMLElement>('select')?.closest('[hidden]')).toBeTruthy();
    await press('Filters');
    expect(button('Filters').getAttribute('aria-expanded')).toBe('true');
    const select = document.querySelector('select');
    expect([select?.labels[0]?.textContent, texts('select option')]).toEqual(['Sort By', ['Newest', 'Oldest', 'Name A-Z']]);
    await act(async () => {
      if (select) select.value = 'name';
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await until(() => expect(at()).toBe('/admin/students?sort=name'));
    await until(() => expect(sent('moderation.students').at(-1)).toEqual({ search: '', sortBy: 'name', page: 1 }));
  });

  // spec admin.3 | P §2 Admin area, S5 | Previous, Next and "Page x of y"; a page that is no longer there leads to the last one |
  //   src/client/ui/pager.tsx
  it('goes back to the last page that there is, and says when nobody is found', async () => {
    const { at } = await desk(
      { 'moderation.students': ({ page = 1 } = {}) => ({ students: [], page, totalPages: 1, total: 0 }) },
      '/admin/students?q=x&page=7',
    );
    await until(() => expect(at()).toBe('/admin/students?q=x'));
    await shown('No students found');
    await press('Show all students');
    await until(() => expect(at()).toBe('/admin/students'));
    await shown('No students yet');
  });

  // spec manage-students.4 | P §2 Admin area, C §8 Fallback labels | Details: Personal Information, Activity Statistics, Account Information; Unknown
  //   Student, Not provided | src/client/features/moderation/student-details.tsx
  // spec errors.71 | C §8 Fallback labels | 'Not provided' | src/client/features/moderation/student-details.tsx
  it('tells the details of one, with what was not provided', async () => {
    await desk();
    await shown(NAME);
    await press('View details of Unknown Student');
    await shown('Personal Information');
    expect(texts('[role="dialog"] h3')).toEqual(['Personal Information', 'Activity Statistics', 'Account Information']);
    expect(texts('[role="dialog"] dl > div')).toEqual([
      ...['NameUnknown Student', 'EmailNot provided', 'PhoneNot provided'],
      ...['Total bookings0', 'Completed bookings0', 'Favourite tutors0', 'Total spentRs. 0'],
      ...['StatusActive', expect.stringContaining('CreatedMon, 23 Nov 2026'), expect.stringContaining('Last updatedMon, 23 Nov 2026')],
    ]);
  });

  // spec admin.4 | C §8 | What could not be read says so, and is tried again | src/client/ui/page-state.tsx
  it('says what broke, and tries again', async () => {
    let isBroken = true;
    const broken = () => {
      throw networkError();
    };
    await desk({ 'moderation.students': () => (isBroken ? broken() : { students: [aRow()], page: 1, totalPages: 1, total: 1 }) });
    await shown('Failed to fetch students');
    isBroken = false;
    await press('Try Again');
    await shown('1 student');
  });

  // spec manage-students.5 | P §2 Admin area, D Realtime and notifications | Its toasts are at the bottom right, as long as it is shown |
  //   src/client/ui/toasts.ts
  it('has its toasts at the bottom right, as long as it is shown', async () => {
    const { router } = await desk();
    await shown(NAME);
    expect(toastPosition.now()).toBe('bottom-right');
    await act(async () => router.navigate({ to: '/' }));
    await until(() => expect(toastPosition.now()).toBe('top-right'));
  });
});

// spec manage-students.6 | S5 | Suspend, reinstate and delete, with what happens said beforehand |
//   src/client/features/moderation/account-status-dialog.tsx
describe('suspending', () => {
  it('says beforehand what happens, asks for a reason, and reads the table again', async () => {
    const { sent } = await desk();
    await menu('Suspend');
    await shown('2 bookings that have not ended are cancelled, and all of the price is given back: Rs. 4,500.');
    await shown('1 session that has ended counts as completed.');
    await pressInDialog('Suspend');
    await shown('Please provide a reason for suspension');
    expect(sent('moderation.setAccountStatus')).toEqual([]);
    await fillText('Reason for the suspension', '  Insults  ');
    await pressInDialog('Suspend');
    await until(() => expect(listToasts()).toEqual([['success', 'Account suspended successfully']]));
    expect(sent('moderation.setAccountStatus')).toEqual([{ userId: 's1', status: 'suspended', reason: 'Insults' }]);
    await until(() => expect(sent('moderation.students').length).toBeGreaterThan(1));
  });

  it('is not possible for the last admin, nor without knowing what happens', async () => {
    const { sent } = await desk({ 'moderation.consequences': () => ({ ...CONSEQUENCES, isLastAdmin: true }) });
    await menu('Suspend');
    await shown('The last admin cannot be suspended');
    const confirm = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(({ textContent }) =>
      textContent?.startsWith('Suspend'),
    );
    expect([confirm?.disabled, sent('moderation.setAccountStatus')]).toEqual([true, []]);
  });

  it('of one who is suspended is reinstating, after a question; a refusal is said', async () => {
    const { sent } = await desk({
      'moderation.students': () => ({ students: [aRow({ status: 'suspended' })], page: 1, totalPages: 1, total: 1 }),
      'moderation.setAccountStatus': () => {
        throw apiError('user.not_found');
      },
    });
    await menu('Reinstate');
    await shown('They can sign in again. No session and no cancelled booking comes back.');
    await pressInDialog('Reinstate');
    await until(() => expect(listToasts()).toEqual([['error', 'User not found']]));
    expect(sent('moderation.setAccountStatus')).toEqual([{ userId: 's1', status: 'active' }]);
  });
});

describe('the reason of a suspension', () => {
  it('stays with whom it was typed for until it is sent, however the dialog was closed', async () => {
    const other = aRow({ id: 's3', name: 'Kamal Silva' });
    const students = { 'moderation.students': () => ({ students: [aRow(), other], page: 1, totalPages: 1, total: 2 }) };
    const { router } = await desk(students);
    const reason = () => document.querySelector('textarea')?.value;
    const close = () => act(async () => void document.querySelector('[role="dialog"]')?.dispatchEvent(new KeyboardEvent('keydown', ESCAPE)));
    const gone = () => until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    await menu('Suspend');
    await fillText('Reason for the suspension', 'Insults');
    await close();
    await gone();
    await press('More about Kamal Silva');
    await press('Suspend');
    await shown('Suspend Kamal Silva?');
    expect(reason()).toBe('');
    await close();
    await gone();
    await act(async () => router.navigate({ to: '/' }));
    await act(async () => router.navigate({ to: '/admin/students' }));
    await menu('Suspend');
    await until(() => expect(reason()).toBe('Insults'));
    await pressInDialog('Suspend');
    await gone();
    await menu('Suspend');
    await until(() => expect(reason()).toBe(''));
  });
});

describe('deleting', () => {
  // spec manage-students.6
  it('says beforehand what happens', async () => {
    const { sent } = await desk();
    await menu('Delete');
    await shown('The 3 reviews they have written stay, without their name.');
    await pressInDialog('Delete student');
    await until(() => expect(listToasts()).toEqual([['success', 'Student deleted successfully']]));
    expect(sent('moderation.deleteStudent')).toEqual([{ id: 's1' }]);
    await until(() => expect(sent('moderation.students').length).toBeGreaterThan(1));
  });
});
