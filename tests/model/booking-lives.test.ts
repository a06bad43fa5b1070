import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessions } from '#server/infra/credentials.ts';
import { transformer } from '#shared/transformer.ts';
import { BOOKING_STATUSES, type BookingStatus } from '#shared/vocabulary/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, type Tutor, type User } from '#tests/support/factories.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';

const STUDENTS = 14;
const TUTORS = 6;
const STEPS = process.env.DEEP ? 250 : 25;
const SEED = process.env.MODEL_SEED ?? String(Date.now());

const database = useDatabase();
let servers: readonly [ServerProcess, ServerProcess];

type Answer = { status: number; body: Record<string, unknown> };
type Person = { user: User; token: string };
type Teacher = Person & { tutor: Tutor };
type Acknowledged =
  | { kind: 'made'; bookingId: string; key: string | null }
  | { kind: 'moved'; bookingId: string; to: BookingStatus }
  | { kind: 'rescheduled'; bookingId: string; start: string }
  | { kind: 'reviewed'; bookingId: string; text: string };

const acknowledged: Acknowledged[] = [];
const answers: { name: string; answer: Answer }[] = [];
const students: Person[] = [];
const teachers: Teacher[] = [];

/** As far as the servers answer in the same order. */
function chooser(name: string) {
  let index = 0;
  const below = (most: number) => createHash('sha256').update(`${SEED} ${name} ${index++}`).digest().readUInt32BE(0) % most;
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  return { below, oneOf: pick };
}
type Chooser = ReturnType<typeof chooser>;

async function aPersonWith(user: User): Promise<Person> {
  return { user, token: await createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' }) };
}

async function aTeacher(): Promise<Teacher> {
  const tutor = await aTutor(database.db);
  return { ...(await aPersonWith(tutor.user)), tutor };
}

beforeAll(async () => {
  servers = await Promise.all([startServer({ databaseUrl: database.url }), startServer({ databaseUrl: database.url })]);
  for (let index = 0; index < STUDENTS; index += 1) students.push(await aPersonWith(await aStudent(database.db, { emailVerifiedAt: new Date() })));
  for (let index = 0; index < TUTORS; index += 1) teachers.push(await aTeacher());
  // A trigger of the database writes down every change of a booking.
  await database.sql.unsafe(`
    create table lives (at bigserial primary key, booking_id uuid, from_status text, to_status text, from_start timestamptz, to_start timestamptz, sequences int);
    create function write_down() returns trigger language plpgsql as $$ begin
      if old.status <> new.status or old.start_time <> new.start_time then
        insert into lives (booking_id, from_status, to_status, from_start, to_start, sequences)
        values (new.id, old.status::text, new.status::text, old.start_time, new.start_time, new.sequence - old.sequence);
      end if;
      return new;
    end $$;
    create trigger lives after update on bookings for each row when (current_setting('vidya.time_passes', true) is distinct from 'yes') execute function write_down();`);
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
});

async function call(name: string, { token }: Person, choose: Chooser, { method = 'POST', path, body = {}, headers = {} }: Call): Promise<Answer> {
  const { url } = choose.oneOf(servers);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
  answers.push({ name, answer });
  return answer;
}
type Call = { method?: string; path: string; body?: unknown; headers?: Record<string, string> };

async function procedure(name: string, person: Person, choose: Chooser, { path, input }: { path: string; input: unknown }): Promise<Answer> {
  const answer = await call(name, person, choose, { path: `/trpc/${path}`, body: transformer.serialize(input) });
  const { result } = answer.body as { result?: { data: unknown } };
  return { status: answer.status, body: result ? (transformer.deserialize(result.data) as Record<string, unknown>) : {} };
}

function firstMonday(): Date {
  const monday = new Date(Date.now() + 3 * 24 * HOUR);
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1);
  monday.setUTCHours(3, 30, 0, 0);
  return monday;
}

function aStart(choose: Chooser): Date {
  return new Date(firstMonday().getTime() + choose.below(3) * 7 * 24 * HOUR + choose.below(8) * HOUR);
}

async function makeRequest(student: Person, choose: Chooser, key: string | null): Promise<void> {
  const { tutor } = choose.oneOf(teachers);
  const start = aStart(choose);
  const body = {
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + HOUR).toISOString(),
    contactNumber: '0771234567',
  };
  const request: Call = { path: '/api/students/bookings', body, headers: key ? { 'idempotency-key': key } : {} };
  // With a key the request may be sent twice at once, to either server.
  const results = await Promise.all((key ? [1, 2] : [1]).map(() => call('request', student, choose, request)));
  const ids = results.map(({ status, body }) => (status === 201 ? (body.booking as { id: string }).id : null));
  expect(new Set(ids).size, 'one key, two answers').toBe(1);
  expect(new Set(results.map(({ status }) => status)).size).toBe(1);
  const [id] = ids;
  if (id) acknowledged.push({ kind: 'made', bookingId: id, key });
}

