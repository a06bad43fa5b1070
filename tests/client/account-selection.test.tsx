import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { StudentRow } from '#shared/contracts/students.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();
const NAMES = ['Dilini', 'Kamal', 'Nimal', 'Sanduni'];
const STATS = { totalBookings: 0, completedBookings: 0, favoriteTutors: 0, totalSpent: 0 };

/** Four students; `gone` is found no longer, `suspended` are suspended at first. */
async function open({ gone = [], suspended = [], ...answers }: { gone?: string[]; suspended?: string[] } & Answers = {}, path = '/admin/students') {
  const statuses = new Map<string, AccountStatus>(NAMES.map((name) => [name, suspended.includes(name) ? 'suspended' : 'active']));
  const toRow = ([id, status]: [string, AccountStatus]): StudentRow => ({
    ...{ id, name: id, email: '', phone: '', profileImage: '', status, createdAt: MONDAY_TEN, updatedAt: MONDAY_TEN, stats: STATS },
  });
  const visited = await visit(path, ADMIN, {
    'moderation.students': ({ page = 1 } = {}) => ({ students: [...statuses].map(toRow), page, totalPages: 2, total: 8 }),
    'moderation.consequences': ({ userIds }) => ({ isLastAdmin: false, cancelled: userIds.length, refund: 4500, completed: 0, reviews: 0 }),
    'moderation.setAccountStatuses': ({ userIds, status }) => {
      const done = userIds.filter((id) => !gone.includes(id));
      for (const id of done) statuses.set(id, status);
      for (const id of gone) statuses.delete(id);
      const refusals = userIds.filter((id) => gone.includes(id)).map((userId) => ({ userId, message: 'User not found' }));
      return { message: `${done.length} of ${userIds.length}`, refusals };
    },
    ...answers,
  });
  await screen.findByText('8 students');
  return visited;
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const select = (name: string) => box(`Select ${name}`);
const listSelected = () => NAMES.filter((name) => screen.queryByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })?.checked);
const button = (name: string) => screen.getByRole('button', { name });
const findNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

// spec s12-desk.15 | S12 D | Rows of students and tutors are selected on their page: one, a range with Shift, all; another page, search or order clears
//   the selection | src/client/ui/data-table.tsx
describe('the checkboxes of a table', () => {
  test('select one row, a range with Shift by mouse and by key, and all of the page', async () => {
    const { user } = await open();
    await user.click(select('Kamal'));
    expect(screen.getByText('1 selected').getAttribute('role')).toBe('status');
    await user.keyboard('{Shift>}');
    await user.click(select('Sanduni'));
    await user.keyboard('{/Shift}');
    expect(listSelected()).toEqual(['Kamal', 'Nimal', 'Sanduni']);
    const [onDesktop, onPhones] = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select all 4 shown' });
    expect([onDesktop?.indeterminate, onPhones?.indeterminate]).toEqual([true, true]);
    await user.click(button('Clear'));
    await user.click(select('Dilini'));
    select('Nimal').focus();
    await user.keyboard('{Shift>}[Space]{/Shift}');
    expect(listSelected()).toEqual(['Dilini', 'Kamal', 'Nimal']);
    if (onDesktop) await user.click(onDesktop);
    expect(listSelected()).toEqual(NAMES);
    if (onPhones) await user.click(onPhones);
    expect(listSelected()).toEqual([]);
  });

  test('are cleared by Escape, except while somebody types', async () => {
    const { user } = await open();
    await user.click(select('Kamal'));
    await user.click(screen.getByRole('searchbox', { name: 'Search students' }));
    await user.keyboard('{Escape}');
    expect(listSelected()).toEqual(['Kamal']);
    select('Kamal').focus();
    await user.keyboard('{Escape}');
    expect([listSelected(), screen.queryByText('1 selected')]).toEqual([[], null]);
  });

  test.each([
    ['page', 'Next', '/admin/students?page=2'],
    ['order', 'Student', '/admin/students?sort=name'],
  ])('are cleared with another %s', async (_, pressed, address) => {
    const { user, at } = await open();
    await user.click(select('Kamal'));
    await user.click(button(pressed));
    await waitFor(() => expect(at()).toBe(address));
    await waitFor(() => expect(listSelected()).toEqual([]));
  });
});

