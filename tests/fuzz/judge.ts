import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Document, type Operation, operationAt, operationsOf } from './document.ts';

export type Answer = { status: number; headers: Headers; text: string; ms: number };
/** `kind` stays the same while fast-check shrinks a request. */
export type Fault = { kind: string; message: string };
type Call = { method: string; pathname: string };

/** The contract allows 30 s, but no call here has that much to do. */
const SLOW_MS = 5_000;
const LEAKS = /\n\s+at |node_modules|\.ts:\d|postgres|drizzle|select .* from/i;
const RETRY_STATUSES = [429, 503];
const ROOT = 'document';

export function createJudge(document: Document): (call: Call, answer: Answer) => Fault | null {
  const operations = operationsOf(document);
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats(ajv);
  ajv.addSchema(document, ROOT, undefined, false);
  const compiled = new Map<string, ValidateFunction>();
  const schemaAt = (pointer: string): ValidateFunction => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };

  return ({ method, pathname }, { status, headers, text, ms }) => {
    if (status >= 500) return { kind: `${status}`, message: `${status}: ${text}` };
    // Elsewhere other tests take the time.
    if (process.env.DEEP && ms > SLOW_MS) return { kind: 'slow', message: `it took ${ms.toFixed(0)} ms` };
    // JSON escapes line breaks.
    const leak = LEAKS.exec(text.replaceAll('\\n', '\n'))?.[0];
    if (leak !== undefined) return { kind: 'leak', message: `it tells ${JSON.stringify(leak)} in ${text}` };
    if (RETRY_STATUSES.includes(status) && !headers.has('retry-after')) return { kind: 'no Retry-After', message: `${status} without Retry-After` };

    const type = headers.get('content-type')?.split(';')[0]?.trim() ?? '';
    const operation = operationAt(operations, method, pathname);
    if (!operation) return isJson(type) ? null : { kind: 'type', message: `${status} of the type ${JSON.stringify(type)}` };
    const key = responseKey(operation, status);
    const documented = key === null ? undefined : operation.responses.get(key);
    if (key === null || !documented) return { kind: `undocumented ${status}`, message: `${status} is not documented for ${operation.name}: ${text}` };
    const { content, requiredHeaders } = documented;
    const missing = requiredHeaders.filter((name) => !headers.has(name));
    if (missing.length > 0) return { kind: 'headers', message: `${status} without ${missing.join(', ')}` };
    const types = Object.keys(content);
    if (types.length === 0) return null;
    if (!types.includes(type)) return { kind: 'type', message: `${status} of the type ${JSON.stringify(type)}, documented is ${types.join(', ')}` };
    if (!isJson(type) || content[type]?.schema === undefined) return null;
    const problem = problemOf(text, schemaAt(pointerTo(document, operation, [key, type])));
    return problem === null ? null : { kind: `schema ${status}`, message: `${status} breaks its schema: ${problem} in ${text}` };
  };
}

const isJson = (type: string): boolean => /[/+]json$/.test(type);

function responseKey({ responses }: Operation, status: number): string | null {
  return [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((key) => responses.has(key)) ?? null;
}

function pointerTo(document: Document, { path, method }: Operation, [status, type]: [string, string]): string {
  const pointer = ['paths', path, method.toLowerCase(), 'responses', status];
  const item = document.paths[path]?.[method.toLowerCase()] as { responses: Record<string, { $ref?: string }> };
  const shared = item.responses[status]?.$ref;
  const base = shared === undefined ? pointer.map(escapePointer).join('/') : shared.slice(2);
  return `/${base}/content/${escapePointer(type)}/schema`;
}

const escapePointer = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

function problemOf(text: string, validate: ValidateFunction): string | null {
  const body = parseJson(text);
  if (body === undefined) return 'it is no JSON';
  if (validate(body)) return null;
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`).join('; ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
