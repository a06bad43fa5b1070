import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { transformer } from '#shared/transformer.ts';
import { aStudent, aTutor, type User } from '#tests/support/factories.ts';
import { launchOwnPostgres, type OwnPostgres } from '#tests/support/faults/own-postgres.ts';
import { type Answer, ask, type Probe, watchAnswers } from '#tests/support/faults/probes.ts';
import { UNREACHED_LIMITS } from '#tests/support/faults/server-limits.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { openStream, type TestStream } from '#tests/support/streams.ts';

/** From the fault to the first 503, and from PostgreSQL's being back to all being well. */
const MOST_MS = 1000;
const AWAY_MS = 2500;

describe.each([1, 2])('PostgreSQL is away from a server of %i process(es)', (processes) => {
  let postgres: OwnPostgres;
  let connection: Connection;
  let server: RunningServer;
  let person: User;
  let token: string;
  let stream: TestStream;

  beforeAll(async () => {
    postgres = await launchOwnPostgres();
    connection = connect(postgres.url, { max: 2 });
    server = await startServer({ databaseUrl: postgres.url, env: { WEB_CONCURRENCY: String(processes), RATE_LIMITS: UNREACHED_LIMITS } });
    person = await aStudent(connection.db, { emailVerifiedAt: new Date(), passwordHash: 'of nobody' });
    await aTutor(connection.db);
    token = await createSessions(connection.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' });
    stream = openStream(server.url, token);
    await stream.waitUntil(() => stream.events.length > 0);
  });
  afterAll(async () => {
    await stream?.close();
    await server?.stop();
    await connection.close();
    await postgres.close();
  });

  const asPerson = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const notify = (title: string): Probe => ({
    name: 'a write over REST',
    path: '/api/notifications',
    init: { method: 'POST', headers: asPerson(), body: JSON.stringify({ type: 'info', title, message: 'Told in between.' }) },
  });
  const probes = (): Probe[] => [
    { name: 'a search over tRPC', path: `/trpc/tutors.search?input=${encodeURIComponent(JSON.stringify(transformer.serialize({})))}` },
    { name: 'a read over REST', path: '/api/notifications', init: { headers: asPerson() } },
    notify('Under load'),
    { name: 'a page', path: '/login', init: { headers: { accept: 'text/html' } } },
    { name: 'a page of the catalogue', path: '/tutors?q=never-twice', init: { headers: { accept: 'text/html' } } },
  ];

  /** A mail is planned; its job runs, and is gone. */
  async function runJob(): Promise<void> {
    const init = { method: 'POST', headers: asPerson(), body: JSON.stringify({ email: person.email }) };
    expect(await ask(server.url, { name: 'a mail', path: '/api/auth/forgot-password', init })).toMatchObject({ status: 200 });
    while ((await connection.sql`select 1 from jobs where kind like 'mail.%' and due_at <= now()`).length > 0) await pause(20);
  }

  async function suffer(fault: () => Promise<void>): Promise<{ away: number; back: number; answers: Answer[] }> {
    const watch = watchAnswers(server.url, probes());
    while (new Set(watch.answers.map(({ probe }) => probe)).size < probes().length) await pause(20);
    const away = performance.now();
    await fault();
    const back = await postgres.untilReady();
    await pause(MOST_MS);
    const afterwards = `After ${away}`;
    expect(await ask(server.url, notify(afterwards))).toMatchObject({ status: 201 });
    await stream.waitUntil(() => stream.titles().includes(afterwards));
    await runJob();
    expect(performance.now() - back, 'a stream has its event, and a job has run').toBeLessThan(2 * MOST_MS);
    return { away, back, answers: await watch.end() };
  }

  // spec s13-faults.1 | S13 6 | While PostgreSQL is away the first clear 503 comes within 1 s, nothing hangs, and no answer is a 500 |
  //   src/db/client.ts, src/server/edge/deadlines.ts
  // spec s13-faults.2 | S13 6 | A second after PostgreSQL is back, every call answers, streams have their events and jobs run |
  //   src/db/client.ts, src/server/core/hub.ts, src/server/infra/job-runner.ts
  test.each([
    [
      'killed and away for longer',
      () =>
        postgres
          .stop('killed')
          .then(() => pause(AWAY_MS))
          .then(postgres.start),
    ],
    [
      'stopped in order and started again',
      () =>
        postgres
          .stop('orderly')
          .then(() => pause(AWAY_MS))
          .then(postgres.start),
    ],
    ['killed and back at once', async () => postgres.crash()],
  ] as const)('%s: clear answers within a second, and a second after it all is well', async (name, fault) => {
    const { away, back, answers } = await suffer(fault);
    const slowest = Math.max(...answers.map(({ from, to }) => to - from));
    const refused = answers.filter(({ status }) => status === 503);
    const firstMs = Math.min(...refused.map(({ to }) => to - away));
    const lastMs = Math.max(...refused.map(({ to }) => to - back));
    process.stdout.write(
      `${processes} process(es), ${name}: first 503 after ${firstMs.toFixed(0)} ms, last one ${lastMs.toFixed(0)} ms after PostgreSQL was back, slowest answer ${slowest.toFixed(0)} ms, ${answers.length} answers\n`,
    );
    expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(refused.filter(({ message }) => message === '')).toEqual([]);
    expect(answers.filter(({ from, status }) => from > back + MOST_MS && status === 503)).toEqual([]);
    expect(slowest).toBeLessThan(MOST_MS + 200);
    if (back - away > MOST_MS) expect(firstMs).toBeLessThan(MOST_MS);
  });
});
