import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { attack, type Campaign } from './campaign.ts';
import { type Document, operationsOf } from './document.ts';
import { createJudge } from './judge.ts';
import type { Request } from './requests.ts';

const SEED = 7;
const REQUESTS = 400;

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/notes/{id}': {
      put: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } },
        responses: { 200: json({ $ref: '#/components/schemas/Note' }), 400: { $ref: '#/components/responses/Refused' } },
      },
    },
    '/notes/newest': { put: { responses: { 204: { description: '' } } } },
  },
  components: {
    responses: { Refused: json({ type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }) },
    schemas: {
      Note: {
        type: 'object',
        required: ['title', 'at'],
        properties: {
          title: { type: 'string', maxLength: 20 },
          at: { type: 'string', format: 'date-time' },
          more: { anyOf: [{ $ref: '#/components/schemas/Note' }, { type: 'null' }] },
          stars: { type: ['integer', 'null'], minimum: 0 },
        },
      },
    },
  },
} satisfies Document & { openapi: string };

type Note = { title?: unknown; at?: unknown; stars?: unknown };
type Bug = (note: Note, query: { page: string | undefined }) => Response | null;

const NOTE = { title: 'A note', at: '2026-03-02T04:30:00.000Z' };
const answer = (status: number, body: unknown) => Response.json(body, { status });

async function outcomeOf(bug: Bug): Promise<string> {
  const app = new Hono();
  app.put('/notes/:id', async (c) => {
    const note = (await c.req.json().catch(() => null)) as Note | null;
    if (note === null || typeof note !== 'object') return answer(400, { message: 'Invalid request body' });
    return bug(note, { page: c.req.query('page') }) ?? answer(200, NOTE);
  });
  app.all('*', () => answer(404, { message: 'Not found' }));
  const campaign: Campaign = {
    environment: {
      document: DOCUMENT,
      callers: [{ name: 'visitor', authorization: null, roles: [] }],
      known: {},
      idsByPath: { notes: ['1'] },
      files: new Map(),
    },
    judge: createJudge(DOCUMENT),
    async send({ method, path, query, body }: Request) {
      const request = new Request(`http://notes.test${path}${query && `?${query}`}`, { method, body: body && Uint8Array.from(body.bytes) });
      const response = await app.request(request);
      const { status, headers } = response;
      return { status, headers, text: await response.text(), ms: 1, pathname: new URL(request.url).pathname };
    },
  };
  const [operation] = operationsOf(DOCUMENT);
  if (!operation) throw new Error('the document has an operation');
  return attack(operation, { requests: REQUESTS, seed: SEED }, campaign).then(
    () => 'nothing found',
    (error: Error) => error.message,
  );
}

// spec s7.4 | S7 | The fuzzer finds what is planted, and shrinks it | tests/fuzz/judge.ts
test('finds nothing in a server that behaves as documented', async () => {
  expect(await outcomeOf(() => null)).toBe('nothing found');
});

// spec s7.4
test('finds a 500 and shrinks the request to its cause', async () => {
  const result = await outcomeOf(({ title }) => (typeof title === 'number' ? answer(500, { message: 'Something went wrong' }) : null));
  expect(result).toContain('500: {"message":"Something went wrong"}');
  expect(result).toContain('FUZZ_SEED=7');
  expect(result).toContain("curl -X PUT '/notes/1'  (as visitor)");
  expect(result).toMatch(/ {2}--data '\{"title":[^,]+,"at":"2020-01-01T00:00:00.000Z"\}'$/);
  expect(result.split('\n')).toHaveLength(7);
});

// spec s7.4
test('finds a status that is not documented', async () => {
  const result = await outcomeOf((_, { page }) => (page?.startsWith('-') ? answer(422, { message: 'No' }) : null));
  expect(result).toContain('422 is not documented for PUT /notes/{id}');
  expect(result).toMatch(/curl -X PUT '\/notes\/1\?page=-/);
});

// spec s7.4
test('finds a value of the wrong type, also deep in a body', async () => {
  const result = await outcomeOf(({ stars }) => (stars === null ? answer(200, { ...NOTE, more: { ...NOTE, stars: 'none' } }) : null));
  expect(result).toContain('200 breaks its schema: /more/stars must be integer,null');
  expect(result).toContain('"stars":null');
});

// spec s7.4
test.each<[string, Bug, string]>([
  ['a time in another format', () => answer(200, { ...NOTE, at: 'yesterday' }), 'must match format "date-time"'],
  ['a key that is missing', () => answer(200, { title: 'A note' }), "must have required property 'at'"],
  ['a refusal in other words', () => answer(400, { error: 'No' }), "must have required property 'message'"],
  ['another type of content', () => new Response('A note'), '200 of the type "text/plain"'],
  ['what is no JSON', () => new Response('{', { headers: { 'Content-Type': 'application/json' } }), 'it is no JSON'],
  ['a trace of the stack', () => answer(400, { message: 'Error\n    at main' }), 'it tells'],
  ['the name of a file of ours', () => answer(400, { message: 'notes.ts:12 failed' }), 'it tells'],
  ['a 429 without Retry-After', () => answer(429, { message: 'Too often' }), '429 without Retry-After'],
])('finds %s', async (_, bug, message) => {
  expect(await outcomeOf(bug)).toContain(message);
});

// spec s7.4
test('matches an answer to its operation, however the path is encoded', () => {
  const judge = createJudge(DOCUMENT);
  const response = { status: 204, headers: new Headers(), text: '', ms: 1 };
  for (const pathname of ['/notes/newest', '/notes/n%65west']) expect(judge({ method: 'PUT', pathname }, response)).toBeNull();
  expect(judge({ method: 'PUT', pathname: '/notes/1' }, response)?.kind).toBe('undocumented 204');
});
