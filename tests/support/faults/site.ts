import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, connect } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { transformer } from '#shared/transformer.ts';
import { aStudent, aTutor } from '#tests/support/factories.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';
import { openStream, type TestStream } from '#tests/support/streams.ts';
import { type Answer, ask, type Probe, watchAnswers } from './probes.ts';
import { UNREACHED_LIMITS } from './server-limits.ts';

export type Site = {
  server: ServerProcess;
  stream: TestStream;
  notify: (title: string) => Probe;
  probes: () => Probe[];
  /** Repeats each kind of call; resolves once each has been answered. */
  underLoad: () => Promise<ReturnType<typeof watchAnswers>>;
  /** Resolves with the time at which a call, the stream and a job have all worked again. */
  untilWell: (connection?: Connection) => Promise<number>;
  close: () => Promise<void>;
};

const TRY_MS = 20;

type SiteParts = { databaseUrl: string; directUrl: string; processes?: number; env?: NodeJS.ProcessEnv };

/** A server with a person in it; the test itself reaches PostgreSQL by `directUrl`. */
export async function openSite({ databaseUrl, directUrl, processes = 1, env = {} }: SiteParts): Promise<Site> {
  const own = connect(directUrl, { max: 2, name: 'the test' });
  const server = await startServer({ databaseUrl, env: { RATE_LIMITS: UNREACHED_LIMITS, WEB_CONCURRENCY: String(processes), ...env } });
  const person = await aStudent(own.db, { emailVerifiedAt: new Date(), passwordHash: 'of nobody' });
  await aTutor(own.db);
  const token = await createSessions(own.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const stream = openStream(server.url, token);
  await stream.waitUntil(() => stream.events.length > 0);

  const asPerson = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const write = (path: string, body: object): Probe => ({
    name: `a write to ${path}`,
    path,
    init: { method: 'POST', headers: asPerson, body: JSON.stringify(body) },
  });
  const notify = (title: string) => write('/api/notifications', { type: 'info', title, message: 'Told in between.' });
  const probes = (): Probe[] => [
    { name: 'a search over tRPC', path: `/trpc/tutors.search?input=${encodeURIComponent(JSON.stringify(transformer.serialize({})))}` },
    { name: 'a read over REST', path: '/api/notifications', init: { headers: asPerson } },
    notify('Under load'),
    { name: 'a page', path: '/login', init: { headers: { accept: 'text/html' } } },
    { name: 'a page of the catalogue', path: '/tutors?q=never-twice', init: { headers: { accept: 'text/html' } } },
  ];
  async function untilAnswered(probe: Probe): Promise<void> {
    while (![200, 201].includes((await ask(server.url, probe)).status)) await pause(TRY_MS);
  }

  return {
    server,
    stream,
    notify,
    probes,
    async underLoad() {
      const watch = watchAnswers(server.url, probes());
      while (new Set(watch.answers.map(({ probe }) => probe)).size < probes().length) await pause(TRY_MS);
      return watch;
    },
    async untilWell(connection = own) {
      const title = `After ${performance.now()}`;
      await Promise.all(probes().map(untilAnswered));
      await untilAnswered(notify(title));
      await stream.waitUntil(() => stream.titles().includes(title));
      await untilAnswered(write('/api/auth/forgot-password', { email: person.email }));
      while ((await connection.sql`select 1 from jobs where kind like 'mail.%' and due_at <= now()`).length > 0) await pause(TRY_MS);
      return performance.now();
    },
    async close() {
      await stream.close();
      await server.stop();
      await own.close();
    },
  };
}

export type Summary = { firstMs: number; lastMs: number; slowestMs: number; statuses: Record<number, number> };

/** Of the answers since `away`, with the last 503 after `back`. */
export function summarize(answers: readonly Answer[], { away, back }: { away: number; back: number }): Summary {
  const since = answers.filter(({ to }) => to >= away);
  const refused = since.filter(({ status }) => status === 503);
  const statuses: Record<number, number> = {};
  for (const { status } of since) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    firstMs: Math.round(Math.min(...refused.map(({ to }) => to - away))),
    lastMs: Math.round(Math.max(...refused.map(({ to }) => to - back))),
    slowestMs: Math.round(Math.max(...since.map(({ from, to }) => to - from))),
    statuses,
  };
}
