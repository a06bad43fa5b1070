import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NotedCall } from './support/rest-coverage.ts';

const DOCUMENT = 'openapi/v1.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const EVERYBODY = ['nobody', 'student', 'tutor', 'admin'] as const;
const NUMBERED = 75;

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
type Documented = { 'x-contract'?: string | number; parameters?: Parameter[]; responses: Record<string, Response> };
export type OpenApi = { paths: Record<string, Record<string, Documented>>; components?: { schemas?: Record<string, Schema> } };

export type Row = {
  number: string;
  operation: string;
  calls: number;
  isSuccessSeen: boolean;
  statuses: Share;
  codes: Share;
  roles: Share;
  gaps: string[];
};
type Share = { seen: number; all: number };
type Operation = {
  number: string;
  name: string;
  method: string;
  fits: RegExp;
  literals: string;
  answers: Map<number, string[]>;
  sentences: Map<number, string>;
};

export function coverageOf(document: OpenApi, calls: readonly NotedCall[]): Row[] {
  const operations = operationsOf(document);
  const found = new Map<Operation, NotedCall[]>(operations.map((operation) => [operation, []]));
  for (const call of calls) {
    const operation = operationOf(call, operations);
    if (operation) found.get(operation)?.push(call);
  }
  return operations.map((operation) => rowOf(operation, found.get(operation) ?? []));
}

function operationsOf({ paths, components }: OpenApi): Operation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const documented = methods[method];
      if (!documented) return [];
      const answers = Object.entries(documented.responses).map(
        ([status, response]) => [Number(status), codesIn(response, components?.schemas ?? {})] as const,
      );
      const sentences = Object.entries(documented.responses).flatMap(([status, response]) => {
        const sentence = sentenceIn(response, components?.schemas ?? {});
        return sentence === undefined ? [] : [[Number(status), sentence] as const];
      });
      const valuesOf = (name: string) => documented.parameters?.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema?.enum;
      const fits = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(${valuesOf(name)?.join('|') ?? '[^/]+'})`)}$`);
      const number = String(documented['x-contract'] ?? '');
      const literals = path.replaceAll(/\{\w+\}/g, '\u{10FFFF}');
      return [
        {
          number,
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          fits,
          literals,
          answers: new Map(answers),
          sentences: new Map(sentences),
        },
      ];
    }),
  );
  const order = ({ number }: Operation) => (isNumbered(number) ? Number(number) : NUMBERED + 1);
  return operations.sort((one, other) => order(one) - order(other));
}

const isNumbered = (number: string): boolean => /^\d+$/.test(number);

/** A literal segment takes precedence over one in braces, as in the router. */
function operationOf({ method, path }: NotedCall, operations: readonly Operation[]): Operation | undefined {
  const fitting = operations.filter((operation) => operation.method === method && operation.fits.test(path));
  return fitting.reduce<Operation | undefined>((best, one) => (best && best.literals < one.literals ? best : one), undefined);
}

function sentenceIn({ content = {} }: Response, schemas: Readonly<Record<string, Schema>>): string | undefined {
  const { schema, example = schemas[schema?.$ref?.replace('#/components/schemas/', '') ?? '']?.example } = content['application/json'] ?? {};
  const message: unknown = Object(example).message;
  return typeof message === 'string' ? message : undefined;
}

/** The narrowest list of codes that the schema of an error gives. */
function codesIn({ content = {} }: Response, schemas: Readonly<Record<string, Schema>>): string[] {
  const listsIn = (schema: Schema): string[][] => {
    const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.replace('#/components/schemas/', '')];
    const code = schema.properties?.code;
    const own = code?.enum ?? (code?.const === undefined ? undefined : [code.const]);
    const parts = [...(named ? [named] : []), ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    return [...(own ? [own] : []), ...parts.flatMap(listsIn)];
  };
  const lists = Object.values(content).flatMap(({ schema }) => (schema ? listsIn(schema) : []));
  return lists.reduce<string[]>((best, list) => (best.length > 0 && best.length <= list.length ? best : list), []);
}

