import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RecordedCall } from './support/rest-coverage.ts';

const DOCUMENT = 'openapi/v1.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const CALLERS = ['nobody', 'student', 'tutor', 'admin'] as const;
const NUMBERED_CALLS = 75;

type Schema = {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  example?: unknown;
  enum?: string[];
  const?: string;
};
type Response = { content?: Record<string, { schema?: Schema; example?: unknown }> };
type Parameter = { name: string; in: string; schema?: Schema };
type OperationObject = { 'x-contract'?: string | number; parameters?: Parameter[]; responses: Record<string, Response> };
export type OpenApi = { paths: Record<string, Record<string, OperationObject>>; components?: { schemas?: Record<string, Schema> } };

export type Row = {
  number: string;
  operation: string;
  calls: number;
  isSuccessSeen: boolean;
  statuses: Progress;
  codes: Progress;
  roles: Progress;
  gaps: string[];
};
type Progress = { seen: number; all: number };
type Operation = {
  number: string;
  name: string;
  method: string;
  pattern: RegExp;
  literals: string;
  answers: Map<number, string[]>;
  messages: Map<number, string>;
};

export function coverageOf(document: OpenApi, calls: readonly RecordedCall[]): Row[] {
  const operations = operationsOf(document);
  const callsByOperation = new Map<Operation, RecordedCall[]>(operations.map((operation) => [operation, []]));
  for (const call of calls) {
    const operation = operationOf(call, operations);
    if (operation) callsByOperation.get(operation)?.push(call);
  }
  return operations.map((operation) => rowOf(operation, callsByOperation.get(operation) ?? []));
}

function operationsOf({ paths, components }: OpenApi): Operation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const documented = methods[method];
      if (!documented) return [];
      const answers = Object.entries(documented.responses).map(
        ([status, response]) => [Number(status), codesOf(response, components?.schemas ?? {})] as const,
      );
      const messages = Object.entries(documented.responses).flatMap(([status, response]) => {
        const message = exampleMessageOf(response, components?.schemas ?? {});
        return message === undefined ? [] : [[Number(status), message] as const];
      });
      const valuesOf = (name: string) => documented.parameters?.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema?.enum;
      const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(${valuesOf(name)?.join('|') ?? '[^/]+'})`)}$`);
      const number = String(documented['x-contract'] ?? '');
      const literals = path.replaceAll(/\{\w+\}/g, '\u{10FFFF}');
      return [
        {
          number,
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          pattern,
          literals,
          answers: new Map(answers),
          messages: new Map(messages),
        },
      ];
    }),
  );
  const order = ({ number }: Operation) => (isNumbered(number) ? Number(number) : NUMBERED_CALLS + 1);
  return operations.sort((operation, other) => order(operation) - order(other));
}

const isNumbered = (number: string): boolean => /^\d+$/.test(number);

/** A literal segment takes precedence over one in braces, as in the router. */
function operationOf({ method, path }: RecordedCall, operations: readonly Operation[]): Operation | undefined {
  const matching = operations.filter((operation) => operation.method === method && operation.pattern.test(path));
  return matching.reduce<Operation | undefined>((best, operation) => (best && best.literals < operation.literals ? best : operation), undefined);
}

function exampleMessageOf({ content = {} }: Response, schemas: Readonly<Record<string, Schema>>): string | undefined {
  const { schema, example = schemas[schema?.$ref?.replace('#/components/schemas/', '') ?? '']?.example } = content['application/json'] ?? {};
  const message: unknown = Object(example).message;
  return typeof message === 'string' ? message : undefined;
}

/** The narrowest list of codes that the schema of an error gives. */
function codesOf({ content = {} }: Response, schemas: Readonly<Record<string, Schema>>): string[] {
  const listsOf = (schema: Schema): string[][] => {
    const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.replace('#/components/schemas/', '')];
    const code = schema.properties?.code;
    const own = code?.enum ?? (code?.const === undefined ? undefined : [code.const]);
    const parts = [...(named ? [named] : []), ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    return [...(own ? [own] : []), ...parts.flatMap(listsOf)];
  };
  const lists = Object.values(content).flatMap(({ schema }) => (schema ? listsOf(schema) : []));
  return lists.reduce<string[]>((best, list) => (best.length > 0 && best.length <= list.length ? best : list), []);
}

