import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { AnnouncementView } from '#shared/contracts/announcements.ts';
import { type Answers, rateLimitError } from '#tests/support/fake-api.ts';
import { ADMIN } from '#tests/support/render.tsx';
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

async function open(answers: Answers = {}) {
  const visited = await visit('/admin/announcements', ADMIN, {
    'announcements.list': () => ({ announcements: [SENT], nextCursor: null }),
    ...answers,
  });
  await screen.findByText('New rates');
  return visited;
}

const preview = () => screen.getByRole('region', { name: 'Preview' }).textContent;
const field = (name: string) => screen.getByRole('textbox', { name });
const pressSend = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send announcement' }));

async function write(user: UserEvent) {
  await user.click(screen.getByRole('radio', { name: 'Students' }));
  await user.type(field('Title'), ' Exams ');
  await user.type(field('Message'), 'They begin on Monday.');
}

describe('the announcement form', () => {
  // spec announcements.5 | S5, D Realtime and notifications | Previewed as it is typed, asked about, sent once and never edited; what could not be
  //   sent is still there | src/client/features/announcements/announcement-form.tsx
  test('shows a preview, asks for confirmation, and sends once', async () => {
    const { user, api } = await open({ 'announcements.send': () => SENT });
    await write(user);
    await user.type(field('Text of the link (optional)'), 'Timetable');
    await user.type(field('Address of the link'), '/blogs');
    expect(preview()).toBe('PreviewExamsThey begin on Monday.Timetable');
    await pressSend(user);
    const dialog = await screen.findByRole('dialog', { name: 'Send this announcement?' });
    expect(dialog.textContent).toContain('“Exams” cannot be edited afterwards. Students who are signed in get it now.');
    expect(api.inputsOf('announcements.send')).toEqual([]);
    const sendNow = within(dialog).getByRole('button', { name: /Send now/ });
    await act(async () => {
      sendNow.click();
      sendNow.click();
    });
    await screen.findByText('Announcement sent successfully');
    expect(api.inputsOf('announcements.send')).toEqual([
      { audience: 'student', title: 'Exams', message: 'They begin on Monday.', action: { label: 'Timetable', url: '/blogs' } },
    ]);
    expect(preview()).toBe('PreviewTitleMessage');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // spec announcements.4
  test.each([
    ['missing texts', '', ['Title is required', 'Message is required']],
    ['an address that runs a script', 'javascript:alert(1)', ['Please name the link', 'begins with / or https://']],
  ])('rejects %s beside the fields', async (_, address, messages) => {
    const { user } = await open();
    if (address) await user.type(field('Address of the link'), address);
    await pressSend(user);
    for (const message of messages) await screen.findByText(message, { exact: false });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('restores its draft, and stays open when Back closes the dialog', async () => {
    const stored = { audience: 'tutor', title: 'Holidays', message: 'Half of it', actionLabel: '', actionUrl: '' };
    sessionStorage.setItem('draft:announcement', JSON.stringify(stored));
    const { user, router } = await open();
    expect(preview()).toBe('PreviewHolidaysHalf of it');
    const goesBack = makeBackButton(router);
    await user.clear(field('Title'));
    await user.type(field('Title'), 'Exams');
    await pressSend(user);
    expect((await screen.findByRole('dialog')).textContent).toContain('Tutors who are signed in get it now.');
    expect(await goesBack()).toBe(false);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(JSON.parse(sessionStorage.getItem('draft:announcement') ?? '')).toEqual({ ...stored, title: 'Exams' });
  });

  // spec announcements.5
  test('keeps what could not be sent', async () => {
    const { user } = await open({
      'announcements.send': () => {
        throw rateLimitError(120);
      },
    });
    await write(user);
    await pressSend(user);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Send now/ }));
    await screen.findByText('Too many requests. Please try again later. You can try again in 2 minutes.');
    expect(preview()).toContain('They begin on Monday.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the list of sent announcements', () => {
  // spec announcements.6 | D Realtime and notifications, S5 | Withdrawn after a question; both are in the audit log |
  //   src/client/features/announcements/announcements-sent.tsx
  test('withdraws one after a confirmation', async () => {
    let isWithdrawn = false;
    const { user, api } = await open({
      'announcements.list': () => ({ announcements: [{ ...SENT, withdrawnAt: isWithdrawn ? SENT.createdAt : null }], nextCursor: null }),
      'announcements.withdraw': () => {
        isWithdrawn = true;
        return { message: 'Announcement withdrawn successfully' };
      },
    });
    await screen.findByText('by Ayesha Farook');
    await user.click(screen.getByRole('button', { name: 'Withdraw New rates' }));
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw this announcement?' });
    expect(dialog.textContent).toContain('“New rates” will not be delivered to anyone else.');
    await user.click(within(dialog).getByRole('button', { name: /Withdraw/ }));
    await screen.findByText('Announcement withdrawn successfully');
    await screen.findByText('Withdrawn');
    expect(api.inputsOf('announcements.withdraw')).toEqual([{ id: 'a-1' }]);
  });
});
