import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { AnnouncementView, SendAnnouncementInput } from '#shared/contracts/announcements.ts';
import { waitForFocus } from '#tests/support/account-page.ts';
import { type Answers, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { makeBackButton, visit } from '#tests/support/visit.ts';

const SENT: AnnouncementView = {
  id: 'a-1',
  type: 'system_message',
  audience: 'tutor',
  title: 'New rates',
  message: 'From June on.',
  action: { label: 'Read more', url: '/blogs' },
  translations: {},
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

const getTexts = (texts: Partial<Record<string, string>>) => ({
  ...{ title: '', message: '', actionLabel: '', actionUrl: '' },
  ...{ titleSi: '', messageSi: '', labelSi: '', titleTa: '', messageTa: '', labelTa: '' },
  ...texts,
});
const preview = () => screen.getByRole('region', { name: 'Preview' }).textContent;
const field = (name: string) => screen.getByRole('textbox', { name });
const pressSend = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send announcement' }));

async function confirmSending(user: UserEvent) {
  await pressSend(user);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Send now/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

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
      {
        ...{ audience: 'student', title: 'Exams', message: 'They begin on Monday.', action: { label: 'Timetable', url: '/blogs' }, translations: {} },
        idempotencyKey: expect.any(String),
      },
    ]);
    expect(preview()).toBe('PreviewTitleMessage');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // spec announcements.7 | D Language | An admin may write it in Sinhala and Tamil, too: title and message, or nothing; people read it in the
  //   language of the page, else in English; REST and sockets say English | src/client/features/announcements/announcement-form.tsx,
  //   src/shared/domain/live-update-copy.ts, src/db/announcement-texts.ts
  test('sends what is written in Sinhala, and says who reads English', async () => {
    const { user, api } = await open({ 'announcements.send': () => SENT });
    await write(user);
    expect(screen.queryByRole('textbox', { name: 'Text of the link in Sinhala' })).toBeNull();
    await user.type(field('Text of the link (optional)'), 'Timetable');
    await user.type(field('Address of the link'), 'doenets.lk/exams');
    await user.type(field('Title in Sinhala'), ' විභාග ');
    await user.type(field('Message in Sinhala'), 'සඳුදා ආරම්භ වේ.');
    expect(preview()).toBe('PreviewExamsThey begin on Monday.Timetableවිභාගසඳුදා ආරම්භ වේ.Timetable');
    await user.type(field('Text of the link in Sinhala'), 'කාලසටහන');
    expect(preview()).toContain('සඳුදා ආරම්භ වේ.කාලසටහන');
    await pressSend(user);
    const dialog = await screen.findByRole('dialog', { name: 'Send this announcement?' });
    expect(dialog.textContent).toContain('People who read Tamil see it in English.');
    await user.click(within(dialog).getByRole('button', { name: /Send now/ }));
    await screen.findByText('Announcement sent successfully');
    expect(api.inputsOf('announcements.send')).toMatchObject([
      {
        title: 'Exams',
        action: { label: 'Timetable', url: 'https://doenets.lk/exams' },
        translations: { si: { title: 'විභාග', message: 'සඳුදා ආරම්භ වේ.', actionLabel: 'කාලසටහන' } },
      },
    ]);
  });

  // spec announcements.8
  test('is the same request after a lost answer, and another one once it is changed or sent', async () => {
    let answer = (): AnnouncementView => {
      throw networkError();
    };
    const { user, api, router } = await open({ 'announcements.send': () => answer() });
    await write(user);
    await confirmSending(user);
    await act(() => router.navigate({ to: '/admin/reports' }));
    await act(() => router.navigate({ to: '/admin/announcements' }));
    await waitFor(() => expect(field('Title')).toHaveProperty('value', ' Exams '));
    await confirmSending(user);
    await user.type(field('Title'), ' in May');
    await confirmSending(user);
    answer = () => SENT;
    await confirmSending(user);
    await write(user);
    await confirmSending(user);
    const keys = api.inputsOf('announcements.send').map((input) => (input as SendAnnouncementInput).idempotencyKey);
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 2, 2, 4]);
  });

  // spec announcements.10 | S5, D Realtime and notifications | An announcement that was withdrawn after its answer was lost is sent anew when it is
  //   sent again | src/client/features/announcements/announcement-form.tsx
  test('is sent anew where the one whose answer was lost has been withdrawn', async () => {
    const sent = new Map<string, AnnouncementView>();
    let isLost = true;
    const { user, api } = await open({
      'announcements.send': ({ idempotencyKey = '', title }) => {
        const announcement = sent.get(idempotencyKey) ?? { ...SENT, id: `a-${sent.size + 2}`, title };
        sent.set(idempotencyKey, announcement);
        if (isLost) throw networkError();
        return announcement;
      },
    });
    await write(user);
    await confirmSending(user);
    for (const [key, announcement] of sent) sent.set(key, { ...announcement, withdrawnAt: SENT.createdAt });
    isLost = false;
    await confirmSending(user);
    await screen.findByText('Announcement sent successfully');
    expect([...sent.values()].map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([true, false]);
    const inputs = api.inputsOf('announcements.send') as SendAnnouncementInput[];
    expect(inputs.map(({ title }) => title)).toEqual(['Exams', 'Exams', 'Exams']);
  });

  // spec announcements.10
  test('is not sent twice where the answer to the new one is lost, too', async () => {
    const sent: string[] = [];
    let isLost = false;
    const { user } = await open({
      'announcements.send': ({ idempotencyKey = '' }) => {
        if (idempotencyKey === 'withdrawn') return { ...SENT, withdrawnAt: SENT.createdAt };
        if (!sent.includes(idempotencyKey)) sent.push(idempotencyKey);
        if (isLost) throw networkError();
        return SENT;
      },
    });
    await write(user);
    const text = JSON.stringify({ audience: 'student', title: 'Exams', message: 'They begin on Monday.', action: null, translations: {} });
    sessionStorage.setItem('draft:announcement attempt', JSON.stringify({ key: 'withdrawn', text }));
    isLost = true;
    await confirmSending(user);
    await screen.findByText('Failed to send the announcement. Please try again.');
    isLost = false;
    await confirmSending(user);
    await screen.findByText('Announcement sent successfully');
    expect(sent).toHaveLength(1);
  });

  // spec announcements.7
  test('asks for what is missing of a language that was begun, beside its field', async () => {
    const { user } = await open();
    await write(user);
    await user.type(field('Message in Tamil'), 'திங்கள்');
    await pressSend(user);
    await waitFor(() => expect(getErrorOf(field('Title in Tamil'))).toBe('Title is required'));
    expect(getErrorOf(field('Title in Sinhala'))).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
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
    expect(JSON.parse(sessionStorage.getItem('draft:announcement') ?? '')).toEqual({
      audience: 'tutor',
      ...getTexts({ message: 'Half of it', title: 'Exams' }),
    });
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
  // spec announcements.7
  test('shows what was written in each language', async () => {
    const si = { title: 'නව ගාස්තු', message: 'ජූනි සිට.', actionLabel: 'තව කියවන්න' };
    await open({ 'announcements.list': () => ({ announcements: [{ ...SENT, translations: { si } }], nextCursor: null }) });
    expect(screen.getByText('නව ගාස්තු').closest('[lang]')?.getAttribute('lang')).toBe('si');
    expect(screen.getByText('ජූනි සිට.')).toBeDefined();
    expect(screen.getByText('තව කියවන්න')).toBeDefined();
  });

  // spec announcements.6 | D Realtime and notifications, S5 | Withdrawn after a question; both are in the audit log |
  //   src/client/features/announcements/announcements-sent.tsx
  // spec s12-desk.63
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
    await waitForFocus(() => screen.getByRole('main'));
    expect(api.inputsOf('announcements.withdraw')).toEqual([{ id: 'a-1' }]);
  });
});
