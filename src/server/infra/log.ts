import { createRequire } from 'node:module';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET_KEY = /password|token|secret|authorization|cookie/i;
/** Parameters of our addresses with which whoever has them comes in. */
const SECRET_PARAMETER = /([?&#](?:code|link|proof|signature|state|token)=)[^&#\s"'<>]+/gi;
const DEEPEST = 6;

/** JSON lines, or readable ones for a person at a terminal; neither holds a password, a token or what a statement was called with. */
export function createLog({ level, pretty = false, to = destination(1) }: { level: string; pretty?: boolean; to?: DestinationStream }): Log {
  const options = {
    level,
    base: null,
    formatters: { log: (fields: Record<string, unknown>) => fieldsOf(fields, 0) },
    // pino's own would take the cause apart again.
    serializers: { err: (fields: unknown) => fields },
    hooks: {
      logMethod(this: Logger, args: unknown[], method: (...args: unknown[]) => void) {
        const [first, ...rest] = args;
        const fields = first instanceof Error ? { err: first } : first;
        if (typeof fields !== 'object') return method.apply(this, args.map(said));
        return method.apply(this, [fields, ...(rest.length > 0 ? rest.map(said) : messageOf(fields))]);
      },
    },
  };
  if (!pretty) return pino(options, to);
  const prettyStream = createRequire(import.meta.url)('pino-pretty');
  return pino(options, prettyStream({ colorize: true, translateTime: 'HH:MM:ss', sync: true }));
}

const said = (part: unknown): unknown => (typeof part === 'string' ? withoutCredentials(part) : scrubbed(part, 0));

/** pino would take it from the error as it is. */
function messageOf(fields: object | null): string[] {
  const err = fields !== null && 'err' in fields ? fields.err : null;
  return err instanceof Error ? [withoutCredentials(withoutParameters(err.message))] : [];
}

/** For a person at a terminal. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

function scrubbed(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (value instanceof Error) return errorFields(value, depth);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (depth >= DEEPEST) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, depth + 1));
  return fieldsOf(value, depth + 1);
}

function fieldsOf(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, SECRET_KEY.test(key) ? '[hidden]' : scrubbed(item, depth)]));
}

/** PostgreSQL's detail and drizzle's message quote rows and parameters, so only fields known to be harmless are kept. */
function errorFields(error: Error, depth: number): Record<string, unknown> {
  const kept = ['code', 'severity', 'table_name', 'column_name', 'constraint_name', 'routine'] as const;
  const fields: Record<string, unknown> = { type: error.name, message: withoutCredentials(withoutParameters(error.message)) };
  for (const key of kept) if (key in error) fields[key] = Reflect.get(error, key);
  fields.stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  if (error.cause !== undefined && depth < DEEPEST) fields.cause = scrubbed(error.cause, depth + 1);
  return fields;
}

function withoutParameters(message: string): string {
  return message.replace(/\nparams: [\s\S]*$/, '');
}

function withoutCredentials(text: string): string {
  return text
    .replace(/(\w+:\/\/[^:@/\s]*:)[^@/\s]+@/g, '$1***@')
    .replace(/\b(Bearer\s+)\S+/gi, '$1***')
    .replace(SECRET_PARAMETER, '$1***')
    .replace(/(\/calendar\/)[\w-]{16,}/g, '$1***')
    .replace(/(vk_|whsec_)[\w-]{16,}/g, '$1***');
}
