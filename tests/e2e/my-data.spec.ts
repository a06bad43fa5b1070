import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { sessions } from '#db/schema/people.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { aBooking } from '#tests/support/factories.ts';
import { findSmallTargets } from './support/targets.ts';
import { expect, test } from './support/world.ts';

// spec s13-privacy.19 | S13 7 | A student asks for a copy of their data on a phone, is told by mail, and opens the ZIP; nobody else gets it |
//   src/client/features/account/your-data.tsx, src/server/features/archives/archives.jobs.ts
test('a student downloads a copy of their data, which nobody else can', async ({ world, baseURL }) => {
  const { db } = world.connection;
  const passwordHash = await createPasswords().hash('a good password');
  const student = await world.aStudent({ emailVerifiedAt: new Date(), passwordHash, termsVersion: '2020-01-01', termsAcceptedAt: new Date() });
  await aBooking(db, { student, status: 'completed', notes: 'Please bring the past papers' });
  const page = await world.browserOf(student, { viewport: { width: 360, height: 800 } });
  await page.goto('/account');
  await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, student.id));

  await test.step('the notice of new terms goes with a press', async () => {
    const notice = page.getByRole('region', { name: 'Our terms' });
    await notice.getByRole('button', { name: 'I agree' }).click();
    await expect(notice).toBeHidden();
  });

  const data = page.getByRole('region', { name: 'Your data' });
  await data.getByRole('button', { name: 'Download my data' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Your password').fill('a good password');
  await proof.getByLabel('Your password').press('Enter');
  await expect(data.getByText('Your copy is ready')).toBeVisible();
  expect(await findSmallTargets(page)).toEqual([]);
  await world.mailTo(student.email, 'Your data is ready');

  const [download] = await Promise.all([page.waitForEvent('download'), data.getByRole('button', { name: 'Download', exact: true }).click()]);
  expect(download.suggestedFilename()).toMatch(/^vidya-data-[\d-]+\.zip$/);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(strFromU8(files['bookings.json'] ?? new Uint8Array())).toContain('Please bring the past papers');
  expect(strFromU8(files['account.json'] ?? new Uint8Array())).toContain(student.email);

  await test.step('to somebody else it is not found', async () => {
    const [archive] = await db.select({ id: dataArchives.id }).from(dataArchives).where(eq(dataArchives.userId, student.id));
    const stranger = await world.aStudent({ emailVerifiedAt: new Date() });
    const token = await world.tokenOf(stranger);
    await db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.userId, stranger.id));
    const answer = await fetch(`${baseURL}/trpc/archives.link`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: { id: archive?.id } }),
    });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('This copy of your data is no longer available.');
  });
});
