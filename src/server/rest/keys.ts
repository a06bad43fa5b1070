import type { HonoRequest } from 'hono';
import type { createCaller } from '#server/api/router.ts';
import { API_KEYS } from '#shared/vocabulary/limits.ts';

type Session = Exclude<Parameters<typeof createCaller>[0], (...args: never[]) => unknown>['session'];

/** Nobody is looked up for what comes without a key. */
const BY_KEY = new RegExp(`^\\s*bearer\\s+${API_KEYS.prefix}`, 'i');
const READING = ['GET', 'HEAD'];
const WAYS_IN = /^\/api\/auth(\/|$)/;
const OWN_DETAILS = ['/api/auth/me', '/api/auth/profile'];

/** Whether a valid API key has come with a call that it does not open. One that is not valid is judged as any such token. */
export async function isBeyondKey({ req }: { req: HonoRequest }, session: () => Promise<Session>): Promise<boolean> {
  if (!BY_KEY.test(req.header('authorization') ?? '')) return false;
  const found = await session();
  if (found.state !== 'actor' || found.actor.via.by !== 'key') return false;
  const isReading = READING.includes(req.method);
  if (WAYS_IN.test(req.path)) return !(isReading && OWN_DETAILS.includes(req.path));
  return !isReading && found.actor.via.scope !== 'write';
}