async function own(person: Person, column: 'student_id' | 'tutor_user_id', choose: Chooser): Promise<{ id: string; status: BookingStatus } | null> {
  const rows = await database.sql<{ id: string; status: BookingStatus }[]>`
    select id, status from bookings where ${database.sql(column)} = ${person.user.id} order by id`;
  const open = rows.filter(({ status }) => status === 'pending' || status === 'confirmed');
  const among = open.length > 0 && choose.below(5) > 0 ? open : rows;
  return among.length > 0 ? choose.oneOf(among) : null;
}

async function move(name: string, person: Person, choose: Chooser, request: Call & { id: string; to: BookingStatus }): Promise<void> {
  const { status } = await call(name, person, choose, request);
  if (status === 200) acknowledged.push({ kind: 'moved', bookingId: request.id, to: request.to });
}

async function propose(person: Person, booked: string, choose: Chooser): Promise<void> {
  const movable = await database.sql<{ id: string }[]>`
    select id from bookings where status = 'confirmed' and start_time > now() and ${person.user.id} in (student_id, tutor_user_id) order by id`;
  const id = movable.length > 0 && choose.below(5) > 0 ? choose.oneOf(movable).id : booked;
  const { status } = await procedure('propose', person, choose, { path: 'proposals.propose', input: { bookingId: id, startTime: aStart(choose) } });
  if (status !== 200) return;
  const [other] = await database.sql<{ id: string }[]>`
    select case when student_id = ${person.user.id} then tutor_user_id else student_id end as id from bookings where id = ${id}`;
  const answering = [...students, ...teachers].find(({ user }) => user.id === other?.id);
  if (answering && choose.below(4) > 0) await answerProposal(answering, id, choose);
}

async function answerProposal(person: Person, id: string, choose: Chooser): Promise<void> {
  const [proposal] = await database.sql<{ id: string; start_time: Date }[]>`
    select id, start_time from booking_proposals where booking_id = ${id} and state = 'open'`;
  if (!proposal) return;
  const action = choose.oneOf(['accept', 'accept', 'accept', 'decline', 'withdraw'] as const);
  const { status } = await procedure(action, person, choose, { path: `proposals.${action}`, input: { id: proposal.id } });
  if (status === 200 && action === 'accept') {
    acknowledged.push({ kind: 'rescheduled', bookingId: id, start: new Date(proposal.start_time).toISOString() });
  }
}

/** The booking is moved into the past, unless another session is there. */
async function passTime(id: string): Promise<void> {
  const moved = database.sql.begin(async (sql) => {
    await sql`select set_config('vidya.time_passes', 'yes', true)`;
    await sql`
      with shift as (select id, now() - interval '2 hours' - make_interval(hours => (random() * 40)::int) as start from bookings where id = ${id} and status = 'confirmed' and start_time > now())
      update bookings set start_time = shift.start, end_time = shift.start + interval '1 hour' from shift where bookings.id = shift.id
        and not exists (
          select from bookings other where other.id <> shift.id and other.status in ('pending', 'confirmed')
            and (other.tutor_user_id = bookings.tutor_user_id or other.student_id = bookings.student_id)
            and tstzrange(other.start_time, other.end_time, '[)') && tstzrange(shift.start, shift.start + interval '1 hour', '[)'))`;
  });
  await moved.catch((error: unknown) => {
    if (!(error instanceof postgres.PostgresError) || error.code !== '23P01') throw error;
  });
}

async function studentStep(student: Person, choose: Chooser, index: number): Promise<void> {
  const name = choose.below(16);
  const booking = name < 5 ? null : await own(student, 'student_id', choose);
  if (!booking) return makeRequest(student, choose, name < 3 ? `${student.user.id} ${index}` : null);
  const { id } = booking;
  const cancelled = { id, to: 'cancelled' } as const;
  if (name === 5) return move('student cancels', student, choose, { method: 'DELETE', path: `/api/bookings/${id}`, ...cancelled });
  if (name === 6) {
    return move('student cancels', student, choose, {
      method: 'PATCH',
      path: `/api/bookings/${id}/status`,
      body: { status: 'cancelled' },
      ...cancelled,
    });
  }
  if (name < 9) return propose(student, id, choose);
  if (name < 12) return answerProposal(student, id, choose);
  if (name === 12) return passTime(id);
  return writeReview(student, choose, { id, text: `A review with the number ${index} of its writer.` });
}

