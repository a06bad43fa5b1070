import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeadLetter, DeadLettersPage } from '#shared/contracts/dead-letters.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, STUDENT } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

const job = (overrides: Partial<DeadLetter> = {}): DeadLetter => ({
  id: 'job-1',
  job: 'Mail: booking confirmed',
  person: 'Nimal Perera',
  booking: 'Physics',
  tries: 6,
  problem: 'Error: 550 no such box',
  diedAt: new Date('2026-11-23T04:30:00Z'),
  ...overrides,
});
const PHOTO = job({ id: 'job-2', job: 'Copy of a photo from Google', person: null, booking: null, tries: 1, problem: 'Error: away' });

function jobServer(initialJobs: readonly DeadLetter[]) {
  let jobs = [...initialJobs];
  const remove = ({ ids }: { ids: string[] }, message: string) => {
    const leftOut = ids.filter((id) => !jobs.some((stored) => stored.id === id));
    if (leftOut.length > 0 && ids.length === 1) throw apiError('job.not_found');
    jobs = jobs.filter((stored) => !ids.includes(stored.id));
    return { message: ids.length === 1 ? message : `${ids.length - leftOut.length} of ${ids.length}`, leftOut };
  };
  return {
    'deadLetters.list': (): DeadLettersPage => ({ jobs, nextCursor: null }),
    'deadLetters.retry': (input) => remove(input, 'The job is tried again now'),
    'deadLetters.retryAll': () => {
      jobs = [];
      return { message: '2 jobs are tried again now' };
    },
    'deadLetters.discard': (input) => remove(input, 'Failed job discarded successfully'),
  } satisfies Answers;
}

async function open(answers: Answers = jobServer([job(), PHOTO])) {
  const visited = await visit('/admin/failed-jobs', ADMIN, answers);
  await screen.findByText('Mail: booking confirmed');
  return visited;
}

const button = (name: string) => screen.getByRole('button', { name });
const listJobs = () => within(screen.getByRole('list', { name: 'Failed jobs' })).getAllByRole('listitem');

async function pressTwice(name: string) {
  const pressed = button(name);
  await act(async () => {
    pressed.click();
    pressed.click();
  });
}

describe('the page of failed jobs', () => {
  // spec failed-jobs.1
  test('says what was to be done, about whom, when it was given up, and why', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Failed Jobs');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
    expect(crumbs.filter((crumb) => crumb.getAttribute('aria-current') === 'page').map((crumb) => crumb.textContent)).toEqual(['Failed jobs']);
    expect(listJobs().map((item) => item.textContent)).toEqual([
      'Mail: booking confirmedMon, 23 Nov 2026, 10:00 AM, after 6 triesAbout: Nimal Perera, booking for PhysicsError: 550 no such boxTry againDiscard',
      'Copy of a photo from GoogleMon, 23 Nov 2026, 10:00 AM, after 1 tryError: awayTry againDiscard',
    ]);
    await screen.findByText('We keep each one for 30 days. Times are in Colombo time.', { exact: false });
  });

  // spec failed-jobs.1
  test('is empty where all work was done', async () => {
    await visit('/admin/failed-jobs', ADMIN, jobServer([]));
    await screen.findByText('No failed jobs');
    expect(screen.queryByRole('button', { name: 'Try all again' })).toBeNull();
  });

  // spec failed-jobs.1
  test('is for admins', async () => {
    const { at } = await visit('/admin/failed-jobs', STUDENT, jobServer([]));
    expect(at()).not.toContain('failed-jobs');
  });

  // spec failed-jobs.2
  test('retries a job once on a double press, and focuses the list', async () => {
    const { api } = await open(jobServer([job()]));
    await pressTwice('Try again');
    await screen.findByText('The job is tried again now');
    await screen.findByText('No failed jobs');
    expect(api.inputsOf('deadLetters.retry')).toEqual([{ ids: ['job-1'] }]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('No failed jobs'));
  });

  // spec failed-jobs.2
  test('retries all jobs together', async () => {
    const { api } = await open();
    await pressTwice('Try all again');
    await screen.findByText('2 jobs are tried again now');
    await screen.findByText('No failed jobs');
    expect(api.inputsOf('deadLetters.retryAll')).toEqual([undefined]);
  });

  // spec failed-jobs.3
  test('discards a job after a confirmation', async () => {
    const { user, api } = await open(jobServer([job()]));
    const inDialog = async (name: RegExp) => within(await screen.findByRole('dialog')).getByRole('button', { name });
    await user.click(button('Discard'));
    await screen.findByText('“Mail: booking confirmed” will not be done, and cannot be retried later.');
    await user.click(await inDialog(/Keep it/));
    expect(api.inputsOf('deadLetters.discard')).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('Discard'));
    await user.click(await inDialog(/Discard/));
    await screen.findByText('Failed job discarded successfully');
    await screen.findByText('No failed jobs');
    expect(api.inputsOf('deadLetters.discard')).toEqual([{ ids: ['job-1'] }]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('No failed jobs'));
  });

  // spec failed-jobs.2
  test('is read again with the message of the server when another admin was faster', async () => {
    const server = jobServer([job()]);
    const { user } = await open(server);
    server['deadLetters.discard']({ ids: ['job-1'] });
    await user.click(button('Try again'));
    await screen.findByText('This job is no longer there');
    await screen.findByText('No failed jobs');
  });

  // spec failed-jobs.2
  test.each([
    ['Try again', 'deadLetters.retry', 'Failed to retry. Please try again.'],
    ['Try all again', 'deadLetters.retryAll', 'Failed to retry. Please try again.'],
  ] as const)('keeps the jobs where the server does not answer: %s', async (name, path, message) => {
    const { user } = await open({ ...jobServer([job(), PHOTO]), [path]: () => Promise.reject(networkError()) });
    await user.click(screen.getAllByRole('button', { name })[0] ?? document.body);
    await screen.findByText(message);
    expect(listJobs()).toHaveLength(2);
  });

  // spec failed-jobs.1
  test('says what could not be read, and loads more at its end', async () => {
    let list: (input: { cursor?: string | null }) => Promise<DeadLettersPage> = () => Promise.reject(networkError());
    const { user } = await visit('/admin/failed-jobs', ADMIN, { 'deadLetters.list': (input) => list(input ?? {}) });
    await screen.findByText('Failed to fetch failed jobs');
    list = async ({ cursor }) => (cursor ? { jobs: [PHOTO], nextCursor: null } : { jobs: [job()], nextCursor: '1.job' });
    await user.click(button('Try Again'));
    await screen.findByText('Mail: booking confirmed');
    await user.click(button('Show more'));
    await screen.findByText('Copy of a photo from Google');
    expect(listJobs()).toHaveLength(2);
  });
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const MAIL_BOX = 'Select Mail: booking confirmed, about Nimal Perera, booking for Physics';
const PHOTO_BOX = 'Select Copy of a photo from Google';
const countSelected = () => document.querySelector('[role="status"]')?.textContent;

