import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, type TRPCProcedureType as ProcedureType, TRPCError } from '@trpc/server';
import type { z } from 'zod';
import type { Ctx } from '#server/core/context.ts';
import { getHttpStatus, toTRPCError } from '#server/core/errors.ts';
import { type Written, writeShared } from '#server/core/shared-answers.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { type Dates, transformer, withDates } from '#shared/transformer.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { READ_FROM, toReadFrom } from '#shared/vocabulary/read-from.ts';
import { findDatesOf } from './contract-dates.ts';
import { appRouter } from './router.ts';

// tRPC's wire format without its adapter for Fetch, which makes a Request, a Headers and two AbortControllers for each call
// (`docs/decisions/2026-11-29-our-own-http-handler.md`). Answers are plain texts with plain headers, which @hono/node-server writes at once.

type Procedure = { _def: { type: ProcedureType; meta?: { maxBytes?: number }; output?: z.ZodType } };

/** At run time procedures are keyed by their full path, which the type does not say. */
const PROCEDURES = appRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>;
const METHODS: Readonly<Record<ProcedureType, string | null>> = { query: 'GET', mutation: 'POST', subscription: null };
const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
/** The status of a batch whose calls failed for different reasons. */
const MIXED = 207;

export type HttpCalls = { method: string; path: string; isBatch: boolean; input: string; context: Ctx };
type Outcome = { status: number; text: Written };

export function findProcedure(name: string): Procedure | undefined {
  return Object.hasOwn(PROCEDURES, name) ? PROCEDURES[name] : undefined;
}

/** `input` is the JSON of one input, or of all inputs of a batch by their position. */
export async function answerCalls({ method, path, isBatch, input, context }: HttpCalls): Promise<Response> {
  const headers = headersOf(context);
  const names = namesIn(path, isBatch);
  if (names.length > LIMITS.callsInBatch) return toErrorResponse('request.too_complex');
  // Subscriptions are for WebSockets only, where they are limited; browsers would store streams over HTTP.
  if (names.some((name) => findProcedure(name)?._def.type === 'subscription')) return toErrorResponse('request.unknown_path');
  const readInput = createInputs(input, isBatch);
  const [first, ...others] = await Promise.all(names.map((name, index) => answerCall({ method, name, index, readInput, context })));
  if (!first) return toErrorResponse('request.unknown_path');
  if (!isBatch) return new Response(first.text, { status: first.status, headers });
  const status = others.every((other) => other.status === first.status) ? first.status : MIXED;
  return new Response(joinTexts([first, ...others].map(({ text }) => text)), { status, headers });
}

function joinTexts(texts: readonly Written[]): Written {
  if (texts.every((text) => typeof text === 'string')) return `[${texts.join()}]`;
  const pieces = texts.flatMap((text, index) => [index === 0 ? '[' : ',', text]);
  return Buffer.concat([...pieces, ']'].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Tells a signed-in client where its live stream has to begin: this answer already includes everything before. */
function headersOf({ session, now }: Ctx): Record<string, string> {
  return session.state === 'actor' ? { ...HEADERS, [READ_FROM]: toReadFrom(session.actor.lastSeq ?? 0, now()) } : HEADERS;
}

function namesIn(path: string, isBatch: boolean): string[] {
  try {
    const names = decodeURIComponent(path);
    return isBatch ? names.split(',', LIMITS.callsInBatch + 1) : [names];
  } catch {
    return [path];
  }
}

/** Parsed only when a call asks for it, so that a caller without access learns nothing about its input. */
function createInputs(text: string, isBatch: boolean): (index: number) => unknown {
  let inputs: unknown;
  return (index) => {
    if (text === '') return undefined;
    inputs ??= parse(text);
    if (!isBatch) return transformer.deserialize(inputs);
    if (typeof inputs !== 'object' || inputs === null) throw new DomainError('request.body');
    return Object.hasOwn(inputs, index) ? transformer.deserialize((inputs as Record<number, unknown>)[index]) : undefined;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('request.body');
  }
}

type SingleCall = { method: string; name: string; index: number; readInput: (index: number) => unknown; context: Ctx };

async function answerCall({ method, name, index, readInput, context }: SingleCall): Promise<Outcome> {
  const type = findProcedure(name)?._def.type;
  try {
    if (type === undefined) throw new DomainError('request.unknown_path');
    if (METHODS[type] !== method) throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
    const call = {
      router: appRouter,
      path: name,
      getRawInput: async () => readInput(index),
      ctx: context,
      type,
      signal: undefined,
      batchIndex: index,
    };
    const data = await callTRPCProcedure(call);
    const write = writerOf(name);
    return { status: 200, text: writeShared(data, write, write) };
  } catch (thrown) {
    return toErrorOutcome(thrown instanceof DomainError ? toTRPCError(thrown) : getTRPCErrorFromUnknown(thrown), { type, path: name, ctx: context });
  }
}

type Writer = (data: unknown) => string;
const writers = new Map<string, Writer>();

function writerOf(name: string): Writer {
  const writer = writers.get(name) ?? makeWriter(findProcedure(name)?._def.output);
  writers.set(name, writer);
  return writer;
}

function makeWriter(output: z.ZodType | undefined): Writer {
  const findDates = output ? findDatesOf(output) : null;
  const serialize = (data: unknown) => {
    if (!findDates || data instanceof Date) return transformer.serialize(data);
    const dates: Dates = {};
    findDates(data, '', dates);
    return withDates(data, dates);
  };
  return (data) => `{"result":{"data":${JSON.stringify(serialize(data))}}}`;
}

export function toErrorResponse(code: ErrorCode): Response {
  const { status, text } = toErrorOutcome(toTRPCError(new DomainError(code)), { type: undefined, path: undefined, ctx: undefined });
  return new Response(text, { status, headers: HEADERS });
}

type Refused = { type: ProcedureType | undefined; path: string | undefined; ctx: Ctx | undefined };

function toErrorOutcome(error: TRPCError, { type = 'unknown' as never, path, ctx }: Refused): Outcome {
  const shape = getTRPCErrorShape({ config: appRouter._def._config, error, type, path, input: undefined, ctx });
  return { status: getHttpStatus(error), text: JSON.stringify({ error: transformer.serialize(shape) }) };
}
