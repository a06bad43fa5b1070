import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Json } from '#server/cli/json.ts';
import { breakingChanges } from '#server/cli/openapi-changes.ts';
import { VERSION } from '#server/rest/document.ts';
import { createRest } from '#server/rest/rest.ts';
import { DomainError, ERRORS, type ErrorCode } from '#shared/errors.ts';
import { WEBHOOK_EVENTS } from '#shared/vocabulary/outside.ts';
import { CONTRACT, type Row } from './contract-paths.ts';

type Content = { schema: object; example?: unknown; examples?: Record<string, { value: { code: string; message: string } }> };
type Parameter = { name: string; in: string; description?: string; schema: { example?: unknown }; example?: unknown };
type Answer = { description: string; headers?: Record<string, { schema: object }>; content?: Record<string, Content> };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
  'x-who': string;
  'x-contract': number | string;
};
type Document = {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, { example?: unknown }>; securitySchemes: Record<string, unknown> };
};

const nobody = (): never => {
  throw new Error('nothing but the document is asked for');
};
const parts = { log: { error: nobody }, sessionOf: nobody, contextOf: nobody };
const rest = createRest({ config: { appName: 'Vidya', publicUrl: 'http://vidya.test', mode: 'production' }, ...parts });
const response = await rest.request('/api/openapi.json');
const document: Document = await response.json();

const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, method, operation })),
);
const each = calls.map((call) => [call.name, call] as const);

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true } });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', ...document });
const inside = (schema: unknown): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
/** What is wrong with a value; nothing when it is as documented. */
function problemsOf(schema: unknown, value: unknown): unknown[] {
  const validate = ajv.compile(inside(schema));
  return validate(value) ? [] : (validate.errors ?? []);
}
function exampleIn({ schema, example }: Content): unknown {
  const [, name = ''] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(schema)) ?? [];
  return example ?? document.components.schemas[name]?.example;
}

