import type { Sql } from 'postgres';
import { transformer } from '#shared/transformer.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { HOUR } from '#tests/support/factories.ts';
import type { Chooser } from './chooser.ts';
import type { People, Person, Teacher } from './people.ts';
import { certaintyOf, type Record } from './record.ts';

export type World = { url: string; sql: Sql; people: People; record: Record; firstMonday: Date };
type Sent = { method?: string; path: string; body?: unknown; headers?: { [name: string]: string } };
type Answer = { status: number; body: { [name: string]: unknown } };

const MOST_REPEATS = 200;
const REPEAT_MS = 50;
/** A server that hangs is a failure, too. */
const HANGING_MS = 15_000;

async function call({ url, record }: World, { token }: Person, { method = 'POST', path, body, headers = {} }: Sent): Promise<Answer> {
  const from = performance.now();
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(HANGING_MS),
  })
    .then(
      async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }),
      (error: unknown) => {
        if (error instanceof Error && error.name === 'TimeoutError') record.hangs += 1;
        return { status: 0, body: {} };
      },
    )
    .catch(() => ({ status: 0, body: {} }));
  record.latencies.push(performance.now() - from);
  record.statuses.set(answer.status, (record.statuses.get(answer.status) ?? 0) + 1);
  if (answer.status >= 500 && answer.status !== 503)
    record.problems.push(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** The same request until a server has answered it, as the product's own client does. */
async function callUntilCertain(world: World, person: Person, sent: Sent): Promise<Answer> {
  for (let repeat = 0; ; repeat += 1) {
    const answer = await call(world, person, sent);
    if (certaintyOf(answer.status) !== 'unknown' || repeat === MOST_REPEATS) return answer;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
  }
}

function aStart({ firstMonday }: World, choose: Chooser): Date {
  return new Date(firstMonday.getTime() + choose.below(3) * 7 * 24 * HOUR + choose.below(8) * HOUR);
}

async function book(world: World, student: Person, choose: Chooser, mark: string): Promise<void> {
  const { tutor } = choose.oneOf(world.people.teachers);
  const start = aStart(world, choose);
  const body = {
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + HOUR).toISOString(),
    contactNumber: '0771234567',
    notes: mark,
  };
  const hasKey = choose.below(3) > 0;
  const sent: Sent = { path: '/api/students/bookings', body, ...(hasKey && { headers: { 'idempotency-key': mark } }) };
  const answer = hasKey ? await callUntilCertain(world, student, sent) : await call(world, student, sent);
  const idIn = ({ body: { booking } }: Answer) => (booking as { id: string } | undefined)?.id ?? null;
  const certainty = certaintyOf(answer.status);
  if (certainty !== 'no') world.record.writes.push({ kind: 'made', mark, bookingId: idIn(answer), certainty });
  if (!hasKey || choose.below(4) > 0) return;
  const repeated = await callUntilCertain(world, student, sent);
  if (repeated.status !== answer.status || idIn(repeated) !== idIn(answer)) world.record.problems.push(`one key, two answers: ${mark}`);
}

async function send(world: World, person: Person, choose: Chooser, clientId: string): Promise<void> {
  const { students, teachers, threadOf } = world.people;
  const isStudent = students.includes(person);
  const other = choose.oneOf<Person>(isStudent ? teachers : students);
  const threadId = threadOf.get(isStudent ? `${person.user.id} ${other.user.id}` : `${other.user.id} ${person.user.id}`);
  const sent: Sent = { path: '/trpc/messages.send', body: transformer.serialize({ threadId, clientId, text: `A message ${clientId}` }) };
  const { status } = choose.below(2) > 0 ? await callUntilCertain(world, person, sent) : await call(world, person, sent);
  const certainty = certaintyOf(status);
  // A student who waits for an answer or a booking may be refused.
  if (certainty === 'no' && !(isStudent && status === 409)) world.record.problems.push(`a message is refused with ${status}`);
  else if (certainty !== 'no') world.record.writes.push({ kind: 'sent', clientId, certainty });
}

