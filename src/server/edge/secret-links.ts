import { Hono } from 'hono';
import { createCaller } from '#server/api/router.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { getHttpStatus, toErrorBody, toTRPCError } from '#server/core/errors.ts';
import { DomainError } from '#shared/errors.ts';

type Services = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: Client) => Ctx;
};
type Env = { Variables: { client: Client } };

const CALENDAR_PATH = /^\/calendar\/([A-Za-z0-9_-]{43})\.ics$/;
/** The URL is the secret, so that responses must not be stored and the URL must not be sent as referrer. */
const HEADERS = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
const CALENDAR_HEADERS = { ...HEADERS, 'Content-Type': 'text/calendar; charset=utf-8', 'Content-Disposition': 'attachment; filename="calendar.ics"' };

export function createCalendarRoutes({ sessionOf, contextOf }: Services): Hono<Env> {
  return new Hono<Env>().get('/calendar/*', async (c) => {
    try {
      const token = CALENDAR_PATH.exec(c.req.path)?.[1];
      if (token === undefined) throw new DomainError('request.unknown_path');
      const ctx = contextOf(await sessionOf(undefined), c.var.client);
      const { text } = await createCaller(ctx).calendar.read({ token });
      return new Response(text, { headers: CALENDAR_HEADERS });
    } catch (error) {
      return toErrorResponse(error);
    }
  });
}

export function createExportRoutes({ contextOf }: Pick<Services, 'contextOf'>): Hono<Env> {
  return new Hono<Env>().get('/export', async (c) => {
    // Opening an export records it, and HEAD downloads nothing.
    if (c.req.method === 'HEAD') return new Response(null, { status: 405, headers: { ...HEADERS, Allow: 'GET' } });
    const ctx = contextOf({ state: 'none' }, c.var.client);
    try {
      const { query = '', by = '', expires = '', signature = '' } = c.req.query();
      const { fileName, pieces } = await createCaller(ctx).exports.open({ query, by, expires, signature });
      const headers = { ...HEADERS, 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${fileName}"` };
      return new Response(
        toStream(pieces, (cause) => ctx.log('an export broke off', { cause })),
        { headers },
      );
    } catch (error) {
      return toErrorResponse(error);
    }
  });
}

export function createArchiveRoutes({ contextOf }: Pick<Services, 'contextOf'>): Hono<Env> {
  return new Hono<Env>().get('/archive', async (c) => {
    if (c.req.method === 'HEAD') return new Response(null, { status: 405, headers: { ...HEADERS, Allow: 'GET' } });
    try {
      const { id = '', by = '', expires = '', signature = '' } = c.req.query();
      const { fileName, bytes, stream } = await createCaller(contextOf({ state: 'none' }, c.var.client)).archives.open({
        id,
        by,
        expires,
        signature,
      });
      const headers = {
        ...HEADERS,
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'Content-Length': String(bytes),
      };
      return new Response(stream, { headers });
    } catch (error) {
      return toErrorResponse(error);
    }
  });
}

/** Reads only as fast as the client does, and aborts the response when reading fails, so that no partial file looks complete. */
function toStream(chunks: AsyncIterable<string>, onError: (cause: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          onError(error);
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

function toErrorResponse(thrown: unknown): Response {
  const error = toTRPCError(thrown);
  const { message, code, retryAfter } = toErrorBody(error);
  const headers = { ...HEADERS, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) };
  return Response.json({ success: false, message, code }, { status: getHttpStatus(error), headers });
}
