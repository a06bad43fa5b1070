import type { Sql } from 'postgres';
import { transformer } from '#shared/transformer.ts';
import type { People, Person } from './people.ts';
import { certaintyOf, type Record } from './record.ts';

export type World = { url: string; sql: Sql; people: People; record: Record; firstMonday: Date; signInEvery: number };
export type Sent = { method?: string; path: string; body?: unknown; headers?: { [name: string]: string } };
export type Answer = { status: number; text: string };

const MAX_REPEATS = 200;
const REPEAT_MS = 50;
/** A server that hangs is a failure, too. */
const HANGING_MS = 15_000;

export async function call(world: World, person: Person, { method = 'POST', path, body, headers = {} }: Sent): Promise<Answer> {
  const { url, record } = world;
  const from = performance.now();
  const { status, text, isLate } = await person.client.send(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    mostMs: HANGING_MS,
  });
  record.latencies.push(performance.now() - from);
  record.statuses.set(status, (record.statuses.get(status) ?? 0) + 1);
  if (isLate) record.hangs += 1;
  if (status > 0 && status < 400) record.answeredAt = performance.now();
  // Else a mistake of this driver would go unnoticed.
  if (status === 400 && !text.includes('proposal.same_time')) record.problems.push(`${method} ${path} answered 400: ${text.slice(0, 500)}`);
  if (status >= 500 && status !== 503) record.problems.push(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`);
  return { status, text };
}

/** The same request until a server has answered it, as the product's own client does. */
export async function callUntilCertain(world: World, person: Person, sent: Sent): Promise<Answer> {
  for (let repeat = 0; ; repeat += 1) {
    const answer = await call(world, person, sent);
    if (certaintyOf(answer.status) !== 'unknown' || repeat === MAX_REPEATS) return answer;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
  }
}

export const toProcedure = (path: string, input: unknown): Sent => ({ path: `/trpc/${path}`, body: transformer.serialize(input) });

/** Of a procedure that has succeeded. */
export function resultIn<T>({ text }: Answer): T {
  const { result } = JSON.parse(text) as { result: { data: Parameters<typeof transformer.deserialize>[0] } };
  return transformer.deserialize(result.data) as T;
}
