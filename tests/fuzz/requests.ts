import * as fc from 'fast-check';
import type { Document, Operation, Parameter } from './document.ts';
import { type Body, type Files, formsOf } from './forms.ts';
import { type Known, valuesOf } from './from-schema.ts';
import { damaged, jsonOf, oddText, oddValue } from './junk.ts';

export type Caller = { name: string; authorization: string | null; roles: readonly string[] };

export type Surroundings = {
  document: Document;
  callers: readonly [Caller, ...Caller[]];
  known: Known;
  inPaths: Readonly<Record<string, readonly string[]>>;
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
const LONGEST_IN_ADDRESS = 2_000;
/** An unescaped slash would be another path. */
const ODD_IN_PATH = [
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
const ODD_IN_QUERY = ['%', '%00', '%ED%A0%80', '%zz', '+', '%2B1', '%F0%9F%98%80', '=', '1;2', '%5B%5D'];
const ODD_QUERIES = ['', '&', '=', '&&==&', '%', '?', 'a[]=1&a[b]=2', '__proto__=1', 'constructor=1', `${'a=1&'.repeat(500)}`];
const ODD_HEADERS = [
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
const NO_JSON = [
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
const NO_OBJECTS = ['', ' ', 'null', 'true', '1', '"a"', '[]', '[{}]', '[null]', '"\\u0000"'];
const ODD_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json; charset=utf-16',
  `${FORM_TYPE}; boundary=a`,
  FORM_TYPE,
  '',
];
const MORE_THAN_IS_TAKEN = 2 * 1024 * 1024 + 1;

/** A third as documented by an allowed caller, the others with one or all parts invalid. */
export function requestsFor(operation: Operation, surroundings: Surroundings): fc.Arbitrary<Request> {
  const right = requests(operation, surroundings, false);
  return fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: right }, { weight: 2, arbitrary: requests(operation, surroundings, true) });
}

function requests(operation: Operation, surroundings: Surroundings, isOdd: boolean): fc.Arbitrary<Request> {
  const { method, parameters } = operation;
  const of = (place: Parameter['in']) => parameters.filter((one) => one.in === place);
  const shape = {
    method: fc.constant(method),
    path: pathsOf(operation, surroundings, isOdd),
    query: queriesOf(of('query'), surroundings, isOdd),
    headers: headersOf(of('header'), surroundings, isOdd),
    caller: callersOf(operation, surroundings, isOdd),
    body: isOdd ? oddBodiesOf(operation, surroundings) : bodiesOf(operation, surroundings),
  };
  return fc.record(shape, { noNullPrototype: true });
}

function callersOf({ who }: Operation, { callers }: Surroundings, isOdd: boolean): fc.Arbitrary<Caller> {
  const anybody = fc.constantFrom(...callers);
  const [first, ...others] = callers.filter(({ roles }) => who !== null && roles.includes(who));
  if (!first) return anybody;
  const right = fc.constantFrom(first, ...others);
  return isOdd ? fc.oneof(right, anybody) : right;
}

function pathsOf({ path, parameters }: Operation, { document, known, inPaths }: Surroundings, isOdd: boolean): fc.Arbitrary<string> {
  const every = Object.values(inPaths).flat();
  const segments = path.split('/').map((segment, nth, all) => {
    if (!segment.startsWith('{')) return fc.constant(segment);
    const odd = fc.oneof(fc.constantFrom(...ODD_IN_PATH), oddText.map(encoded), fc.uuid());
    const there = inPaths[all[nth - 1] ?? ''] ?? [];
    const name = segment.slice(1, -1);
    const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    const written = valuesOf(document, known, schema, name).map((value) => encoded(String(value)));
    const right = there.length === 0 ? written.filter(staysInPath) : fc.constantFrom(...there).map(encoded);
    if (!isOdd) return right;
    const another = every.length === 0 ? fc.uuid() : fc.constantFrom(...every).map(encoded);
    return fc.oneof({ withCrossShrink: true }, { weight: 5, arbitrary: right }, { weight: 1, arbitrary: another }, { weight: 3, arbitrary: odd });
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

/** An empty segment and dots make another path. */
const staysInPath = (segment: string): boolean => !['', '.', '..'].includes(segment);

function queriesOf(parameters: readonly Parameter[], { document, known }: Surroundings, isOdd: boolean): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema, required }) => {
    const valid = valuesOf(document, known, schema, name).map((value) => encoded(typeof value === 'string' ? value : JSON.stringify(value)));
    const odd = fc.oneof(oddText.map(encoded), fc.constantFrom(...ODD_IN_QUERY));
    const values = fc.oneof(
      { withCrossShrink: true },
      { weight: required && !isOdd ? 0 : 4, arbitrary: fc.constant<string[]>([]) },
      { weight: 4, arbitrary: valid.map((value) => [value]) },
      { weight: isOdd ? 2 : 0, arbitrary: odd.map((value) => [value]) },
      { weight: isOdd ? 1 : 0, arbitrary: fc.array(fc.oneof(valid, odd), { minLength: 2, maxLength: 3 }) },
    );
    return values.map((some) => some.map((value) => `${encoded(name)}=${value}`));
  });
  const beside = isOdd
    ? fc.oneof({ withCrossShrink: true }, { weight: 9, arbitrary: fc.constant('') }, fc.constantFrom(...ODD_QUERIES))
    : fc.constant('');
  return fc.tuple(fc.tuple(...pairs), beside).map(([some, more]) => [...some.flat(), ...(more === '' ? [] : [more])].join('&'));
}

