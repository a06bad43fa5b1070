import { beforeAll, describe, expect, test } from 'vitest';
import { findDeviceId } from '#server/edge/devices.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, type User } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const COOKIE = /^device=([\w-]{43}); Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/;
let person: User;

beforeAll(async () => {
  person = await aStudent(database.db, { passwordHash: await createPasswords().hash('a good password') });
});

const right = () => ({ email: person.email, password: 'a good password' });

// spec s8-limits.3 | S8 D | A browser gets a device cookie where it signs in, registers or asks for a reset | src/server/edge/devices.ts
describe('the device cookie', () => {
  test.each([
    ['/api/auth/login', () => right()],
    ['/trpc/auth.login', () => ({ json: right() })],
    ['/api/auth/forgot-password', () => ({ email: 'nobody@example.com' })],
    ['/api/auth/register', () => ({ name: 'Nimal', email: `${Math.random()}@example.com`, password: 'a good password', role: 'student' })],
  ])('is set by %s for a browser without one, and not again', async (path, body) => {
    const first = await rest.call('POST', path, { body: body() });
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(COOKIE);
    const repeated = await rest.call('POST', path, { body: body(), headers: { Cookie: cookie.split(';', 1)[0] ?? '' } });
    expect(repeated.headers.get('set-cookie')).toBeNull();
  });

  test.each(['/api/auth/me', '/api/subjects', '/trpc/auth.me'])('is not set by %s', async (path) => {
    expect((await rest.get(path)).headers.get('set-cookie')).toBeNull();
  });

  test('is replaced when it is not a valid id', async () => {
    const { headers } = await rest.call('POST', '/api/auth/login', { body: right(), headers: { Cookie: 'device=mine; other=1' } });
    expect(headers.get('set-cookie')).toMatch(COOKIE);
  });

  test('has the __Host- prefix on a site with TLS', () => {
    const id = 'x'.repeat(43);
    expect(findDeviceId(`a=1; __Host-device=${id}`, 'https://vidya.example')).toBe(id);
    expect(findDeviceId(`device=${id}`, 'https://vidya.example')).toBeNull();
    expect(findDeviceId(`a=1; device=${id}`, 'http://vidya.example')).toBe(id);
    expect(findDeviceId(undefined, 'http://vidya.example')).toBeNull();
  });
});
