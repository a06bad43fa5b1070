import { describe, expect, test } from 'vitest';
import { findBreakingChanges } from '#server/cli/openapi-changes.ts';
import type { Json } from '#server/cli/openapi-schemas.ts';

const SENT = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 150 },
    kind: { type: 'string', enum: ['a', 'b'] },
    count: { type: 'number', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' } },
    note: { type: ['string', 'null'] },
    by: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Twig' }] },
  },
};
const TREE = {
  type: 'object',
  required: ['id', 'state'],
  properties: {
    id: { type: 'string' },
    state: { type: 'string', enum: ['new', 'old'] },
    size: { type: 'integer' },
    at: { type: 'string', format: 'date-time' },
    branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    words: { type: 'object', additionalProperties: { type: 'string' } },
  },
};
const TWIG = { type: 'object', properties: { of: { $ref: '#/components/schemas/Twig' } } };
const ERROR = { type: 'object', required: ['code'], properties: { code: { type: 'string' }, message: { type: 'string' } } };
const refused = {
  allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { code: { type: 'string', enum: ['thing.gone'] } } }],
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const BEFORE = {
  openapi: '3.1.0',
  security: [{ session: [] }],
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'things.change',
        security: [{ session: [] }, { apiKey: ['write'] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['up', 'down'] } },
        ],
        requestBody: { required: false, ...json({ $ref: '#/components/schemas/Sent' }) },
        responses: { 200: json({ $ref: '#/components/schemas/Tree' }), 201: json({ type: 'array', items: { type: 'number' } }), 404: json(refused) },
      },
      get: { operationId: 'things.one', security: [{}], responses: { 200: json({ $ref: '#/components/schemas/Tree' }) } },
      delete: { operationId: 'things.remove', responses: { 200: json({ type: 'object' }) } },
    },
  },
  webhooks: {
    'thing.made': {
      post: { parameters: [{ name: 'X-Id', in: 'header', schema: { type: 'string' } }], requestBody: json({ $ref: '#/components/schemas/Tree' }) },
    },
  },
  components: { schemas: { Sent: SENT, Tree: TREE, Twig: TWIG, Error: ERROR } },
};

/** What stands at a path from now on; nothing without a value. */
type Edit = readonly [path: string, value?: unknown];

function changed(edits: readonly Edit[]): Json {
  const document: Json = JSON.parse(JSON.stringify(BEFORE));
  for (const [path, value] of edits) {
    const keys = path.split(' ');
    const last = keys.pop() ?? '';
    const at = Object(keys.reduce<unknown>((inner, key) => Object(inner)[key], document));
    if (value !== undefined) at[last] = value;
    else if (Array.isArray(at)) at.splice(Number(last), 1);
    else delete at[last];
  }
  return document;
}

const PUT = 'paths /things/{id} put';
const SENDS = 'components schemas Sent';
const ANSWERS = 'components schemas Tree';
const IN_PUT = 'PUT /things/{id}';

