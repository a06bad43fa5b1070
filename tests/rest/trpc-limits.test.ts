import { beforeAll, describe, expect, test } from 'vitest';
import { JSON_LIMITS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
let token: string;
beforeAll(async () => {
  token = await rest.tokenOf((await aTutor(database.db)).user);
});

type ErrorBody = { error?: { json: { message: string; data: { domainCode: string; httpStatus: number } } } };
const codeOf = ({ status, body }: { status: number; body: ErrorBody }) => [status, body.error?.json.data.domainCode];
const post = (procedure: string, body: string, as?: string) => rest.call<ErrorBody>('POST', `/trpc/${procedure}`, { as, body });
/** A body of so many bytes that any procedure reads as JSON. */
const ofBytes = (bytes: number) => `{"json":{"x":"${'x'.repeat(bytes - 17)}"}}`;

describe('a tRPC request', () => {
  // spec s8-load.3 | S8 B | Anonymous calls take 64 KiB, signed-in ones 256 KiB, saving a post 1 MiB; the session is known before the body is read |
  //   src/server/api/http.ts
  test.each([
    ['a visitor', undefined, 'auth.login', TRPC_BYTES.anonymous],
    ['somebody who is signed in', 'valid', 'auth.login', TRPC_BYTES.signedIn],
    ['an author who saves a post', 'valid', 'blogs.create', TRPC_BYTES.blog],
    ['an author who saves a post in a batch', 'valid', 'auth.login,blogs.update', TRPC_BYTES.blog],
  ])('of %s has a size limit', async (_, kind, procedure, bytes) => {
    const as = kind === 'valid' ? token : kind;
    const path = procedure.includes(',') ? `${procedure}?batch=1` : procedure;
    expect(codeOf(await post(path, ofBytes(bytes), as))).not.toContain('request.too_large');
    expect(codeOf(await post(path, ofBytes(bytes + 1), as))).toEqual([400, 'request.too_large']);
  });

  // spec s8-load.6
  test('with an ended session has the limit of a visitor and answers that the session has expired', async () => {
    expect(codeOf(await post('auth.login', ofBytes(TRPC_BYTES.anonymous), 'garbage'))).toEqual([400, 'request.invalid']);
    expect(codeOf(await post('blogs.create', ofBytes(TRPC_BYTES.anonymous + 1), 'garbage'))).toEqual([401, 'auth.expired']);
  });

  // spec s8-load.5 | S8 B | Bodies of procedures are JSON alone; an input in the address is counted like a body | src/server/api/http.ts
  test.each(['multipart/form-data; boundary=aaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'application/octet-stream', 'text/plain', ''])(
    'with content type %j is rejected unread',
    async (type) => {
      const answer = await rest.call<ErrorBody>('POST', '/trpc/auth.login', { body: ofBytes(100), headers: { 'Content-Type': type } });
      expect(codeOf(answer)).toEqual([400, 'request.body']);
    },
  );

  // spec s8-load.5
  test.each([
    ['nested too deeply', '['.repeat(JSON_LIMITS.depth + 1), 'request.too_complex'],
    ['with a character that nobody can store', '{"json":{"text":"\\u0000"}}', 'request.invalid'],
  ])('with an input in the URL that is %s is rejected', async (_, input, code) => {
    expect(codeOf(await rest.call<ErrorBody>('GET', `/trpc/tutors.search?input=${encodeURIComponent(input)}`))).toEqual([400, code]);
  });

  // spec s8-load.3
  test('in chunks is rejected as soon as it is too long', async () => {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(0x20));
      },
    });
    const request = new Request('http://localhost/trpc/auth.login', { method: 'POST', body, duplex: 'half' } as RequestInit);
    const response = await rest.fetch(request);
    expect(codeOf({ status: response.status, body: await response.json() })).toEqual([400, 'request.too_large']);
    expect(pieces).toBeLessThan(10);
  });

  // spec s8-load.4
  test.each([
    ['nested too deeply', `{"json":${'['.repeat(JSON_LIMITS.depth)}${']'.repeat(JSON_LIMITS.depth)}}`],
    ['of too many values', `{"json":[${'1,'.repeat(JSON_LIMITS.values)}1]}`],
  ])('that is %s is rejected', async (_, body) => {
    expect(codeOf(await post('auth.login', body))).toEqual([400, 'request.too_complex']);
  });

  // spec s8-load.1
  test.each([
    ['a set', { json: [1], meta: { values: ['set'] } }],
    ['a bigint', { json: { email: '9' }, meta: { values: { email: ['bigint'] } } }],
  ])('with %s is rejected as an unreadable body', async (_, body) => {
    const answer = await post('auth.login', JSON.stringify(body));
    expect(codeOf(answer)).toEqual([400, 'request.body']);
    expect(answer.body.error?.json.message).toBe('Invalid request body');
  });

  // spec s8-load.11 | S8 B | A refusal names at most a hundred wrong fields | src/server/core/errors.ts
  test('with more than a hundred invalid fields reports the first hundred', async () => {
    const body = { json: { order: Array(5_000).fill(1) } };
    const answer = await rest.call<{ error: { json: { data: { errors?: unknown[] } } } }>('POST', '/trpc/notifications.markRead', {
      as: token,
      body: { json: { ids: Array(5_000).fill(1), notificationIds: body.json.order } },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.json.data.errors?.length ?? 0).toBeLessThanOrEqual(100);
  });
});