async function anOwnBooking({ sql }: World, person: Person, choose: Chooser): Promise<string | null> {
  const rows = await sql<{ id: string; status: BookingStatus }[]>`
    select id, status from bookings where student_id = ${person.user.id} or tutor_user_id = ${person.user.id} order by id desc limit 20`;
  const open = rows.filter(({ status }) => status === 'pending' || status === 'confirmed');
  const among = open.length > 0 && choose.below(5) > 0 ? open : rows;
  return among.length > 0 ? choose.oneOf(among).id : null;
}

async function move(world: World, person: Person, sent: Sent, { bookingId, to }: { bookingId: string; to: BookingStatus }): Promise<void> {
  const certainty = certaintyOf((await call(world, person, sent)).status);
  if (certainty !== 'no') world.record.writes.push({ kind: 'moved', bookingId, to, certainty });
}

async function review(world: World, student: Person, choose: Chooser, { bookingId, text }: { bookingId: string; text: string }): Promise<void> {
  const { status } = await call(world, student, { path: '/api/ratings', body: { bookingId, rating: 1 + choose.below(5), review: text } });
  const certainty = certaintyOf(status);
  if (certainty !== 'no') world.record.writes.push({ kind: 'reviewed', bookingId, text, certainty });
}

const PAGES = ['/', '/tutors', '/tutors?category=Science', '/login'];

/** A list of one's own, or a public page. */
async function read(world: World, student: Person, choose: Chooser): Promise<void> {
  const { record, url } = world;
  if (choose.below(2) === 0) return void (await call(world, student, { method: 'GET', path: '/api/students/bookings' }));
  const path = choose.below(4) === 0 ? `/tutors/${choose.oneOf(world.people.teachers).tutor.id}` : choose.oneOf(PAGES);
  const from = performance.now();
  const status = await fetch(`${url}${path}`, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(HANGING_MS) }).then(
    async (response) => (await response.text()) && response.status,
    () => 0,
  );
  record.latencies.push(performance.now() - from);
  record.statuses.set(Number(status), (record.statuses.get(Number(status)) ?? 0) + 1);
  if (![0, 200, 503].includes(Number(status))) record.problems.push(`the page ${path} answered ${status}`);
}

/** A confirmed booking is moved into the past, into a span of its own, so that it can be completed. */
async function passTime({ sql, record }: World, id: string, choose: Chooser): Promise<void> {
  const hoursAgo = 2 + choose.below(1_000_000);
  const moved = sql.begin(async (tx) => {
    await tx`select set_config('vidya.time_passes', 'yes', true)`;
    await tx`
      update bookings set start_time = now() - make_interval(hours => ${hoursAgo}), end_time = now() - make_interval(hours => ${hoursAgo}) + interval '1 hour'
      where id = ${id} and status = 'confirmed' and start_time > now()`;
  });
  await moved.catch(() => {});
  // From then on the servers' own clock may complete it.
  record.writes.push({ kind: 'moved', bookingId: id, to: 'completed', certainty: 'unknown' });
}

/** `mark` is a UUID of this operation. What it reads from the database directly may fail while PostgreSQL is away. */
export async function studentStep(world: World, student: Person, choose: Chooser, mark: string): Promise<void> {
  const kind = choose.below(12);
  if (kind < 4) return book(world, student, choose, mark);
  if (kind < 6) return send(world, student, choose, mark);
  if (kind === 6) return read(world, student, choose);
  const bookingId = await anOwnBooking(world, student, choose).catch(() => null);
  if (!bookingId) return;
  if (kind === 7) return move(world, student, { method: 'DELETE', path: `/api/bookings/${bookingId}` }, { bookingId, to: 'cancelled' });
  if (kind === 8) return passTime(world, bookingId, choose);
  return review(world, student, choose, { bookingId, text: `A review ${mark}` });
}

export async function tutorStep(world: World, teacher: Teacher, choose: Chooser, mark: string): Promise<void> {
  const kind = choose.below(12);
  if (kind < 2) return send(world, teacher, choose, mark);
  const bookingId = await anOwnBooking(world, teacher, choose).catch(() => null);
  if (!bookingId) return;
  if (kind < 4) return passTime(world, bookingId, choose);
  const to = kind < 8 ? 'confirmed' : kind < 11 ? 'completed' : 'cancelled';
  const body = { status: to, ...(to === 'cancelled' && { cancellationReason: 'Ill' }) };
  return move(world, teacher, { method: 'PATCH', path: `/api/tutors/bookings/${bookingId}`, body }, { bookingId, to });
}