function rowOf({ number, name, answers, sentences }: Operation, calls: readonly NotedCall[]): Row {
  const isSuccess = (status: number) => status < 400;
  const statuses = [...answers.keys()];
  const codes = [...answers].flatMap(([status, codes]) => codes.map((code) => ({ status, code })));
  const isSeen = (status: number, code?: string) => calls.some((call) => call.status === status && (code === undefined || call.code === code));
  const unsaid = [...sentences].filter(
    ([status, sentence]) => isSeen(status) && !calls.some((call) => call.status === status && call.message === sentence),
  );
  const isSuccessSeen = calls.some(({ status }) => isSuccess(status));
  const missing = {
    statuses: statuses.filter((status) => !isSeen(status)),
    codes: codes.filter(({ status, code }) => !isSeen(status, code)),
    roles: EVERYBODY.filter((role) => !calls.some(({ who }) => who === role)),
  };
  const isDocumented = ({ status, code }: NotedCall) => {
    const of = answers.get(status);
    return of !== undefined && (of.length === 0 || (code !== undefined && of.includes(code)));
  };
  const undocumented = new Set(calls.filter((call) => !isDocumented(call)).map(({ status, code }) => [status, code].join(' ').trim()));
  const gaps =
    calls.length === 0
      ? ['no test calls it']
      : [
          ...(isSuccessSeen ? [] : ['its success was never seen']),
          ...missing.statuses.filter((status) => (answers.get(status) ?? []).length === 0).map((status) => `${status} was never answered`),
          ...unsaid.map(([status, sentence]) => `${status} never said ${sentence}, as its example does`),
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
    roles: { seen: EVERYBODY.length - missing.roles.length, all: EVERYBODY.length },
    gaps,
  };
}

export function tableOf(rows: readonly Row[]): string {
  const share = ({ seen, all }: Share) => `${seen}/${all}`;
  const cells = rows.map(({ number, operation, calls, isSuccessSeen, statuses, codes, roles }) => [
    number,
    operation,
    String(calls),
    isSuccessSeen ? 'yes' : 'NO',
    share(statuses),
    share(codes),
    share(roles),
  ]);
  const head = ['#', 'call', 'calls', 'success', 'statuses', 'codes', 'roles'];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  const gaps = rows.flatMap(({ operation, gaps }) => gaps.map((gap) => `${operation}: ${gap}`));
  const absent = absentFrom(rows).map((number) => `Call ${number} of §1 is not in the document`);
  return [line(head), ...cells.map(line), '', ...sections(rows), ...absent, ...gaps, ''].join('\n');
}

/** A call under a second path has the number of the first and is counted in section 8 as well. */
function sections(rows: readonly Row[]): string[] {
  const isFirst = ({ number }: Row, at: number) => isNumbered(number) && rows.findIndex((row) => row.number === number) === at;
  const proven = (of: readonly Row[]) => of.filter(({ gaps }) => gaps.length === 0).length;
  const further = rows.filter((row, at) => !isFirst(row, at));
  return [`${proven(rows.filter(isFirst))} of ${NUMBERED} calls of §1`, `${proven(further)} of ${further.length} of §8`];
}

export function absentFrom(rows: readonly Row[]): number[] {
  const present = new Set(rows.map(({ number }) => number));
  return Array.from({ length: NUMBERED }, (_, at) => at + 1).filter((number) => !present.has(String(number)));
}

function callsIn(folder: string): NotedCall[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.jsonl')) : [];
  return files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as NotedCall),
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
  const rows = coverageOf(JSON.parse(readFileSync(document, 'utf8')) as OpenApi, callsIn(folder));
  write(tableOf(rows));
  const unproven = rows.filter(({ gaps }) => gaps.length > 0).length;
  return { passed: rows.length - unproven, failed: unproven + absentFrom(rows).length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = '', document] = process.argv;
  process.exitCode = reportCoverage(folder, { document }).failed > 0 ? 1 : 0;
}
