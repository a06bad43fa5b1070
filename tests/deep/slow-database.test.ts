import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEADLINES } from '#shared/vocabulary/limits.ts';
import { launchOwnPostgres, type OwnPostgres } from '#tests/support/faults/own-postgres.ts';
import { type Answer, ask } from '#tests/support/faults/probes.ts';
import { openSite, type Site, type Summary, summarize } from '#tests/support/faults/site.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/faults/tcp-proxy.ts';
import { expectBelow } from '#tests/support/measured.ts';

const SILENT_MS = 7_000;
const QUIET_MS = 100_000;
/** Until the app is sure that nobody answers, and the request that waits is told. */
const NOTICED_MS = 3_500;
/** What a request takes at most, with the time for its answer on a busy machine. */
const MAX_MS = DEADLINES.requestMs + 300;
const OK = [200, 201];

let postgresServer: OwnPostgres;
let proxy: TcpProxy;
let site: Site;

beforeAll(async () => {
  postgresServer = await launchOwnPostgres();
  proxy = await startTcpProxy(Number(new URL(postgresServer.url).port));
  site = await openSite({ databaseUrl: proxy.through(postgresServer.url), directUrl: postgresServer.url });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await postgresServer?.close();
});

function tell(name: string, summary: Summary, more = ''): void {
  const { firstMs, lastMs, slowestMs, statuses } = summary;
  process.stdout.write(
    `${name}: first 503 after ${firstMs} ms, last ${lastMs} ms after the end, slowest ${slowestMs} ms, ${JSON.stringify(statuses)} ${more}\n`,
  );
}

const unclear = (answers: readonly Answer[]) =>
  answers.filter(({ status, message }) => ![...OK, 503].includes(status) || (status === 503 && !message));
const slowestOf = (answers: readonly Answer[]) => Math.max(...answers.map(({ from, to }) => to - from));

/** Load while `fault` lasts; all has to be well within `withinMs` of its end. */
async function suffer(name: string, fault: () => Promise<unknown>, { withinMs }: { withinMs: number }) {
  const watch = await site.underLoad();
  const away = performance.now();
  await fault();
  const back = performance.now();
  const well = await site.untilWell();
  const answers = await watch.end();
  const summary = summarize(answers, { away, back });
  tell(name, summary, `all well ${Math.round(well - back)} ms after the end`);
  expect(unclear(answers)).toEqual([]);
  expectBelow(well - back, withinMs);
  expect(well - back).toBeLessThan(withinMs + 5_000);
  expect(answers.filter(({ from, status }) => from > well && status === 503)).toEqual([]);
  return { summary, answers: answers.filter(({ to }) => to >= away) };
}

describe('a slow network to PostgreSQL', () => {
  // spec s13-faults.40 | S13 6 | With a network that takes 20 or 100 ms each way every call is answered, only later | src/db/watch.ts
  test.each([20, 100])('that takes %i ms each way: every call is answered, and none refused', async (latencyMs) => {
    const { summary } = await suffer(
      `${latencyMs} ms each way`,
      async () => {
        proxy.set({ latencyMs });
        await pause(6_000);
        proxy.set({});
      },
      { withinMs: 2_000 },
    );
    expect(summary.statuses[503]).toBeUndefined();
  });

  // spec s13-faults.41 | S13 6 | However slow the network to PostgreSQL, a request is answered within its deadline, or refused clearly |
  //   src/server/edge/deadlines.ts, src/db/client.ts
  test.each([
    ['500 ms each way', { latencyMs: 500 }],
    ['8 kB a second', { bytesPerSecond: 8_000 }],
  ])('%s: a request is answered within its deadline, or refused clearly', async (name, network) => {
    const { answers } = await suffer(
      name,
      async () => {
        proxy.set(network);
        await pause(20_000);
        proxy.set({});
      },
      { withinMs: 10_000 },
    );
    expect(slowestOf(answers)).toBeLessThan(MAX_MS);
  });
});

