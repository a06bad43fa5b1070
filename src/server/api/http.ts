import type { Context } from 'hono';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { lengthOf, readPieces, readShortBody } from '#server/read-body.ts';
import { JSON_REFUSALS, jsonProblem } from '#shared/domain/json-limits.ts';
import { LIMITS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';
import { answerCalls, findProcedure, toErrorResponse } from './http-calls.ts';

export type ContextSource = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: Client) => Ctx;
};

async function createContextFor({ sessionOf, contextOf }: ContextSource, authorization: string | undefined, client: Client): Promise<Ctx> {
  return contextOf(await sessionOf(authorization), client);
}

type Env = { Variables: { client: Client } };

const PREFIX = '/trpc/';
/** Not `req.query`, which would parse the whole URL even without such a parameter. */
const BATCH = /[?&]batch=1(&|$)/;
const JSON_TYPE = /^application\/json\b/i;

/** Looks the session up before it reads the body: without one, the limit is lower. */
export async function handleTrpcRequest(source: ContextSource, c: Context<Env>): Promise<Response> {
  const { req } = c;
  const context = await createContextFor(source, req.header('authorization'), c.get('client'));
  if (req.method === 'HEAD') return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  const path = req.path.slice(PREFIX.length);
  const call = { method: req.method, path, isBatch: BATCH.test(req.url), context };
  // Asking a GET for its body would cost more than the rest of this function.
  if (req.method === 'GET') {
    const input = req.query('input') ?? '';
    const problem = jsonProblem(input);
    return problem ? toErrorResponse(JSON_REFUSALS[problem]) : answerCalls({ ...call, input });
  }
  const bytes = await readBody(req.raw, getMaxBytes(path, context.session)).catch(() => 'request.body' as const);
  if (bytes === 'request.too_large') return toErrorResponse(context.session.state === 'rejected' ? 'auth.expired' : bytes);
  if (bytes === 'request.body' || (bytes.length > 0 && !JSON_TYPE.test(req.header('content-type') ?? ''))) return toErrorResponse('request.body');
  const input = new TextDecoder().decode(bytes);
  const problem = jsonProblem(input);
  return problem ? toErrorResponse(JSON_REFUSALS[problem]) : answerCalls({ ...call, input });
}

async function readBody(request: Request, maxBytes: number): Promise<Buffer | 'request.too_large'> {
  if (lengthOf(request) > maxBytes) return 'request.too_large';
  const short = await readShortBody(request, TRPC_BYTES.anonymous);
  if (short) return short;
  const { body } = request;
  const chunks: Uint8Array[] = [];
  let isTooLong = false;
  if (body) {
    await readPieces(body, (piece, size) => {
      isTooLong = size > maxBytes;
      chunks.push(piece);
      return !isTooLong;
    });
  }
  return isTooLong ? 'request.too_large' : Buffer.concat(chunks);
}

function getMaxBytes(path: string, { state }: Session): number {
  if (state !== 'actor' && state !== 'failed') return TRPC_BYTES.anonymous;
  const procedures = path.split(',', LIMITS.callsInBatch).map(findProcedure);
  return Math.max(TRPC_BYTES.signedIn, ...procedures.map((procedure) => procedure?._def.meta?.maxBytes ?? 0));
}
