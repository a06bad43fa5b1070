import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findBreakingChanges } from '#server/cli/openapi-changes.ts';
import type { Json } from '#server/cli/openapi-schemas.ts';
import { VERSION } from '#server/rest/document.ts';
import { IDS } from '#server/rest/wire/examples.ts';
import { DomainError, ERRORS, type ErrorCode } from '#shared/errors.ts';
import { WEBHOOK_EVENTS } from '#shared/vocabulary/integrations.ts';
import { CONTRACT, type Row } from './contract-paths.ts';
import { calls, document, exampleIn, type Operation, problemsOf, response, rest } from './openapi-document.ts';

const each = calls.map((call) => [call.name, call] as const);

describe('the document', () => {
  // spec s7.8 | S7 | OpenAPI 3.1 from the schemas that validate: every call of the contract by number and for whom, and no other |
  //   src/server/rest/document.ts
  test('is OpenAPI 3.1 with a title, a version and an introduction', () => {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Vidya API', version: VERSION } });
    const headings = ['Signing in', 'What is sent', 'Errors', 'Rate limits', 'Doing it once', 'Values', 'Pages', 'The life of a booking', 'Realtime'];
    headings.push('Webhooks', 'Versions');
    for (const heading of headings) expect(document.info.description).toContain(`\n## ${heading}\n`);
  });

  // spec s7.13 | S7 | The document and the reference are served compressed | src/server/rest/docs.ts
  test.each([
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/start.js',
    '/api/docs/looks.css',
    '/api/docs/swagger-ui.css',
    '/api/docs/swagger-ui-bundle.js',
  ])('compresses %s as the caller accepts', async (path) => {
    const send = (accepted: string) => rest.request(path, { headers: { 'Accept-Encoding': accepted } });
    const plain = Buffer.from(await (await rest.request(path)).arrayBuffer());
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['gzip', 'gzip', gunzipSync],
      ['identity', null, (bytes: Buffer) => bytes],
    ] as const) {
      const answer = await send(accepted);
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(unpack(bytes).equals(plain)).toBe(true);
      if (encoding && plain.length > 100_000) expect(bytes.length).toBeLessThan(plain.length / 3);
    }
  });

  // spec s7.8
  test('lists every call of the contract with number and caller, and no other', () => {
    const documented = calls.map(({ name, operation }): Row => [operation['x-contract'], name, operation['x-who']]);
    expect(documented.sort(byName)).toEqual([...CONTRACT].sort(byName));
    const numbers = new Set(documented.map(([number]) => number));
    expect([...Array(75).keys()].filter((number) => !numbers.has(number + 1))).toEqual([]);
  });

  // spec s7.8
  test('gives every call a unique operationId and an explained tag', () => {
    const names = [...calls.map(({ operation }) => operation.operationId), ...Object.values(document.webhooks).map(({ post }) => post.operationId)];
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    for (const name of names) expect(name).toMatch(/^[a-z]\w*([.][a-z]\w*)+$/i);
    const tags = document.tags.map(({ name }) => name);
    expect([...new Set(calls.flatMap(({ operation }) => operation.tags))].sort()).toEqual([...tags].sort());
    for (const { description } of document.tags) expect(description).not.toBe('');
  });

  // spec s7.8
  test('has no dangling reference', () => {
    const references = new Set(JSON.stringify(document).match(/"\$ref":"[^"]+"/g));
    expect(references.size).toBeGreaterThan(60);
    for (const reference of references) {
      const [, name] = /"#\/components\/schemas\/(\w+)"/.exec(reference) ?? [];
      expect(document.components.schemas, reference).toHaveProperty(name ?? 'a reference elsewhere');
    }
  });

  // spec s7.9 | S7 | Examples of every parameter, body and answer are as their schema says | src/server/rest/document.ts
  test.each(Object.entries(document.components.schemas).filter(([, { example }]) => example !== undefined))(
    'has a valid example of %s',
    (name, { example }) => {
      expect(problemsOf({ $ref: `#/components/schemas/${name}` }, example)).toEqual([]);
    },
  );
});

const byName = ([, first]: Row, [, other]: Row) => (first < other ? -1 : 1);

