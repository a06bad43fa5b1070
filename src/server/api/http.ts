import { getTRPCErrorShape } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Context } from 'hono';
import { readPieces } from '#server/body-pieces.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { getHttpStatus, toTRPCError } from '#server/core/errors.ts';
import { JSON_REFUSALS, jsonProblem } from '#shared/domain/json-limits.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { LIMITS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import { appRouter } from './router.ts';

export type ContextSource = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: Client) => Ctx;
};

/** Who is asking, as a context. */
export async function contextFor({ sessionOf, contextOf }: ContextSource, authorization: string | undefined, client: Client): Promise<Ctx> {
  return contextOf(await sessionOf(authorization), client);
}

type Env = { Variables: { client: Client } };

/** What tRPC reads beside JSON, forms with files among it, no procedure takes. */
const JSON_TYPE = /^application\/json\b/i;

/** tRPC over HTTP. Who asks is known before the body is read: a stranger may send less. */
export async function trpcOverHttp(source: ContextSource, c: Context<Env>): Promise<Response> {
  const context = await contextFor(source, c.req.header('authorization'), c.var.client);
  // Whose session has ended learns that, and can send the same again after signing in.
  const tooLarge = context.session.state === 'rejected' ? 'auth.expired' : 'request.too_large';
  const { raw } = c.req;
  if (raw.body === null) {
    const inAddress = jsonProblem(new URL(raw.url).searchParams.get('input') ?? '');
    return inAddress ? refusal(JSON_REFUSALS[inAddress]) : answer(raw, context);
  }
  const bytes = await bytesOf(raw, raw.body, bytesAllowed(c.req.path, context.session)).catch(() => 'request.body' as const);
  if (bytes === 'request.too_large') return refusal(tooLarge);
  if (bytes === 'request.body' || !JSON_TYPE.test(raw.headers.get('content-type') ?? '')) return refusal('request.body');
  const body = new TextDecoder().decode(bytes);
  const problem = jsonProblem(body);
  if (problem) return refusal(JSON_REFUSALS[problem]);
  return answer(new Request(raw.url, { method: raw.method, headers: raw.headers, body, signal: raw.signal }), context);
}

async function bytesOf({ headers }: Request, body: ReadableStream<Uint8Array>, most: number): Promise<Buffer | 'request.too_large'> {
  if (Number(headers.get('content-length')) > most) return 'request.too_large';
  const pieces: Uint8Array[] = [];
  let isTooLong = false;
  await readPieces(body, (piece, size) => {
    isTooLong = size > most;
    pieces.push(piece);
    return !isTooLong;
  });
  return isTooLong ? 'request.too_large' : Buffer.concat(pieces);
}

async function answer(req: Request, context: Ctx): Promise<Response> {
  let isLive = false;
  const response = await fetchRequestHandler({
    endpoint: '/trpc',
    router: appRouter,
    maxBatchSize: LIMITS.callsInBatch,
    req,
    createContext({ info }) {
      isLive = info.calls.some(({ procedure }) => procedure?._def.type === 'subscription');
      if (isLive) throw toTRPCError(new DomainError('request.unknown_path'));
      return context;
    },
  });
  if (!isLive) return response;
  // Live news come over a WebSocket, where they are counted. As streams of HTTP there would be no bound, and browsers would store them.
  await response.body?.cancel();
  return refusal('request.unknown_path');
}

const CONFIG = appRouter._def._config;
/** At run time procedures stand by their whole names, whatever their type says. */
const PROCEDURES = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: { meta?: { maxBytes?: number } } }>>;

/** Of a batch, what its largest call may have. Nobody is refused a large body because the session could not be looked up. */
function bytesAllowed(path: string, { state }: Session): number {
  if (state !== 'actor' && state !== 'failed') return TRPC_BYTES.anonymous;
  const called = path.slice('/trpc/'.length).split(',', LIMITS.callsInBatch);
  return Math.max(TRPC_BYTES.signedIn, ...called.map((name) => (Object.hasOwn(PROCEDURES, name) ? (PROCEDURES[name]?._def.meta?.maxBytes ?? 0) : 0)));
}

function refusal(code: ErrorCode): Response {
  const error = toTRPCError(new DomainError(code));
  const shape = getTRPCErrorShape({ config: CONFIG, error, type: 'unknown', path: undefined, input: undefined, ctx: undefined });
  return Response.json({ error: CONFIG.transformer.output.serialize(shape) }, { status: getHttpStatus(error) });
}
