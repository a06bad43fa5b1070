import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { waitForFocus } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();

const DILINI = { id: 'u1', name: 'Dilini', status: 'active' as const };
const NIMAL = { id: 'u2', name: 'Nimal', status: 'active' as const };
const aCase = (overrides: Partial<ReportedCase>): ReportedCase => ({
  ...{ id: 'r1', kind: 'review', reason: 'false', text: '', state: 'open', adminNote: '', createdAt: MONDAY_TEN, updatedAt: MONDAY_TEN },
  ...{ reporter: NIMAL, person: DILINI, snapshot: 'He is a fraud.', hasMessage: false, review: null, profileId: null, session: null },
  ...overrides,
});
const REVIEW = aCase({ review: { id: 'v1', rating: 1, text: 'He is nice.', isHidden: false, tutor: { id: 't1', name: 'Nimal' } } });
const SESSION = aCase({
  ...{ id: 'r2', kind: 'session', reason: 'not_held', text: 'He did not come.', snapshot: '', reporter: DILINI, person: NIMAL },
  session: { bookingId: 'b1', subject: 'Physics', startTime: MONDAY_TEN, endTime: new Date(MONDAY_TEN.getTime() + 3_600_000) },
});
const MESSAGE = aCase({
  id: 'r3',
  kind: 'message',
  reason: 'spam',
  snapshot: 'Pay me directly.',
  hasMessage: true,
  adminNote: 'Spoken to.',
  state: 'in_review',
});
const PROFILE = aCase({
  id: 'r4',
  kind: 'profile',
  reason: 'other',
  snapshot: 'I teach.',
  profileId: 't1',
  reporter: null,
  person: { ...NIMAL, status: 'suspended' },
});

