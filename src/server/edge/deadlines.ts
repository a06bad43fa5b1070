import type { Context, MiddlewareHandler } from 'hono';
import { ERRORS } from '#shared/errors.ts';
import { DEADLINES } from '#shared/vocabulary/limits.ts';

type Answer = (c: Context) => Response | Promise<Response>;
type Patience = { isDatabaseAlive: () => boolean; lateAnswer?: Answer; requestMs?: number; noDatabaseMs?: number; uploadMs?: number };

const CODE = 'server.unavailable';

/** 503 without the words of any call. */
export const unavailable: Answer = (c) => c.json({ success: false, message: ERRORS[CODE].message, code: CODE }, 503, { 'Retry-After': '1' });

/**
 * Answers in the place of a request that takes too long: soon while the database is known to be away, later while it only is slow.
 * A form with files has a time of its own to arrive in, for it comes as fast as the sender's line allows.
 */
export function deadlines({
  isDatabaseAlive,
  lateAnswer = unavailable,
  requestMs = DEADLINES.requestMs,
  noDatabaseMs = DEADLINES.noDatabaseMs,
  uploadMs = DEADLINES.uploadMs,
}: Patience): MiddlewareHandler {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    let isAnswered = false;
    const late = new Promise<'late'>((resolve) => {
      const look = (waitedMs: number) => {
        const stepMs = Math.min(noDatabaseMs, requestMs - waitedMs);
        timer = setTimeout(() => {
          if (waitedMs + stepMs >= requestMs || !isDatabaseAlive()) resolve('late');
          else look(waitedMs + stepMs);
        }, stepMs);
      };
      look(0);
      const form = isForm(c.req.raw) ? c.req.raw.body : null;
      if (form === null) return;
      // Until somebody reads it, its sender is being looked up, which takes as long as for any request.
      c.req.raw = withBody(c.req.raw, form, {
        begins() {
          clearTimeout(timer);
          if (!isAnswered) timer = setTimeout(() => resolve('late'), uploadMs);
        },
        ends() {
          clearTimeout(timer);
          if (!isAnswered) look(0);
        },
      });
    });
    const answered = next();
    const outcome = await Promise.race([answered, late]).finally(() => {
      isAnswered = true;
      clearTimeout(timer);
    });
    if (outcome !== 'late') return;
    // Whatever comes now comes too late, a failure too.
    answered.catch(() => {});
    return lateAnswer(c);
  };
}

const isForm = ({ headers }: Request): boolean => /^multipart\//i.test(headers.get('content-type') ?? '');

type Reading = { begins: () => void; ends: () => void };

/** The same request, which says when the first and the last of its body were read. */
function withBody({ url, method, headers }: Request, body: ReadableStream<Uint8Array>, { begins, ends }: Reading): Request {
  let hasBegun = false;
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        if (!hasBegun) begins();
        hasBegun = true;
        controller.enqueue(piece);
      },
      flush: ends,
    }),
  );
  // Fetch demands the word with a stream; the types of the DOM do not know it.
  const init = { method, headers, body: watched, duplex: 'half' };
  return new Request(url, init);
}
