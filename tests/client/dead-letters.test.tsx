import { describe, expect, it } from 'vitest';
import type { DeadLetter, DeadLettersPage } from '#shared/contracts/dead-letters.ts';
import { pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, press, pressTwice, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

const job = (more: Partial<DeadLetter> = {}): DeadLetter => ({
  id: 'job-1',
  job: 'Mail: booking confirmed',
  person: 'Nimal Perera',
  booking: 'Physics',
  tries: 6,
  problem: 'Error: 550 no such box',
  diedAt: new Date('2026-11-23T04:30:00Z'),
  ...more,
});
const PHOTO = job({ id: 'job-2', job: 'Copy of a photo from Google', person: null, booking: null, tries: 1, problem: 'Error: away' });

/** A server that keeps what it is told. */
function jobServer(first: readonly DeadLetter[]) {
  let kept = [...first];
  const without = ({ id }: { id: string }, message: string) => {
    if (!kept.some((one) => one.id === id)) throw apiError('job.not_found');
    kept = kept.filter((one) => one.id !== id);
    return { message };
  };
  return {
    'deadLetters.list': (): DeadLettersPage => ({ jobs: kept, nextCursor: null }),
    'deadLetters.retry': (input) => without(input, 'The job is tried again now'),
    'deadLetters.retryAll': () => {
      kept = [];
      return { message: '2 jobs are tried again now' };
    },
    'deadLetters.discard': (input) => without(input, 'Failed job discarded successfully'),
  } satisfies Answers;
}
async function failedJobs(answers: Answers = jobServer([job(), PHOTO])) {
  const visited = await visit('/admin/failed-jobs', ADMIN, answers);
  const sent = (path: string) => visited.api.calls.filter((call) => call.path === path).map(({ input }) => input);
  return { ...visited, sent };
}
const items = () => texts('ol[aria-label="Failed jobs"] > li');

describe('failed jobs', () => {
  // spec failed-jobs.1
  it('tell what was to be done, about whom, when it was given up, and why', async () => {
    await failedJobs();
    await shown('Mail: booking confirmed');
    expect(texts('main h1')).toEqual(['Failed Jobs']);
    expect(texts('nav[aria-label="Breadcrumb"] li[aria-current="page"]')).toEqual(['Failed jobs']);
    expect(items()).toEqual([
      'Mail: booking confirmedMon, 23 Nov 2026, 10:00 AM, after 6 triesAbout: Nimal Perera, booking for PhysicsError: 550 no such boxTry againDiscard',
      'Copy of a photo from GoogleMon, 23 Nov 2026, 10:00 AM, after 1 tryError: awayTry againDiscard',
    ]);
    await shown('Each is kept for 30 days. Times are in Colombo time.');
  });

  // spec failed-jobs.1
  it('are none where all work was done', async () => {
    await failedJobs(jobServer([]));
    await shown('No failed jobs');
    expect(() => button('Try all again')).toThrow();
  });

  // spec failed-jobs.1
  it('are for admins', async () => {
    const { at } = await visit('/admin/failed-jobs', STUDENT, jobServer([]));
    expect(at()).not.toContain('failed-jobs');
  });

  // spec failed-jobs.2
  it('are tried again once, however often that is pressed', async () => {
    const { sent } = await failedJobs(jobServer([job()]));
    await shown('Mail: booking confirmed');
    await pressTwice('Try again');
    await shown('The job is tried again now');
    await shown('No failed jobs');
    expect(sent('deadLetters.retry')).toEqual([{ id: 'job-1' }]);
    expect(document.activeElement?.textContent).toContain('No failed jobs');
  });

  // spec failed-jobs.2
  it('are tried again together', async () => {
    const { sent } = await failedJobs();
    await shown('Mail: booking confirmed');
    await pressTwice('Try all again');
    await shown('2 jobs are tried again now');
    await shown('No failed jobs');
    expect(sent('deadLetters.retryAll')).toEqual([undefined]);
  });

  // spec failed-jobs.3
  it('are discarded after a question', async () => {
    const { sent } = await failedJobs(jobServer([job()]));
    await shown('Mail: booking confirmed');
    await press('Discard');
    await shown('“Mail: booking confirmed” is then done by nobody, and cannot be tried again.');
    await pressInDialog('Keep it');
    expect(sent('deadLetters.discard')).toEqual([]);
    await press('Discard');
    await pressInDialog('Discard');
    await shown('Failed job discarded successfully');
    await shown('No failed jobs');
    expect(sent('deadLetters.discard')).toEqual([{ id: 'job-1' }]);
    await until(() => expect(document.activeElement?.textContent).toContain('No failed jobs'));
  });

  // spec failed-jobs.2
  it('that another admin has dealt with are read again, with what the server says', async () => {
    const server = jobServer([job()]);
    await failedJobs(server);
    await shown('Mail: booking confirmed');
    server['deadLetters.discard']({ id: 'job-1' });
    await press('Try again');
    await shown('This job is no longer there');
    await shown('No failed jobs');
  });

  // spec failed-jobs.2
  it.each([
    ['Try again', 'deadLetters.retry', 'Failed to try again. Please do so once more.'],
    ['Try all again', 'deadLetters.retryAll', 'Failed to try again. Please do so once more.'],
  ] as const)('stay where there was no answer, which is said: %s', async (name, path, sentence) => {
    await failedJobs({ ...jobServer([job(), PHOTO]), [path]: () => Promise.reject(networkError()) });
    await shown('Mail: booking confirmed');
    await press(name);
    await shown(sentence);
    expect(items()).toHaveLength(2);
  });

  // spec failed-jobs.1
  it('go on where they end, and say what could not be read', async () => {
    let list: (input: { cursor?: string | null }) => Promise<DeadLettersPage> = () => Promise.reject(networkError());
    await failedJobs({ 'deadLetters.list': (input) => list(input ?? {}) });
    await shown('Failed to fetch failed jobs');
    list = async ({ cursor }) => (cursor ? { jobs: [PHOTO], nextCursor: null } : { jobs: [job()], nextCursor: '1.job' });
    await press('Try Again');
    await shown('Mail: booking confirmed');
    await press('Show more');
    await shown('Copy of a photo from Google');
    expect(items()).toHaveLength(2);
  });
});
