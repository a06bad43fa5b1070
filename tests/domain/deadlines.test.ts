import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlines } from '#server/edge/deadlines.ts';

const UNAVAILABLE = { success: false, message: 'Something went wrong', code: 'server.unavailable' };

/** An app whose only answer takes this long, and a database that is away from a certain time on. */
function createSlowApp(answerMs: number, failsAfterMs = Number.POSITIVE_INFINITY) {
  const began = Date.now();
  const app = new Hono();
  app.use('*', createDeadlines({ isDatabaseAlive: () => Date.now() - began < failsAfterMs }));
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
    const answer = await answerAfter(createSlowApp(9_999), 9_999);
    expect(answer?.status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  // spec rest.7 | R §2.1 | Answers come within 30 s | src/server/edge/deadlines.ts
  it('answer 503 after 10 seconds while the database only is slow', async () => {
    const app = createSlowApp(60_000);
    expect(await answerAfter(app, 9_999)).toBeNull();
    const answer = await answerAfter(createSlowApp(60_000), 10_000);
    expect(answer?.status).toBe(503);
    expect(answer?.headers.get('retry-after')).toBe('1');
    expect(await answer?.json()).toEqual(UNAVAILABLE);
  });

  // spec rest.7
  it('answer 503 after 800 ms while the database is away', async () => {
    expect(await answerAfter(createSlowApp(60_000, 0), 799)).toBeNull();
    expect((await answerAfter(createSlowApp(60_000, 0), 800))?.status).toBe(503);
  });

  it('answer 503 within 800 ms of the database going away under a request', async () => {
    expect((await answerAfter(createSlowApp(60_000, 2_000), 2_800))?.status).toBe(503);
  });

  it('let somebody else find the words', async () => {
    const app = new Hono();
    app.use('*', createDeadlines({ isDatabaseAlive: () => false, lateResponse: (c) => c.redirect(`/login?from=${c.req.path}`) }));
    app.get('/', () => new Promise<Response>(() => {}));
    const answer = await answerAfter(app, 800);
    expect([answer?.status, answer?.headers.get('location')]).toEqual([302, '/login?from=/']);
  });

  it('let an answer through that needs no database', async () => {
    expect((await answerAfter(createSlowApp(0, 0), 1))?.status).toBe(200);
  });
});

describe('the deadlines of a form with files', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const FORM = 'multipart/form-data; boundary=x';

  /** Sends a body whose last piece comes after so many milliseconds, to an app that works on it for as long as it is told. */
  function sending({
    arrivesMs,
    worksMs = 0,
    type = FORM,
    isAlive = true,
  }: {
    arrivesMs: number;
    worksMs?: number;
    type?: string;
    isAlive?: boolean;
  }) {
    const app = new Hono();
    app.use('*', createDeadlines({ isDatabaseAlive: () => isAlive }));
    app.post('/', async (c) => {
      const { byteLength } = await c.req.raw.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, worksMs));
      return c.text(`${byteLength} bytes`);
    });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(1000));
        setTimeout(() => {
          controller.enqueue(new Uint8Array(1000));
          controller.close();
        }, arrivesMs);
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': type }, body, duplex: 'half' };
    let answer: Response | null = null;
    void Promise.resolve(app.request('/', init)).then((response) => {
      answer = response;
    });
    const answered = (): Response | null => answer;
    return { after: (ms: number) => vi.advanceTimersByTimeAsync(ms).then(answered) };
  }

  it('let it take a minute to arrive', async () => {
    const slow = await sending({ arrivesMs: 59_000 }).after(59_100);
    expect([slow?.status, await slow?.text()]).toEqual([200, '2000 bytes']);
    expect(vi.getTimerCount()).toBe(0);
    const stuck = sending({ arrivesMs: 61_000 });
    expect(await stuck.after(59_900)).toBeNull();
    expect((await stuck.after(100))?.status).toBe(503);
  });

  it('begin when it has arrived', async () => {
    expect((await sending({ arrivesMs: 20_000, worksMs: 9_000 }).after(29_100))?.status).toBe(200);
    const late = sending({ arrivesMs: 20_000, worksMs: 60_000 });
    expect(await late.after(29_900)).toBeNull();
    expect((await late.after(200))?.status).toBe(503);
    expect((await sending({ arrivesMs: 20_000, worksMs: 60_000, isAlive: false }).after(20_900))?.status).toBe(503);
  });

  it('are those of any request for any other body', async () => {
    expect((await sending({ arrivesMs: 20_000, type: 'application/json' }).after(10_000))?.status).toBe(503);
  });
});
