import { getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import { parseTRPCMessage, type TRPCClientOutgoingMessage, type TRPCRequestMessage } from '@trpc/server/rpc';
import { toTRPCError } from '#server/core/errors.ts';
import { JSON_REFUSALS, jsonProblem } from '#shared/domain/json-limits.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { appRouter } from './router.ts';
import { toTextFrame } from './websocket-frames.ts';

const CONFIG = appRouter._def._config;

export type Envelope = string;
export const toEnvelope = ({ id, jsonrpc }: Pick<TRPCRequestMessage, 'id' | 'jsonrpc'>): Envelope => JSON.stringify({ id, jsonrpc }).slice(0, -1);
const NO_ENVELOPE = toEnvelope({ id: null, jsonrpc: undefined });

export const RECONNECT_MESSAGE = JSON.stringify({ id: null, method: 'reconnect' });
export const toStartedMessage = (envelope: Envelope): string => `${envelope},"result":{"type":"started"}}`;
export const toStoppedMessage = (envelope: Envelope): string => `${envelope},"result":{"type":"stopped"}}`;

export function parseMessages(text: string): TRPCClientOutgoingMessage[] {
  const json: unknown = parseJson(text);
  return (Array.isArray(json) ? json : [json]).map((part) => {
    try {
      const message = parseTRPCMessage(part, CONFIG.transformer);
      // The id is kept for as long as a subscription lasts.
      if (String(message.id).length > LIMITS.id) throw toParseError();
      return message;
    } catch (cause) {
      throw toParseError(cause);
    }
  });
}

export function parseToken(text: string): string | undefined {
  const { data } = Object(parseJson(text));
  if (typeof data !== 'object' || (data?.token !== undefined && typeof data?.token !== 'string')) throw toParseError();
  return data?.token;
}

function parseJson(text: string): unknown {
  const problem = jsonProblem(text);
  if (problem) throw toTRPCError(new DomainError(JSON_REFUSALS[problem]));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw toParseError(cause);
  }
}

const toParseError = (cause?: unknown) => new TRPCError({ code: 'PARSE_ERROR', cause });

export function toErrorMessage(thrown: unknown, envelope: Envelope = NO_ENVELOPE, { method, params }: Partial<TRPCRequestMessage> = {}): string {
  const error = getTRPCErrorFromUnknown(thrown);
  const shape = getTRPCErrorShape({ config: CONFIG, error, type: method ?? 'unknown', path: params?.path, input: params?.input, ctx: undefined });
  return `${envelope},"error":${JSON.stringify(CONFIG.transformer.output.serialize(shape))}}`;
}

export function toResultMessage(envelope: Envelope, data: unknown): string {
  return `${envelope},"result":{"type":"data","data":${serialise(data)}}}`;
}

/** An event is serialised once for all subscribers, so whoever yields one must not change it afterwards. */
export function toEventFrame(envelope: Envelope, id: string, event: unknown): Buffer {
  const { head, tail } = getEventParts(event);
  const quotedId = `"${id}"`;
  return toTextFrame(`${envelope},"result":{"type":"data","id":${quotedId},"data":${head}${quotedId}`, tail);
}

const serialise = (data: unknown): string => JSON.stringify(CONFIG.transformer.output.serialize(data)) ?? 'null';

const ID_PLACEHOLDER = '<id>';
const QUOTED_PLACEHOLDER = JSON.stringify(ID_PLACEHOLDER);
type EventParts = { head: string; tail: Uint8Array };
const partsByEvent = new WeakMap<object, EventParts>();

function getEventParts(event: unknown): EventParts {
  const cached = isObject(event) ? partsByEvent.get(event) : undefined;
  if (cached) return cached;
  // The id is serialised first, so the first placeholder in the text is ours, whatever the data contains.
  const json = serialise({ id: ID_PLACEHOLDER, data: event });
  const index = json.indexOf(QUOTED_PLACEHOLDER);
  const parts = { head: json.slice(0, index), tail: Buffer.from(`${json.slice(index + QUOTED_PLACEHOLDER.length)}}}`) };
  if (isObject(event)) partsByEvent.set(event, parts);
  return parts;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