describe('the document', () => {
  test('it is OpenAPI 3.1, with a title, a version and an introduction', () => {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Vidya API', version: VERSION } });
    const headings = ['Signing in', 'Errors', 'Rate limits', 'Doing it once', 'Values', 'Pages', 'Realtime', 'Webhooks', 'Versions'];
    for (const heading of headings) expect(document.info.description).toContain(`\n## ${heading}\n`);
  });

  test('it names every call of the contract as its number and for whom it is, and no other', () => {
    const told = calls.map(({ name, operation }): Row => [operation['x-contract'], name, operation['x-who']]);
    expect(told.sort(byName)).toEqual([...CONTRACT].sort(byName));
    const numbers = new Set(told.map(([number]) => number));
    expect([...Array(75).keys()].filter((number) => !numbers.has(number + 1))).toEqual([]);
  });

  test('every call has a name of its own for programs, and a tag that is explained', () => {
    const names = [...calls.map(({ operation }) => operation.operationId), ...Object.values(document.webhooks).map(({ post }) => post.operationId)];
    expect(names.filter((name, nth) => names.indexOf(name) < nth)).toEqual([]);
    for (const name of names) expect(name).toMatch(/^[a-z]\w*([.][a-z]\w*)+$/i);
    const tags = document.tags.map(({ name }) => name);
    expect([...new Set(calls.flatMap(({ operation }) => operation.tags))].sort()).toEqual([...tags].sort());
    for (const { description } of document.tags) expect(description).not.toBe('');
  });

  test('nothing in it refers to what is not there', () => {
    const references = new Set(JSON.stringify(document).match(/"\$ref":"[^"]+"/g));
    expect(references.size).toBeGreaterThan(60);
    for (const reference of references) {
      const [, name] = /"#\/components\/schemas\/(\w+)"/.exec(reference) ?? [];
      expect(document.components.schemas, reference).toHaveProperty(name ?? 'a reference elsewhere');
    }
  });

  test.each(Object.entries(document.components.schemas).filter(([, { example }]) => example !== undefined))(
    'the example of %s is as its schema says',
    (name, { example }) => {
      expect(problemsOf({ $ref: `#/components/schemas/${name}` }, example)).toEqual([]);
    },
  );
});

const byName = ([, one]: Row, [, other]: Row) => (one < other ? -1 : 1);

describe.each(each)('%s', (_, { path, operation }) => {
  test('every parameter is explained and has an example as its schema says', () => {
    const parameters = operation.parameters ?? [];
    expect(parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    for (const { name, in: where, description, schema, example = schema.example } of parameters) {
      if (where !== 'path') expect(description, name).toBeTruthy();
      if (path !== '/api/auth/{provider}') expect(example, name).toBeDefined();
      if (example !== undefined) expect(problemsOf(schema, example), name).toEqual([]);
    }
  });

  test('what is sent and what is answered have an example as their schema says', () => {
    const successes = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
    expect(successes).not.toEqual([]);
    const answered = successes.filter(([status]) => status !== '302').map(([, { content }]) => content?.['application/json']);
    for (const content of [...Object.values(operation.requestBody?.content ?? {}), ...answered]) {
      if (!content) throw new Error('an answer without a body');
      expect(exampleIn(content)).toBeDefined();
      expect(problemsOf(content.schema, exampleIn(content))).toEqual([]);
    }
  });

  test('every refusal lists its codes, each with the body that is answered', () => {
    for (const [status, { content, headers }] of Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status))) {
      const refusal = content?.['application/json'];
      const examples = Object.values(refusal?.examples ?? {}).map(({ value }) => value);
      expect(examples.length, status).toBeGreaterThan(0);
      for (const example of examples) expect(problemsOf(refusal?.schema, example), status).toEqual([]);
      const codes = [...new Set(examples.map(({ code }) => code))];
      expect(refusal?.schema, status).toMatchObject({ allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] });
      for (const { code, message } of examples.filter(({ code }) => isOwnSentence(code))) expect(message).toBe(sentenceOf(code));
      expect(Object.keys(headers ?? {}), status).toEqual(['429', '503'].includes(status) ? ['Retry-After'] : []);
    }
  });

  test('it says which tokens open it', () => {
    const { security, responses } = operation;
    const isForAnyone = operation['x-who'] === 'anyone';
    expect(security.some((way) => Object.keys(way).length === 0)).toBe(isForAnyone);
    const codes = JSON.stringify(responses);
    expect(codes.includes('"auth.required"') && codes.includes('"auth.expired"')).toBe(!isForAnyone);
  });
});

/** Those that are told in the words of the call, or with words in their gaps. */
const isOwnSentence = (code: string) =>
  code in ERRORS && !['request.invalid', 'auth.role', 'server.unavailable'].includes(code) && !sentenceOf(code).includes('{');
const sentenceOf = (code: string) => new DomainError(code as ErrorCode).message;

test('a key opens what is not done in person, and where it only reads, GET calls alone', () => {
  expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'apiKey']);
  const scopesOf = ({ security }: Operation) => security.flatMap((way) => way.apiKey ?? []);
  const wrong = calls
    .filter(({ path }) => !/^\/api\/auth\/(\{provider\}|google\/callback)$/.test(path))
    .filter(({ path, method, operation }) => {
      const isInPerson = path.startsWith('/api/auth/') && method !== 'get';
      const scope = method === 'get' ? 'read' : 'write';
      return (
        scopesOf(operation).join() !== (isInPerson ? '' : scope) || JSON.stringify(operation.responses).includes('auth.by_key') !== (method !== 'get')
      );
    });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

describe('what is sent to webhooks', () => {
  test('the five events are there, each with its headers and a body as documented', () => {
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

  test('no client that was written for it breaks on the server as it is', () => {
    expect(breakingChanges(committed, document as unknown as Json)).toEqual([]);
  });

  test('it says all that the server says: otherwise run npm run openapi', () => {
    expect(committed).toEqual(document);
  });
});