async function open(answers: Answers = {}, path = '/admin/reports') {
  const visited = await visit(path, ADMIN, {
    'moderation.desk': ({ cursor } = {}) =>
      cursor ? { reports: [PROFILE], nextCursor: null } : { reports: [REVIEW, SESSION, MESSAGE], nextCursor: 'more' },
    'moderation.changeReports': () => ({ message: 'Report updated successfully', leftOut: [] }),
    'moderation.hideReview': () => ({ message: 'Review hidden successfully' }),
    'moderation.consequences': () => ({ isLastAdmin: false, cancelled: 0, refund: 0, completed: 0, reviews: 0 }),
    ...answers,
  });
  const press = (index: number, name: string) => visited.user.click(within(getCard(index)).getByRole('button', { name }));
  const pressInDialog = async (name: RegExp) => visited.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  return { ...visited, press, pressInDialog };
}
const listCards = () => screen.getAllByRole('article');
const getCard = (index: number) => listCards()[index] ?? expect.fail(`there is no card ${index}`);
const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note (optional)' });
const findNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the page of reports', () => {
  // spec admin.1, reports-desk.2
  test('says what was reported, by whom and why, and loads more', async () => {
    const { user } = await open();
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    const cards = listCards().map(({ textContent }) => textContent);
    expect(cards[0]).toContain('Reported by Nimal on Mon, 23 Nov 2026');
    expect(cards[0]).toContain('He is a fraud.Now it says:He is nice.');
    expect(cards[2]).toContain('Message from Dilini');
    expect(cards[1]).toContain('Problem on a session with Nimal');
    expect(cards[1]).toContain('Between Dilini and Nimal');
    expect(cards[1]).toContain('ReasonThe session did not take placeWhat the reporter saysHe did not come.');
    expect(cards[2]).toContain('NoteSpoken to.');
    expect(listCards().flatMap(listLinks)).toEqual([
      ['Nimal', '/tutors/t1'],
      ['View booking', '/bookings/b1'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByRole('heading', { name: 'Profile of Nimal' });
    const last = getCard(3);
    expect(last.textContent).toContain('Reported by a deleted account');
    expect(listLinks(last)).toContainEqual(['View profile', '/tutors/t1']);
    expect(screen.getAllByRole('navigation').flatMap(listLinks)).toContainEqual(['Reports', '/admin/reports']);
  });

  // spec reports-desk.1, export.3
  test('is filtered by its address, and so is its export', async () => {
    const { user, api, at } = await open({ 'exports.link': () => Promise.reject(apiError('request.limited')) }, '/admin/reports?kind=review');
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'in_review');
    await waitFor(() => expect(at()).toBe('/admin/reports?kind=review&state=in_review'));
    await waitFor(() => expect(api.inputsOf('moderation.desk').at(-1)).toMatchObject({ kind: 'review', state: 'in_review' }));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(api.inputsOf('exports.link')).toEqual([{ table: 'reports', kind: 'review', state: 'in_review' }]));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), '');
    await waitFor(() => expect(at()).toBe('/admin/reports?state=in_review'));
  });

  // spec reports-desk.1
  test('begins with the open ones, and shows all of them at an address of its own', async () => {
    const { user, api, at } = await open();
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    const state = screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' });
    expect([state.value, api.inputsOf('moderation.desk').at(-1)]).toEqual(['open', expect.objectContaining({ state: 'open' })]);
    await user.selectOptions(state, 'All states');
    await waitFor(() => expect(at()).toBe('/admin/reports?state=all'));
    await waitFor(() => expect(api.inputsOf('moderation.desk').at(-1)).toMatchObject({ state: undefined }));
    await user.selectOptions(state, 'Open');
    await waitFor(() => expect(at()).toBe('/admin/reports'));
  });

  // spec reports-desk.1
  test('says that no report is open, and leads to all', async () => {
    const { user, at } = await open({ 'moderation.desk': () => ({ reports: [], nextCursor: null }) });
    await screen.findByText('No open reports');
    await user.click(screen.getByRole('link', { name: 'Show all reports' }));
    await waitFor(() => expect(at()).toBe('/admin/reports?state=all'));
    await screen.findByText('No reports yet');
  });

  // spec reports-desk.3
  test('shows the messages before a reported one only on request', async () => {
    const message = { id: 'm1', sender: 'Nimal', text: 'Before it', createdAt: MONDAY_TEN, isReported: false };
    const { api } = await open({
      'moderation.reportedMessages': () => [message, { ...message, id: 'm2', text: 'Pay me directly.', isReported: true }],
    });
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    expect(api.inputsOf('moderation.reportedMessages')).toEqual([]);
    const details = within(getCard(2)).getByRole<HTMLDetailsElement>('group');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    await screen.findByText('Before it');
    expect(within(details).getAllByRole('listitem')[1]?.textContent).toContain('Reported');
    expect(api.inputsOf('moderation.reportedMessages')).toEqual([{ id: 'r3' }]);
  });

  // spec reports-desk.4
  test('changes a state with a note, and is read again when another admin was faster', async () => {
    let isOutdated = false;
    const { user, api, press, pressInDialog } = await open({
      'moderation.changeReports': () => {
        if (isOutdated) throw apiError('report.moved_on');
        return { message: 'Report updated successfully', leftOut: [] };
      },
    });
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    for (const toast of [
      ['success', 'Report updated successfully'],
      ['error', 'Another admin has changed this report meanwhile'],
    ]) {
      const countBefore = api.inputsOf('moderation.desk').length;
      await press(1, 'Change State');
      await screen.findByText('The student and the tutor can read this, and are notified of the new state.');
      await user.selectOptions(within(screen.getByRole('dialog')).getByRole('combobox', { name: 'State' }), 'resolved');
      await user.type(await note(), ' We spoke to both. ');
      await pressInDialog(/Save/);
      await waitFor(() => expect(listToasts().at(-1)).toEqual(toast));
      await waitFor(() => expect(api.inputsOf('moderation.desk').length).toBeGreaterThan(countBefore));
      await findNoDialog();
      isOutdated = true;
    }
    const seen = { from: 'open', seenNote: '' };
    expect(api.inputsOf('moderation.changeReports')[0]).toEqual({
      reports: [{ kind: 'session', id: 'r2', ...seen }],
      state: 'resolved',
      note: 'We spoke to both.',
    });
  });

  test('keeps a note that was rejected, and shows the note of the other admin', async () => {
    let adminNote = '';
    const { user, press, pressInDialog } = await open({
      'moderation.desk': () => ({ reports: [{ ...REVIEW, adminNote }], nextCursor: null }),
      'moderation.changeReports': () => {
        adminNote = 'Called them.';
        throw apiError('report.moved_on');
      },
    });
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await press(0, 'Change State');
    await user.type(await note(), 'Spoken to both');
    await pressInDialog(/Save/);
    await screen.findByText('Called them.');
    await findNoDialog();
    await press(0, 'Change State');
    await screen.findByText('Someone else has changed it to: “Called them.”', { exact: false });
    expect((await note()).value).toBe('Spoken to both');
  });

  // spec s12-desk.63
  test('leaves the focus on the page where the report is no longer among those that are listed', async () => {
    let reports = [REVIEW, SESSION];
    const { user, press, pressInDialog } = await open({
      'moderation.desk': () => ({ reports, nextCursor: null }),
      'moderation.changeReports': () => {
        reports = [SESSION];
        return { message: 'Report updated successfully', leftOut: [] };
      },
    });
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await press(0, 'Change State');
    await note();
    await user.selectOptions(within(screen.getByRole('dialog')).getByRole('combobox', { name: 'State' }), 'dismissed');
    await pressInDialog(/Save/);
    await waitFor(() => expect(listCards()).toHaveLength(1));
    await findNoDialog();
    await waitForFocus(() => screen.getByRole('main'));
  });

  // spec reports-desk.4
  test('keeps the dialog, and what is typed in it, where another admin takes the report out of the list', async () => {
    let reports = [REVIEW, SESSION];
    const { user, press, queryClient } = await open({ 'moderation.desk': () => ({ reports, nextCursor: null }) });
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await press(0, 'Change State');
    await user.type(await note(), 'Spoken to both');
    reports = [SESSION];
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Review by Dilini, about Nimal' })).toBeNull());
    expect((await note()).value).toBe('Spoken to both');
  });

  test('says no longer that the note was changed once the saved note was typed', async () => {
    sessionStorage.setItem('draft:report r1', JSON.stringify({ text: 'Spoken to both', over: '' }));
    const { user, press } = await open({ 'moderation.desk': () => ({ reports: [{ ...REVIEW, adminNote: 'Called them.' }], nextCursor: null }) });
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await press(0, 'Change State');
    await screen.findByText('Someone else has changed it to: “Called them.”', { exact: false });
    await user.clear(await note());
    await user.type(await note(), 'Called them.');
    expect(screen.queryByText('Meanwhile', { exact: false })).toBeNull();
    await user.type(await note(), ' Twice.');
    expect(screen.queryByText('Meanwhile', { exact: false })).toBeNull();
    expect(JSON.parse(sessionStorage.getItem('draft:report r1') ?? '')).toEqual({ text: 'Called them. Twice.', over: 'Called them.' });
  });

  // spec reports-desk.6 | S5 | From a report one hides the review, or suspends whom it is about | src/client/features/moderation/reports-page.tsx
  test('hides a review after a confirmation, and offers to suspend its author', async () => {
    const { api, press, pressInDialog } = await open();
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await press(0, 'Hide Review');
    await screen.findByRole('dialog', { name: 'Hide this review?' });
    await pressInDialog(/Hide Review/);
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Review hidden successfully']]));
    expect(api.inputsOf('moderation.hideReview')).toEqual([{ reportId: 'r1', isHidden: true }]);
    await findNoDialog();
    await press(0, 'Suspend Dilini');
    await screen.findByRole('dialog', { name: 'Suspend Dilini?' });
    await screen.findByText('No booking has to be cancelled.');
  });

  // spec reports-desk.7 | S5, D Errors | The question about a review does what it said when it opened, also once its answer was lost and the list has
  //   been read again | src/client/features/moderation/reports-page.tsx
  test('hides a review again where the answer was lost, however the list has changed under the question', async () => {
    let isHidden = false;
    let isLost = true;
    const { api, press, pressInDialog, queryClient } = await open({
      'moderation.desk': () => ({ reports: [{ ...REVIEW, review: REVIEW.review && { ...REVIEW.review, isHidden } }], nextCursor: null }),
      'moderation.hideReview': (input) => {
        ({ isHidden } = input);
        if (isLost) throw networkError();
        return { message: 'Review hidden successfully' };
      },
    });
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await press(0, 'Hide Review');
    await pressInDialog(/Hide Review/);
    await waitFor(() => expect(listToasts()).toEqual([['error', 'Failed to change the review. Please try again.']]));
    await act(() => queryClient.invalidateQueries());
    await within(getCard(0)).findByRole('button', { name: 'Show Review Again' });
    screen.getByRole('dialog', { name: 'Hide this review?' });
    isLost = false;
    await pressInDialog(/(Hide|Show) Review/);
    await findNoDialog();
    expect(api.inputsOf('moderation.hideReview')).toEqual([
      { reportId: 'r1', isHidden: true },
      { reportId: 'r1', isHidden: true },
    ]);
  });

  // spec reports-desk.1
  test('says when there is no report', async () => {
    const { at } = await open({ 'moderation.desk': () => ({ reports: [], nextCursor: null }) }, '/admin/reports?state=dismissed');
    await screen.findByText('No reports found');
    expect(at()).toBe('/admin/reports?state=dismissed');
  });
});

