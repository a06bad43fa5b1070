import { beforeAll, describe, expect, test } from 'vitest';
import { createPasswords } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, type Tutor, type User } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const CLEARS = '"cache"';
let student: User;
let tutor: Tutor;

beforeAll(async () => {
  student = await aStudent(database.db, { passwordHash: await createPasswords().hash('a good password') });
  tutor = await aTutor(database.db, { isVerified: true, verificationStatus: 'approved' });
});

const trpc = (names: string) => `/trpc/${names}?batch=1&input=${encodeURIComponent('{}')}`;

// spec s8-browser.1 | S8 F | No cache stores an answer of the API, of tRPC and REST alike, refusals included | src/server/app.ts
describe('an API answer', () => {
  test.each([
    ['a procedure of somebody who is signed in', () => trpc('auth.me'), true],
    ['several procedures in one request', () => trpc('auth.me,tutors.own,statistics.public'), true],
    ['a public procedure', () => trpc('statistics.public'), false],
    ['a procedure that refuses', () => trpc('auth.me'), false],
    ['a procedure that does not exist', () => '/trpc/auth.none', true],
    ['a REST call of somebody who is signed in', () => '/api/auth/me', true],
    ['a public REST call', () => `/api/tutors/${tutor.id}`, false],
    ['a REST call that refuses', () => '/api/auth/me', false],
    ['a path that nothing serves', () => '/api/none', true],
    ['a file that is not there', () => '/files/photos/none.webp', false],
    ['a calendar that is not there', () => '/calendar/none.ics', false],
    ['an export without a link', () => '/export?link=none', false],
    ['the page that ends a kind of mail', () => '/unsubscribe?token=none', false],
    ['the way to Google', () => '/api/auth/google', false],
    ['the way back from Google', () => '/api/auth/google/callback?state=s&code=c', false],
  ])('forbids caches to store it: %s', async (_, path, isSignedIn) => {
    const { headers } = await rest.get(path(), isSignedIn ? await rest.tokenOf(student) : undefined);
    expect(headers.get('cache-control')).toMatch(/(^|, )no-store$/);
    expect(headers.get('clear-site-data')).toBeNull();
  });

  test('forbids caches to store it after a POST', async () => {
    const { status, headers } = await rest.call('POST', '/trpc/auth.login', {
      body: { json: { email: student.email, password: 'a good password' } },
    });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});

// spec s8-browser.4 | S8 F | Logging out, over tRPC and REST, and deleting the account have the browser empty its cache | src/server/app.ts
describe('logout', () => {
  test.each([
    ['over tRPC', '/trpc/auth.logout', { json: null }],
    ['over tRPC in a batch', '/trpc/auth.logout?batch=1', { 0: { json: null } }],
    ['over REST', '/api/auth/logout', undefined],
  ])("%s clears the browser's cache of this site", async (_, path, body) => {
    const { status, headers } = await rest.call('POST', path, { as: await rest.tokenOf(student), body });
    expect([status, headers.get('clear-site-data'), headers.get('cache-control')]).toEqual([200, CLEARS, 'no-store']);
  });

  test('with an expired token clears the cache too', async () => {
    const as = await rest.tokenOf(student);
    for (let index = 0; index < 2; index += 1) {
      const { headers } = await rest.call('POST', '/api/auth/logout', { as });
      expect(headers.get('clear-site-data')).toBe(CLEARS);
    }
  });
});

// spec s8-browser.4
test("deleting the account clears the browser's cache of this site", async () => {
  const leaving = await aStudent(database.db, { passwordHash: await createPasswords().hash('a good password') });
  const { status, headers } = await rest.call('POST', '/trpc/account.leave', {
    as: await rest.tokenOf(leaving),
    body: { json: { password: 'a good password' } },
  });
  expect([status, headers.get('clear-site-data')]).toEqual([200, CLEARS]);
});