// spec s7.17
describe('a change that breaks clients is named', () => {
  test.each<[string, Edit[], string]>([
    ['an operation that goes', [['paths /things/{id} get']], 'GET /things/{id}: was removed'],
    [
      'another path',
      [['paths /items/{id}', { get: BEFORE.paths['/things/{id}'].get }], ['paths /things/{id} get']],
      'GET /things/{id}: is now GET /items/{id}',
    ],
    [
      'another method',
      [['paths /things/{id} patch', BEFORE.paths['/things/{id}'].delete], ['paths /things/{id} delete']],
      'DELETE /things/{id}: is now PATCH /things/{id}',
    ],
    ['another name for programs', [[`${PUT} operationId`, 'things.alter']], `${IN_PUT}: its operationId is now things.alter, and was things.change`],
    [
      'a token where none was asked for',
      [['paths /things/{id} get security', [{ session: [] }]]],
      'GET /things/{id}: calling without a token is no longer enough',
    ],
    ['a way in that goes', [[`${PUT} security`, [{ session: [] }]]], `${IN_PUT}: apiKey write is no longer enough`],
    ['another scope', [[`${PUT} security 1 apiKey`, ['admin']]], `${IN_PUT}: apiKey write is no longer enough`],
    ['stricter for all that say nothing', [['security', [{ other: [] }]]], 'DELETE /things/{id}: session is no longer enough'],
    ['a parameter that goes', [[`${PUT} parameters 1`]], `${IN_PUT}: query parameter sort was removed`],
    ['a parameter that is asked for', [[`${PUT} parameters 1 required`, true]], `${IN_PUT}: query parameter sort is now required`],
    [
      'a new parameter that is asked for',
      [[`${PUT} parameters 2`, { name: 'key', in: 'header', required: true, schema: {} }]],
      `${IN_PUT}: header parameter key is now required`,
    ],
    ['a value of a parameter that goes', [[`${PUT} parameters 1 schema enum`, ['up']]], `${IN_PUT}: query parameter sort: no longer takes "down"`],
    ['a body that is asked for', [[`${PUT} requestBody required`, true]], `${IN_PUT}: a body is now required`],
    ['another type of body', [[`${PUT} requestBody content`, { 'text/csv': { schema: {} } }]], `${IN_PUT}: body: is no longer application/json`],
    ['a property that is asked for', [[`${SENDS} required`, ['name', 'kind']]], `${IN_PUT}: body.kind: is now required`],
    ['a property of a body that goes', [[`${SENDS} properties kind`]], `${IN_PUT}: body.kind: was removed`],
    ['another type', [[`${SENDS} properties name type`, 'number']], `${IN_PUT}: body.name: its type is now number, and was string`],
    ['whole numbers only', [[`${SENDS} properties count type`, 'integer']], `${IN_PUT}: body.count: its type is now integer, and was number`],
    ['no null any more', [[`${SENDS} properties note type`, 'string']], `${IN_PUT}: body.note: its type is now string, and was string or null`],
    ['a value that goes', [[`${SENDS} properties kind enum`, ['b']]], `${IN_PUT}: body.kind: no longer takes "a"`],
    ['values where any was taken', [[`${SENDS} properties name enum`, ['x']]], `${IN_PUT}: body.name: takes only "x" now`],
    ['less room', [[`${SENDS} properties name maxLength`, 100]], `${IN_PUT}: body.name: its maxLength is now 100, and was 150`],
    ['a new limit', [[`${SENDS} properties tags maxItems`, 5]], `${IN_PUT}: body.tags: its maxItems is now 5, and was open`],
    ['a higher least', [[`${SENDS} properties count minimum`, 1]], `${IN_PUT}: body.count: its minimum is now 1, and was 0`],
    ['a new pattern', [[`${SENDS} properties name pattern`, '^x']], `${IN_PUT}: body.name: its pattern is now ^x, and was open`],
    ['inside a list', [[`${SENDS} properties tags items maxLength`, 30]], `${IN_PUT}: body.tags[]: its maxLength is now 30, and was open`],
    ['a choice that goes', [[`${SENDS} properties by anyOf 0`]], `${IN_PUT}: body.by: the choice of its shapes has changed`],
    ['no other keys', [[`${SENDS} additionalProperties`, false]], `${IN_PUT}: body: no longer takes other keys`],
    ['a success that goes', [[`${PUT} responses 201`]], `${IN_PUT}: is no longer answered with 201`],
    ['a property of an answer that goes', [[`${ANSWERS} properties size`]], 'GET /things/{id}: answer 200.size: was removed'],
    ['a property that may be missing', [[`${ANSWERS} required`, ['id']]], 'GET /things/{id}: answer 200.state: is no longer always there'],
    [
      'a property that may be null',
      [[`${ANSWERS} properties id type`, ['string', 'null']]],
      'GET /things/{id}: answer 200.id: its type is now string or null, and was string',
    ],
    [
      'a property of another type',
      [[`${ANSWERS} properties size type`, 'number']],
      'GET /things/{id}: answer 200.size: its type is now number, and was integer',
    ],
    [
      'a value that nobody knows',
      [[`${ANSWERS} properties state enum`, ['new', 'old', 'older']]],
      'GET /things/{id}: answer 200.state: may be "older" now',
    ],
    [
      'values that are open',
      [[`${ANSWERS} properties state enum`]],
      'GET /things/{id}: answer 200.state: may have any value now, and was one of "new", "old"',
    ],
    ['another form', [[`${ANSWERS} properties at format`, 'date']], 'GET /things/{id}: answer 200.at: its format is now date, and was date-time'],
    [
      'keys without names',
      [[`${ANSWERS} properties words additionalProperties type`, 'number']],
      'GET /things/{id}: answer 200.words.*: its type is now number, and was string',
    ],
    [
      'entries of a list',
      [[`${PUT} responses 201 content application/json schema items type`, 'string']],
      `${IN_PUT}: answer 201[]: its type is now string, and was number`,
    ],
    ['what a refusal loses', [['components schemas Error properties message']], `${IN_PUT}: answer 404.message: was removed`],
    ['an event that goes', [['webhooks thing.made']], 'webhook POST thing.made: was removed'],
    ['a header of an event', [['webhooks thing.made post parameters', []]], 'webhook POST thing.made: header parameter X-Id was removed'],
    ['what an event loses', [[`${ANSWERS} properties size`]], 'webhook POST thing.made: body.size: was removed'],
  ])('%s', (_, edits, sentence) => {
    expect(findBreakingChanges(changed([]), changed(edits))).toContain(sentence);
  });
});

