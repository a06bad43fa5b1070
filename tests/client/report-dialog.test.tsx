import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { ReportButton } from '#client/features/moderation/report-button.tsx';
import { ReportDialog } from '#client/features/moderation/report-dialog.tsx';
import type { ReportTarget } from '#shared/vocabulary/content.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { listLinks } from '#tests/support/visit.ts';

const sendReport = () => ({ message: 'Report sent successfully' });

function Page({ about }: { about: ReportTarget }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <p>{isOpen ? 'open' : 'closed'}</p>
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
      <ReportDialog about={about} id="review-1" opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

async function open(report: Answers['moderation.report'] = sendReport, about: ReportTarget = 'review') {
  signIn(STUDENT);
  const rendered = await render(<Page about={about} />, { api: fakeApi({ 'moderation.report': report, 'moderation.reportedAmong': () => [] }) });
  await screen.findByRole('dialog');
  return rendered;
}

const button = (name: string) => screen.getByRole('button', { name });
const inDialog = (name: string) => within(screen.getByRole('dialog')).getAllByRole('button', { name }).at(-1) ?? document.body;
const radio = (name: RegExp) => screen.getByRole('radio', { name });
const details = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Anything else we should know? (optional)' });

describe('the report dialog', () => {
  test('sends a reason with details, and says so', async () => {
    const { user, api } = await open();
    const choices = within(within(screen.getByRole('dialog')).getByRole('group', { name: 'What is wrong with it?' })).getAllByRole('radio');
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
      'SpamAdvertising, scams or repeated messages',
      'OffensiveInsults, hate, threats or harassment',
      'FalseUntrue or misleading',
      'Something elsePlease say below what is wrong',
    ]);
    await user.click(radio(/^False/));
    await user.type(details(), '  We never had this session.  ');
    await user.click(button('Send report'));
    await screen.findByText('Report sent successfully');
    expect(api.inputsOf('moderation.report')).toEqual([{ about: 'review', id: 'review-1', reason: 'false', text: 'We never had this session.' }]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
    await user.click(inDialog('Close'));
    await screen.findByText('closed');
  });

  // spec reports.5
  test('says that the report was sent already when it is opened again', async () => {
    const { user, api } = await open();
    await user.click(radio(/^Spam/));
    await user.click(button('Send report'));
    await screen.findByText('Report sent successfully');
    await user.click(inDialog('Close'));
    await screen.findByText('closed');
    await user.click(button('Open again'));
    await screen.findByText('You have already reported this');
    expect(screen.queryByText('Report sent successfully')).toBeNull();
    expect(api.inputsOf('moderation.report')).toHaveLength(1);
  });

  // spec reports.9 | S4 | The dialog says who reads it, and loses nothing | src/client/features/moderation/report-dialog.tsx
  test.each([
    ['message', 'Report this message', 'Our team will look at this message and the ten before it. We do not tell the other person.'],
    ['review', 'Report this review', 'Our team will look at this review. We do not tell its author.'],
    ['profile', 'Report this profile', 'Our team will look at this profile. We do not tell the tutor.'],
  ] as const)('says who reads the report of a %s', async (about, title, sentence) => {
    await open(sendReport, about);
    within(await screen.findByRole('dialog', { name: title })).getByText(sentence);
  });

  // spec reports.9
  test('asks for a reason before it sends', async () => {
    const { user, api } = await open();
    await user.click(button('Send report'));
    await screen.findByText('Please choose a reason');
    expect(api.inputsOf('moderation.report')).toEqual([]);
    expect(document.activeElement).toBe(radio(/^Spam/));
    await user.click(radio(/^Spam/));
    expect(screen.queryByText('Please choose a reason')).toBeNull();
  });

  test('accepts at most a thousand characters', async () => {
    const { user, api } = await open();
    await user.click(radio(/^Spam/));
    await user.click(details());
    await user.paste('x'.repeat(1001));
    await user.click(button('Send report'));
    await screen.findByText('Description cannot be longer than 1000 characters');
    await user.clear(details());
    await user.paste(`${'😀'.repeat(1000)} `);
    await user.click(button('Send report'));
    await screen.findByText('Report sent successfully');
    expect(api.inputsOf('moderation.report')).toHaveLength(1);
  });

  // spec reports.9
  test('says when the same was reported before', async () => {
    const { user } = await open(() => Promise.reject(apiError('report.already')));
    await user.click(radio(/^Spam/));
    await user.click(button('Send report'));
    await screen.findByText('You have already reported this');
    expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull();
  });

  // spec reports.9
  test.each([
    ['report.own', apiError('report.own'), 'You cannot report yourself'],
    ['report.not_found', apiError('report.not_found'), 'What you want to report is no longer there'],
    ['too many', rateLimitError(120), 'Too many requests. Please try again later. You can try again in 2 minutes.'],
    ['no answer', networkError(), 'Failed to send the report. Please try again.'],
  ])('says why it failed, and keeps what was typed: %s', async (_, error, sentence) => {
    const { user } = await open(() => Promise.reject(error));
    await user.click(radio(/^Something else/));
    await user.type(details(), 'Every day the same');
    await user.click(button('Send report'));
    await screen.findByText(sentence);
    expect(details().value).toBe('Every day the same');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Send report'));
  });
});

