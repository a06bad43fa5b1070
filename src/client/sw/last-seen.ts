import { LAST_SEEN } from '#shared/vocabulary/offline.ts';
import { withTimeout } from './timeout.ts';

/** Nothing else of the API is ever stored. */
const STORED_CALLS: readonly string[] = [
  'bookings.forStudent',
  'bookings.forTutor',
  'bookings.byId',
  'bookings.counts',
  'bookings.week',
  'bookings.monthForStudent',
  'bookings.monthForTutor',
  'bookings.nextSessions',
  'bookings.studentOverview',
  'daysOff.own',
  'tutors.own',
];
const MAX_STORED = 100;
const TIMEOUT_MS = 4000;
/** For calls of a batch that were never stored: reads as no network. */
const NO_NETWORK = { error: { json: { message: 'No network', code: -32603, data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 } } } };

type Call = { name: string; key: string };
/** `askedAt`, as in `LAST_SEEN.changed`; those of an earlier version lack it. */
type StoredAnswer = { at: string; askedAt?: number; answer: unknown };

export function isStored({ pathname, searchParams }: URL): boolean {
  return searchParams.has('batch') && getNames(pathname).some((name) => STORED_CALLS.includes(name));
}

export async function respondWithLastSeen(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  // Opened before the request: an answer that arrives after a logout goes into the deleted cache.
  const cache = await caches.open(LAST_SEEN.cache);
  const calls = toCalls(new URL(request.url), await hashToken(request));
  const [pending, askedAt] = [fetch(request), Date.now()];
  waitUntil(pending.then((answer) => store(cache, { calls, askedAt }, answer.clone())).catch(() => null));
  const fresh = pending.catch(() => Response.error());
  const answer = await withTimeout(TIMEOUT_MS, fresh, null);
  if (answer && isFromServer(answer)) return markCurrent(answer);
  const stored = await Promise.all(calls.map(({ key }) => readStored(cache, key)));
  // On a slow line, what was seen before a change would contradict it.
  const late = answer === null && isBeforeChange(stored, request) ? await fresh : null;
  if (late && isFromServer(late)) return markCurrent(late);
  return toResponse(stored) ?? fresh;
}

function isBeforeChange(stored: readonly (StoredAnswer | null)[], { headers }: Request): boolean {
  const changedAt = Number(headers.get(LAST_SEEN.changed) ?? 0);
  return stored.some((entry) => entry !== null && (entry.askedAt ?? 0) < changedAt);
}

/** A server that is down, or a proxy in front of it, has not answered the question. */
function isFromServer({ type, status }: Response): boolean {
  return type !== 'error' && status < 500;
}

function markCurrent(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set(LAST_SEEN.header, LAST_SEEN.now);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

function getNames(pathname: string): string[] {
  return pathname.replace('/trpc/', '').split(',');
}

function toCalls({ pathname, searchParams }: URL, owner: string): Call[] {
  const inputs: Record<string, unknown> = JSON.parse(searchParams.get('input') ?? '{}');
  return getNames(pathname).map((name, index) => ({
    name,
    key: `${getPrefix(owner)}${name}?${encodeURIComponent(JSON.stringify(inputs[index] ?? null))}`,
  }));
}

const getPrefix = (owner: string) => `/${LAST_SEEN.cache}/${owner}/`;

/** The token itself is not stored. */
async function hashToken({ headers }: Request): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(headers.get('authorization') ?? ''));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function store(cache: Cache, { calls, askedAt }: { calls: readonly Call[]; askedAt: number }, response: Response): Promise<void> {
  if (!response.ok) return;
  const at = response.headers.get('date') ?? new Date().toUTCString();
  const answers: unknown = await response.json();
  if (!Array.isArray(answers)) return;
  for (const [index, { name, key }] of calls.entries()) {
    const answer: unknown = answers[index];
    if (!STORED_CALLS.includes(name) || !isResult(answer)) continue;
    const previous = (await readStored(cache, key))?.askedAt ?? 0;
    // An instant to come is from a clock that has been put back since.
    const isLate = previous > askedAt && previous <= Date.now();
    if (!isLate) await cache.put(key, json({ at, askedAt, answer } satisfies StoredAnswer));
  }
  await removeOld(cache, calls[0]?.key ?? '');
}

async function removeOld(cache: Cache, own: string): Promise<void> {
  const prefix = own.slice(0, own.lastIndexOf('/') + 1);
  const stored = await cache.keys();
  const isOwn = ({ url }: Request) => new URL(url).pathname.startsWith(prefix);
  const current = stored.filter(isOwn);
  const foreign = stored.filter((request) => !isOwn(request));
  for (const old of [...foreign, ...current.slice(0, Math.max(0, current.length - MAX_STORED))]) await cache.delete(old);
}

function isResult(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'result' in answer;
}

async function readStored(cache: Cache, key: string): Promise<StoredAnswer | null> {
  const stored = await cache.match(key);
  return stored ? stored.json() : null;
}

function toResponse(stored: readonly (StoredAnswer | null)[]): Response | null {
  const times = stored.flatMap((entry) => (entry ? [Date.parse(entry.at)] : []));
  if (times.length === 0) return null;
  const body = stored.map((entry) => entry?.answer ?? NO_NETWORK);
  return json(body, { [LAST_SEEN.header]: new Date(Math.min(...times)).toUTCString() });
}

function json(body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json', ...headers } });
}