// spec s7.17
describe('a change that harms nobody is not named', () => {
  test.each<[string, Edit[]]>([
    ['nothing', []],
    ['a new operation', [['paths /new', { get: { responses: {} } }]]],
    ['a new parameter', [[`${PUT} parameters 2`, { name: 'more', in: 'query', schema: {} }]]],
    ['a new property of a body', [[`${SENDS} properties more`, { type: 'string' }]]],
    ['less that is asked for', [[`${SENDS} required`, []]]],
    ['more room', [[`${SENDS} properties name maxLength`, 200]]],
    ['more that is taken', [[`${SENDS} properties kind enum`, ['a', 'b', 'c']]]],
    ['more types that are taken', [[`${SENDS} properties name type`, ['string', 'number']]]],
    ['a further choice', [[`${SENDS} properties by anyOf 2`, { type: 'number' }]]],
    ['a new property of an answer', [[`${ANSWERS} properties more`, { type: 'string' }]]],
    ['more that is always there', [[`${ANSWERS} required`, ['id', 'state', 'size']]]],
    ['a value that is answered no more', [[`${ANSWERS} properties state enum`, ['new']]]],
    ['whole numbers only in an answer', [[`${PUT} responses 201 content application/json schema items type`, 'integer']]],
    ['a new refusal', [[`${PUT} responses 409`, json(refused)]]],
    ['a refusal that goes', [[`${PUT} responses 404`]]],
    [
      'a new code of a refusal',
      [[`${PUT} responses 404 content application/json schema allOf 1 properties code enum`, ['thing.gone', 'thing.hidden']]],
    ],
    ['a token that is asked for no more', [[`${PUT} security`, [{}]]]],
    ['other words', [[`${PUT} summary`, 'Alter a thing']]],
    ['a new event', [['webhooks thing.lost', { post: {} }]]],
    ['a schema that nobody refers to', [['components schemas Plant', { type: 'object' }]]],
  ])('%s', (_, edits) => {
    expect(findBreakingChanges(changed([]), changed(edits))).toEqual([]);
  });
});
