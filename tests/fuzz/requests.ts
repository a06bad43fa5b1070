import * as fc from 'fast-check';
import type { Document, Operation, Parameter } from './document.ts';
import { type Body, type Files, formsOf } from './forms.ts';
import { type Known, valuesOf } from './from-schema.ts';
import { damage, hostileText, hostileValue, jsonOf } from './invalid-values.ts';

export type Caller = { name: string; authorization: string | null; roles: readonly string[] };

export type Environment = {
  document: Document;
  callers: readonly [Caller, ...Caller[]];
  known: Known;
  idsByPath: Readonly<Record<string, readonly string[]>>;
  files: Files;
};

export type Request = {
  method: string;
  path: string;
  query: string;
  headers: readonly (readonly [string, string])[];
  caller: Caller;
  body: Body | null;
};

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
const MAX_URL_TEXT = 2_000;
/** An unescaped slash would be another path. */
const HOSTILE_SEGMENTS = [
  '%',
  '%00',
  '%FF',
  '%ED%A0%80',
  '%zz',
  '%252F',
  'a%2Fb',
  '%2e%2e%2f',
  '%20',
  '%F0%9F%98%80',
  ';a=b',
  "'",
  '*',
  ':id',
  '{id}',
  '@',
];
const HOSTILE_QUERY_VALUES = ['%', '%00', '%ED%A0%80', '%zz', '+', '%2B1', '%F0%9F%98%80', '=', '1;2', '%5B%5D'];
const HOSTILE_QUERIES = ['', '&', '=', '&&==&', '%', '?', 'a[]=1&a[b]=2', '__proto__=1', 'constructor=1', `${'a=1&'.repeat(500)}`];
const HOSTILE_HEADERS = [
  ['Accept', '*/*;q=banana'],
  ['Accept-Language', 'si-LK,ta;q=0.9'],
  ['X-Forwarded-For', 'not an address, ::1'],
  ['User-Agent', 'x'.repeat(3_000)],
  ['User-Agent', 'é÷'],
  ['Cookie', 'a=b; %'],
  ['Content-Encoding', 'gzip'],
  ['Origin', 'null'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-0'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'x'.repeat(300)],
] as const;
const MALFORMED_JSON = [
  '{',
  '}',
  '[',
  '"',
  '{"a":',
  '{"a":1,}',
  '{}{}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":01}',
  '{"a":"\n"}',
  '{"a":"\\x"}',
  '{"a":"\\u12"}',
  '\uFEFF{}',
  'a=b',
];
const NON_OBJECTS = ['', ' ', 'null', 'true', '1', '"a"', '[]', '[{}]', '[null]', '"\\u0000"'];
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json; charset=utf-16',
  `${FORM_TYPE}; boundary=a`,
  FORM_TYPE,
  '',
];
const TOO_MANY_BYTES = 2 * 1024 * 1024 + 1;

/** A third as documented by an allowed caller, the others with one or all parts invalid. */
export function requestsFor(operation: Operation, environment: Environment): fc.Arbitrary<Request> {
  const valid = requests(operation, environment, false);
  return fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: valid }, { weight: 2, arbitrary: requests(operation, environment, true) });
}

function requests(operation: Operation, environment: Environment, isInvalid: boolean): fc.Arbitrary<Request> {
  const { method, parameters } = operation;
  const parametersIn = (location: Parameter['in']) => parameters.filter((parameter) => parameter.in === location);
  const shape = {
    method: fc.constant(method),
    path: pathsOf(operation, environment, isInvalid),
    query: queriesOf(parametersIn('query'), environment, isInvalid),
    headers: headersOf(parametersIn('header'), environment, isInvalid),
    caller: callersOf(operation, environment, isInvalid),
    body: isInvalid ? invalidBodiesOf(operation, environment) : bodiesOf(operation, environment),
  };
  return fc.record(shape, { noNullPrototype: true });
}

function callersOf({ who }: Operation, { callers }: Environment, isInvalid: boolean): fc.Arbitrary<Caller> {
  const anyCaller = fc.constantFrom(...callers);
  const [first, ...more] = callers.filter(({ roles }) => who !== null && roles.includes(who));
  if (!first) return anyCaller;
  const valid = fc.constantFrom(first, ...more);
  return isInvalid ? fc.oneof(valid, anyCaller) : valid;
}

