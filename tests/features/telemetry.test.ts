import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { jobs } from '#db/schema/jobs.ts';
import { markBackup, readBackupTime } from '#server/infra/backup/backup-folder.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { createLog } from '#server/infra/log.ts';
import { createErrorReports } from '#server/infra/telemetry/error-reports.ts';
import { createFigures } from '#server/infra/telemetry/figures.ts';
import { createMetrics } from '#server/infra/telemetry/metrics.ts';
import { startMetricsServer } from '#server/infra/telemetry/metrics-server.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, NOW } from '#tests/support/factories.ts';
import { useLoggedServer } from '#tests/support/logged-server.ts';

const database = useDatabase();

type Received = { path: string; body: string };

/** A service that takes what is sent to it, as a collector of traces or of errors does. */
function useReceiver() {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: `${request.url}`, body: Buffer.concat(chunks).toString() });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      for (const look of waiting) look();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return {
    received,
    host: () => `127.0.0.1:${(server.address() as AddressInfo).port}`,
    until: (isThere: (bodies: string) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!isThere(received.map(({ body }) => body).join('\n'))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

// spec s13-telemetry.4 | S13 1 | Metrics have latency by route and procedure, jobs, bookings, sockets, refusals; routes are few |
//   src/server/infra/telemetry/metrics.ts
describe('the metrics', () => {
  const server = useLoggedServer(database);

  test('count requests by route, procedures by outcome, and refusals', async () => {
    const unknown = ['/api/tutors/0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40', '/api/tutors/1', '/api/tutors/null'];
    for (const path of unknown) await server.lineOf(await server.send(path), 'request');
    await server.lineOf(await server.send('/api/auth/login', { body: { email: 'nobody@example.com', password: 'not this one' } }), 'request');
    const lines = (await server.printMetrics()).split('\n');
    expect(lines).toContain('vidya_http_request_duration_seconds_count{entrance="rest",method="GET",route="/api/tutors/:id",status="404"} 3');
    expect(lines).toContain('vidya_procedure_duration_seconds_count{procedure="tutors.byId",outcome="tutor.not_found"} 3');
    expect(lines).toContain('vidya_security_events_total{event="refused",code="auth.credentials"} 1');
    expect(lines).toContain('vidya_database_up 1');
    expect(lines).toContain('vidya_sockets{kind="trpc"} 0');
    expect(lines.some((line) => /^vidya_database_connections\{state="active"\} [1-9]/.test(line))).toBe(true);
    expect(lines.some((line) => /^nodejs_eventloop_lag_p99_seconds \d/.test(line))).toBe(true);
  });

  // spec s13-telemetry.8 | S13 1 | The dashboard and the alerts name metrics that exist, and sections of the runbook |
  //   deploy/prometheus/alerts.yml, deploy/grafana/vidya.json
  test('have the names that the dashboard and the alerts use', async () => {
    const names = new Set((await server.printMetrics()).match(/(?<=^# TYPE )\w+/gm));
    const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
    const used = `${alerts}${readFileSync('deploy/grafana/vidya.json', 'utf8')}`.match(/\b(vidya|nodejs|process)_\w+/g) ?? [];
    expect(used.filter((name) => !names.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
    const sections = readFileSync('docs/operations.md', 'utf8').match(/(?<=^## ).+/gm) ?? [];
    const anchors = sections.map((title) => title.toLowerCase().replaceAll(' ', '-'));
    const runbooks = [...alerts.matchAll(/runbook: docs\/operations\.md#(\S+)/g)].map(([, anchor]) => anchor);
    expect(runbooks).toHaveLength(alerts.match(/- alert:/g)?.length ?? -1);
    expect(runbooks.filter((anchor) => !anchors.includes(`${anchor}`))).toEqual([]);
  });

  test('are not on the port of the site, and their own port has nothing else', async () => {
    expect(await (await server.send('/metrics')).text()).not.toContain('vidya_http_request');
    const own = await startMetricsServer({ port: 0, host: '127.0.0.1' }, server.printMetrics);
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${own.port}${path}`)).status;
    expect(await Promise.all(['/metrics', '/', '/healthz'].map(statusOf))).toEqual([200, 404, 404]);
    await own.close();
  });
});

// spec s13-telemetry.5 | S13 1 | Jobs are counted as waiting, due, late and dead, and bookings by status at most every five minutes |
//   src/server/infra/telemetry/figures.ts
test('jobs are counted by state, and bookings by status every five minutes', async () => {
  await database.db.delete(jobs);
  const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
  const aJob = (overrides: Partial<typeof jobs.$inferInsert>) =>
    database.db.insert(jobs).values({ id: uuidV7(NOW.getTime()), kind: 'mail.send', dueAt: NOW, createdAt: NOW, ...overrides });
  await aJob({ dueAt: minutes(1) });
  await aJob({ dueAt: NOW });
  await aJob({ dueAt: minutes(-2) });
  await aJob({ dueAt: minutes(-2), claimedUntil: minutes(1) });
  await aJob({ dueAt: minutes(-9), deadAt: NOW });
  await aBooking(database.db, { status: 'pending' });

  let now = NOW;
  const read = createFigures(database.db, () => now);
  const first = await read();
  expect(first.jobs).toEqual({ waiting: 1, due: 3, late: 1, dead: 1 });
  expect(first.bookings.pending).toBeGreaterThan(0);
  await aBooking(database.db, { status: 'pending' });
  now = minutes(4);
  expect((await read()).bookings).toEqual(first.bookings);
  now = minutes(5);
  expect((await read()).bookings.pending).toBe(Number(first.bookings.pending) + 1);
});

// spec s13-telemetry.11 | S13 1 | The age of the last backup is a metric, infinite without one | src/server/infra/telemetry/metrics.ts
test('the age of the last backup is known, and no backup is as old as can be', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-backups-'));
  const sources = { countSockets: () => ({}), isDatabaseAlive: () => true, poolSize: 1, figures: () => Promise.reject(new Error('not asked')) };
  const { print } = createMetrics({ ...sources, readBackupTime: () => readBackupTime(folder), now: () => NOW });
  expect(await print()).toContain('vidya_backup_age_seconds{backup="last"} +Inf');
  const finishedAt = new Date(NOW.getTime() - 3_600_000).toISOString();
  await markBackup(folder, { file: 'a.backup', at: finishedAt, finishedAt, bytes: 1, seconds: 1, rows: 1, files: 0, missing: 0 });
  expect(await print()).toContain('vidya_backup_age_seconds{backup="last"} 3600');
  rmSync(folder, { recursive: true });
});

// spec s13-telemetry.6 | S13 2 | Errors go to a Sentry-compatible address as the log has them: no parameters, no secrets, with the number |
//   src/server/infra/telemetry/error-reports.ts, src/server/infra/log.ts
describe('error reports', () => {
  const service = useReceiver();
  beforeEach(() => void service.received.splice(0));

  test('say what failed and where, and nothing about a person', async () => {
    const reports = createErrorReports({ dsn: `http://key@${service.host()}/42`, release: 'vidya@1.2.3', environment: 'test' });
    const log = createLog({ level: 'info', to: { write() {} }, report: reports.report });
    const cause = new Error('password authentication failed for postgres://vidya:secret-word@db/vidya');
    log.error({ err: new TypeError('Failed query\nparams: nimal@example.com', { cause }) }, 'unexpected');
    log.warn({ err: new Error('only a warning') }, 'a warning');
    await reports.close();

    expect(service.received.map(({ path }) => path.split('?')[0])).toEqual(['/api/42/envelope/']);
    const event = JSON.parse(service.received[0]?.body.split('\n')[2] ?? '');
    expect(event).toMatchObject({ level: 'error', release: 'vidya@1.2.3', environment: 'test', logentry: { message: 'unexpected' } });
    const [inner, outer] = event.exception.values;
    expect(outer).toMatchObject({ type: 'TypeError', value: 'Failed query' });
    expect(inner.value).toBe('password authentication failed for postgres://vidya:***@db/vidya');
    expect(outer.stacktrace.frames.at(-1).filename).toContain('telemetry.test.ts');
    expect(service.received[0]?.body).not.toMatch(/nimal|secret-word|only a warning/);
  });
});

// spec s13-telemetry.7 | S13 2 | With a collector, a request is one trace: HTTP, procedures, statements without their values |
//   src/server/infra/telemetry/tracing.ts
describe('traces', () => {
  const collector = useReceiver();
  const server = useLoggedServer(database, () => {
    // The exporter reads the environment of the process itself.
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://${collector.host()}`;
    process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
    return { OTEL_EXPORTER_OTLP_ENDPOINT: process.env.OTEL_EXPORTER_OTLP_ENDPOINT };
  });
  afterAll(() => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  });

  test('lead from the caller through the request to its statements, and to the lines of the log', async () => {
    const student = await aStudent(database.db);
    const token = await createSessions(database.db).createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const response = await server.send('/api/auth/me', { as: token, headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    expect(response.status).toBe(200);
    await collector.until((bodies) => bodies.includes('GET /api/auth/me'));
    const spans = collector.received
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ body }) => JSON.parse(body).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans as { name: string; traceId: string; spanId: string; parentSpanId?: string }[])
      .filter((span) => span.traceId === traceId);
    const request = spans.find(({ name }) => name === 'GET /api/auth/me');
    const below = (span: (typeof spans)[number] | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);
    const procedure = below(request).find(({ name }) => name.includes('.'));
    const session = below(request).find(({ name }) => name === 'session');
    expect(request?.parentSpanId).toBe('b7ad6b7169203331');
    expect(procedure?.name).toMatch(/^\w+\.\w+$/);
    for (const span of [procedure, session]) expect(below(span).some(({ name }) => name === 'statement')).toBe(true);
    expect(await server.lineOf(response, 'request')).toMatchObject({ trace: traceId });
    expect(JSON.stringify(collector.received)).not.toContain(student.id);
  });
});