// spec s12-desk.13 | S12 D | Rows of failed jobs are selected, and a bar says how many and what can be done with them; Escape clears it |
//   src/client/ui/selection-bar.tsx, src/client/features/dead-letters/dead-letters-page.tsx
describe('several failed jobs', () => {
  test('are tried again together, and the focus is in the list afterwards', async () => {
    const { user, api } = await open();
    await user.click(box(MAIL_BOX));
    expect([countSelected(), box('Select all 2 shown').indeterminate]).toEqual(['1 selected', true]);
    await user.click(box('Select all 2 shown'));
    expect([countSelected(), box(PHOTO_BOX).checked]).toEqual(['2 selected', true]);
    const bar = within(screen.getByText('2 selected').parentElement ?? document.body);
    await user.dblClick(bar.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No failed jobs');
    expect(api.inputsOf('deadLetters.retry')).toEqual([{ ids: ['job-1', 'job-2'] }]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('No failed jobs'));
    expect(countSelected()).toBe('');
  });

  test('are discarded after one question, which names how many there are and of which kinds', async () => {
    const { user, api } = await open(jobServer([job(), PHOTO, { ...PHOTO, id: 'job-3', person: 'Dilini' }]));
    await user.click(box('Select all 3 shown'));
    const bar = within(screen.getByText('3 selected').parentElement ?? document.body);
    await user.click(bar.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard 3 jobs?' }));
    dialog.getByText('These will not be done, and cannot be retried later:');
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Mail: booking confirmed',
      'Copy of a photo from Google (2)',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Escape has closed the dialog only.
    expect(countSelected()).toBe('3 selected');
    await user.click(bar.getByRole('button', { name: 'Discard' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Discard 3 jobs/ }));
    await screen.findByText('No failed jobs');
    expect(api.inputsOf('deadLetters.discard')).toEqual([{ ids: ['job-1', 'job-2', 'job-3'] }]);
  });

  test('are no longer selected after Escape or Clear, and a row that another admin has removed is not counted', async () => {
    const server = jobServer([job(), PHOTO]);
    const { user } = await open(server);
    for (const clear of [() => user.keyboard('{Escape}'), () => user.click(button('Clear'))]) {
      await user.click(box(MAIL_BOX));
      expect(countSelected()).toBe('1 selected');
      await clear();
      expect([countSelected(), box(MAIL_BOX).checked]).toEqual(['', false]);
    }
    await user.click(box('Select all 2 shown'));
    server['deadLetters.discard']({ ids: ['job-2'] });
    const bar = within(screen.getByText('2 selected').parentElement ?? document.body);
    await user.click(bar.getByRole('button', { name: 'Try again' }));
    await screen.findByText('1 of 2');
    await screen.findByText('No failed jobs');
  });
});
