import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { loadTexts } from '#locales/texts.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, unique } from '#tests/support/factories.ts';
import { AUTHENTICATION_REQUIRED, NOT_FOUND, useRest } from './app.ts';
import { calls } from './openapi-document.ts';

const database = useDatabase();
const rest = useRest(database, { isCaching: true });
const PASSWORD = 'correct horse battery';
const [inSinhala, inTamil] = [sentencesIn('si'), sentencesIn('ta')];
type Body = { message: string; errors?: { field: string; message: string }[]; data?: unknown };
type Options = { as?: string; body?: unknown };
const ask = (languages: string, call: string, options: Options = {}) => {
  const [method = '', path = ''] = call.split(' ');
  return rest.call<Body>(method, path, { ...options, headers: { 'Accept-Language': languages } });
};
const languageOf = ({ headers }: { headers: Headers }) => headers.get('content-language');
const variesIn = ({ headers }: { headers: Headers }) => (headers.get('vary') ?? '').split(', ');

describe('a refusal', () => {
  // spec s15-rest-languages.1 | S15 3 | REST refuses in the language that `Accept-Language` prefers, with the same status, code and fields |
  //   src/server/rest/errors.ts, src/server/rest/rest.ts
  test.each([
    ['of a call', 'GET /api/auth/me', 401, AUTHENTICATION_REQUIRED],
    ['of an unknown path', 'GET /api/nothing', 404, NOT_FOUND],
    ['of a body that is none', 'POST /api/auth/login', 400, { success: false, message: 'Invalid request body', code: 'request.body' }],
  ])('%s is in Sinhala', async (_, call, status, english) => {
    const answer = await ask('si-LK, en;q=0.8', call, call.startsWith('POST') ? { body: '{' } : {});
    expect([answer.status, answer.body]).toEqual([status, { ...english, message: inSinhala(english.message) }]);
    expect(languageOf(answer)).toBe('si');
    expect(variesIn(answer)).toEqual(expect.arrayContaining(['Accept-Language', 'Origin']));
  });

  // spec s15-rest-languages.1
  test('has what the server has put into it', async () => {
    const { email } = await aStudent(database.db, { status: 'suspended', passwordHash: await createPasswords().hash(PASSWORD) });
    const { body } = await ask('ta', 'POST /api/auth/login', { body: { email, password: PASSWORD } });
    const params = { email: 'support@vidya.lk' };
    const message = inTamil(ERRORS['auth.suspended'].message).replace('{email}', params.email);
    expect(body).toEqual({ success: false, message, code: 'auth.suspended', params });
  });

  // spec s15-rest-languages.1
  test('for the wrong role is in Tamil', async () => {
    const as = await rest.tokenOf(await aStudent(database.db));
    const { status, body } = await ask('ta', 'GET /api/tutors/bookings', { as });
    expect([status, body.message]).toEqual([403, inTamil('Only tutors can view tutor bookings')]);
  });

  // spec s15-rest-languages.2 | S15 3 | A message beside a field is in that language, too | src/server/rest/errors.ts
  test('names its fields with messages in Tamil', async () => {
    const body = { name: 'N', email: 'nobody', password: PASSWORD, role: 'student', phone: '1' };
    const answer = await ask('ta', 'POST /api/auth/register', { body });
    const errors = [
      { field: 'name', message: inTamil(VALIDATION.name) },
      { field: 'email', message: inTamil(VALIDATION.email) },
      { field: 'phone', message: inTamil(VALIDATION.phone) },
    ];
    expect(answer.body).toEqual({ success: false, message: errors[0]?.message, code: 'request.invalid', errors });
    const long = await ask('ta', 'POST /api/auth/register', { body: { ...body, name: 'N'.repeat(1000), email: 'n@example.com', phone: '' } });
    expect(long.body.message).toMatch(/\p{Script=Tamil}/u);
  });

  // spec s15-rest-languages.1
  test.each(['si', 'ta'] as const)('is known in %s with each sentence that is documented', async (locale: Locale) => {
    const t = await loadTexts(locale);
    const examples = calls.flatMap(({ name, operation: { responses } }) =>
      Object.values(responses).flatMap(({ content }) =>
        Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => ({ name, ...(value as Body & { params?: object }) })),
      ),
    );
    expect(examples.length).toBeGreaterThan(500);
    const english = examples.filter(({ message, params }) => t.recognise(message, { ...params }) === message);
    expect(english.map(({ name, message }) => `${name}: ${message}`)).toEqual([]);
  });
});

// spec s15-rest-languages.3 | S15 3 | So is the sentence of what was done; data stay as they are | src/server/rest/calls.ts
describe('a success', () => {
  test('is in Sinhala', async () => {
    const answer = await ask('si', 'POST /api/auth/logout');
    expect(answer.body).toEqual({ success: true, message: inSinhala(SUCCESS.logout) });
    expect([answer.status, languageOf(answer)]).toEqual([200, 'si']);
    expect(variesIn(answer)).toContain('Accept-Language');
  });

  test('translates nothing that somebody wrote', async () => {
    const as = await rest.tokenOf(await aStudent(database.db));
    const written = { type: 'info', title: 'Not found', message: SUCCESS.logout };
    const { status, body } = await ask('ta', 'POST /api/notifications', { as, body: written });
    expect([status, body]).toMatchObject([
      201,
      { message: inTamil(SUCCESS.notificationCreated), data: { title: 'Not found', message: SUCCESS.logout } },
    ]);
  });

  test('without a sentence is the same for everybody, also where visitors share it', async () => {
    const first = await ask('si', 'GET /api/tutors');
    const second = await rest.get('/api/tutors');
    expect(first.body).toEqual(second.body);
    expect([languageOf(first), variesIn(first)]).toEqual([null, ['Origin']]);
  });
});

// spec s15-rest-languages.4 | S15 3 | Without a language of ours before English REST answers in English, as specified | src/server/rest/rest.ts
test.each(['', 'fr', 'en-GB', 'en, si;q=0.9', '*', 'si;q=0', 'en,ta;q=0.5,si;q=0.4'])(
  'Accept-Language %j is answered in English',
  async (languages) => {
    await ask('si', 'GET /api/auth/me');
    const answer = await ask(languages, 'GET /api/auth/me');
    expect([answer.status, answer.body, languageOf(answer)]).toEqual([401, AUTHENTICATION_REQUIRED, null]);
    const done = await ask(languages, 'POST /api/auth/logout');
    expect([done.body, languageOf(done)]).toEqual([{ success: true, message: SUCCESS.logout }, null]);
  },
);

// spec s15-rest-languages.5 | S15 3 | A page translates by itself what tRPC answers in English | src/server/api/http-calls.ts
test('tRPC answers in English', async () => {
  const { body } = await rest.call<{ error: { message: string } }>('GET', '/trpc/auth.me', { headers: { 'Accept-Language': 'si' } });
  expect(JSON.stringify(body)).toContain(ERRORS['auth.required'].message);
});

test('an account that is made over REST is written to in the language of the call', async () => {
  const email = `${unique('nimal').replace(' ', '.')}@example.com`;
  const body = { name: 'Nimal', email, password: PASSWORD, role: 'student', phone: '0771234567' };
  expect((await ask('ta', 'POST /api/auth/register', { body })).status).toBe(201);
  expect(await database.db.select({ locale: users.locale }).from(users).where(eq(users.email, email))).toEqual([{ locale: 'ta' }]);
});
