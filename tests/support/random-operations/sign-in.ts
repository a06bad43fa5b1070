import { PASSWORD } from '#tests/support/passwords.ts';
import { call, type World } from './calls.ts';
import type { Person } from './people.ts';
import { certaintyOf } from './record.ts';

/** With the password, on a device of its own, and out again: a session that was ended opens nothing. */
export async function signInAndOut(world: World, person: Person): Promise<void> {
  const { record } = world;
  const { email } = person.user;
  const login = await call(world, person, { path: '/api/auth/login', body: { email, password: PASSWORD }, headers: { authorization: '' } });
  if (certaintyOf(login.status) === 'no') record.problems.push(`a sign-in is refused with ${login.status}: ${login.text.slice(0, 200)}`);
  if (certaintyOf(login.status) !== 'yes') return;
  const { token } = JSON.parse(login.text) as { token: string };
  const device = { ...person, token };
  const readAccount = async () => (await call(world, device, { method: 'GET', path: '/api/auth/me' })).status;
  if (certaintyOf(await readAccount()) === 'no') record.problems.push('a session that has just begun is refused');
  const ended = certaintyOf((await call(world, device, { path: '/api/auth/logout' })).status);
  if (ended !== 'yes') return;
  if (certaintyOf(await readAccount()) === 'yes') record.problems.push('a session is alive after its end');
  record.signIns += 1;
}
