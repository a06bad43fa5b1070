import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { keepDraft, readDraft } from '#client/features/announcements/announcement-draft.ts';
import type { AnnouncementView } from '#shared/contracts/announcements.ts';
import { dialogText, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, rateLimitError } from '#tests/support/fake-api.ts';
import { ADMIN, fill, fillText, press, shown, tick, until } from '#tests/support/render.tsx';
import { makeBackButton, visit } from '#tests/support/visit.ts';

const SENT: AnnouncementView = {
  id: 'a-1',
  type: 'system_message',
  audience: 'tutor',
  title: 'New rates',
  message: 'From June on.',
  action: { label: 'Read more', url: '/blogs' },
  sentBy: 'Ayesha Farook',
  withdrawnAt: null,
  createdAt: new Date('2026-03-01T04:30:00Z'),
};

async function page(more: Answers = {}) {
  const { api, container, router } = await visit('/admin/announcements', ADMIN, {
    'announcements.list': () => ({ announcements: [SENT], nextCursor: null }),
    ...more,
  });
  await shown('New rates');
  const sent = (path: string) => api.calls.filter((call) => call.path === path).map(({ input }) => input);
  return { container, router, sent, preview: () => container.querySelector('[aria-label="Preview"]')?.textContent };
}

async function write() {
  await tick('Students');
  await fill('Title', ' Exams ');
  await fillText('Message', 'They begin on Monday.');
}

describe('an announcement', () => {
  // spec announcements.5 | S5, D Realtime and notifications | Previewed as it is typed, asked about, sent once and never edited; what could not be
  //   sent is still there | src/client/features/announcements/announcement-form.tsx
  it('is previewed as it is typed, asked about, and sent once', async () => {
    const { sent, preview } = await page({ 'announcements.send': () => SENT });
    await write();
    await fill('Link (optional)', 'Timetable');
    await fill('Address of the link', '/blogs');
    expect(preview()).toBe('PreviewExamsThey begin on Monday.Timetable');
    await press('Send announcement');
    await until(() => expect(dialogText()).toContain('“Exams” cannot be edited afterwards. All students get it'));
    expect(sent('announcements.send')).toEqual([]);
    const sendNow = await inDialog('Send now');
    await act(async () => {
      sendNow.click();
      sendNow.click();
    });
    await shown('Announcement sent successfully');
    expect(sent('announcements.send')).toEqual([
      { audience: 'student', title: 'Exams', message: 'They begin on Monday.', action: { label: 'Timetable', url: '/blogs' } },
    ]);
    expect(preview()).toBe('PreviewTitleMessage');
  });

  // spec announcements.4
  it.each([
    ['without words', async () => {}, ['Title is required', 'Message is required']],
    [
      'with an address that runs a script',
      () => fill('Address of the link', 'javascript:alert(1)'),
      ['Please name the link', 'begins with / or https://'],
    ],
  ])('%s is refused beside its fields', async (_, type, sentences) => {
    await page();
    await type();
    await press('Send announcement');
    for (const sentence of sentences) await shown(sentence);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  it('outlives the page; Back closes the question only', async () => {
    keepDraft({ audience: 'tutor', title: 'Holidays', message: 'Half of it', actionLabel: '', actionUrl: '' });
    const { preview, router } = await page();
    expect(preview()).toBe('PreviewHolidaysHalf of it');
    const goesBack = makeBackButton(router);
    await fill('Title', 'Exams');
    await press('Send announcement');
    await until(() => expect(dialogText()).toContain('All tutors get it'));
    expect(await goesBack()).toBe(false);
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    expect(readDraft()).toMatchObject({ audience: 'tutor', title: 'Exams', message: 'Half of it' });
  });

  // spec announcements.5
  it('that could not be sent is still there', async () => {
    const { preview } = await page({
      'announcements.send': () => {
        throw rateLimitError(120);
      },
    });
    await write();
    await press('Send announcement');
    await until(() => expect(dialogText()).toContain('Send now'));
    await pressInDialog('Send now');
    await shown('Too many requests. Please try again later. You can try again in 2 minutes.');
    expect(preview()).toContain('They begin on Monday.');
  });

  // spec announcements.6 | D Realtime and notifications, S5 | Withdrawn after a question; both are in the audit log |
  //   src/client/features/announcements/announcements-sent.tsx
  it('is withdrawn after a question', async () => {
    let isWithdrawn = false;
    const { sent } = await page({
      'announcements.list': () => ({ announcements: [{ ...SENT, withdrawnAt: isWithdrawn ? SENT.createdAt : null }], nextCursor: null }),
      'announcements.withdraw': () => {
        isWithdrawn = true;
        return { message: 'Announcement withdrawn successfully' };
      },
    });
    await shown('by Ayesha Farook');
    await press('Withdraw New rates');
    await until(() => expect(dialogText()).toContain('“New rates” is delivered to nobody any more.'));
    await pressInDialog('Withdraw');
    await shown('Announcement withdrawn successfully');
    await shown('Withdrawn');
    expect(sent('announcements.withdraw')).toEqual([{ id: 'a-1' }]);
  });
});
