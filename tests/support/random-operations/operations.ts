import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { HOUR } from '#tests/support/factories.ts';
import { type Answer, call, callUntilCertain, type Sent, toProcedure, type World } from './calls.ts';
import type { Chooser } from './chooser.ts';
import type { Person, Teacher } from './people.ts';
import { propose, settle } from './proposals.ts';
import { certaintyOf } from './record.ts';
import { signInAndOut } from './sign-in.ts';

function aStart({ firstMonday }: World, choose: Chooser): Date {
  return new Date(firstMonday.getTime() + choose.below(3) * 7 * 24 * HOUR + choose.below(8) * HOUR);
}

function bookingIdIn({ status, text }: Answer): string | null {
  return status === 201 ? (JSON.parse(text) as { booking: { id: string } }).booking.id : null;
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
  const certainty = certaintyOf(answer.status);
  if (certainty !== 'no') world.record.writes.push({ kind: 'made', mark, bookingId: bookingIdIn(answer), certainty });
  if (!hasKey || choose.below(4) > 0) return;
  const repeated = await callUntilCertain(world, student, sent);
  if (repeated.status !== answer.status || bookingIdIn(repeated) !== bookingIdIn(answer)) world.record.problems.push(`one key, two answers: ${mark}`);
}

async function send(world: World, person: Person, choose: Chooser, clientId: string): Promise<void> {
  const { students, teachers, threadOf } = world.people;
  const isStudent = students.includes(person);
  const other = choose.oneOf<Person>(isStudent ? teachers : students);
  const threadId = threadOf.get(isStudent ? `${person.user.id} ${other.user.id}` : `${other.user.id} ${person.user.id}`);
  const sent = toProcedure('messages.send', { threadId, clientId, text: `A message ${clientId}` });
  const { status, text } = choose.below(2) > 0 ? await callUntilCertain(world, person, sent) : await call(world, person, sent);
  const certainty = certaintyOf(status);
  // A student who waits for an answer or a booking may be refused.
  if (certainty === 'no' && !(isStudent && status === 409)) world.record.problems.push(`a message is refused with ${status}: ${text.slice(0, 300)}`);
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

/** One in so many operations reads all notifications. */
const READ_EVERY = 50;
const PAGES = ['/', '/tutors', '/tutors?category=Science', '/login'];

/** A list of one's own, or a public page. */
async function read(world: World, student: Person, choose: Chooser): Promise<void> {
  if (choose.below(2) === 0) return void (await call(world, student, { method: 'GET', path: '/api/students/bookings' }));
  const path = choose.below(4) === 0 ? `/tutors/${choose.oneOf(world.people.teachers).tutor.id}` : choose.oneOf(PAGES);
  const { status } = await call(world, student, { method: 'GET', path, headers: { accept: 'text/html' } });
  if (![0, 200, 503].includes(status)) world.record.problems.push(`the page ${path} answered ${status}`);
}

/** Else each message would be compared with more and more unread ones. */
async function readNotifications(world: World, person: Person): Promise<void> {
  const { status } = await call(world, person, { method: 'PATCH', path: '/notifications/mark-all-read' });
  if (certaintyOf(status) === 'no') world.record.problems.push(`reading all notifications is refused with ${status}`);
}

/** A confirmed booking is moved into the past, into a span of its own, so that it can be completed. Its open proposal would have lapsed. */
async function passTime({ sql, record }: World, id: string, choose: Chooser): Promise<void> {
  const hoursAgo = 2 + choose.below(1_000_000);
  const moved = sql.begin(async (tx) => {
    await tx`select set_config('vidya.time_passes', 'yes', true)`;
    // Proposals are made under this lock; the statement after it sees them.
    await tx`select from bookings where id = ${id} for update`;
    await tx`
      update bookings set start_time = now() - make_interval(hours => ${hoursAgo}), end_time = now() - make_interval(hours => ${hoursAgo}) + interval '1 hour'
      where id = ${id} and status = 'confirmed' and start_time > now()
        and not exists (select from booking_proposals where booking_id = ${id} and state = 'open')`;
  });
  await moved.catch(() => {});
  // From then on the servers' own clock may complete it.
  record.writes.push({ kind: 'moved', bookingId: id, to: 'completed', certainty: 'unknown' });
}

/** `mark` is a UUID of this operation. What it reads from the database directly may fail while PostgreSQL is away. */
export async function studentStep(world: World, student: Person, choose: Chooser, mark: string): Promise<void> {
  if (choose.below(world.signInEvery) === 0) return signInAndOut(world, student);
  if (choose.below(READ_EVERY) === 0) return readNotifications(world, student);
  const kind = choose.below(14);
  if (kind < 4) return book(world, student, choose, mark);
  if (kind < 6) return send(world, student, choose, mark);
  if (kind === 6) return read(world, student, choose);
  if (kind === 7) return propose(world, { person: student, side: 'student' }, choose, aStart(world, choose));
  if (kind === 8) return settle(world, { person: student, side: 'student' }, choose);
  const bookingId = await anOwnBooking(world, student, choose);
  if (!bookingId) return;
  if (kind === 9) return move(world, student, { method: 'DELETE', path: `/api/bookings/${bookingId}` }, { bookingId, to: 'cancelled' });
  if (kind === 10) return passTime(world, bookingId, choose);
  return review(world, student, choose, { bookingId, text: `A review ${mark}` });
}

export async function tutorStep(world: World, teacher: Teacher, choose: Chooser, mark: string): Promise<void> {
  if (choose.below(world.signInEvery) === 0) return signInAndOut(world, teacher);
  if (choose.below(READ_EVERY) === 0) return readNotifications(world, teacher);
  const kind = choose.below(14);
  if (kind < 2) return send(world, teacher, choose, mark);
  if (kind === 2) return propose(world, { person: teacher, side: 'tutor' }, choose, aStart(world, choose));
  if (kind === 3) return settle(world, { person: teacher, side: 'tutor' }, choose);
  const bookingId = await anOwnBooking(world, teacher, choose);
  if (!bookingId) return;
  if (kind < 6) return passTime(world, bookingId, choose);
  const to = kind < 10 ? 'confirmed' : kind < 13 ? 'completed' : 'cancelled';
  const body = { status: to, ...(to === 'cancelled' && { cancellationReason: 'Ill' }) };
  return move(world, teacher, { method: 'PATCH', path: `/api/tutors/bookings/${bookingId}`, body }, { bookingId, to });
}
