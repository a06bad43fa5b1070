import { Hono } from 'hono';
import { createCaller } from '#server/api/router.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { getHttpStatus, toErrorBody, toTRPCError } from '#server/core/errors.ts';
import { DomainError } from '#shared/errors.ts';

type Parts = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  contextOf: (session: Session, client: Client) => Ctx;
};
type CalendarEnv = { Variables: { client: Client } };

const ADDRESS = /^\/calendar\/([A-Za-z0-9_-]{43})\.ics$/;
/** The address is the secret: nothing keeps it, or passes it on. Saved by hand, the file has another name. */
const HEADERS = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
const CALENDAR = { ...HEADERS, 'Content-Type': 'text/calendar; charset=utf-8', 'Content-Disposition': 'attachment; filename="calendar.ics"' };

/** Somebody's sessions for a calendar program, which knows their address and has no login. */
export function calendarAt({ sessionOf, contextOf }: Parts): Hono<CalendarEnv> {
  return new Hono<CalendarEnv>().get('/calendar/*', async (c) => {
    try {
      const token = ADDRESS.exec(c.req.path)?.[1];
      if (token === undefined) throw new DomainError('request.unknown_path');
      const ctx = contextOf(await sessionOf(undefined), c.var.client);
      const { text } = await createCaller(ctx).calendar.read({ token });
      return new Response(text, { headers: CALENDAR });
    } catch (thrown) {
      return refusalOf(thrown);
    }
  });
}

function refusalOf(thrown: unknown): Response {
  const error = toTRPCError(thrown);
  const { message, code, retryAfter } = toErrorBody(error);
  const headers = { ...HEADERS, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) };
  return Response.json({ success: false, message, code }, { status: getHttpStatus(error), headers });
}
