import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aSubject, aTopic, aTutor, HOUR, NOW, type User, unique } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { insertMany } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const MANY = 103;

let admin: User;
let student: User;
let adminToken: string;
let studentToken: string;

beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db);
  student = await aStudent(db);
  adminToken = await rest.tokenOf(admin);
  studentToken = await rest.tokenOf(student);
  const tutor = await aTutor(db);
  await insertMany(database, { student, tutor }, MANY);
});

// spec rest.17 | R §2.9, §6.5 | Empty, `undefined`, `null` and `all` are no filter; a raw space matches `+`; %, _ and \ are literal |
//   src/server/rest/wire/input.ts
describe('a filter of a list', () => {
  const idsAt = async (path: string, as: string) => {
    const { status, body } = await rest.get<unknown>(path, as);
    expect(status, path).toBe(200);
    const list = Array.isArray(body) ? body : Object.values(body as object).find(Array.isArray);
    return (list ?? []).length as number;
  };
  const STATUSES: readonly [query: string, count: 'all' | number][] = [
    ['', 'all'],
    ['status=', 'all'],
    ['status=all', 'all'],
    ['status=null', 'all'],
    ['status=undefined', 'all'],
    ['status=completed', 'all'],
    ['status=pending', 0],
    ['status=confirmed', 0],
    ['status=cancelled', 0],
    ['status=unheard-of', 0],
    [`status=${'x'.repeat(500)}`, 0],
  ];

  test.each(STATUSES)('applies to bookings: %j', async (query, count) => {
    const tutor = await aTutor(database.db);
    await aBooking(database.db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) });
    const tutorToken = await rest.tokenOf(tutor.user);
    expect(await idsAt(`/api/tutors/bookings?${query}`, tutorToken)).toBe(count === 'all' ? 1 : 0);
    expect(await idsAt(`/api/students/bookings?${query}`, studentToken)).toBe(count === 'all' ? MANY : 0);
    expect(await idsAt(`/api/admin/bookings?limit=100&${query}`, adminToken)).toBe(count === 'all' ? 100 : 0);
  });

  test('applies to notifications, and is ignored when it is unknown', async () => {
    const total = async (query: string, path = '/notifications', as = studentToken) =>
      (await rest.get<{ data: { total: number } }>(`${path}?${query}`, as)).body.data.total;
    for (const query of ['', 'read=', 'read=all', 'read=false', 'read=maybe', 'category=general', 'category=all', 'category=none', 'sortBy=none']) {
      expect({ query, total: await total(query) }).toEqual({ query, total: MANY });
    }
    for (const query of ['read=true', 'category=booking']) expect({ query, total: await total(query) }).toEqual({ query, total: 0 });
    const all = '/api/notifications/admin/all';
    for (const query of ['userId=', 'userId=null', 'userId=all', `userId=${student.id}`]) {
      expect({ query, total: await total(query, all, adminToken) }).toEqual({ query, total: MANY });
    }
    expect(await total(`userId=${admin.id}`, all, adminToken)).toBe(0);
  });

  test.each([
    ['/api/admin/tutors', 'tutors', (name: string) => aTutor(database.db, { user: { name } }).then(({ id }) => id)],
    ['/api/admin/students', 'students', (name: string) => aStudent(database.db, { name }).then(({ id }) => id)],
  ])('of %s takes the search term literally, escaped or not', async (path, rows, createRow) => {
    const term = unique('Word').replace(' ', '');
    const id = await createRow(`${term} Perera+Silva 100%_\\`);
    const ids = async (search: string) => {
      const { status, body } = await rest.get<Record<string, { id: string }[]>>(`${path}?page=1&search=${search}&sortBy=newest`, adminToken);
      expect(status, search).toBe(200);
      return body[rows]?.map((row) => row.id);
    };
    const spellings = [
      term,
      term.toUpperCase(),
      `${term} Perera`,
      `${term}+Perera`,
      `${term}%20Perera`,
      'Perera+Silva+100',
      'Perera Silva',
      '100%25_',
      '100%_',
      '_%5C',
    ];
    for (const search of spellings) expect({ search, ids: await ids(search) }).toEqual({ search, ids: [id] });
    for (const search of [`${term}_`, `${term}%25`, `${term}xPerera`]) expect({ search, ids: await ids(search) }).toEqual({ search, ids: [] });
    const { body } = await rest.get<Record<string, { user?: { email: string }; email?: string }[]>>(`${path}?search=${term}`, adminToken);
    const email = body[rows]?.[0]?.user?.email ?? body[rows]?.[0]?.email ?? '';
    expect(await ids(email)).toEqual([id]);
    expect(await ids(email.toUpperCase())).toEqual([id]);
  });

  test('applies to the catalogue', async () => {
    const [active, inactive] = [
      await aSubject(database.db, { name: unique('Botany') }),
      await aSubject(database.db, { name: unique('Botany'), isActive: false }),
    ];
    const [topic, old] = [await aTopic(database.db, { subjectId: active.id }), await aTopic(database.db, { subjectId: active.id, isActive: false })];
    const ids = async (path: string, as?: string) => {
      const ids = (await rest.get<{ id: string }[]>(`/api/${path}`, as)).body.map(({ id }) => id);
      return [active, inactive, topic, old].map(({ id }, index) => (ids.includes(id) ? 'sSoO'[index] : '')).join('');
    };
    const ROWS: [string, string, string?][] = [
      ['subjects', 's'],
      ['subjects?active=true', 's'],
      ['subjects?isActive=true', 's'],
      ['subjects?search=BOTANY', 's'],
      ['subjects?search=otan', 's'],
      ['subjects?search=b%25y', ''],
      ['subjects?search=&category=&active=', 's'],
      ['subjects?category=all', 's'],
      [`subjects?category=${active.categoryId}`, 's'],
      ['subjects?category=uncategorized', ''],
      ['subjects', 'sS', adminToken],
      ['subjects?active=all', 'sS', adminToken],
      ['subjects?isActive=all', 'sS', adminToken],
      ['subjects?active=true', 's', adminToken],
      ['subjects?active=false', 'S', adminToken],
      ['subjects?isActive=false', 'S', adminToken],
      [`topics?subjectId=${active.id}`, 'o'],
      [`topics?subject=${active.id}`, 'o'],
      [`topics?subject=${active.id}&active=`, 'o'],
      [`topics?subject=${active.id}&active=true`, 'o'],
      [`topics?subject=${active.id}&active=false`, 'O'],
      [`topics?subject=${active.id}&active=all`, 'oO'],
      [`topics?search=${topic.name.toUpperCase().replace(' ', '+')}`, 'o'],
      [`topics/subject/${active.id}`, 'oO'],
      [`topics/subject/${active.id}?active=true`, 'o'],
      [`topics/subject/${active.id}?active=`, 'oO'],
    ];
    for (const [path, finds, as] of ROWS) expect({ path, finds: await ids(path, as) }).toEqual({ path, finds });
  });
});
