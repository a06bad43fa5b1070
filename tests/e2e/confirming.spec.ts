import { eq } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { violations } from './support/axe.ts';
import { expect, test } from './support/world.ts';

const PASSWORD = 'monsoon-2026x';
const linkIn = (text: string): string => /https?:\/\/\S+\/verify-email\?token=\S+/.exec(text)?.[0] ?? '';

test('a link that is opened on another device names the account, takes its password, or locks out a stranger', async ({ world, baseURL }) => {
  const register = async (name: string): Promise<{ email: string; token: string; link: string }> => {
    const email = `${name.toLowerCase()}.${Date.now()}@example.com`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ name: `${name} Perera`, email, password: PASSWORD, role: 'student' });
    const answer = await fetch(`${baseURL}/api/auth/register`, { method: 'POST', headers, body });
    const { token } = (await answer.json()) as { token: string };
    return { email, token, link: linkIn((await world.mailTo(email, 'Welcome to Vidya!')).text) };
  };
  const meOf = (token: string) => fetch(`${baseURL}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  const provenAt = async (email: string) => {
    const [account] = await world.connection.db.select({ at: users.emailVerifiedAt }).from(users).where(eq(users.email, email));
    return account?.at ?? null;
  };

  const own = await register('Nimal');
  const phone = await world.browserOf(null, { viewport: { width: 360, height: 800 } });
  await phone.goto(own.link);
  await expect(phone.getByRole('heading', { name: 'Is this your account?' })).toBeVisible();
  await expect(phone.getByText('Nimal Perera')).toBeVisible();
  expect(phone.url()).not.toContain('token');
  expect(await violations(phone)).toEqual([]);
  expect(await provenAt(own.email)).toBeNull();
  await phone.getByLabel('Password of this account').fill('wrong');
  await phone.getByRole('button', { name: 'Confirm address' }).click();
  await expect(phone.getByText('Current password is incorrect')).toBeVisible();
  await phone.getByLabel('Password of this account').fill(PASSWORD);
  await phone.getByRole('button', { name: 'Confirm address' }).click();
  await expect(phone.getByText('Email address confirmed successfully')).toBeVisible();
  expect(await provenAt(own.email)).not.toBeNull();
  expect((await meOf(own.token)).status).toBe(200);

  const strangers = await register('Kasun');
  const victim = await world.browserOf(null, { colorScheme: 'dark' });
  await victim.goto(strangers.link);
  await victim.getByRole('button', { name: 'I did not register this account' }).click();
  await expect(victim.getByRole('heading', { name: 'Lock this account?' })).toBeVisible();
  expect(await violations(victim)).toEqual([]);
  await victim.getByRole('button', { name: /^Lock account/ }).click();
  await expect(victim.getByText('Nobody can sign in to this account any more')).toBeVisible();
  expect((await meOf(strangers.token)).status).toBe(401);
  expect(await provenAt(strangers.email)).toBeNull();
  await victim.getByRole('link', { name: 'Set a password' }).click();
  await expect(victim.getByLabel('Email', { exact: true })).toHaveValue(strangers.email);
});
