import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { tutorDocuments } from '#db/schema/tutors.ts';
import type { AppRouter } from '#server/api/router.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { transformer } from '#shared/transformer.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { aBooking, anAdmin, aTutor, type Tutor, type User } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { aCompleteProfile } from '#tests/support/profiles.ts';
import { runServer } from '#tests/support/running-server.ts';

const MAX_MS = 1000;
const PARALLEL_UPLOADS = 50;
const DAY = 86_400_000;

// Node 20 has no WebSocket of its own; that of ws does what the client asks of one.
const SocketOfBrowsers = WebSocket as unknown as typeof globalThis.WebSocket;

/** Against a running server; prints one figure a line. */
async function main(): Promise<void> {
  const cluster = await startCluster();
  const control = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
  await control`create database bench_tutor_area`;
  await control.end();
  const url = cluster.url('bench_tutor_area');
  await migrate(url, 'drizzle');
  const connection = connect(url, { max: 4 });
  const { db } = connection;
  const server = await runServer(url, { MAIL: 'off' });
  const tokenOf = (user: User) => createSessions(db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const tutor = await aTutor(db, { verificationStatus: 'pending' });
  const [tutorToken, adminToken] = [await tokenOf(tutor.user), await tokenOf(await anAdmin(db))];
  const missedGoals: string[] = [];

  async function call(token: string, line: string, body?: FormData | object): Promise<number> {
    const [method, path] = line.split(' ');
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${server.url}/api${path}`, { method, headers, body: isForm || !body ? body : JSON.stringify(body) });
    await answer.arrayBuffer();
    return answer.status;
  }
  const report = (what: string, ms: number) => {
    if (ms >= MAX_MS) missedGoals.push(what);
    process.stdout.write(`${what.padEnd(64)} ${ms.toFixed(0)} ms (goal: less than ${MAX_MS})\n`);
  };
  /** An error would be answered quickly, and falsify the measurement. */
  const expectSuccess = async (answer: Promise<number>) => {
    const status = await answer;
    if (status >= 300) throw new Error(`expected a success, got ${status}`);
  };

  const profile = await aCompleteProfile(db, tutor.user, 5);
  const start = performance.now();
  await expectSuccess(call(tutorToken, 'PUT /tutors/profile', { ...profile, documents: profile.documents.map((id) => ({ id })) }));
  const result = await (await fetch(`${server.url}/api/tutors?subject=${profile.subjects[4]?.subject}`)).json();
  if (result.tutors.length !== 1) throw new Error('the saved profile is not found');
  report('full profile (5 × 5 topics × 7 days × 3 slots) saved and found', performance.now() - start);

  const tab = openOtherTab(server.url, { token: tutorToken, tutor });
  await tab.next(1);
  const booking = await aBooking(db, {
    tutor,
    status: 'pending',
    startTime: new Date(Date.now() + 3 * DAY),
    endTime: new Date(Date.now() + 3 * DAY + 3_600_000),
  });
  for (const [what, token, line, body] of [
    ['vacation', tutorToken, 'PATCH /tutors/vacation-mode', { vacationMode: true }],
    ['verification', adminToken, `PATCH /admin/tutors/${tutor.id}/approve`, {}],
    ['a booking', tutorToken, `PATCH /tutors/bookings/${booking.id}`, { status: 'confirmed' }],
  ] as const) {
    const since = performance.now();
    await Promise.all([expectSuccess(call(token, line, body)), tab.next(tab.eventCount() + 1)]);
    report(`${what} reaches the tutor's other tab`, performance.now() - since);
  }
  await tab.close();

  const other = await aTutor(db);
  const otherToken = await tokenOf(other.user);
  const jpeg = new Uint8Array(await aJpeg({ width: 40, height: 30 }));
  const attach = () => {
    const form = new FormData();
    form.append('document', new File([jpeg], 'degree.jpg'));
    return call(otherToken, 'POST /tutors/documents', form);
  };
  const statuses = await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, attach));
  const documents = await db.select().from(tutorDocuments).where(eq(tutorDocuments.tutorId, other.id));
  const created = statuses.filter((status) => status === 201).length;
  process.stdout.write(
    `${PARALLEL_UPLOADS} parallel uploads: ${created} created, ${PARALLEL_UPLOADS - created} refused, ${documents.length} on the profile (goal: 5)\n`,
  );
  if (documents.length !== 5) missedGoals.push('five documents');

  await server.close();
  await connection.close();
  await cluster.stop();
  process.exitCode = missedGoals.length === 0 ? 0 : 1;
}

/** Watches the profile over its own socket. */
function openOtherTab(url: string, { token, tutor }: { token: string; tutor: Tutor }) {
  let eventCount = 0;
  let wake = () => {};
  const client = createWSClient({ url: `${url.replace('http', 'ws')}/trpc`, WebSocket: SocketOfBrowsers, connectionParams: { token } });
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
  const onData = () => {
    eventCount += 1;
    wake();
  };
  trpc.inbox.watchTutor.subscribe({ tutorId: tutor.id }, { onData });
  return {
    eventCount: () => eventCount,
    async next(count: number) {
      while (eventCount < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => client.close(),
  };
}

await main();
