import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTopic, aTutor, type User } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { insertMany } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const MANY = 103;

type Body = Record<string, never>;
type Paged = {
  path: string;
  as: () => string;
  standard: number;
  minimum: number;
  read: (body: never) => { rows: unknown[]; page: number; pages: number; total: number };
};

let admin: User;
let student: User;
let adminToken: string;
let studentToken: string;

beforeAll(async () => {
  const { db, sql } = database;
  admin = await anAdmin(db);
  student = await aStudent(db);
  adminToken = await rest.tokenOf(admin);
  studentToken = await rest.tokenOf(student);
  const topic = await aTopic(db);
  const tutor = await aTutor(db, { subjects: [{ subjectId: topic.subjectId }] });
  await sql`
    with person as (
      insert into users (id, name, email, role)
      select gen_random_uuid(), 'Tutor ' || nth, 'tutor' || nth || '@example.com', 'tutor' from generate_series(2, ${MANY}) nth returning id
    ), profile as (insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from person returning id)
    insert into tutor_listings (scope, tutor_id, rating, total_reviews, price, experience, name_key, profile_created_at,
      is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours)
    select listing.scope, profile.id, rating, total_reviews, price, experience, name_key, profile_created_at,
      is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours
    from profile, tutor_listings listing where listing.tutor_id = ${tutor.id}`;
  await sql`
    insert into users (id, name, email, role)
    select gen_random_uuid(), 'Student ' || nth, 'student' || nth || '@example.com', 'student' from generate_series(2, ${MANY}) nth`;
  await insertMany(database, { student, tutor }, MANY);
});

type Admin = { totalPages: number; currentPage: number; total: number };
const table =
  (rows: string) =>
  (body: Admin & Record<string, unknown[]>): ReturnType<Paged['read']> => ({
    rows: body[rows] ?? [],
    page: body.currentPage,
    pages: body.totalPages,
    total: body.total,
  });
type Numbered = { pagination: { page: number; pages: number; total: number } };
const numbered =
  (rows: string) =>
  (body: Numbered & Record<string, unknown>): ReturnType<Paged['read']> => ({ ...body.pagination, rows: body[rows] as unknown[] });
const notified = ({ data }: { data: Admin & { notifications: unknown[] } }): ReturnType<Paged['read']> => ({
  rows: data.notifications,
  page: data.currentPage,
  pages: data.totalPages,
  total: data.total,
});

const CALLS: readonly Paged[] = [
  { path: '/api/tutors', as: () => '', standard: 24, minimum: 0, read: numbered('tutors') },
  { path: '/notifications', as: () => studentToken, standard: 20, minimum: 0, read: notified },
  { path: '/api/notifications', as: () => studentToken, standard: 20, minimum: 0, read: notified },
  { path: '/api/notifications/admin/all', as: () => adminToken, standard: 50, minimum: 0, read: notified },
  { path: '/api/admin/tutors', as: () => adminToken, standard: 24, minimum: 1, read: table('tutors') },
  { path: '/api/admin/students', as: () => adminToken, standard: 24, minimum: 1, read: table('students') },
  { path: '/api/admin/bookings', as: () => adminToken, standard: 24, minimum: 1, read: table('bookings') },
];

// spec rest.16 | R §2.8 | Pages: `page` and `limit` however they are written, an end without rows, totals that stay; every row on one page |
//   src/server/rest/wire/input.ts
describe.each(CALLS)('$path', ({ path, as, standard, minimum, read }) => {
  const send = async (query: string) => {
    const { status, body } = await rest.get<Body>(`${path}?${query}`, as());
    expect(status, query).toBe(200);
    return read(body as never);
  };

  test.each([
    ['', 1],
    ['page=', 1],
    ['page=1', 1],
    ['page=2', 2],
    ['page=%202%20', 2],
    ['page=0', 1],
    ['page=-1', 1],
    ['page=1.5', 1],
    ['page=abc', 1],
    ['page=null', 1],
    ['page=undefined', 1],
    ['page=NaN', 1],
  ])('answers page %d for %s', async (query, page) => {
    expect((await send(query)).page).toBe(page);
  });

  test.each([
    ['', standard],
    ['limit=', standard],
    ['limit=0', standard],
    ['limit=-5', standard],
    ['limit=abc', standard],
    ['limit=2.5', standard],
    ['limit=null', standard],
    ['limit=1', 1],
    ['limit=99', 99],
    ['limit=100', 100],
    ['limit=101', 100],
    ['limit=99999999999999999999', 100],
  ])('reads %s as %d a page', async (query, count) => {
    const { rows, pages, total } = await send(query);
    expect({ rows: rows.length, pages, total }).toEqual({ rows: count, pages: Math.ceil(total / count), total });
    expect(total).toBeGreaterThanOrEqual(MANY);
  });

  test('answers an empty page with the same totals past the end', async () => {
    const { pages, total } = await send('limit=100');
    for (const page of [3, 1000, 999_999_999_999]) {
      const lastPage = await send(`limit=100&page=${page}`);
      expect({ rows: lastPage.rows, pages: lastPage.pages, total: lastPage.total }).toEqual({ rows: [], pages, total });
    }
  });

  test('has every row on one page', async () => {
    const rows: unknown[] = [];
    for (let page = 1; page <= 3; page += 1) rows.push(...(await send(`limit=50&page=${page}`)).rows);
    const ids = rows.map((row) => (row as { id: string }).id);
    expect([new Set(ids).size, rows.length]).toEqual([(await send('')).total, ids.length]);
  });

  test(`has ${minimum} pages when there are no rows`, async () => {
    const nothing = path.includes('otifications') ? 'category=payment' : path.includes('bookings') ? 'status=cancelled' : 'search=qqqqqqqqqqqq';
    expect(await send(nothing)).toMatchObject({ rows: [], pages: minimum, total: 0 });
  });
});

describe('GET /api/students/bookings', () => {
  const send = async (query: string) => {
    type Answer = { bookings: unknown[]; pagination?: { page: number; limit: number; pages: number; total: number } };
    const { body } = await rest.get<Answer>(`/api/students/bookings?${query}`, studentToken);
    return body;
  };

  test.each(['', 'page=', 'limit=', 'page=&limit=', 'status=', 'status=all', 'page=null&limit=undefined', 'limit=abc'])(
    'answers all for %j',
    async (query) => {
      const { bookings, pagination } = await send(query);
      expect([bookings.length, pagination]).toEqual([MANY, undefined]);
    },
  );

  // spec rest.16
  test.each([
    ['page=1', 1],
    ['page=2', 2],
    ['page=0', 1],
    ['page=-1', 1],
    ['page=abc', 1],
    ['limit=10', 1],
    ['page=2&limit=10', 2],
    ['page=2&limit=101', 2],
  ])('answers page %d for %s', async (query, page) => {
    const { bookings, pagination } = await send(query);
    const { limit = 0, total, pages } = pagination ?? {};
    expect({ page: pagination?.page, total, pages }).toEqual({ page, total: MANY, pages: Math.ceil(MANY / limit) });
    expect(bookings).toHaveLength(Math.min(limit, MANY - (page - 1) * limit));
    if (query.includes('limit=101')) expect(limit).toBe(100);
  });
});
