import { createRoute, z } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { checkAnswers } from '#server/rest/answer-check.ts';
import { createRestApp } from '#server/rest/calls.ts';

const thing = z.object({ id: z.string(), parts: z.array(z.object({ name: z.string() })) });
const route = createRoute({
  method: 'get',
  path: '/things/{id}',
  responses: { 200: { description: 'Done.', content: { 'application/json': { schema: thing } } } },
});
const GOOD = { id: '1', parts: [{ name: 'lid' }] };

function createTestApp(answer: () => Response) {
  const rest = createRestApp();
  const reported: unknown[] = [];
  rest.use(
    '/things/*',
    checkAnswers(rest, (mismatch) => void reported.push(mismatch)),
  );
  // The type of a route forbids what is tested here.
  rest.openapi(route, answer as never);
  rest.get('/things/:id/undocumented', answer);
  return { reported, get: async (path: string) => rest.request(path) };
}

// spec s7.18 | S7 | In tests and development every answer is checked against its schema; a mismatch is a 500 that says what |
//   src/server/rest/answer-check.ts
test('passes a documented answer unchanged, headers included', async () => {
  const { get, reported } = createTestApp(() => Response.json(GOOD, { headers: { 'X-Kept': 'yes' } }));
  const answer = await get('/things/1');
  expect([answer.status, answer.headers.get('x-kept'), await answer.json()]).toEqual([200, 'yes', GOOD]);
  expect(reported).toEqual([]);
});

// spec rest.12 | R §2.3, §2.4, §2.7, §2.11, §3 | `_id` and `id` of every entity; bare bodies and envelopes as fixed; numbers, dates, texts and what
//   is never missing: each answer as its schema says, no key more | src/server/rest/answer-check.ts
// spec s7.18
test.each<[string, () => Response, RegExp]>([
  ['a key that is missing', () => Response.json({ id: '1' }), /parts/],
  ['a value of another type', () => Response.json({ ...GOOD, id: 1 }), /id/],
  ['a key too many', () => Response.json({ ...GOOD, phone: '0771234567' }), /more than is documented/],
  ['a key too many far inside', () => Response.json({ ...GOOD, parts: [{ name: 'lid', price: 1 }] }), /more than is documented/],
  ['a status that is not documented', () => Response.json(GOOD, { status: 201 }), /no answer is documented with this status/],
  [
    'another type of content',
    () => new Response('a thing', { headers: { 'Content-Type': 'text/plain' } }),
    /nothing is documented of the type text\/plain/,
  ],
])('answers 500 and reports %s', async (_, respond, problem) => {
  const { get, reported } = createTestApp(respond);
  const answer = await get('/things/1');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    success: false,
    message: 'Something went wrong',
    code: 'server.unexpected',
    error: expect.stringMatching(problem),
  });
  expect(reported).toEqual([{ call: 'GET /things/:id', status: respond().status, problem: expect.stringMatching(problem) }]);
});

// spec s7.18
test('passes calls that are not in the document', async () => {
  const { get, reported } = createTestApp(() => Response.json({ anything: true }));
  expect(await (await get('/things/1/undocumented')).json()).toEqual({ anything: true });
  expect(reported).toEqual([]);
});
