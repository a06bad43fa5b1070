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
  const remove = ({ id }: { id: string }, message: string) => {
    if (!jobs.some((stored) => stored.id === id)) throw apiError('job.not_found');
    jobs = jobs.filter((stored) => stored.id !== id);
    return { message };
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
    expect(api.inputsOf('deadLetters.retry')).toEqual([{ id: 'job-1' }]);
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
    expect(api.inputsOf('deadLetters.discard')).toEqual([{ id: 'job-1' }]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('No failed jobs'));
  });

  // spec failed-jobs.2
  test('is read again with the message of the server when another admin was faster', async () => {
    const server = jobServer([job()]);
    const { user } = await open(server);
    server['deadLetters.discard']({ id: 'job-1' });
    await user.click(button('Try again'));
    await screen.findByText('This job is no longer there');
    await screen.findByText('No failed jobs');
  });

  // spec failed-jobs.2
  test.each([
    ['Try again', 'deadLetters.retry', 'The job could not be retried. Please try again.'],
    ['Try all again', 'deadLetters.retryAll', 'The job could not be retried. Please try again.'],
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