describe.each(each)('%s', (_, { path, operation }) => {
  // spec s7.5 | S7 | Every example is as its schema says, and true: the sentence that the call answers, pages that add up, an id of its kind, a
  //   booking in its state | src/server/rest/document.ts, src/server/rest/wire/examples.ts
  // spec s7.9
  test('explains every parameter with a valid example', () => {
    const parameters = operation.parameters ?? [];
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    for (const { name, in: location, description, schema, example = schema.example } of parameters) {
      expect(description, name).toBeTruthy();
      expect(example, name).toBeDefined();
      if (location === 'path' && name !== 'provider') expect(example, name).toBe(idIn(path));
      if (example !== undefined) expect(problemsOf(schema, example), name).toEqual([]);
    }
  });

  // spec s7.5, s7.9
  test('has valid examples of bodies and answers', () => {
    const successes = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
    expect(successes).not.toEqual([]);
    const answered = successes.filter(([status]) => status !== '302').map(([, { content }]) => content?.['application/json']);
    for (const content of [...Object.values(operation.requestBody?.content ?? {}), ...answered]) {
      if (!content) throw new Error('an answer without a body');
      expect(exampleIn(content)).toBeDefined();
      expect(problemsOf(content.schema, exampleIn(content))).toEqual([]);
    }
  });

  // spec rest.13 | R §2.5 | Refusals have the one error body, with the code that is documented for the call | src/server/rest/errors.ts
  // spec s7.10 | S7 | Each call lists the codes it refuses with, by status, in its own sentences | src/server/rest/error-responses.ts
  test('lists the codes of every error, each with its body', () => {
    for (const [status, { content, headers }] of Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status))) {
      const apiError = content?.['application/json'];
      const examples = Object.values(apiError?.examples ?? {}).map(({ value }) => value);
      expect(examples.length, status).toBeGreaterThan(0);
      for (const example of examples) expect(problemsOf(apiError?.schema, example), status).toEqual([]);
      const codes = [...new Set(examples.map(({ code }) => code))];
      expect(apiError?.schema, status).toMatchObject({ allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] });
      for (const { code, message } of examples.filter(({ code }) => isOwnSentence(code))) expect(message).toBe(sentenceOf(code));
      expect(Object.keys(headers ?? {}), status).toEqual(['429', '503'].includes(status) ? ['Retry-After'] : []);
    }
  });

  // spec s7.11 | S7 | Each call says which tokens open it | src/server/rest/calls.ts
  test('lists the tokens that open it', () => {
    const { security, responses } = operation;
    const isForAnyone = operation['x-who'] === 'anyone';
    expect(security.some((scheme) => Object.keys(scheme).length === 0)).toBe(isForAnyone);
    const codes = JSON.stringify(responses);
    expect(codes.includes('"auth.required"') && codes.includes('"auth.expired"')).toBe(!isForAnyone);
  });
});

const KINDS = {
  tutors: IDS.tutor,
  tutor: IDS.tutor,
  favorites: IDS.tutor,
  bookings: IDS.booking,
  booking: IDS.booking,
  ratings: IDS.review,
  subjects: IDS.subject,
  subject: IDS.subject,
  'subject-categories': IDS.category,
  topics: IDS.topic,
  blogs: IDS.blog,
  notifications: IDS.notification,
  upload: IDS.upload,
  documents: IDS.upload,
  students: IDS.student,
  users: IDS.student,
} as const;
function idIn(path: string): string {
  const [, kind = ''] = /\/([\w-]+)\/\{\w+\}/.exec(path) ?? [];
  return Object.entries(KINDS).find(([name]) => name === kind)?.[1] ?? `what is an id after ${kind}?`;
}

const isOwnSentence = (code: string) =>
  code in ERRORS && !['request.invalid', 'auth.role', 'server.unavailable'].includes(code) && !sentenceOf(code).includes('{');
const sentenceOf = (code: string) => new DomainError(code as ErrorCode).message;

// spec s7.11
test('documents a key for calls that are not done in person, and a read key for GET only', () => {
  expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'apiKey']);
  const scopesOf = ({ security }: Operation) => security.flatMap((scheme) => scheme.apiKey ?? []);
  const invalid = calls
    .filter(({ path }) => !/^\/api\/auth\/(\{provider\}|google\/callback)$/.test(path))
    .filter(({ path, method, operation }) => {
      const isInPerson = path.startsWith('/api/auth/') && method !== 'get';
      const scope = method === 'get' ? 'read' : 'write';
      return (
        scopesOf(operation).join() !== (isInPerson ? '' : scope) || JSON.stringify(operation.responses).includes('auth.by_key') !== (method !== 'get')
      );
    });
  expect(invalid.map(({ name }) => name)).toEqual([]);
});

describe('the webhooks of the document', () => {
  // spec s7.12 | S7 | The five events of webhooks are in it | src/server/rest/webhook-operations.ts
  test('list the five events, each with headers and a valid body', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(post.parameters?.map(({ name }) => name)).toEqual(['X-Webhook-Id', 'X-Webhook-Timestamp', 'X-Webhook-Signature']);
      for (const { schema, example } of post.parameters ?? []) expect(problemsOf(schema, example)).toEqual([]);
      const content = post.requestBody?.content['application/json'];
      expect(content?.example).toMatchObject({ type });
      expect(problemsOf(content?.schema, content?.example)).toEqual([]);
      expect(Object.keys(post.responses)).toEqual(['2XX']);
    }
  });
});

describe('the committed document, openapi/v1.json', () => {
  const committed: Json = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi/v1.json'), 'utf8'));

  // spec s7.17 | S7 | Every breaking change against the committed document is named | src/server/cli/openapi-changes.ts
  test('has no breaking difference from the server', () => {
    expect(findBreakingChanges(committed, document as unknown as Json)).toEqual([]);
  });

  // spec s7.16 | S7 | `npm run openapi` writes `openapi/v1.json`; the run fails while it does not say what the server says |
  //   src/server/cli/openapi.ts
  test('equals the document of the server: otherwise run npm run openapi', () => {
    expect(committed).toEqual(document);
  });
});