// spec s12-desk.20 | S12 D | Several reports are selected and changed in one dialog, which tells who reads the note and that an empty one changes none |
//   src/client/features/moderation/change-reports-dialog.tsx
describe('several reports', () => {
  const select = (index: number) => within(getCard(index)).getByRole<HTMLInputElement>('checkbox');

  test('get one state and one note, and those that had changed meanwhile stay selected', async () => {
    const { user, api, pressInDialog } = await open({
      'moderation.changeReports': () => ({ message: '1 of 2 reports was changed.', leftOut: ['r3'] }),
    });
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all 3 shown' }));
    await user.click(select(0));
    await user.click(screen.getByRole('button', { name: 'Change state…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change state of 2 reports' }));
    const reads = 'The people who reported them can read this. Students and tutors of sessions can too, and are notified of the new state.';
    dialog.getByText(`${reads} One of them has a note, which stays where this is left empty.`);
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await user.type(await note(), 'Spoken to both.');
    expect(save.disabled).toBe(true);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'State' }), 'resolved');
    await pressInDialog(/Save/);
    await findNoDialog();
    const reports = [
      { kind: 'session', id: 'r2', from: 'open', seenNote: '' },
      { kind: 'message', id: 'r3', from: 'in_review', seenNote: 'Spoken to.' },
    ];
    expect(api.inputsOf('moderation.changeReports')).toEqual([{ reports, state: 'resolved', note: 'Spoken to both.' }]);
    expect(listToasts()).toEqual([['warning', '1 of 2 reports was changed.']]);
    await waitFor(() => expect([0, 1, 2].map((index) => select(index).checked)).toEqual([false, false, true]));
    expect(screen.getByText('1 selected').getAttribute('role')).toBe('status');
  });

  test('that have the state already are not sent, and an empty note is no note', async () => {
    const { user, api, pressInDialog } = await open();
    await screen.findByRole('heading', { name: 'Review by Dilini, about Nimal' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all 3 shown' }));
    await user.click(screen.getByRole('button', { name: 'Change state…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change state of 3 reports' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'State' }), 'in_review');
    await pressInDialog(/Save/);
    await findNoDialog();
    const [input] = api.inputsOf('moderation.changeReports') as { reports: { id: string }[]; note?: string }[];
    expect([input?.reports.map(({ id }) => id), input?.note]).toEqual([['r1', 'r2'], undefined]);
    await waitFor(() => expect(screen.queryByText(/ selected$/)).toBeNull());
    expect(document.activeElement?.textContent).toContain('Select all 3 shown');
  });
});
