import { createTRPCClient, createWSClient, httpLink, wsLink } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AppRouter } from '#server/api/router.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { transformer } from '#shared/transformer.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor, type Tutor } from '#tests/support/factories.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';

const SOON = 1000;
const ROUNDS = 5;

const database = useDatabase();
let server: RunningServer;

beforeAll(async () => {
  server = await runServer(database.url);
});
afterAll(() => server.close());

// Node 20 has no WebSocket; the one of `ws` does what the client needs.
const BrowserWebSocket = WebSocket as unknown as typeof globalThis.WebSocket;

const tokenOf = ({ user }: Tutor) => createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });

function createApi(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${server.url}/trpc`, transformer, headers })] });
}

function watchTutor(token: string, tutorId: string) {
  let count = 0;
  let wake = () => {};
  const client = createWSClient({ url: `${server.url.replace('http', 'ws')}/trpc`, WebSocket: BrowserWebSocket, connectionParams: { token } });
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer })] });
  const failed = new Promise<never>((_, reject) => {
    trpc.inbox.watchTutor.subscribe(
      { tutorId },
      {
        onData: () => {
          count += 1;
          wake();
        },
        onError: reject,
      },
    );
  });
  const waitForCount = async (getCount: number) => {
    while (count < getCount) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    getCount: () => count,
    waitForEvents: (getCount: number) => Promise.race([waitForCount(getCount), failed]),
    close: () => client.close(),
  };
}

type TutorSession = { api: ReturnType<typeof createApi>; tutor: Tutor; daysOffId: string; added: number };

async function addDaysOff(session: TutorSession): Promise<void> {
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  session.added += 1;
  // The same days off a second time are those that are stored, which is no change.
  session.daysOffId = (await session.api.daysOff.add.mutate({ fromDate: date, toDate: date, note: `Exam ${session.added}` })).id;
}

type Change = (session: TutorSession) => Promise<unknown>;
const CHANGES: [name: string, change: Change, before?: Change][] = [
  ['vacation', ({ api }) => api.tutors.setVacation.mutate({})],
  ['a saving of the profile', ({ api }) => api.tutors.saveProfile.mutate({ bio: 'Said in another tab.' })],
  ['another week of a subject', ({ api, tutor }) => api.tutors.setAvailability.mutate({ subjectId: tutor.subjectId, availability: [] })],
  ['days off', addDaysOff],
  ['the end of days off', ({ api, daysOffId }) => api.daysOff.remove.mutate({ id: daysOffId }), addDaysOff],
];

// spec s3.3 | S3 | Vacation, days off and profile reach the other tabs within 1 s | src/server/features/tutors/tutors.projector.ts
describe(`the tutor's other open tab hears within ${SOON} ms`, () => {
  test.each(CHANGES)('of %s', async (_, change, before) => {
    const tutor = await aTutor(database.db);
    const token = await tokenOf(tutor);
    const session: TutorSession = { api: createApi(token), tutor, daysOffId: '', added: 0 };
    const tab = watchTutor(token, tutor.id);
    await tab.waitForEvents(1);
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (before) await Promise.all([before(session), tab.waitForEvents(tab.getCount() + 1)]);
      const started = performance.now();
      await Promise.all([change(session), tab.waitForEvents(tab.getCount() + 1)]);
      waits.push(performance.now() - started);
    }
    await tab.close();
    expectBelow(Math.max(...waits), SOON);
  });

  test('and what it then reads is the change', async () => {
    const tutor = await aTutor(database.db);
    const token = await tokenOf(tutor);
    const api = createApi(token);
    const tab = watchTutor(token, tutor.id);
    await tab.waitForEvents(1);
    const changed = api.tutors.setVacation.mutate({ vacationMode: true });
    await tab.waitForEvents(2);
    expect((await createApi(token).tutors.own.query()).vacationMode).toBe(true);
    await changed;
    await tab.close();
  });
});
