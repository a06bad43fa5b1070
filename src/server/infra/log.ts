import { createRequire } from 'node:module';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { toSourceFrames } from './stack-frames.ts';

export type Log = Logger;

/** Secrets and parameters are already removed. */
export type LoggedError = { message: string; error: ErrorFields; requestId: string | undefined };

type ErrorFields = { type: string; message: string; stack?: string | undefined; cause?: ErrorFields };

type LogOptions = { level: string; pretty?: boolean; to?: DestinationStream; report?: ((entry: LoggedError) => void) | undefined };

const SECRET_KEY = /password|token|secret|authorization|cookie/i;
const SECRET_PARAMETER = /([?&#](?:code|link|proof|signature|state|token)=)[^&#\s"'<>]+/gi;
/** Characters without which no pattern of `removeCredentials` can match; most texts have none of them. */
const MAY_HOLD_CREDENTIALS = /:\/\/|bearer|=|\/calendar\/|vk_|whsec_/i;
const MAX_DEPTH = 6;
const ERROR_LEVEL = 50;

export function createLog({ level, pretty = false, to = destination(1), report }: LogOptions): Log {
  const tellService = (fields: object, message: unknown) => {
    const error = 'err' in fields ? fields.err : 'cause' in fields ? fields.cause : null;
    if (!report || !(error instanceof Error)) return;
    const requestId = 'request' in fields && typeof fields.request === 'string' ? fields.request : undefined;
    report({ message: String(message ?? error.name), error: toErrorFields(error, 0), requestId });
  };
  const options = {
    level,
    base: null,
    mixin: traceOfLine,
    formatters: { log: (fields: Record<string, unknown>) => scrubFields(fields, 0) },
    // pino's own serialiser would unwrap the cause again.
    serializers: { err: (fields: unknown) => fields },
    hooks: {
      logMethod(this: Logger, args: unknown[], method: (...args: unknown[]) => void, lineLevel: number) {
        const [first, ...rest] = args;
        const fields = first instanceof Error ? { err: first } : first;
        if (lineLevel >= ERROR_LEVEL && typeof fields === 'object' && fields !== null) tellService(fields, rest[0]);
        if (typeof fields !== 'object') return method.apply(this, args.map(scrubMessage));
        return method.apply(this, [fields, ...(rest.length > 0 ? rest.map(scrubMessage) : toMessage(fields))]);
      },
    },
  };
  if (!pretty) return pino(options, to);
  const prettyStream = createRequire(import.meta.url)('pino-pretty');
  return pino(options, prettyStream({ colorize: true, translateTime: 'HH:MM:ss', sync: true }));
}

function traceOfLine(): object {
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return traceId ? { trace: traceId } : {};
}

const scrubMessage = (part: unknown): unknown => (typeof part === 'string' ? removeCredentials(part) : scrub(part, 0));

/** Without this, pino would log the unredacted message of the error. */
function toMessage(fields: object | null): string[] {
  const err = fields !== null && 'err' in fields ? fields.err : null;
  return err instanceof Error ? [removeCredentials(removeParameters(err.message))] : [];
}

export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

function scrub(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return removeCredentials(value);
  if (value instanceof Error) return toErrorFields(value, depth);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1));
  return scrubFields(value, depth + 1);
}

function scrubFields(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, SECRET_KEY.test(key) ? '[hidden]' : scrub(item, depth)]));
}

/** PostgreSQL's detail and Drizzle's message quote rows and parameters, so only harmless fields are kept. */
function toErrorFields(error: Error, depth: number): ErrorFields {
  const safeKeys = ['code', 'severity', 'table_name', 'column_name', 'constraint_name', 'routine'] as const;
  const fields: ErrorFields = { type: error.name, message: removeCredentials(removeParameters(error.message)) };
  for (const key of safeKeys) if (key in error) Reflect.set(fields, key, Reflect.get(error, key));
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  if (frames.length > 0) fields.stack = toSourceFrames(frames).join('\n');
  if (error.cause !== undefined && depth < MAX_DEPTH) Reflect.set(fields, 'cause', scrub(error.cause, depth + 1));
  return fields;
}

function removeParameters(message: string): string {
  return message.replace(/\nparams: [\s\S]*$/, '');
}

function removeCredentials(text: string): string {
  if (!MAY_HOLD_CREDENTIALS.test(text)) return text;
  return text
    .replace(/(\w+:\/\/[^:@/\s]*:)[^@/\s]+@/g, '$1***@')
    .replace(/\b(Bearer\s+)\S+/gi, '$1***')
    .replace(SECRET_PARAMETER, '$1***')
    .replace(/(\/calendar\/)[\w-]{16,}/g, '$1***')
    .replace(/(vk_|whsec_)[\w-]{16,}/g, '$1***');
}
