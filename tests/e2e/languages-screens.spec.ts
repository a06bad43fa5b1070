import type { Page } from '@playwright/test';
import { aBlog, aBooking, aReview, aThread, HOUR } from '#tests/support/factories.ts';
import { violations } from './support/axe.ts';
import { cutLabels } from './support/cut-labels.ts';
import { readerOfEnglish } from './support/english.ts';
import { expect, test, type World } from './support/world.ts';

const PHONE = { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' } as const;
const LOCALES = ['si', 'ta'];
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

async function expectFit(page: Page, { connection }: World, paths: readonly string[]): Promise<void> {
  const englishOn = await readerOfEnglish(connection);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    expect.soft(await englishOn(page), `English on ${path}`).toEqual([]);
    expect.soft(await violations(page), `${path}, rules of accessibility`).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `the width of ${path}`).toBe(360);
    expect.soft(await cutLabels(page), `labels of ${path}`).toEqual([]);
  }
}

for (const locale of LOCALES) {
  // spec s15-screens.1 | S15 2 | At 360 px a screen in Sinhala or Tamil says nothing in English, breaks no rule of accessibility, does not scroll
  //   sideways, and cuts no label | src/client/app/theme.css, src/client/ui/dashboard-shell.module.css, src/client/main.tsx
  test(`public pages fit a phone in /${locale}, and say nothing in English`, async ({ world }) => {
    const tutor = await world.aTutor();
    const blog = await aBlog(world.connection.db, { tutorId: tutor.id });
    const paths = [
      '',
      '/tutors?category=all&q=piano',
      `/tutors/${tutor.id}`,
      '/login',
      '/register',
      '/blogs',
      `/blogs/${blog.id}`,
      '/terms',
      '/nowhere',
    ];
    const page = await world.browserOf(null, PHONE);
    await expectFit(
      page,
      world,
      paths.map((path) => `/${locale}${path}`),
    );
  });

  // spec s15-screens.1
  test(`pages of a student fit a phone in /${locale}, and say nothing in English`, async ({ world }) => {
    const { db } = world.connection;
    const [tutor, student] = [await world.aTutor(), await world.aStudent({ emailVerifiedAt: new Date() })];
    const { id } = await aBooking(db, { student, tutor, status: 'confirmed', startTime: inHours(30) });
    await aBooking(db, { student, tutor, status: 'pending', startTime: inHours(54) });
    await aReview(db, { booking: await aBooking(db, { student, tutor, status: 'completed', startTime: inHours(-50) }) });
    const thread = await aThread(db, { student, tutor });
    const paths = ['dashboard', 'bookings?filter=all', 'favorites'].map((name) => `/student/${name}`);
    const page = await world.browserOf(student, PHONE);
    await expectFit(
      page,
      world,
      [...paths, `/bookings/${id}`, `/messages?thread=${thread.id}`, '/notifications', '/account'].map((path) => `/${locale}${path}`),
    );
  });

  // spec s15-screens.1
  test(`pages of a tutor fit a phone in /${locale}, and say nothing in English`, async ({ world }) => {
    const { db } = world.connection;
    const tutor = await world.aTutor({ user: { emailVerifiedAt: new Date() } });
    await aBooking(db, { tutor, status: 'pending', startTime: inHours(30) });
    await aBooking(db, { tutor, status: 'confirmed', startTime: inHours(54) });
    await aBooking(db, { tutor, status: 'completed', startTime: inHours(-54) });
    const paths = ['dashboard', 'profile', 'bookings', 'bookings?view=week', 'bookings?view=month', 'earnings', 'blogs', 'blogs/create'];
    const page = await world.browserOf(tutor.user, PHONE);
    await expectFit(
      page,
      world,
      paths.map((name) => `/${locale}/tutor/${name}`),
    );
  });
}