// spec s12-desk.16 | S12 D | Several accounts are suspended with one reason after one question that names them and sums up what happens, or reinstated;
//   who is refused is told by name and stays selected | src/client/features/moderation/account-selection-bar.tsx,
//   src/client/features/moderation/account-status-dialog.tsx
describe('several accounts', () => {
  test('are suspended with one reason, and the table takes the focus', async () => {
    const { user, api } = await open();
    await user.click(select('Dilini'));
    await user.click(select('Kamal'));
    await user.click(button('Suspend 2…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 2 students?' }));
    dialog.getByText('Dilini, Kamal');
    await dialog.findByText('2 bookings that have not ended are cancelled, and nothing is owed of their price, Rs. 4,500.');
    dialog.getByText('Each of them will read this.');
    await user.click(dialog.getByRole('button', { name: /Suspend 2/ }));
    await dialog.findByText('Please provide a reason for suspension');
    await user.type(dialog.getByRole('textbox', { name: 'Reason for the suspension' }), ' Insults ');
    await user.click(dialog.getByRole('button', { name: /Suspend 2/ }));
    await findNoDialog();
    expect(api.inputsOf('moderation.consequences')).toEqual([{ userIds: ['Dilini', 'Kamal'] }]);
    expect(api.inputsOf('moderation.setAccountStatuses')).toEqual([{ userIds: ['Dilini', 'Kamal'], status: 'suspended', reason: 'Insults' }]);
    expect(listToasts()).toEqual([['success', '2 of 2']]);
    expect(listSelected()).toEqual([]);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^8 students/));
  });

  test('are suspended or reinstated as far as that is possible, and the rest stays selected', async () => {
    const { user, api } = await open({ suspended: ['Kamal', 'Nimal'] });
    await user.click(screen.getAllByRole('checkbox', { name: 'Select all 4 shown' })[0] ?? document.body);
    expect(button('Suspend 2…')).toBeTruthy();
    await user.click(button('Reinstate 2…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reinstate 2 students?' }));
    await user.click(dialog.getByRole('button', { name: /Reinstate 2/ }));
    await findNoDialog();
    expect(api.inputsOf('moderation.setAccountStatuses')).toEqual([{ userIds: ['Kamal', 'Nimal'], status: 'active' }]);
    expect(listSelected()).toEqual(['Dilini', 'Sanduni']);
  });

  test('are told by name where one is refused, who stays selected as long as the row is there', async () => {
    const refusals = [{ userId: 'Kamal', message: 'The last admin cannot be suspended' }];
    const { user } = await open({
      'moderation.setAccountStatuses': () => ({ message: '1 of 2 accounts was reinstated', refusals }),
      suspended: NAMES,
    });
    await user.click(select('Kamal'));
    await user.click(select('Nimal'));
    await user.click(button('Reinstate 2…'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Reinstate 2/ }));
    await findNoDialog();
    expect(listToasts()).toEqual([['warning', 'Kamal: The last admin cannot be suspended']]);
    await waitFor(() => expect(listSelected()).toEqual(['Kamal']));
  });

  // spec suspending.10
  test('keep the reason for who is refused', async () => {
    const refusals = [{ userId: 'Kamal', message: 'This account was already suspended, for another reason' }];
    const { user } = await open({ 'moderation.setAccountStatuses': () => ({ message: '1 of 2 accounts was suspended', refusals }) });
    await user.click(select('Dilini'));
    await user.click(select('Kamal'));
    await user.click(button('Suspend 2…'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Reason for the suspension' }), 'Insults');
    await waitFor(() => expect(dialog.getByRole('button', { name: /Suspend 2/ }).hasAttribute('disabled')).toBe(false));
    await user.click(dialog.getByRole('button', { name: /Suspend 2/ }));
    await findNoDialog();
    expect(listToasts()).toEqual([['warning', `Kamal: ${refusals[0]?.message}`]]);
    await waitFor(() => expect(listSelected()).toEqual(['Kamal']));
    await user.click(button('Suspend 1…'));
    const again = within(await screen.findByRole('dialog', { name: 'Suspend Kamal?' }));
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason for the suspension' }).value).toBe('Insults');
  });

  test('stay selected, with the question open, where the server does not answer', async () => {
    const { user, api } = await open({ 'moderation.setAccountStatuses': () => Promise.reject(networkError()), suspended: NAMES });
    await user.click(select('Kamal'));
    await user.click(button('Reinstate 1…'));
    const dialog = await screen.findByRole('dialog', { name: 'Reinstate Kamal?' });
    await user.click(within(dialog).getByRole('button', { name: /Reinstate/ }));
    await waitFor(() => expect(listToasts().map(([kind]) => kind)).toEqual(['error']));
    await waitFor(() => expect(api.inputsOf('moderation.students').length).toBeGreaterThan(1));
    expect([listSelected(), screen.queryByRole('dialog')]).toEqual([['Kamal'], dialog]);
  });
});
