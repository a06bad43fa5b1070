import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN, fillText, press, shown, texts, until } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { linksOf, visit } from '#tests/support/visit.ts';

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

async function desk(more: Answers = {}, path = '/admin/reports') {
  const visited = await visit(path, ADMIN, {
    'moderation.desk': ({ cursor } = {}) =>
      cursor ? { reports: [PROFILE], nextCursor: null } : { reports: [REVIEW, SESSION, MESSAGE], nextCursor: 'more' },
    'moderation.changeReport': () => ({ message: 'Report updated successfully' }),
    'moderation.hideReview': () => ({ message: 'Review hidden successfully' }),
    'moderation.consequences': () => ({ isLastAdmin: false, cancelled: 0, refund: 0, completed: 0, reviews: 0 }),
    ...more,
  });
  const sent = (name: string) => visited.api.calls.filter(({ path: called }) => called === name).map(({ input }) => input);
  return { ...visited, sent };
}
const pressOn = (index: number, name: string) =>
  act(async () => {
    const card = document.querySelectorAll('article')[index];
    const found = [...(card?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`no ${name} there`);
    found.click();
  });
const choose = (label: string, value: string) =>
  act(async () => {
    const select = [...document.querySelectorAll('select')].find((one) => one.labels[0]?.textContent?.startsWith(label));
    if (select) select.value = value;
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });

describe('the desk of reports', () => {
  // spec admin.1, reports-desk.2
  it('says of each what was reported, by whom and why, and goes on', async () => {
    await desk();
    await shown('Review of Dilini');
    const cards = texts('article');
    expect(cards[0]).toContain('Reported by Nimal on Mon, 23 Nov 2026');
    expect(cards[0]).toContain('He is a fraud.Now it says:He is nice.');
    expect(cards[1]).toContain('Problem on a session with Nimal');
    expect(cards[1]).toContain('Between Dilini and Nimal');
    expect(cards[1]).toContain('ReasonThe session did not take placeWhat the reporter saysHe did not come.');
    expect(cards[2]).toContain('NoteSpoken to.');
    expect(linksOf('article')).toEqual([
      ['Nimal', '/tutors/t1'],
      ['View booking', '/bookings/b1'],
    ]);
    await press('Show more');
    await shown('Profile of Nimal');
    expect(texts('article')[3]).toContain('Reported by somebody who has left');
    expect(linksOf('article')).toContainEqual(['View profile', '/tutors/t1']);
    expect(linksOf('nav')).toContainEqual(['Reports', '/admin/reports']);
  });

  // spec reports-desk.1, export.3
  it('is filtered by its address, and so is what is taken away', async () => {
    const { sent, at } = await desk({ 'exports.link': () => Promise.reject(apiError('request.limited')) }, '/admin/reports?kind=review');
    await shown('Review of Dilini');
    await choose('State', 'in_review');
    await until(() => expect(at()).toBe('/admin/reports?kind=review&state=in_review'));
    await until(() => expect(sent('moderation.desk').at(-1)).toMatchObject({ kind: 'review', state: 'in_review' }));
    await press('Export CSV');
    await until(() => expect(sent('exports.link')).toEqual([{ table: 'reports', kind: 'review', state: 'in_review' }]));
    await choose('Kind', '');
    await until(() => expect(at()).toBe('/admin/reports?state=in_review'));
  });

  // spec reports-desk.3
  it('shows the messages before a reported one when it is asked to', async () => {
    const message = { id: 'm1', sender: 'Nimal', text: 'Before it', createdAt: MONDAY_TEN, isReported: false };
    const { sent } = await desk({
      'moderation.reportedMessages': () => [message, { ...message, id: 'm2', text: 'Pay me directly.', isReported: true }],
    });
    await shown('Review of Dilini');
    expect(sent('moderation.reportedMessages')).toEqual([]);
    const details = document.querySelector('details');
    await act(async () => {
      if (details) details.open = true;
      details?.dispatchEvent(new Event('toggle'));
    });
    await shown('Before it');
    expect(texts('details li')[1]).toContain('Reported');
    expect(sent('moderation.reportedMessages')).toEqual([{ id: 'r3' }]);
  });

  // spec reports-desk.4
  it('changes a state with a note, and reads again when another admin was faster', async () => {
    let isFaster = false;
    const { sent } = await desk({
      'moderation.changeReport': () => {
        if (isFaster) throw apiError('report.moved_on');
        return { message: 'Report updated successfully' };
      },
    });
    await shown('Review of Dilini');
    for (const expected of [
      ['success', 'Report updated successfully'],
      ['error', 'Another admin has changed this report meanwhile'],
    ]) {
      const before = sent('moderation.desk').length;
      await pressOn(1, 'Change State');
      await shown('Both parties of the session read this, and are told of the new state.');
      const select = document.querySelector<HTMLSelectElement>('[role="dialog"] select');
      await act(async () => {
        if (select) select.value = 'resolved';
        select?.dispatchEvent(new Event('change', { bubbles: true }));
      });
      await fillText('Note', ' We spoke to both. ');
      await pressInDialog('Save');
      await until(() => expect(listToasts().at(-1)).toEqual(expected));
      await until(() => expect(sent('moderation.desk').length).toBeGreaterThan(before));
      await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
      isFaster = true;
    }
    const seen = { from: 'open', seenNote: '' };
    expect(sent('moderation.changeReport')[0]).toEqual({ kind: 'session', id: 'r2', ...seen, state: 'resolved', note: 'We spoke to both.' });
  });

  it('keeps the note that was refused, and says what stands there meanwhile', async () => {
    let adminNote = '';
    await desk({
      'moderation.desk': () => ({ reports: [{ ...REVIEW, adminNote }], nextCursor: null }),
      'moderation.changeReport': () => {
        adminNote = 'Called them.';
        throw apiError('report.moved_on');
      },
    });
    await shown('Review of Dilini');
    await pressOn(0, 'Change State');
    await shown('Note (optional)');
    await fillText('Note', 'Spoken to both');
    await pressInDialog('Save');
    await shown('NoteCalled them.');
    await pressOn(0, 'Change State');
    await shown('Meanwhile it was changed to: “Called them.”');
    expect(document.querySelector('textarea')?.value).toBe('Spoken to both');
  });

  // spec reports-desk.6 | S5 | From a report one hides the review, or suspends whom it is about | src/client/features/moderation/reports-page.tsx
  it('hides a review after a question, and opens the suspension of whom it is about', async () => {
    const { sent } = await desk();
    await shown('Review of Dilini');
    await pressOn(0, 'Hide Review');
    await shown('Hide this review?');
    await pressInDialog('Hide Review');
    await until(() => expect(listToasts()).toEqual([['success', 'Review hidden successfully']]));
    expect(sent('moderation.hideReview')).toEqual([{ reportId: 'r1', isHidden: true }]);
    await pressOn(0, 'Suspend Dilini');
    await shown('Suspend Dilini?');
    await shown('No booking has to be cancelled.');
  });

  // spec reports-desk.1
  it('says when there is nothing', async () => {
    const { at } = await desk({ 'moderation.desk': () => ({ reports: [], nextCursor: null }) }, '/admin/reports?state=dismissed');
    await shown('No reports found');
    expect(at()).toBe('/admin/reports?state=dismissed');
  });
});
