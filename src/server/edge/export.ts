import { Hono } from 'hono';
import { createCaller } from '#server/api/router.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { getHttpStatus, toErrorBody, toTRPCError } from '#server/core/errors.ts';

type Parts = { contextOf: (session: Session, client: Client) => Ctx };
type ExportEnv = { Variables: { client: Client } };

/** The address is the secret: nothing keeps it, or passes it on. */
const HEADERS = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** A table of the admins' desk, line by line, for whoever's link this is. */
export function exportAt({ contextOf }: Parts): Hono<ExportEnv> {
  return new Hono<ExportEnv>().get('/export', async (c) => {
    // Whoever only asks whether it is there takes nothing away.
    if (c.req.method === 'HEAD') return new Response(null, { status: 405, headers: { ...HEADERS, Allow: 'GET' } });
    const ctx = contextOf({ state: 'none' }, c.var.client);
    try {
      const { query = '', by = '', expires = '', signature = '' } = c.req.query();
      const { fileName, pieces } = await createCaller(ctx).exports.open({ query, by, expires, signature });
      const headers = { ...HEADERS, 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${fileName}"` };
      return new Response(
        streamOf(pieces, (cause) => ctx.log('an export broke off', { cause })),
        { headers },
      );
    } catch (thrown) {
      return refusalOf(thrown);
    }
  });
}

/** Reads on as the reader takes it, and no more once the reader has gone; one that breaks off is no whole file. */
function streamOf(pieces: AsyncIterable<string>, failed: (cause: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          failed(error);
          controller.error(error);
        }
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function refusalOf(thrown: unknown): Response {
  const error = toTRPCError(thrown);
  const { message, code, retryAfter } = toErrorBody(error);
  const headers = { ...HEADERS, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) };
  return Response.json({ success: false, message, code }, { status: getHttpStatus(error), headers });
}