async function writeReview(student: Person, choose: Chooser, { id, text }: { id: string; text: string }): Promise<void> {
  const { status } = await call('review', student, choose, {
    path: '/api/ratings',
    body: { bookingId: id, rating: 1 + choose.below(5), review: text },
  });
  if (status === 200 || status === 201) acknowledged.push({ kind: 'reviewed', bookingId: id, text });
}

async function tutorStep(teacher: Teacher, choose: Chooser): Promise<void> {
  const booking = await own(teacher, 'tutor_user_id', choose);
  if (!booking) return;
  const { id } = booking;
  const path = `/api/tutors/bookings/${id}`;
  const name = choose.below(12);
  if (name < 5) return move('confirm', teacher, choose, { method: 'PATCH', path, body: { status: 'confirmed' }, id, to: 'confirmed' });
  if (name < 8) return move('complete', teacher, choose, { method: 'PATCH', path, body: { status: 'completed' }, id, to: 'completed' });
  if (name === 6)
    return move('tutor cancels', teacher, choose, {
      method: 'PATCH',
      path,
      body: { status: 'cancelled', cancellationReason: 'Ill' },
      id,
      to: 'cancelled',
    });
  if (name === 7) return propose(teacher, id, choose);
  if (name === 8) return answerProposal(teacher, id, choose);
  return passTime(id);
}

/** A pair that nobody else meets, so that every kind of step occurs. */
async function wholeLife(student: Person, teacher: Teacher): Promise<void> {
  const choose = chooser('a calm pair');
  const { tutor } = teacher;
  const [first, second] = [firstMonday(), new Date(firstMonday().getTime() + 2 * HOUR)];
  const body = { tutorId: tutor.id, subjectId: tutor.subjectId, contactNumber: '0771234567' };
  const times = { startTime: first.toISOString(), endTime: new Date(first.getTime() + HOUR).toISOString() };
  const answer = await call('request', student, choose, { path: '/api/students/bookings', body: { ...body, ...times } });
  const { id } = answer.body.booking as { id: string };
  acknowledged.push({ kind: 'made', bookingId: id, key: null });
  const path = `/api/tutors/bookings/${id}`;
  await move('confirm', teacher, choose, { method: 'PATCH', path, body: { status: 'confirmed' }, id, to: 'confirmed' });
  await procedure('propose', student, choose, { path: 'proposals.propose', input: { bookingId: id, startTime: second } });
  const [proposal] = await database.sql<{ id: string }[]>`select id from booking_proposals where booking_id = ${id} and state = 'open'`;
  const accepted = await procedure('accept', teacher, choose, { path: 'proposals.accept', input: { id: proposal?.id } });
  if (accepted.status === 200) acknowledged.push({ kind: 'rescheduled', bookingId: id, start: second.toISOString() });
  await passTime(id);
  await move('complete', teacher, choose, { method: 'PATCH', path, body: { status: 'completed' }, id, to: 'completed' });
  await writeReview(student, choose, { id, text: 'A review of a calm pair.' });
}

const LEGAL = ['pending confirmed', 'pending cancelled', 'confirmed completed', 'confirmed cancelled', 'confirmed confirmed'];
type Life = { booking_id: string; from_status: BookingStatus; to_status: BookingStatus; from_start: Date; to_start: Date; sequences: number };

