import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, HOUR, NOW } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { useParties } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const DAY = 24 * HOUR;

type Listed = { success: true; bookings: { id: string; status: string }[]; pagination?: unknown };

const parties = useParties(database, rest);

describe('GET /api/students/bookings', () => {
  // spec rest-students.1 | C §7 | GET /api/students/bookings: success and bookings, all of them | src/server/rest/students.ts
  test('answers all own bookings at once, newest first', async () => {
    await aBooking(database.db);
    const ids: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      const times = { startTime: new Date(NOW.getTime() - (60 - 2 * index) * HOUR), createdAt: new Date(NOW.getTime() - (100 - index) * HOUR) };
      ids.unshift((await aBooking(database.db, { student: parties.student, tutor: parties.tutor, status: 'completed', ...times })).id);
    }
    const { status, body } = await rest.get<Listed>('/api/students/bookings', parties.studentToken);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, bookings: expect.any(Array) });
    expect(body.bookings.map(({ id }) => id)).toEqual(ids);

    const page = await rest.get<Listed>('/api/students/bookings?page=2&limit=12', parties.studentToken);
    expect(page.body.bookings.map(({ id }) => id)).toEqual(ids.slice(12, 24));
    expect(page.body.pagination).toEqual({ page: 2, pages: 3, total: 30, limit: 12 });
    expect((await rest.get<Listed>('/api/students/bookings?page=9&limit=12', parties.studentToken)).body).toMatchObject({
      bookings: [],
      pagination: { total: 30 },
    });
    expect((await rest.get<Listed>('/api/students/bookings?page=&limit=', parties.studentToken)).body).toEqual(body);
    expect((await rest.get<Listed>('/api/students/bookings?page=zero', parties.studentToken)).body.pagination).toMatchObject({ page: 1 });
    expect((await rest.get<Listed>('/api/students/bookings?limit=1000', parties.studentToken)).body.pagination).toMatchObject({
      page: 1,
      limit: 100,
    });
  });

  test('filters by status, and answers none for an unknown one', async () => {
    const pending = await aBooking(database.db, { student: parties.student });
    const done = await aBooking(database.db, { student: parties.student, status: 'completed', startTime: new Date(NOW.getTime() - DAY) });
    const ids = async (status: string) =>
      (await rest.get<Listed>(`/api/students/bookings?status=${status}`, parties.studentToken)).body.bookings.map(({ id }) => id);
    expect(await ids('pending')).toEqual([pending.id]);
    expect(await ids('completed')).toEqual([done.id]);
    for (const all of ['all', '', 'null']) expect(await ids(all), all).toHaveLength(2);
    for (const none of ['cancelled', 'nonsense', 'x'.repeat(500), '%00']) expect(await ids(none), none).toEqual([]);
  });

  // spec errors.74 | C §8 Fallback labels | 'Unknown Tutor', 'Unknown Student' | src/server/features/bookings/bookings.queries.ts
  test('has labels for deleted people and subjects, and no null', async () => {
    await aBooking(database.db, { student: parties.student, tutorId: null, tutorUserId: null, subjectId: null, subjectName: 'Latin' });
    const { body } = await rest.get<Listed>('/api/students/bookings', parties.studentToken);
    expect(body.bookings).toMatchObject([
      {
        student: { name: parties.student.name },
        tutor: { _id: '', phone: '', user: { name: 'Unknown Tutor' } },
        subject: { _id: '', name: 'Latin' },
      },
    ]);
  });
});
