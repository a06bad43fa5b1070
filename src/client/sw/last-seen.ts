import { LAST_SEEN } from '#shared/vocabulary/offline.ts';
import { within } from './patience.ts';

/** What the pages of bookings ask for; nothing else of the api is ever kept. */
const KEPT: readonly string[] = [
  'bookings.forStudent',
  'bookings.forTutor',
  'bookings.byId',
  'bookings.counts',
  'bookings.week',
  'bookings.nextSessions',
  'bookings.studentOverview',
  'daysOff.own',
  'tutors.own',
];
/** The oldest goes first. */
const MOST_KEPT = 100;
/** So long a line may stay dead before the last answer is given. */
const PATIENCE_MS = 4000;
/** Stands for the answers of a batch that nobody has kept: no answer of ours, as without a network. */
const NOTHING = { error: { json: { message: 'No network', code: -32603, data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 } } } };

type Call = { name: string; key: string };
type Answered = { at: string; answer: unknown };

/** Whether some of the calls of this batch are worth keeping. */
export function isKept({ pathname, searchParams }: URL): boolean {
  return searchParams.has('batch') && namesIn(pathname).some((name) => KEPT.includes(name));
}

/** The server's answer, of which a copy is kept; without one, what was seen last by whoever asks. */
export async function answerFor(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
  // Opened before the server is asked: what is answered after this cache was deleted goes with it.
  const cache = await caches.open(LAST_SEEN.cache);
  const calls = callsIn(new URL(request.url), await ownerOf(request));
  const asked = fetch(request);
  later(asked.then((answer) => keep(cache, calls, answer.clone())).catch(() => null));
  const fresh = asked.catch(() => Response.error());
  const answer = await within(PATIENCE_MS, fresh, null);
  if (answer && isFromServer(answer)) return asOfNow(answer);
  return lastSeenOf(await Promise.all(calls.map(({ key }) => keptAt(cache, key)))) ?? fresh;
}

/** A server that is down, and a proxy that says so for it, say nothing of what was asked. */
function isFromServer({ type, status }: Response): boolean {
  return type !== 'error' && status < 500;
}

/** The page knows by it that what it shows is not old any more; other answers say nothing of that. */
function asOfNow(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set(LAST_SEEN.header, LAST_SEEN.now);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

function namesIn(pathname: string): string[] {
  return pathname.replace('/trpc/', '').split(',');
}

/** An answer is found by whose it is, what was asked, and with which input. */
function callsIn({ pathname, searchParams }: URL, owner: string): Call[] {
  const inputs: Record<string, unknown> = JSON.parse(searchParams.get('input') ?? '{}');
  return namesIn(pathname).map((name, index) => ({
    name,
    key: `${prefixOf(owner)}${name}?${encodeURIComponent(JSON.stringify(inputs[index] ?? null))}`,
  }));
}

const prefixOf = (owner: string) => `/${LAST_SEEN.cache}/${owner}/`;

/** Of the token nothing is kept but that it is the same. */
async function ownerOf({ headers }: Request): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(headers.get('authorization') ?? ''));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function keep(cache: Cache, calls: readonly Call[], response: Response): Promise<void> {
  if (!response.ok) return;
  const at = response.headers.get('date') ?? new Date().toUTCString();
  const answers: unknown = await response.json();
  if (!Array.isArray(answers)) return;
  for (const [index, { name, key }] of calls.entries()) {
    const answer: unknown = answers[index];
    if (KEPT.includes(name) && isResult(answer)) await cache.put(key, json({ at, answer } satisfies Answered));
  }
  await forgetOthers(cache, calls[0]?.key ?? '');
}

/** What is of another session, or was kept long before the rest. */
async function forgetOthers(cache: Cache, own: string): Promise<void> {
  const prefix = own.slice(0, own.lastIndexOf('/') + 1);
  const kept = await cache.keys();
  const [mine, others] = [kept.filter(({ url }) => pathOf(url).startsWith(prefix)), kept.filter(({ url }) => !pathOf(url).startsWith(prefix))];
  for (const old of [...others, ...mine.slice(0, Math.max(0, mine.length - MOST_KEPT))]) await cache.delete(old);
}

const pathOf = (url: string) => new URL(url).pathname;

function isResult(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'result' in answer;
}

async function keptAt(cache: Cache, key: string): Promise<Answered | null> {
  const kept = await cache.match(key);
  return kept ? kept.json() : null;
}

/** Null when none of a batch was kept. It says from when the oldest of it is. */
function lastSeenOf(kept: readonly (Answered | null)[]): Response | null {
  const times = kept.flatMap((one) => (one ? [Date.parse(one.at)] : []));
  if (times.length === 0) return null;
  const body = kept.map((one) => one?.answer ?? NOTHING);
  return json(body, { [LAST_SEEN.header]: new Date(Math.min(...times)).toUTCString() });
}

function json(body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json', ...headers } });
}
