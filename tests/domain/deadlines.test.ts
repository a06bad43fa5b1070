import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadlines } from '#server/edge/deadlines.ts';

const UNAVAILABLE = { success: false, message: 'Something went wrong', code: 'server.unavailable' };

/** An app whose only answer takes this long, and a database that is away from a certain time on. */
function appThatTakes(answerMs: number, awayFromMs = Number.POSITIVE_INFINITY) {
  const began = Date.now();
  const app = new Hono();
  app.use('*', deadlines({ isDatabaseAlive: () => Date.now() - began < awayFromMs }));
  app.get('/', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    return c.text('answered');
  });
  return app;
}

async function answerAfter(app: Hono, ms: number): Promise<Response | null> {
  let answer: Response | null = null;
  void Promise.resolve(app.request('/')).then((response) => {
    answer = response;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return answer;
}

describe('the deadlines of a request', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('leave an answer alone that comes in time', async () => {
    const answer = await answerAfter(appThatTakes(9_999), 9_999);
    expect(answer?.status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('answer 503 after 10 seconds while the database only is slow', async () => {
    const app = appThatTakes(60_000);
    expect(await answerAfter(app, 9_999)).toBeNull();
    const answer = await answerAfter(appThatTakes(60_000), 10_000);
    expect(answer?.status).toBe(503);
    expect(answer?.headers.get('retry-after')).toBe('1');
    expect(await answer?.json()).toEqual(UNAVAILABLE);
  });

  it('answer 503 after 800 ms while the database is away', async () => {
    expect(await answerAfter(appThatTakes(60_000, 0), 799)).toBeNull();
    expect((await answerAfter(appThatTakes(60_000, 0), 800))?.status).toBe(503);
  });

  it('answer 503 within 800 ms of the database going away under a request', async () => {
    expect((await answerAfter(appThatTakes(60_000, 2_000), 2_800))?.status).toBe(503);
  });

  it('let an answer through that needs no database', async () => {
    expect((await answerAfter(appThatTakes(0, 0), 1))?.status).toBe(200);
  });
});
