import { beforeAll, describe, expect, test } from 'vitest';
import { JSON_LIMITS, LIMITS } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { AUTHENTICATION_REQUIRED, SESSION_EXPIRED, useRest } from '#tests/rest/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor } from '#tests/support/factories.ts';
import { hashTables } from '#tests/support/table-contents.ts';
import { addressOf, CALLS, type Guard } from './calls.ts';

const database = useDatabase();
const rest = useRest(database);

const ROLES: readonly Role[] = ['student', 'tutor', 'admin'];
const ONLY: Partial<Record<Guard, Role>> = { S: 'student', T: 'tutor', A: 'admin' };
const HAS_GOOGLE_USER = /forgot-password|reset-password/;

let tokens: Record<Role, string>;
let before: Awaited<ReturnType<typeof hashTables>>;
beforeAll(async () => {
  tokens = {
    student: await rest.tokenOf(await aStudent(database.db)),
    tutor: await rest.tokenOf((await aTutor(database.db)).user),
    admin: await rest.tokenOf(await anAdmin(database.db)),
  };
  before = await hashTables(database);
});

async function send(call: string, body?: string, as?: string) {
  const { method, path } = addressOf(call);
  const answer = await rest.call(method, path, { as, body });
  return { status: answer.status, body: answer.body };
}
const badRequest = (call: string, message: string, code: string) => ({
  status: 400,
  body: { success: false, message, code, ...(HAS_GOOGLE_USER.test(call) && { isGoogleUser: false }) },
});

const GUARDED = CALLS.filter(([, guard]) => guard !== 'P').map(([call]) => call);
const WRITING = CALLS.map(([call]) => call).filter((call) => !call.startsWith('GET '));
const WITH_JSON = CALLS.filter(([, , , body]) => body && !/^async/.test(body.toString())).map(([call]) => call);
const OF_A_ROLE = CALLS.flatMap(([call, guard]) =>
  ROLES.filter((role) => ONLY[guard] && ONLY[guard] !== role).map((role) => [call, role, ONLY[guard]] as const),
);

describe('a call without a session', () => {
  // spec rest.10 | R §2.2 | Each call that is for somebody asks for a login, and says that a session is over | src/server/core/context.ts
  test.each(GUARDED)('to %s answers 401', async (call) => {
    expect(await send(call)).toEqual({ status: 401, body: AUTHENTICATION_REQUIRED });
  });
});

describe('a call with an invalid token', () => {
  // spec rest.10
  test.each(GUARDED)('to %s answers that the session has expired', async (call) => {
    expect(await send(call, undefined, 'x.y.z')).toEqual({ status: 401, body: SESSION_EXPIRED });
  });
});

describe('a call with the wrong role', () => {
  // spec rest.9
  test.each(OF_A_ROLE)('to %s by a %s answers 403 (%s)', async (call, caller, only) => {
    const { status, body } = await send(call, undefined, tokens[caller]);
    const message = expect.stringMatching(new RegExp(`^Only ${only}s can [a-z ]+$`));
    expect({ status, body }).toEqual({ status: 403, body: { success: false, message, code: 'auth.role' } });
  });
});

// spec s8-passwords.19
describe('an admin without a second factor in production', () => {
  const production = useRest(database, { adminsNeedSecondFactor: true });
  const OPEN = [
    'GET /api/auth/me',
    'GET /api/auth/profile',
    'POST /api/auth/change-password',
    'POST /api/auth/confirm-password',
    'POST /api/auth/resend-verification',
  ];
  const OF_ADMINS = CALLS.flatMap(([call, guard]) => (guard === 'A' || (guard === 'U' && !OPEN.includes(call)) ? [call] : []));

  test.each(OPEN)('can call %s', async (call) => {
    expect(CALLS.map(([name]) => name)).toContain(call);
    const { method, path } = addressOf(call);
    expect((await production.call(method, path, { as: tokens.admin })).status).not.toBe(403);
  });

  test.each(OF_ADMINS)('is asked to set one up by %s', async (call) => {
    const { method, path } = addressOf(call);
    const { status, body } = await production.call(method, path, { as: tokens.admin });
    expect({ status, body }).toEqual({
      status: 403,
      body: {
        success: false,
        message: 'Admins need two-step sign-in. Please set it up on your account page first.',
        code: 'auth.second_factor_setup_required',
      },
    });
  });
});

describe('an unreadable body', () => {
  // spec rest.20
  test.each(WITH_JSON)('of %s is rejected when it is not JSON', async (call) => {
    expect(await send(call, '{"name": "Nimal')).toEqual(badRequest(call, 'Invalid request body', 'request.body'));
  });

  // spec rest.20
  test.each(WRITING)('of %s is rejected when it is too large', async (call) => {
    const large = `{"name":"${'n'.repeat(LIMITS.messageBytes)}"}`;
    expect(await send(call, large)).toEqual(badRequest(call, 'Request is too large', 'request.too_large'));
  });

  // spec s8-load.4
  test.each(WRITING)('of %s is rejected when it is nested too deeply', async (call) => {
    const deep = `{"name":${'['.repeat(JSON_LIMITS.depth)}${']'.repeat(JSON_LIMITS.depth)}}`;
    expect(await send(call, deep)).toEqual(badRequest(call, 'Request has too many values, or is nested too deeply', 'request.too_complex'));
  });

  // spec rest.20
  test.each(WRITING)('of %s is rejected with a character that cannot be stored', async (call) => {
    expect(await send(call, '{"name":"Ni\\u0000mal"}')).toEqual(badRequest(call, 'Invalid input', 'request.invalid'));
  });
});

// spec rest.20
test('rejected calls change nothing', async () => {
  expect(await hashTables(database)).toEqual(before);
});
