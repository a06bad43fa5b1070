import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aUser, type User, unique } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { AUTHENTICATION_REQUIRED, SESSION_EXPIRED, SITE, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

const PATHS = ['/api/auth/me', '/api/auth/profile'] as const;
const put = async (person: User, body: unknown, path: string = PATHS[0]) => rest.call('PUT', path, { as: await rest.tokenOf(person), body });
const stored = async ({ id }: User) => (await database.db.select().from(users).where(eq(users.id, id)))[0];

describe.each(PATHS)('PUT %s', (path) => {
  // spec rest-auth.4 | C §7, R §4.1 4, R §8 | PUT /api/auth/me, and GET and PUT /api/auth/profile | src/server/rest/account.ts
  // spec entities.33
  test('changes the fields that are sent and answers the whole user', async () => {
    const person = await aStudent(database.db, { childName: 'Kasun', pendingEmail: 'new@example.com' });
    const photo = await anUpload(database.db, person, 'photo');
    const { status, body } = await put(person, { name: 'Nimal Silva', phone: '0112345678', profileImage: `${SITE}/files/${photo.path}` }, path);
    expect(status).toBe(200);
    expect(body).toEqual({
      user: {
        _id: person.id,
        id: person.id,
        name: 'Nimal Silva',
        email: person.email,
        emailVerified: false,
        role: 'student',
        phone: '0112345678',
        profileImage: `${SITE}/files/${photo.path}`,
        socialProvider: null,
        createdAt: person.createdAt.toISOString(),
        updatedAt: '2026-03-02T04:30:00.000Z',
      },
    });
    expect(await rest.get(path, await rest.tokenOf(person))).toMatchObject({ status: 200, body });
    expect(await stored(person)).toMatchObject({ profileImage: `/files/${photo.path}` });
  });

  test('requires a session', async () => {
    expect(await rest.call('PUT', path, { body: { name: 'Nobody' } })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    expect(await rest.call('PUT', path, { as: 'x.y.z', body: {} })).toMatchObject({ status: 401, body: SESSION_EXPIRED });
  });
});

describe('PUT /api/auth/me', () => {
  // spec rest-auth.4
  test('changes the photo alone, as the upload flow sends it', async () => {
    const person = await aStudent(database.db);
    const { path } = await anUpload(database.db, person, 'photo');
    const { body } = await put(person, { profileImage: `/files/${path}` });
    expect(body).toMatchObject({ user: { name: person.name, phone: person.phone, profileImage: `${SITE}/files/${path}` } });
    expect(await put(person, { profileImage: '' })).toMatchObject({ status: 200, body: { user: { profileImage: '' } } });
  });

  test('changes nothing when the whole user is sent back', async () => {
    const person = await aStudent(database.db, { profileImage: '/files/photos/seeded.svg', phone: '' });
    const { body } = await rest.get<{ user: object }>('/api/auth/me', await rest.tokenOf(person));
    expect(await put(person, body.user)).toMatchObject({ status: 200, body });
    expect(await put(person, { ...body.user, phone: null, name: null })).toMatchObject({ status: 200, body });
    expect(await stored(person)).toEqual(person);
  });

  // spec rest-auth.4
  test('ignores email, role, password, childName and all other keys', async () => {
    const person = await aUser(database.db, { role: 'student', name: unique('Student') });
    const input = {
      _id: 'another',
      id: 'another',
      email: 'other@example.com',
      role: 'admin',
      status: 'suspended',
      password: 'another one',
      passwordHash: 'x',
      emailVerified: true,
      pendingEmail: 'other@example.com',
      childName: 'Kasun',
      socialProvider: 'google',
      createdAt: '2020-01-01',
    };
    expect((await put(person, input)).status).toBe(200);
    expect(await stored(person)).toEqual(person);
  });

  test.each([
    [{ name: '' }, 'name', 'Name must be at least 2 characters'],
    [{ name: 7 }, 'name', 'Name must be at least 2 characters'],
    [{ phone: '12345' }, 'phone', 'Phone number must be 10 digits'],
  ])('rejects %j', async (input, field, message) => {
    const person = await aStudent(database.db);
    const { status, body } = await put(person, input);
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message, code: 'request.invalid', errors: [{ field, message }] });
  });

  // spec validation.11
  test("rejects another user's photo and a foreign address", async () => {
    const [person, other] = [await aStudent(database.db), await aStudent(database.db)];
    const { path } = await anUpload(database.db, other, 'photo');
    for (const profileImage of [`${SITE}/files/${path}`, 'https://example.com/me.jpg']) {
      const { status, body } = await put(person, { profileImage });
      expect(status).toBe(400);
      const message = 'Invalid profile image URL';
      expect(body).toEqual({ success: false, message, code: 'upload.photo_url', errors: [{ field: 'profileImage', message }] });
    }
  });
});

describe('POST /api/auth/register', () => {
  // spec entities.36 | D Accounts | REST neither takes nor shows the child | src/server/rest/wire/auth.ts
  test('ignores childName and does not return it', async () => {
    const email = `${unique('parent').replace(' ', '.')}@example.com`;
    const input = { name: 'A Parent', email, password: 'secret1', role: 'student', childName: 'Kasun' };
    const { status, body } = await rest.call<{ user: object }>('POST', '/api/auth/register', { body: input });
    expect(status).toBe(201);
    expect(Object.keys(body.user)).not.toEqual(expect.arrayContaining(['childName']));
    const [account] = await database.db.select().from(users).where(eq(users.email, email));
    expect(account?.childName).toBe('');
  });
});
