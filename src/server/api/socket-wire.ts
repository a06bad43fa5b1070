import { getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import { parseTRPCMessage, type TRPCClientOutgoingMessage, type TRPCRequestMessage } from '@trpc/server/rpc';
import { toTRPCError } from '#server/core/errors.ts';
import { JSON_REFUSALS, jsonProblem } from '#shared/domain/json-limits.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { appRouter } from './router.ts';

const CONFIG = appRouter._def._config;

/** `id` and whatever else of an envelope comes before its result: an object that is not closed yet. */
export type Opening = string;
export const openingOf = ({ id, jsonrpc }: Pick<TRPCRequestMessage, 'id' | 'jsonrpc'>): Opening => JSON.stringify({ id, jsonrpc }).slice(0, -1);
const NOBODY = openingOf({ id: null, jsonrpc: undefined });

export const RECONNECT = JSON.stringify({ id: null, method: 'reconnect' });
export const started = (opening: Opening): string => `${opening},"result":{"type":"started"}}`;
export const stopped = (opening: Opening): string => `${opening},"result":{"type":"stopped"}}`;

/** One message, or several at once. */
export function messagesIn(text: string): TRPCClientOutgoingMessage[] {
  const sent: unknown = parsed(text);
  return (Array.isArray(sent) ? sent : [sent]).map((message) => {
    try {
      const read = parseTRPCMessage(message, CONFIG.transformer);
      // It is kept for as long as a subscription lasts.
      if (String(read.id).length > LIMITS.id) throw unreadable();
      return read;
    } catch (cause) {
      throw unreadable(cause);
    }
  });
}

/** The first message of a connection whose address has promised one: who is there. */
export function tokenIn(text: string): string | undefined {
  const { data } = Object(parsed(text));
  if (typeof data !== 'object' || (data?.token !== undefined && typeof data?.token !== 'string')) throw unreadable();
  return data?.token;
}

function parsed(text: string): unknown {
  const problem = jsonProblem(text);
  if (problem) throw toTRPCError(new DomainError(JSON_REFUSALS[problem]));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
}

const unreadable = (cause?: unknown) => new TRPCError({ code: 'PARSE_ERROR', cause });

export function refusal(thrown: unknown, opening: Opening = NOBODY, { method, params }: Partial<TRPCRequestMessage> = {}): string {
  const error = getTRPCErrorFromUnknown(thrown);
  const shape = getTRPCErrorShape({ config: CONFIG, error, type: method ?? 'unknown', path: params?.path, input: params?.input, ctx: undefined });
  return `${opening},"error":${JSON.stringify(CONFIG.transformer.output.serialize(shape))}}`;
}

export function answer(opening: Opening, data: unknown): string {
  return `${opening},"result":{"type":"data","data":${serialised(data)}}}`;
}

/** The frame of a live event; one that many hear, or that is heard again, is serialised once, so it may not change any more. */
export function news(opening: Opening, id: string, event: unknown): Buffer {
  const { head, tail } = partsOf(event);
  const cursor = `"${id}"`;
  return frameOf(`${opening},"result":{"type":"data","id":${cursor},"data":${head}${cursor}`, tail);
}

const serialised = (data: unknown): string => JSON.stringify(CONFIG.transformer.output.serialize(data)) ?? 'null';

const ID = '<id>';
const QUOTED = JSON.stringify(ID);
type Parts = { head: string; tail: Uint8Array };
const known = new WeakMap<object, Parts>();

/** What stands before and after the id, which alone differs from one hearer to the next. */
function partsOf(data: unknown): Parts {
  const kept = isObject(data) ? known.get(data) : undefined;
  if (kept) return kept;
  // The id is written first, so whatever the data says is behind it.
  const text = serialised({ id: ID, data });
  const at = text.indexOf(QUOTED);
  const parts = { head: text.slice(0, at), tail: Buffer.from(`${text.slice(at + QUOTED.length)}}}`) };
  if (isObject(data)) known.set(data, parts);
  return parts;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const NOTHING = new Uint8Array();

/** A frame of text, whole: one write to the stream, where ws makes two of it. `tail` is text, too, as its bytes. */
export function frameOf(text: string, tail: Uint8Array = NOTHING): Buffer {
  const before = Buffer.byteLength(text);
  const length = before + tail.length;
  const begin = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(begin + length);
  frame[0] = 0x81;
  frame[1] = begin === 2 ? length : begin === 4 ? 126 : 127;
  if (begin === 4) frame.writeUInt16BE(length, 2);
  if (begin === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, begin);
  frame.set(tail, begin + before);
  return frame;
}
