import type { MiddlewareHandler } from 'hono';
import { ERRORS } from '#shared/errors.ts';
import { DEADLINES } from '#shared/vocabulary/limits.ts';

type Patience = { isDatabaseAlive: () => boolean; requestMs?: number; noDatabaseMs?: number };

const CODE = 'server.unavailable';

/** Answers 503 for a request that takes too long: soon while the database is known to be away, later while it only is slow. */
export function deadlines({ isDatabaseAlive, requestMs = DEADLINES.requestMs, noDatabaseMs = DEADLINES.noDatabaseMs }: Patience): MiddlewareHandler {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      const look = (waitedMs: number) => {
        const stepMs = Math.min(noDatabaseMs, requestMs - waitedMs);
        timer = setTimeout(() => {
          if (waitedMs + stepMs >= requestMs || !isDatabaseAlive()) resolve('late');
          else look(waitedMs + stepMs);
        }, stepMs);
      };
      look(0);
    });
    const answered = next();
    const outcome = await Promise.race([answered, late]).finally(() => clearTimeout(timer));
    if (outcome !== 'late') return;
    // Whatever comes now comes too late, a failure too.
    answered.catch(() => {});
    return c.json({ success: false, message: ERRORS[CODE].message, code: CODE }, 503, { 'Retry-After': '1' });
  };
}