function rowOf({ number, name, answers, messages }: Operation, calls: readonly RecordedCall[]): Row {
  const isSuccess = (status: number) => status < 400;
  const statuses = [...answers.keys()];
  const codes = [...answers].flatMap(([status, codes]) => codes.map((code) => ({ status, code })));
  const isSeen = (status: number, code?: string) => calls.some((call) => call.status === status && (code === undefined || call.code === code));
  const missingMessages = [...messages].filter(
    ([status, message]) => isSeen(status) && !calls.some((call) => call.status === status && call.message === message),
  );
  const isSuccessSeen = calls.some(({ status }) => isSuccess(status));
  const missing = {
    statuses: statuses.filter((status) => !isSeen(status)),
    codes: codes.filter(({ status, code }) => !isSeen(status, code)),
    roles: CALLERS.filter((role) => !calls.some(({ caller }) => caller === role)),
  };
  const isDocumented = ({ status, code }: RecordedCall) => {
    const codesOfStatus = answers.get(status);
    return codesOfStatus !== undefined && (codesOfStatus.length === 0 || (code !== undefined && codesOfStatus.includes(code)));
  };
  const undocumented = new Set(calls.filter((call) => !isDocumented(call)).map(({ status, code }) => [status, code].join(' ').trim()));
  const gaps =
    calls.length === 0
      ? ['no test calls it']
      : [
          ...(isSuccessSeen ? [] : ['its success was never seen']),
          ...missing.statuses.filter((status) => (answers.get(status) ?? []).length === 0).map((status) => `${status} was never answered`),
          ...missingMessages.map(([status, message]) => `${status} never said ${message}, as its example does`),
          ...missing.codes.map(({ status, code }) => `${status} ${code} was never answered`),
          ...missing.roles.map((role) => (role === 'nobody' ? 'nobody without a login called it' : `no ${role} called it`)),
          ...[...undocumented].map((answer) => `${answer} was answered and is not documented`),
        ];
  return {
    number,
    operation: name,
    calls: calls.length,
    isSuccessSeen,
    statuses: { seen: statuses.length - missing.statuses.length, all: statuses.length },
    codes: { seen: codes.length - missing.codes.length, all: codes.length },
    roles: { seen: CALLERS.length - missing.roles.length, all: CALLERS.length },
    gaps,
  };
}

export function tableOf(rows: readonly Row[]): string {
  const formatProgress = ({ seen, all }: Progress) => `${seen}/${all}`;
  const cells = rows.map(({ number, operation, calls, isSuccessSeen, statuses, codes, roles }) => [
    number,
    operation,
    String(calls),
    isSuccessSeen ? 'yes' : 'NO',
    formatProgress(statuses),
    formatProgress(codes),
    formatProgress(roles),
  ]);
  const header = ['#', 'call', 'calls', 'success', 'statuses', 'codes', 'roles'];
  const widths = header.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  const gaps = rows.flatMap(({ operation, gaps }) => gaps.map((gap) => `${operation}: ${gap}`));
  const missing = missingNumbers(rows).map((number) => `Call ${number} of §1 is not in the document`);
  return [line(header), ...cells.map(line), '', ...sections(rows), ...missing, ...gaps, ''].join('\n');
}

/** A call under a second path has the number of the first and is counted in section 8 as well. */
function sections(rows: readonly Row[]): string[] {
  const isFirst = ({ number }: Row, index: number) => isNumbered(number) && rows.findIndex((row) => row.number === number) === index;
  const countComplete = (codesOfStatus: readonly Row[]) => codesOfStatus.filter(({ gaps }) => gaps.length === 0).length;
  const others = rows.filter((row, index) => !isFirst(row, index));
  return [`${countComplete(rows.filter(isFirst))} of ${NUMBERED_CALLS} calls of §1`, `${countComplete(others)} of ${others.length} of §8`];
}

export function missingNumbers(rows: readonly Row[]): number[] {
  const present = new Set(rows.map(({ number }) => number));
  return Array.from({ length: NUMBERED_CALLS }, (_, index) => index + 1).filter((number) => !present.has(String(number)));
}

function readCalls(folder: string): RecordedCall[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.jsonl')) : [];
  return files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RecordedCall),
  );
}

export function reportCoverage(
  folder: string,
  { document = DOCUMENT, write = (text) => void process.stdout.write(text) }: { document?: string; write?: (text: string) => void } = {},
): { passed: number; failed: number } {
  if (!existsSync(document)) {
    write(`There is no ${document} (npm run openapi).\n`);
    return { passed: 0, failed: 1 };
  }
  const rows = coverageOf(JSON.parse(readFileSync(document, 'utf8')) as OpenApi, readCalls(folder));
  write(tableOf(rows));
  const incomplete = rows.filter(({ gaps }) => gaps.length > 0).length;
  return { passed: rows.length - incomplete, failed: incomplete + missingNumbers(rows).length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = '', document] = process.argv;
  process.exitCode = reportCoverage(folder, { document }).failed > 0 ? 1 : 0;
}
