import type { Context, MiddlewareHandler } from 'hono';
import { ERRORS } from '#shared/errors.ts';
import { DEADLINES } from '#shared/vocabulary/limits.ts';

type LateResponse = (c: Context) => Response | Promise<Response>;
type DeadlineOptions = { isDatabaseAlive: () => boolean; lateResponse?: LateResponse; requestMs?: number; noDatabaseMs?: number; uploadMs?: number };

const ERROR_CODE = 'server.unavailable';

export const respondUnavailable: LateResponse = (c) =>
  c.json({ success: false, message: ERRORS[ERROR_CODE].message, code: ERROR_CODE }, 503, { 'Retry-After': '1' });

/**
 * Answers a request that takes too long: early while the database is down, later while it is slow. A multipart upload has a time limit of its
 * own, because its duration depends on the sender's network.
 */
export function createDeadlines({
  isDatabaseAlive,
  lateResponse = respondUnavailable,
  requestMs = DEADLINES.requestMs,
  noDatabaseMs = DEADLINES.noDatabaseMs,
  uploadMs = DEADLINES.uploadMs,
}: DeadlineOptions): MiddlewareHandler {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    let hasResponse = false;
    const timedOut = new Promise<'late'>((resolve) => {
      const waitFurther = (waitedMs: number) => {
        const stepMs = Math.min(noDatabaseMs, requestMs - waitedMs);
        timer = setTimeout(() => {
          if (waitedMs + stepMs >= requestMs || !isDatabaseAlive()) resolve('late');
          else waitFurther(waitedMs + stepMs);
        }, stepMs);
      };
      waitFurther(0);
      const formBody = isForm(c.req.raw) ? c.req.raw.body : null;
      if (formBody === null) return;
      // Before the body is read, the session is looked up, which must not take longer than usual.
      c.req.raw = watchBody(c.req.raw, formBody, {
        onFirstChunk() {
          clearTimeout(timer);
          if (!hasResponse) timer = setTimeout(() => resolve('late'), uploadMs);
        },
        onEnd() {
          clearTimeout(timer);
          if (!hasResponse) waitFurther(0);
        },
      });
    });
    const response = next();
    const outcome = await Promise.race([response, timedOut]).finally(() => {
      hasResponse = true;
      clearTimeout(timer);
    });
    if (outcome !== 'late') return;
    response.catch(() => {});
    return lateResponse(c);
  };
}

const isForm = ({ headers }: Request): boolean => /^multipart\//i.test(headers.get('content-type') ?? '');

type BodyListener = { onFirstChunk: () => void; onEnd: () => void };

function watchBody({ url, method, headers }: Request, body: ReadableStream<Uint8Array>, { onFirstChunk, onEnd }: BodyListener): Request {
  let hasStarted = false;
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (!hasStarted) onFirstChunk();
        hasStarted = true;
        controller.enqueue(chunk);
      },
      flush: onEnd,
    }),
  );
  // Fetch requires `duplex` with a stream; the DOM types do not know it.
  const init = { method, headers, body: watched, duplex: 'half' };
  return new Request(url, init);
}
