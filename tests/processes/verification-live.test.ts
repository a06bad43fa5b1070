import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AppRouter } from '#server/api/router.ts';
import { createSessions } from '#server/infra/credentials.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { transformer } from '#shared/transformer.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aTutor, type Tutor, type User } from '#tests/support/factories.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';

const database = useDatabase();
let server: RunningServer;

beforeAll(async () => {
  server = await runServer(database.url, { MAIL: 'off' });
});
afterAll(() => server.close());

// Node 20 has no WebSocket; the one of `ws` does what the client needs.
const SocketOfBrowsers = WebSocket as unknown as typeof globalThis.WebSocket;
const tokenOf = (user: User) => createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });

async function listen(tutor: Tutor) {
  const received: { name: string; at: number }[] = [];
  let wake = () => {};
  const record = (name: string) => {
    received.push({ name, at: performance.now() });
    wake();
  };
  const open = (connectionParams?: { token: string }) =>
    createWSClient({ url: `${server.url.replace('http', 'ws')}/trpc`, WebSocket: SocketOfBrowsers, connectionParams });
  const [own, visitors] = [open({ token: await tokenOf(tutor.user) }), open()];
  const over = (client: typeof own) => createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
  const onData = ({ data }: { data: InboxEvent }) =>
    record(data.type === 'new_notification' ? [data.notification.title, data.notification.message].join(': ') : data.type);
  over(own).inbox.stream.subscribe({}, { onData });
  over(visitors).inbox.watchTutor.subscribe({ tutorId: tutor.id }, { onData: () => record('watched') });
  return {
    heard: received,
    async until(isSo: () => boolean) {
      while (!isSo()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => Promise.all([own.close(), visitors.close()]),
  };
}

// spec s3.4 | S3 | So does a verification | src/server/features/tutors/tutors.projector.ts
test('a decision of an admin over REST reaches the tab of the tutor, and those who watch the tutor, within a second', async () => {
  const tutor = await aTutor(database.db, { verificationStatus: 'pending' });
  const token = await tokenOf(await anAdmin(database.db));
  const connection = await listen(tutor);
  await connection.until(() => ['reset', 'watched'].every((first) => connection.heard.some(({ name }) => name === first)));

  const calls = [
    ['approve', {}, 'Profile Verified: Your profile is verified. Students now see the Verified badge on it.'],
    ['toggle-verification', {}, 'Verification Removed: Your profile is no longer verified and waits for an admin to review it again.'],
    ['reject', { reason: 'Blurred' }, 'Profile Rejected: Your profile was not approved: Blurred'],
  ] as const;
  for (const [call, body, event] of calls) {
    connection.heard.length = 0;
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}/api/admin/tutors/${tutor.id}/${call}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    await connection.until(() => connection.heard.length >= 2);
    expect(connection.heard.map(({ name }) => name).sort()).toEqual([event, 'watched']);
    for (const { at } of connection.heard) expect(at - startedAt).toBeLessThan(1000);
  }
  await connection.close();
});