describe('a network to PostgreSQL that has gone silent', () => {
  // spec s13-faults.42 | S13 6 | When PostgreSQL falls silent without closing a connection, requests are refused within 3.5 s, and at once then |
  //   src/db/watch.ts, src/db/addresses.ts
  // spec s13-faults.43 | S13 6 | A second after a silent network is back, calls, streams and jobs work, and no connection stays silent |
  //   src/db/watch.ts
  test('refuses clearly while it lasts, says so on /readyz, and is well again within 1.5 s', async () => {
    let ready: Answer | undefined;
    const { summary, answers } = await suffer(
      'silence of 7 s',
      async () => {
        proxy.silence('all');
        await pause(SILENT_MS);
        ready = await ask(site.server.url, { name: 'readiness', path: '/readyz' });
        await proxy.resume();
      },
      { withinMs: 1_500 },
    );
    expect(ready?.status).toBe(503);
    expect((ready?.to ?? 0) - (ready?.from ?? 0)).toBeLessThan(1_000);
    expect(summary.firstMs).toBeLessThan(NOTICED_MS);
    expect(slowestOf(answers)).toBeLessThan(NOTICED_MS);
  });

  // spec s13-faults.44 | S13 6 | Connections that a firewall has forgotten are replaced within 3.5 s, the one that listens for news too |
  //   src/db/watch.ts
  test('for the open connections alone: they are replaced, and the news arrive again', async () => {
    const { answers } = await suffer('open connections forgotten', async () => proxy.silence('open'), { withinMs: NOTICED_MS + 1_000 });
    expect(slowestOf(answers)).toBeLessThan(NOTICED_MS);
  });

  // spec s13-faults.44
  test('while nobody asks anything: the next request does not wait, and the news arrive', async () => {
    await site.untilWell();
    proxy.silence('open');
    await pause(NOTICED_MS);
    const first = await ask(site.server.url, site.notify('The first after a while'));
    expect(first.status).toBe(201);
    expect(first.to - first.from).toBeLessThan(500);
    await site.stream.waitUntil(() => site.stream.titles().includes('The first after a while'));
  });

  // spec s13-faults.45 | S13 6 | A single connection that has gone silent costs one answer within the deadline, and is replaced | src/db/client.ts
  test('for idle connections alone: who meets one is refused within the deadline, and the rest of them go with it', async () => {
    await site.untilWell();
    await pause(2_000);
    proxy.silence('idle');
    const since = performance.now();
    const watch = await site.underLoad();
    const well = await site.untilWell();
    const answers = await watch.end();
    tell('idle connections forgotten', summarize(answers, { away: since, back: since }), `all well after ${Math.round(well - since)} ms`);
    expect(unclear(answers)).toEqual([]);
    expect(slowestOf(answers)).toBeLessThan(MAX_MS);
    expect(well - since).toBeLessThan(2 * MAX_MS);
  });

  // spec s13-faults.46 | S13 6 | No connection is idle for much longer than a minute, so that no firewall forgets one | src/db/client.ts
  test('meets no connection that was idle for much longer than a minute', async () => {
    await site.untilWell();
    let longestMs = 0;
    for (const end = performance.now() + QUIET_MS; performance.now() < end; await pause(500)) longestMs = Math.max(longestMs, proxy.longestIdleMs());
    process.stdout.write(`idle for ${Math.round(longestMs / 1000)} s at most\n`);
    expect(longestMs).toBeLessThan(70_000);
    const first = await ask(site.server.url, site.notify('After a quiet time'));
    expect(first.status).toBe(201);
    expect(first.to - first.from).toBeLessThan(500);
  });
});

// spec s13-faults.47 | S13 6 | When connections to PostgreSQL are refused for a while, answers are clear, and all is well a second after |
//   src/db/watch.ts
test('a PostgreSQL that refuses connections for 5 s: clear answers, and well again within a second', async () => {
  const { summary } = await suffer(
    'refused for 5 s',
    async () => {
      await proxy.refuse();
      await pause(5_000);
      await proxy.resume();
    },
    { withinMs: 1_500 },
  );
  expect(summary.firstMs).toBeLessThan(1_000);
});

describe('what is no silence', () => {
  // spec s13-faults.48 | S13 6 | A statement that waits for a lock is no silence: it gets its answer, and others are not disturbed | src/db/watch.ts
  test('a statement that waits for a lock gets its answer, and the others are not disturbed', async () => {
    const holder = postgres(postgresServer.url, { max: 1, onnotice: () => {} });
    const watch = await site.underLoad();
    const held = holder.begin(async (sql) => {
      await sql`lock table notifications in exclusive mode`;
      await pause(5_000);
    });
    await pause(500);
    const waiting = await ask(site.server.url, site.notify('Waited for a lock'));
    await held;
    const answers = await watch.end();
    await holder.end();
    expect(waiting.status).toBe(201);
    expect(waiting.to - waiting.from).toBeGreaterThan(3_000);
    expect(answers.filter(({ status }) => !OK.includes(status))).toEqual([]);
  });

  // spec s13-faults.49 | S13 6 | A server that has stood still itself takes the answers that wait for it as answers | src/db/watch.ts
  test('a server that stood still for 6 s goes on as if nothing had been', async () => {
    const watch = await site.underLoad();
    site.server.process.kill('SIGSTOP');
    await pause(6_000);
    site.server.process.kill('SIGCONT');
    await site.untilWell();
    const answers = await watch.end();
    expect(answers.filter(({ status }) => !OK.includes(status))).toEqual([]);
  });
});
