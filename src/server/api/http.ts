import { getTRPCErrorShape } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Context } from 'hono';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { getHttpStatus, toTRPCError } from '#server/core/errors.ts';
import { readPieces } from '#server/read-body.ts';
import { JSON_REFUSALS, jsonProblem } from '#shared/domain/json-limits.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { LIMITS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import { READ_FROM, toReadFrom } from '#shared/vocabulary/read-from.ts';
import { appRouter } from './router.ts';

export type ContextSource = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: Client) => Ctx;
};

export async function createContextFor({ sessionOf, contextOf }: ContextSource, authorization: string | undefined, client: Client): Promise<Ctx> {
  return contextOf(await sessionOf(authorization), client);
}

type Env = { Variables: { client: Client } };

const JSON_TYPE = /^application\/json\b/i;

/** Looks the session up before it reads the body: without one, the limit is lower. */
export async function handleTrpcRequest(source: ContextSource, c: Context<Env>): Promise<Response> {
  const context = await createContextFor(source, c.req.header('authorization'), c.var.client);
  const tooLarge = context.session.state === 'rejected' ? 'auth.expired' : 'request.too_large';
  const { raw } = c.req;
  if (raw.body === null) {
    const problem = jsonProblem(new URL(raw.url).searchParams.get('input') ?? '');
    return problem ? toErrorResponse(JSON_REFUSALS[problem]) : handleCall(raw, context);
  }
  const bytes = await readBody(raw, raw.body, getMaxBytes(c.req.path, context.session)).catch(() => 'request.body' as const);
  if (bytes === 'request.too_large') return toErrorResponse(tooLarge);
  if (bytes === 'request.body' || !JSON_TYPE.test(raw.headers.get('content-type') ?? '')) return toErrorResponse('request.body');
  const body = new TextDecoder().decode(bytes);
  const problem = jsonProblem(body);
  if (problem) return toErrorResponse(JSON_REFUSALS[problem]);
  return handleCall(new Request(raw.url, { method: raw.method, headers: raw.headers, body, signal: raw.signal }), context);
}

async function readBody({ headers }: Request, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer | 'request.too_large'> {
  if (Number(headers.get('content-length')) > maxBytes) return 'request.too_large';
  const chunks: Uint8Array[] = [];
  let isTooLong = false;
  await readPieces(body, (piece, size) => {
    isTooLong = size > maxBytes;
    chunks.push(piece);
    return !isTooLong;
  });
  return isTooLong ? 'request.too_large' : Buffer.concat(chunks);
}

async function handleCall(req: Request, context: Ctx): Promise<Response> {
  const readFrom = context.session.state === 'actor' ? toReadFrom(context.session.actor.lastSeq ?? 0, context.now()) : null;
  let isSubscription = false;
  const response = await fetchRequestHandler({
    endpoint: '/trpc',
    router: appRouter,
    maxBatchSize: LIMITS.callsInBatch,
    req,
    createContext({ info }) {
      isSubscription = info.calls.some(({ procedure }) => procedure?._def.type === 'subscription');
      if (isSubscription) throw toTRPCError(new DomainError('request.unknown_path'));
      return context;
    },
  });
  if (readFrom) response.headers.set(READ_FROM, readFrom);
  if (!isSubscription) return response;
  // Subscriptions are for WebSockets only, where they are limited; browsers would store streams over HTTP.
  await response.body?.cancel();
  return toErrorResponse('request.unknown_path');
}

const CONFIG = appRouter._def._config;
/** At run time procedures are keyed by their full path, which the type does not say. */
const PROCEDURES = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: { meta?: { maxBytes?: number } } }>>;

function getMaxBytes(path: string, { state }: Session): number {
  if (state !== 'actor' && state !== 'failed') return TRPC_BYTES.anonymous;
  const procedureNames = path.slice('/trpc/'.length).split(',', LIMITS.callsInBatch);
  return Math.max(
    TRPC_BYTES.signedIn,
    ...procedureNames.map((name) => (Object.hasOwn(PROCEDURES, name) ? (PROCEDURES[name]?._def.meta?.maxBytes ?? 0) : 0)),
  );
}

function toErrorResponse(code: ErrorCode): Response {
  const error = toTRPCError(new DomainError(code));
  const shape = getTRPCErrorShape({ config: CONFIG, error, type: 'unknown', path: undefined, input: undefined, ctx: undefined });
  return Response.json({ error: CONFIG.transformer.output.serialize(shape) }, { status: getHttpStatus(error) });
}
