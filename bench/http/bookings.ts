import type { Sql } from 'postgres';
import { connect } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { aStudent, aTutor } from '#tests/support/factories.ts';
import { differenceOf } from './difference.ts';
import { type Meter, readJson, toText } from './meter.ts';
import type { Server } from './processes.ts';
import type { Goal } from './ratios.ts';

const PATH = '/api/bookings';
const TUTORS = 20;
const HOURS_A_DAY = 10;
/** Not timed, because VACUUM makes each connection plan its statements again, which in production happens after thousands of bookings. */
const FIRST_REQUESTS = 64;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const CONTENDERS = ['product, REST', 'bare Hono, REST'];
const [PRODUCT = '', BARE = ''] = CONTENDERS;
export const BOOKING_GOAL: Goal = { id: 'bookings', of: PRODUCT, to: BARE, least: 0.5 };
export const BOOKING_CONTENDERS = CONTENDERS;

type Booking = { tutorId: string; subjectId: string; startTime: string; endTime: string; contactNumber: string; notes: string };
type Order = { token: string; studentId: string; tutorUserId: string; body: Booking };

/** Each booking has its own student, so that none waits for another, and a free time. */
async function makeOrders(databaseUrl: string, count: number): Promise<Order[]> {
  const { db, sql, close } = connect(databaseUrl, { max: 4 });
  const sessions = createSessions(db);
  const slots = WEEKDAYS.map((day) => ({ day, startMinute: 480, endMinute: 480 + HOURS_A_DAY * 60 }));
  const tutors = await Promise.all(Array.from({ length: TUTORS }, () => aTutor(db, { subjects: [{ slots }] })));
  const firstDay = new Date(Date.now() + 3 * DAY).setUTCHours(2, 30, 0, 0);
  const order = async (index: number): Promise<Order> => {
    const tutor = tutors[index % TUTORS];
    if (!tutor) throw new Error('there is no tutor');
    const student = await aStudent(db, { emailVerifiedAt: new Date(), childName: 'Nethmi' });
    const token = await sessions.createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });
    const place = Math.floor(index / TUTORS);
    const start = firstDay + Math.floor(place / HOURS_A_DAY) * DAY + (place % HOURS_A_DAY) * HOUR;
    const time = { startTime: new Date(start).toISOString(), endTime: new Date(start + HOUR).toISOString() };
    const body = { tutorId: tutor.id, subjectId: tutor.subjectId, ...time, contactNumber: '0771234567', notes: 'Past papers, please.' };
    return { token, studentId: student.id, tutorUserId: tutor.user.id, body };
  };
  const orders: Order[] = [];
  for (let index = 0; index < count; index += 1) orders.push(await order(index));
  await sql.unsafe('analyze');
  await close();
  return orders;
}

type Servers = { product: Server; bare: Server };
const serverOf = (servers: Servers, contender: string) => (contender === PRODUCT ? servers.product : servers.bare);

/** Restores the data after each measurement, which is not timed. */
export async function prepareBookings({
  databaseUrl,
  sql,
  servers,
  requests,
}: {
  databaseUrl: string;
  sql: Sql;
  servers: Servers;
  requests: number;
}) {
  const orders = await makeOrders(databaseUrl, FIRST_REQUESTS + requests);
  const students = orders.map(({ studentId }) => studentId);
  const people = [...students, ...new Set(orders.map(({ tutorUserId }) => tutorUserId))];
  const texts = orders.map(({ token, body }) => toText({ path: PATH, token, body }));

  async function reset(): Promise<void> {
    await sql`delete from jobs where params ->> 'bookingId' in (select id::text from bookings where student_id = any(${students}))`;
    await sql`delete from bookings where student_id = any(${students})`;
    await sql`delete from message_threads where student_id = any(${students})`;
    for (const table of ['notifications', 'inbox_events', 'inboxes']) await sql`delete from ${sql(table)} where user_id = any(${people})`;
    await sql`vacuum bookings, message_threads, notifications, inbox_events, inboxes, jobs`;
  }

  /** Compares what is answered and what is stored. */
  async function compare(): Promise<void> {
    const [order] = orders;
    if (!order) return;
    const results: unknown[] = [];
    for (const contender of CONTENDERS) {
      const answer = await readJson(serverOf(servers, contender), { path: PATH, token: order.token, body: order.body });
      results.push(withoutIds({ answer, stored: await storedBy(sql, order) }));
      await reset();
    }
    const difference = differenceOf(results[0], results[1]);
    if (difference !== null) throw new Error(`a booking of the product and of the bare peer differ at ${difference}`);
  }

  async function measure(meter: Meter, contender: string) {
    await meter(serverOf(servers, contender), texts.slice(0, FIRST_REQUESTS));
    const side = await meter(serverOf(servers, contender), texts.slice(FIRST_REQUESTS));
    await reset();
    return side;
  }
  return { compare, measure };
}

async function storedBy(sql: Sql, { studentId, tutorUserId }: Order): Promise<unknown> {
  const both = [studentId, tutorUserId];
  return {
    bookings: await sql`select to_jsonb(bookings) as row from bookings where student_id = ${studentId}`,
    notifications: await sql`select to_jsonb(notifications) as row from notifications where user_id = any(${both}) order by params ->> 'role'`,
    inboxes: await sql`select to_jsonb(inboxes) as row from inboxes where user_id = any(${both}) order by user_id`,
    events: await sql`select to_jsonb(inbox_events) as row from inbox_events where user_id = any(${both}) order by user_id`,
  };
}

const NEW_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const NOW_FIELDS = ['created_at', 'updated_at', 'createdAt', 'updatedAt', 'read_at'];

/** Replaces ids by their order of appearance, and current times by a constant, because both differ from booking to booking. */
function withoutIds(result: object): unknown {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `id ${names.size}`;
    names.set(id, name);
    return name;
  };
  const text = JSON.stringify(result, (key, value) => (NOW_FIELDS.includes(key) && value !== null ? 'now' : value));
  return JSON.parse(text.replaceAll(NEW_ID, nameOf));
}