describe('the reason why a report failed', () => {
  test('goes with the next change', async () => {
    const { user } = await open(() => Promise.reject(networkError()));
    await user.click(radio(/^Spam/));
    await user.click(button('Send report'));
    await screen.findByText('Failed to send the report. Please try again.');
    await user.type(details(), 'Every day');
    expect(screen.queryByText('Failed to send the report. Please try again.')).toBeNull();
  });
});

describe('the report button', () => {
  const buttons = (among: string[]) => among.map((id) => <ReportButton key={id} about="review" id={id} among={among} name={id} />);
  const labels = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  // spec reports.9
  test('leads visitors to the login, and back', async () => {
    const { api } = await render(buttons(['Amal']), { path: '/here?page=2' });
    expect(listLinks(document.body)).toEqual([['Report the review of Amal', '/login?redirect=%2Fhere%3Fpage%3D2']]);
    expect(api.calls).toEqual([]);
  });

  // spec reports.9
  test('reads by one query what of a list was reported', async () => {
    signIn(STUDENT);
    const { user, api } = await render(buttons(['Amal', 'Bimal']), { api: fakeApi({ 'moderation.reportedAmong': () => ['Bimal'] }) });
    await waitFor(() => expect(labels()).toEqual(['Report', 'Reported']));
    expect(api.calls).toEqual([{ path: 'moderation.reportedAmong', input: { about: 'review', ids: ['Amal', 'Bimal'] } }]);
    await user.click(button('You have reported the review of Bimal'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('reads a long list in batches, and none again when more is shown', async () => {
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
    await waitFor(() => expect(labels().indexOf('Reported')).toBe(7));
    // The fake API stores the input that the procedure was called with.
    const batches = () => api.inputsOf('moderation.reportedAmong').map((input) => (input as { ids: string[] }).ids);
    expect(batches().flat()).toEqual(all.slice(0, 100));
    await act(async () => show(125));
    await waitFor(() => expect(labels().lastIndexOf('Reported')).toBe(103));
    expect(batches().flat()).toEqual(all);
    expect(Math.max(...batches().map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  test('opens the dialog, and then says that it was reported', async () => {
    signIn(STUDENT);
    const reported: string[] = [];
    const { user } = await render(buttons(['Amal']), {
      api: fakeApi({
        'moderation.reportedAmong': () => [...reported],
        'moderation.report': ({ id }) => {
          reported.push(id);
          return sendReport();
        },
      }),
    });
    await user.click(button('Report the review of Amal'));
    await screen.findByRole('dialog');
    await user.click(radio(/^Spam/));
    await user.click(button('Send report'));
    await screen.findByText('Report sent successfully');
    await screen.findByRole('button', { name: 'You have reported the review of Amal' });
  });

  // spec reports.9
  test('keeps what was typed when the dialog is closed by mistake', async () => {
    signIn(STUDENT);
    const { user } = await render(buttons(['Amal']), { api: fakeApi({ 'moderation.reportedAmong': () => [] }) });
    await user.click(button('Report the review of Amal'));
    await screen.findByRole('dialog');
    await user.type(details(), 'It was not so');
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('Report the review of Amal'));
    await screen.findByRole('dialog');
    expect(details().value).toBe('It was not so');
  });
});
