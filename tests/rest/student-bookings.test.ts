import { beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const DAY = 24 * HOUR;

type Listed = { success: true; bookings: { id: string; status: string }[]; pagination?: unknown };

let student: User;
let tutor: Tutor;
let as: string;

beforeEach(async () => {
  student = await aStudent(database.db);
  tutor = await aTutor(database.db);
  as = await rest.tokenOf(student);
});

describe('GET /api/students/bookings', () => {
  // spec rest-students.1 | C §7 | GET /api/students/bookings: success and bookings, all of them | src/server/rest/students.ts
  test('answers all own bookings at once, newest first', async () => {
    await aBooking(database.db);
    const ids: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      const times = { startTime: new Date(NOW.getTime() - (60 - 2 * index) * HOUR), createdAt: new Date(NOW.getTime() - (100 - index) * HOUR) };
      ids.unshift((await aBooking(database.db, { student, tutor, status: 'completed', ...times })).id);
    }
    const { status, body } = await rest.get<Listed>('/api/students/bookings', as);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, bookings: expect.any(Array) });
    expect(body.bookings.map(({ id }) => id)).toEqual(ids);

    const page = await rest.get<Listed>('/api/students/bookings?page=2&limit=12', as);
    expect(page.body.bookings.map(({ id }) => id)).toEqual(ids.slice(12, 24));
    expect(page.body.pagination).toEqual({ page: 2, pages: 3, total: 30, limit: 12 });
    expect((await rest.get<Listed>('/api/students/bookings?page=9&limit=12', as)).body).toMatchObject({ bookings: [], pagination: { total: 30 } });
    expect((await rest.get<Listed>('/api/students/bookings?page=&limit=', as)).body).toEqual(body);
    expect((await rest.get<Listed>('/api/students/bookings?page=zero', as)).body.pagination).toMatchObject({ page: 1 });
    expect((await rest.get<Listed>('/api/students/bookings?limit=1000', as)).body.pagination).toMatchObject({ page: 1, limit: 100 });
  });

  test('filters by status, and answers none for an unknown one', async () => {
    const pending = await aBooking(database.db, { student });
    const done = await aBooking(database.db, { student, status: 'completed', startTime: new Date(NOW.getTime() - DAY) });
    const ids = async (status: string) => (await rest.get<Listed>(`/api/students/bookings?status=${status}`, as)).body.bookings.map(({ id }) => id);
    expect(await ids('pending')).toEqual([pending.id]);
    expect(await ids('completed')).toEqual([done.id]);
    for (const all of ['all', '', 'null']) expect(await ids(all), all).toHaveLength(2);
    for (const none of ['cancelled', 'nonsense', 'x'.repeat(500), '%00']) expect(await ids(none), none).toEqual([]);
  });

  // spec errors.74 | C §8 Fallback labels | 'Unknown Tutor', 'Unknown Student' | src/server/features/bookings/bookings.queries.ts
  test('has labels for deleted people and subjects, and no null', async () => {
    await aBooking(database.db, { student, tutorId: null, tutorUserId: null, subjectId: null, subjectName: 'Latin' });
    const { body } = await rest.get<Listed>('/api/students/bookings', as);
    expect(body.bookings).toMatchObject([
      { student: { name: student.name }, tutor: { _id: '', phone: '', user: { name: 'Unknown Tutor' } }, subject: { _id: '', name: 'Latin' } },
    ]);
  });
});