describe(`${STUDENTS + TUTORS} people live on two servers at once, ${STEPS} steps each (MODEL_SEED=${SEED})`, () => {
  let lives: Life[];

  beforeAll(async () => {
    let remainingStudents = STUDENTS;
    const [calmStudent, calmTeacher] = [await aPersonWith(await aStudent(database.db, { emailVerifiedAt: new Date() })), await aTeacher()];
    const living = [
      wholeLife(calmStudent, calmTeacher),
      ...students.map(async (student, index) => {
        const choose = chooser(`student ${index}`);
        for (let step = 0; step < STEPS; step += 1) await studentStep(student, choose, step);
        remainingStudents -= 1;
      }),
      ...teachers.map(async (teacher, index) => {
        const choose = chooser(`tutor ${index}`);
        while (remainingStudents > 0) await tutorStep(teacher, choose);
      }),
    ];
    await Promise.all(living);
    lives = await database.sql<Life[]>`select * from lives order by at`;
  }, 600_000);

  test('much happens: bookings are made, confirmed, moved, completed, cancelled and reviewed', () => {
    const count = (kind: Acknowledged['kind']) => acknowledged.filter((entry) => entry.kind === kind).length;
    expect(count('made')).toBeGreaterThan(20);
    expect(count('moved')).toBeGreaterThan(20);
    expect(new Set(lives.map(({ to_status }) => to_status))).toEqual(new Set(BOOKING_STATUSES.filter((status) => status !== 'pending')));
    expect(count('rescheduled')).toBeGreaterThan(0);
    expect(count('reviewed')).toBeGreaterThan(0);
  });

  // spec s4.2
  test('nobody is ever told that something broke', () => {
    expect(answers.filter(({ answer }) => answer.status >= 500)).toEqual([]);
  });

  // spec s4.2 | S4 | A model of the life of bookings against the database, with 20 people and two server processes: no overlap, no illegal
  //   transition, no acknowledged write lost | src/server/features/bookings/bookings.steps.ts
  test('no two sessions of a tutor or of a student overlap', async () => {
    const overlapping = await database.sql`
      select one.id, other.id as with from bookings one join bookings other on other.id > one.id
        and (other.tutor_user_id = one.tutor_user_id or other.student_id = one.student_id)
        and tstzrange(one.start_time, one.end_time, '[)') && tstzrange(other.start_time, other.end_time, '[)')
      where one.status in ('pending', 'confirmed') and other.status in ('pending', 'confirmed')`;
    expect([...overlapping]).toEqual([]);
  });

  // spec s4.2
  test('every move is a legal one, and a calendar hears of each', () => {
    for (const life of lives) {
      expect(LEGAL).toContain(`${life.from_status} ${life.to_status}`);
      expect(life.sequences, JSON.stringify(life)).toBe(1);
      if (life.from_status !== life.to_status) expect(life.to_start).toEqual(life.from_start);
    }
  });

  // spec s4.2
  test('what a server has said yes to has happened, once, and nothing else has', async () => {
    const happened = (id: string, is: (life: Life) => boolean) => lives.filter((life) => life.booking_id === id && is(life));
    const stored = await database.sql<{ id: string }[]>`select id from bookings`;
    const ids = acknowledged.flatMap((entry) => (entry.kind === 'made' ? [entry.bookingId] : []));
    expect(ids.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());

    const moves = acknowledged.flatMap((entry) => (entry.kind === 'moved' ? [`${entry.bookingId} ${entry.to}`] : []));
    const moved = lives.filter(({ from_status, to_status }) => from_status !== to_status).map((life) => `${life.booking_id} ${life.to_status}`);
    expect(moves.toSorted()).toEqual(moved.toSorted());

    const reschedulings = acknowledged.filter((entry) => entry.kind === 'rescheduled');
    for (const { bookingId, start } of reschedulings) {
      expect(happened(bookingId, ({ to_start }) => new Date(to_start).toISOString() === start).length).toBeGreaterThan(0);
    }
    expect(lives.filter(({ from_status, to_status }) => from_status === to_status)).toHaveLength(reschedulings.length);
  });

  // spec s4.2
  test('of a review its last text stands, and the rating of each tutor is that of all reviews', async () => {
    const stored = await database.sql<{ booking_id: string; review: string }[]>`select booking_id, review from reviews`;
    const texts = acknowledged.filter((entry) => entry.kind === 'reviewed');
    expect(stored.map(({ booking_id }) => booking_id).toSorted()).toEqual([...new Set(texts.map(({ bookingId }) => bookingId))].toSorted());
    for (const { booking_id, review } of stored) expect(texts.findLast(({ bookingId }) => bookingId === booking_id)?.text).toBe(review);
    const wrong = await database.sql`
      select profile.id, profile.rating, profile.total_reviews, profile.total_sessions, given.*, held.*
      from tutor_profiles profile
      cross join lateral (select coalesce(round(avg(rating), 2), 0) as average, count(*)::int as reviews from reviews where tutor_user_id = profile.user_id) given
      cross join lateral (select count(*)::int as sessions from bookings where tutor_user_id = profile.user_id and status = 'completed') held
      where (profile.rating, profile.total_reviews, profile.total_sessions) is distinct from (given.average, given.reviews, held.sessions)`;
    expect([...wrong]).toEqual([]);
  });

  // spec s4.2
  test('both parties were told of every step exactly once', async () => {
    const kinds = { confirmed: 'booking.confirmed', completed: 'booking.completed', cancelled: 'booking.cancelled' } as const;
    const counts = await database.sql<{ kind: string; count: number }[]>`select kind::text, count(*)::int as count from notifications group by kind`;
    const of = (kind: string) => counts.find((row) => row.kind === kind)?.count ?? 0;
    const steps = (to: BookingStatus) => lives.filter((life) => life.to_status === to && life.from_status !== to).length;
    expect(of('booking.created')).toBe(2 * acknowledged.filter((entry) => entry.kind === 'made').length);
    for (const to of ['confirmed', 'completed', 'cancelled'] as const) expect(of(kinds[to]), to).toBe(2 * steps(to));
    expect(of('booking.moved')).toBe(2 * acknowledged.filter((entry) => entry.kind === 'rescheduled').length);
  });
});