function pathsOf({ path, parameters }: Operation, { document, known, idsByPath }: Environment, isInvalid: boolean): fc.Arbitrary<string> {
  const allIds = Object.values(idsByPath).flat();
  const segments = path.split('/').map((segment, index, all) => {
    if (!segment.startsWith('{')) return fc.constant(segment);
    const hostile = fc.oneof(fc.constantFrom(...HOSTILE_SEGMENTS), hostileText.map(encode), fc.uuid());
    const existing = idsByPath[all[index - 1] ?? ''] ?? [];
    const name = segment.slice(1, -1);
    const { schema } = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name) ?? {};
    const values = valuesOf(document, known, schema, name).map((value) => encode(String(value)));
    const valid = existing.length === 0 ? values.filter(isPathSegment) : fc.constantFrom(...existing).map(encode);
    if (!isInvalid) return valid;
    const otherId = allIds.length === 0 ? fc.uuid() : fc.constantFrom(...allIds).map(encode);
    return fc.oneof({ withCrossShrink: true }, { weight: 5, arbitrary: valid }, { weight: 1, arbitrary: otherId }, { weight: 3, arbitrary: hostile });
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

/** An empty segment and dots make another path. */
const isPathSegment = (segment: string): boolean => !['', '.', '..'].includes(segment);

function queriesOf(parameters: readonly Parameter[], { document, known }: Environment, isInvalid: boolean): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema, required }) => {
    const valid = valuesOf(document, known, schema, name).map((value) => encode(typeof value === 'string' ? value : JSON.stringify(value)));
    const hostile = fc.oneof(hostileText.map(encode), fc.constantFrom(...HOSTILE_QUERY_VALUES));
    const values = fc.oneof(
      { withCrossShrink: true },
      { weight: required && !isInvalid ? 0 : 4, arbitrary: fc.constant<string[]>([]) },
      { weight: 4, arbitrary: valid.map((value) => [value]) },
      { weight: isInvalid ? 2 : 0, arbitrary: hostile.map((value) => [value]) },
      { weight: isInvalid ? 1 : 0, arbitrary: fc.array(fc.oneof(valid, hostile), { minLength: 2, maxLength: 3 }) },
    );
    return values.map((chosen) => chosen.map((value) => `${encode(name)}=${value}`));
  });
  const extra = isInvalid
    ? fc.oneof({ withCrossShrink: true }, { weight: 9, arbitrary: fc.constant('') }, fc.constantFrom(...HOSTILE_QUERIES))
    : fc.constant('');
  return fc.tuple(fc.tuple(...pairs), extra).map(([chosen, more]) => [...chosen.flat(), ...(more === '' ? [] : [more])].join('&'));
}

function headersOf(
  parameters: readonly Parameter[],
  { document, known }: Environment,
  isInvalid: boolean,
): fc.Arbitrary<(readonly [string, string])[]> {
  const values = parameters.map(({ name, schema, required }) => {
    const valid = valuesOf(document, known, schema, name).map(String);
    const value = (isInvalid ? fc.oneof({ weight: 3, arbitrary: valid }, hostileText) : valid).filter(isHeaderValue);
    const json = value.map((text) => [[name, text] as const]);
    return required && !isInvalid ? json : fc.oneof({ withCrossShrink: true }, fc.constant([]), json);
  });
  const none = fc.constant<(readonly [string, string])[]>([]);
  const extra = isInvalid
    ? fc.oneof(
        { withCrossShrink: true },
        { weight: 4, arbitrary: none },
        fc.constantFrom(...HOSTILE_HEADERS).map((header) => [header]),
      )
    : none;
  return fc.tuple(...values, extra).map((chosen) => chosen.flat());
}

/** Fetch rejects any other characters. */
const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

function bodiesOf({ body, isBodyRequired }: Operation, { document, known, files }: Environment): fc.Arbitrary<Body | null> {
  const [form, json] = [body[FORM_TYPE], body[JSON_TYPE]?.schema];
  if (form) return formsOf(form.schema, files, false);
  const none = fc.constant(null);
  if (!json) return none;
  const bodies = valuesOf(document, known, json).map((value) => textBody(jsonOf(value)));
  return isBodyRequired ? bodies : fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: none }, { weight: 3, arbitrary: bodies });
}

function invalidBodiesOf(operation: Operation, environment: Environment): fc.Arbitrary<Body | null> {
  const { method, body } = operation;
  const none = fc.constant(null);
  if (method === 'GET') return none;
  const malformed = fc.oneof(
    fc.constantFrom(...MALFORMED_JSON, ...NON_OBJECTS).map((text) => textBody(text)),
    hostileValue.map((value) => textBody(jsonOf(value))),
    fc.constant({ bytes: Buffer.from('7b2261223a22ff22fe7d', 'hex'), type: JSON_TYPE, description: 'bytes that are no UTF-8' }),
    fc.constant({ bytes: Buffer.alloc(TOO_MANY_BYTES, '"'), type: JSON_TYPE, description: `${TOO_MANY_BYTES} quotation marks` }),
  );
  const form = body[FORM_TYPE];
  if (form) return fc.oneof({ weight: 6, arbitrary: formsOf(form.schema, environment.files, true) }, malformed, none);
  const valid = bodiesOf(operation, environment);
  const json = body[JSON_TYPE]?.schema;
  if (!json) return fc.oneof({ withCrossShrink: true }, { weight: 5, arbitrary: none }, malformed);
  const values = valuesOf(environment.document, environment.known, json);
  const mislabelled = fc.tuple(values, fc.constantFrom(...OTHER_TYPES)).map(([value, type]) => textBody(jsonOf(value), type));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: none },
    { weight: 4, arbitrary: valid },
    { weight: 9, arbitrary: damage(values).map((value) => textBody(jsonOf(value))) },
    { weight: 2, arbitrary: malformed },
    { weight: 1, arbitrary: mislabelled },
  );
}

const textBody = (text: string, type: string = JSON_TYPE): Body => ({ bytes: Buffer.from(text), type: type === '' ? null : type, description: text });

const encode = (text: string): string => encodeURIComponent(Buffer.from(text.slice(0, MAX_URL_TEXT)).toString());

const MAX_SHOWN = 1_500;

export function asCurl({ method, path, query, headers, caller, body }: Request): string {
  const lines = [`curl -X ${method} ${quote(`${path}${query && `?${query}`}`)}  (as ${caller.name})`];
  if (caller.authorization !== null) lines.push(`-H ${quote(`Authorization: ${caller.authorization}`)}`);
  lines.push(...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`));
  if (body) lines.push(...(body.type === null ? [] : [`-H ${quote(`Content-Type: ${body.type}`)}`]), `--data ${quote(body.description)}`);
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  const description = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters in all)` : text;
  return `'${description.replaceAll("'", "'\\''")}'`;
}