function headersOf(parameters: readonly Parameter[], { document, known }: Surroundings, isOdd: boolean): fc.Arbitrary<(readonly [string, string])[]> {
  const written = parameters.map(({ name, schema, required }) => {
    const right = valuesOf(document, known, schema, name).map(String);
    const value = (isOdd ? fc.oneof({ weight: 3, arbitrary: right }, oddText) : right).filter(isHeaderValue);
    const sent = value.map((text) => [[name, text] as const]);
    return required && !isOdd ? sent : fc.oneof({ withCrossShrink: true }, fc.constant([]), sent);
  });
  const none = fc.constant<(readonly [string, string])[]>([]);
  const beside = isOdd
    ? fc.oneof(
        { withCrossShrink: true },
        { weight: 4, arbitrary: none },
        fc.constantFrom(...ODD_HEADERS).map((header) => [header]),
      )
    : none;
  return fc.tuple(...written, beside).map((some) => some.flat());
}

/** Fetch rejects any other characters. */
const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

function bodiesOf({ body, isBodyRequired }: Operation, { document, known, files }: Surroundings): fc.Arbitrary<Body | null> {
  const [form, json] = [body[FORM_TYPE], body[JSON_TYPE]?.schema];
  if (form) return formsOf(form.schema, files, false);
  const none = fc.constant(null);
  if (!json) return none;
  const sent = valuesOf(document, known, json).map((value) => said(jsonOf(value)));
  return isBodyRequired ? sent : fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: none }, { weight: 3, arbitrary: sent });
}

function oddBodiesOf(operation: Operation, surroundings: Surroundings): fc.Arbitrary<Body | null> {
  const { method, body } = operation;
  const none = fc.constant(null);
  if (method === 'GET') return none;
  const wild = fc.oneof(
    fc.constantFrom(...NO_JSON, ...NO_OBJECTS).map((text) => said(text)),
    oddValue.map((value) => said(jsonOf(value))),
    fc.constant({ bytes: Buffer.from('7b2261223a22ff22fe7d', 'hex'), type: JSON_TYPE, shown: 'bytes that are no UTF-8' }),
    fc.constant({ bytes: Buffer.alloc(MORE_THAN_IS_TAKEN, '"'), type: JSON_TYPE, shown: `${MORE_THAN_IS_TAKEN} quotation marks` }),
  );
  const form = body[FORM_TYPE];
  if (form) return fc.oneof({ weight: 6, arbitrary: formsOf(form.schema, surroundings.files, true) }, wild, none);
  const right = bodiesOf(operation, surroundings);
  const json = body[JSON_TYPE]?.schema;
  if (!json) return fc.oneof({ withCrossShrink: true }, { weight: 5, arbitrary: none }, wild);
  const values = valuesOf(surroundings.document, surroundings.known, json);
  const wronglyNamed = fc.tuple(values, fc.constantFrom(...ODD_TYPES)).map(([value, type]) => said(jsonOf(value), type));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: none },
    { weight: 4, arbitrary: right },
    { weight: 9, arbitrary: damaged(values).map((value) => said(jsonOf(value))) },
    { weight: 2, arbitrary: wild },
    { weight: 1, arbitrary: wronglyNamed },
  );
}

const said = (text: string, type: string = JSON_TYPE): Body => ({ bytes: Buffer.from(text), type: type === '' ? null : type, shown: text });

const encoded = (text: string): string => encodeURIComponent(Buffer.from(text.slice(0, LONGEST_IN_ADDRESS)).toString());

const MOST_SHOWN = 1_500;

export function asCurl({ method, path, query, headers, caller, body }: Request): string {
  const lines = [`curl -X ${method} ${quoted(`${path}${query && `?${query}`}`)}  (as ${caller.name})`];
  if (caller.authorization !== null) lines.push(`-H ${quoted(`Authorization: ${caller.authorization}`)}`);
  lines.push(...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`));
  if (body) lines.push(...(body.type === null ? [] : [`-H ${quoted(`Content-Type: ${body.type}`)}`]), `--data ${quoted(body.shown)}`);
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters in all)` : text;
  return `'${shown.replaceAll("'", "'\\''")}'`;
}
