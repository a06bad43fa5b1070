import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailedLink } from '#server/core/mailed-links.ts';
import type { GoogleSignIn } from '#server/core/ports.ts';
import { createPasswords, createSessions } from '#server/infra/credentials.ts';
import { callerAs, contextAs, SECRET } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { connectExternalClient } from '#tests/support/external-clients.ts';
import { aStudent, type User, unique } from '#tests/support/factories.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { aReset } from '#tests/support/resets.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { openRawSocket, type Sent } from '#tests/support/socket-clients.ts';

const MAX_DELAY_MS = 5000;
const PASSWORD = 'correct horse';
const database = useDatabase();
let server: RunningServer;
let passwordHash: string;

beforeAll(async () => {
  server = await runServer(database.url, { APP_SECRET: SECRET });
  passwordHash = await createPasswords().hash(PASSWORD);
});
afterAll(() => server.close());

const now = () => new Date();
const google = (email: string): GoogleSignIn => ({
  createAuthorizationUrl: () => new URL('https://accounts.example/'),
  fetchProfile: async () => ({ id: unique('subject'), email, isEmailVerified: true, name: 'The Owner', photoUrl: null }),
});
const linkFor = (person: User, purpose: 'email_confirmation' | 'email_change') =>
  createMailedLink(contextAs(database, null, { now }), {
    userId: person.id,
    email: (purpose === 'email_change' ? person.pendingEmail : person.email) ?? '',
    purpose,
  });

/** Only the database connects this process with the server that has the sockets. */
const TAKEOVERS: [string, boolean, (person: User) => Promise<unknown>][] = [
  [
    'a reset',
    true,
    async (person) => {
      const { code, requestId } = await aReset(contextAs(database, null, { now }), person);
      return callerAs(database, null, { now }).auth.resetPassword({ email: person.email, code, requestId, password: 'battery staple' });
    },
  ],
  [
    'a claim by Google',
    false,
    ({ email }) => callerAs(database, null, { now, google: google(email) }).auth.signInWithGoogle({ code: 'c', codeVerifier: 'v', nonce: 'n' }),
  ],
  [
    'a change of address',
    true,
    async (person) => callerAs(database, null, { now }).auth.verifyEmail({ token: await linkFor(person, 'email_change'), password: PASSWORD }),
  ],
  [
    'an address that is disowned',
    false,
    async (person) => callerAs(database, null, { now }).auth.disownAddress({ token: await linkFor(person, 'email_confirmation') }),
  ],
];

const isReset = ({ result }: Sent) => JSON.stringify(result ?? {}).includes('"reset"');

// Below the minute after which the check of all sessions would cut them anyway.
const BEFORE_THE_CHECK = { timeout: 30_000 };

// spec s8-taking-back.26 | S8 C | WebSockets and connections of Socket.IO are cut at once, in other processes, too | src/server/core/hub.ts
test.each(TAKEOVERS)('the connections of an intruder are cut at once by %s in another process', BEFORE_THE_CHECK, async (_, isProven, takeBack) => {
  const pendingEmail = `${unique('new').replace(' ', '.')}@example.com`;
  const person = await aStudent(database.db, { passwordHash, emailVerifiedAt: isProven ? now() : null, pendingEmail });
  const token = await createSessions(database.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const browser = await openRawSocket(`${server.url.replace('http', 'ws')}/trpc`, { token });
  browser.subscribe();
  await browser.waitForMessage(isReset);
  const program = await connectExternalClient(server.url, { token });
  const isCut = program.waitUntil(() => program.disconnects.length > 0);

  const startedAt = performance.now();
  await takeBack(person);
  await browser.waitForClose();
  await isCut;
  expect(program.disconnects).toEqual(['io server disconnect']);
  expectBelow(performance.now() - startedAt, MAX_DELAY_MS);

  const response = await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(401);
  program.socket.disconnect();
});
