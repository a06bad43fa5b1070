import { act, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ReportButton } from '#client/features/moderation/report-button.tsx';
import { ReportDialog } from '#client/features/moderation/report-dialog.tsx';
import type { ReportTarget } from '#shared/vocabulary/content.ts';
import { dialogText, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { button, fillText, press, render, STUDENT, shown, signIn, texts, tick, until } from '#tests/support/render.tsx';
import { linksOf } from '#tests/support/visit.ts';

const DONE = () => ({ message: 'Report sent successfully' });

function Page({ about }: { about: ReportTarget }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <p>{isOpen ? 'open' : 'closed'}</p>
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
      <ReportDialog about={about} id="thing-1" opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

async function dialog(report: Answers['moderation.report'] = DONE, about: ReportTarget = 'review') {
  signIn(STUDENT);
  const { api } = await render(<Page about={about} />, { api: fakeApi({ 'moderation.report': report, 'moderation.reportedAmong': () => [] }) });
  await until(() => expect(dialogText()).toContain('Send report'));
  return { sent: () => api.calls.filter(({ path }) => path === 'moderation.report').map(({ input }) => input) };
}

describe('a report', () => {
  it('has a reason, and more where there is more to say', async () => {
    const { sent } = await dialog();
    expect(texts('[role="dialog"] fieldset label')).toEqual([
      'SpamAdvertising, scams, or the same thing again and again',
      'OffensiveInsults, hate, threats or harassment',
      'FalseUntrue or misleading',
      'Something elsePlease say below what is wrong',
    ]);
    await tick('False');
    await fillText('Anything else we should know?', '  We never had this session.  ');
    await pressInDialog('Send report');
    await shown('Report sent successfully');
    expect(sent()).toEqual([{ about: 'review', id: 'thing-1', reason: 'false', text: 'We never had this session.' }]);
    expect(document.activeElement?.textContent).toBe('Close');
    await pressInDialog('Close');
    await shown('closed');
  });

  // spec reports.5
  it('that is opened once more was made already', async () => {
    const { sent } = await dialog();
    await tick('Spam');
    await pressInDialog('Send report');
    await shown('Report sent successfully');
    await pressInDialog('Close');
    await shown('closed');
    await press('Open again');
    await shown('You have already reported this');
    expect(dialogText()).not.toContain('Report sent successfully');
    expect(sent()).toHaveLength(1);
  });

  // spec reports.9 | S4 | The dialog says who reads it, and loses nothing | src/client/features/moderation/report-dialog.tsx
  it.each([
    ['message', 'Report this message', 'Our team will look at this message and the ten before it. The other person is not told.'],
    ['review', 'Report this review', 'Our team will look at this review. Whoever wrote it is not told.'],
    ['profile', 'Report this profile', 'Our team will look at this profile. The tutor is not told.'],
  ] as const)('of a %s says who will read it', async (about, title, sentence) => {
    await dialog(DONE, about);
    expect(dialogText()).toContain(title);
    expect(dialogText()).toContain(sentence);
  });

  // spec reports.9
  it('without a reason is not sent', async () => {
    const { sent } = await dialog();
    await pressInDialog('Send report');
    await shown('Please choose a reason');
    expect([sent(), document.activeElement?.getAttribute('type')]).toEqual([[], 'radio']);
    await tick('Spam');
    expect(dialogText()).not.toContain('Please choose a reason');
  });

  it('has at most a thousand characters', async () => {
    const { sent } = await dialog();
    await tick('Spam');
    await fillText('Anything else we should know?', 'x'.repeat(1001));
    await pressInDialog('Send report');
    await shown('Description cannot be longer than 1000 characters');
    await fillText('Anything else we should know?', `${'😀'.repeat(1000)} `);
    await pressInDialog('Send report');
    await shown('Report sent successfully');
    expect(sent()).toHaveLength(1);
  });

  // spec reports.9
  it('is made once', async () => {
    await dialog(() => Promise.reject(apiError('report.already')));
    await tick('Spam');
    await pressInDialog('Send report');
    await shown('You have already reported this');
    expect(texts('[role="dialog"] button')).not.toContain('Send report');
  });

  // spec reports.9
  it.each([
    ['report.own', apiError('report.own'), 'You cannot report yourself'],
    ['a thing that is gone', apiError('report.not_found'), 'What you want to report is no longer there'],
    ['too many', rateLimitError(120), 'Too many requests. Please try again later. You can try again in 2 minutes.'],
    ['no answer', networkError(), 'Failed to send the report. Please try again.'],
  ])('that fails says why and keeps what was typed: %s', async (_, error, sentence) => {
    await dialog(() => Promise.reject(error));
    await tick('Something else');
    await fillText('Anything else we should know?', 'Every day the same');
    await pressInDialog('Send report');
    await shown(sentence);
    expect(document.querySelector('textarea')?.value).toBe('Every day the same');
    expect(document.activeElement?.textContent).toContain('Send report');
  });
});

describe('the button of a report', () => {
  const buttons = (among: string[]) => among.map((id) => <ReportButton key={id} about="review" id={id} among={among} name={`the review of ${id}`} />);

  // spec reports.9
  it('leads visitors to the login, and back', async () => {
    const { api } = await render(buttons(['Amal']), { path: '/here?page=2' });
    expect(linksOf('body')).toEqual([['Report the review of Amal', '/login?redirect=%2Fhere%3Fpage%3D2']]);
    expect(api.calls).toEqual([]);
  });

  // spec reports.9
  it('knows of all that stand beside each other what was reported, by one question', async () => {
    signIn(STUDENT);
    const { api } = await render(buttons(['Amal', 'Bimal']), { api: fakeApi({ 'moderation.reportedAmong': () => ['Bimal'] }) });
    await until(() => expect(texts('button')).toEqual(['Report', 'Reported']));
    expect(api.calls).toEqual([{ path: 'moderation.reportedAmong', input: { about: 'review', ids: ['Amal', 'Bimal'] } }]);
    await press('You have reported the review of Bimal');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  it('knows it of however many there are, and asks for none again that come page by page', async () => {
    signIn(STUDENT);
    const all = Array.from({ length: 125 }, (_, index) => `student ${index}`);
    let show = (_: number) => {};
    function Pages() {
      const [count, setCount] = useState(100);
      show = setCount;
      return buttons(all.slice(0, count));
    }
    const { api } = await render(<Pages />, {
      api: fakeApi({ 'moderation.reportedAmong': ({ ids }) => ids.filter((id) => ['student 7', 'student 103'].includes(id)) }),
    });
    await until(() => expect(texts('button').indexOf('Reported')).toBe(7));
    const asked = () => api.calls.flatMap(({ input }) => (input as { ids: string[] }).ids);
    expect(asked()).toEqual(all.slice(0, 100));
    await act(async () => show(125));
    await until(() => expect(texts('button').lastIndexOf('Reported')).toBe(103));
    expect(asked()).toEqual(all);
    expect(Math.max(...api.calls.map(({ input }) => (input as { ids: string[] }).ids.length))).toBeLessThanOrEqual(100);
  });

  it('opens the dialog, and says then that it was reported', async () => {
    signIn(STUDENT);
    const reported: string[] = [];
    await render(buttons(['Amal']), {
      api: fakeApi({
        'moderation.reportedAmong': () => [...reported],
        'moderation.report': ({ id }) => {
          reported.push(id);
          return DONE();
        },
      }),
    });
    await press('Report the review of Amal');
    await until(() => expect(dialogText()).toContain('Send report'));
    await tick('Spam');
    await pressInDialog('Send report');
    await shown('Report sent successfully');
    await until(() => button('You have reported the review of Amal'));
  });

  // spec reports.9
  it('keeps what was typed when it is closed by mistake', async () => {
    signIn(STUDENT);
    await render(buttons(['Amal']), { api: fakeApi({ 'moderation.reportedAmong': () => [] }) });
    await press('Report the review of Amal');
    await until(() => expect(dialogText()).toContain('Send report'));
    await fillText('Anything else we should know?', 'It was not so');
    await pressInDialog('Cancel');
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    await act(async () => button('Report the review of Amal').click());
    await until(() => expect(document.querySelector('textarea')?.value).toBe('It was not so'));
  });
});
