import type { Page } from '@playwright/test';
import type { Db } from '#db/client.ts';
import { only } from '#db/executor.ts';
import { reports } from '#db/schema/moderation.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '#shared/vocabulary/outside.ts';
import { aBlog, aBooking, aReview, aSubject, aThread, HOUR, type User, unique } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { violations } from './support/axe.ts';
import { expect, test } from './support/world.ts';

const WIDTHS = { phone: { width: 360, height: 800 }, desk: { width: 1280, height: 900 } } as const;

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

/** What can be open of them on the page /account. */
async function keysAndWebhooks(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const expectAccessible = async (where: string) => expect(await violations(page), where).toEqual([]);
  await page.getByRole('button', { name: 'Make an API key' }).click();
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect(dialog.getByText('Please give the key a name')).toBeVisible();
  await expectAccessible('making an API key');
  await dialog.getByLabel('Name', { exact: true }).fill('මගේ වැඩසටහන');
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByLabel('Address', { exact: true }).fill('http://example.com');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Please enter an address that begins with https://')).toBeVisible();
  await expectAccessible('adding a webhook');
  await dialog.getByLabel('Address', { exact: true }).fill(`https://example.com/${'W'.repeat(140)}`);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await page.getByRole('button', { name: 'Show log' }).first().click();
  await page.getByRole('button', { name: 'Show log' }).first().click();
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible();
  for (const state of ['Delivered', 'Given up', 'Waiting for another try']) await page.locator('summary', { hasText: state }).click();
  await expectAccessible('an API key, and webhooks with their logs');
}

/** Switched off, with each state that a delivery can be in. */
async function aLoggedWebhook(db: Db, { id: userId }: User): Promise<void> {
  const at = new Date(Date.now() - HOUR);
  const webhook = { userId, url: 'https://example.com/off', events: [...WEBHOOK_EVENTS], sealedSecret: 'sealed', offAt: at, isOffByFailures: true };
  const { id: endpointId } = only(await db.insert(webhookEndpoints).values(webhook).returning());
  for (const state of DELIVERY_STATES) {
    const delivery = { endpointId, event: 'booking.confirmed', body: `{"text":"${'W'.repeat(800)}"}`, state } as const;
    const { id: deliveryId } = only(
      await db
        .insert(webhookDeliveries)
        .values({ ...delivery, nextTryAt: state === 'pending' ? at : null })
        .returning(),
    );
    await db.insert(webhookAttempts).values([
      { deliveryId, at, milliseconds: 10_000, problem: 'no_answer' },
      { deliveryId, at, milliseconds: 200, status: 204, isReplay: true },
    ]);
  }
}

/** Both schemes on both sizes in `npm run test:deep`; one of each otherwise. */
const COMBINATIONS = [
  { colorScheme: 'light', name: 'phone' },
  { colorScheme: 'dark', name: 'desk' },
  ...(process.env.DEEP
    ? ([
        { colorScheme: 'light', name: 'desk' },
        { colorScheme: 'dark', name: 'phone' },
      ] as const)
    : []),
] as const;

for (const { colorScheme, name } of COMBINATIONS) {
  const viewport = WIDTHS[name];
  test(`no screen breaks a rule of accessibility, ${colorScheme}, ${name}`, async ({ world }) => {
    test.slow(); // thirty screens
    const tutor = await world.aTutor();
    const newcomer = await world.aStudent({ role: null });
    const options = { colorScheme, viewport, reducedMotion: 'reduce' } as const;
    const visitor = await world.browserOf(null, options);
    for (const path of [
      '/',
      '/tutors?category=all',
      '/tutors?category=all&q=nobody-is-called-so',
      `/tutors/${tutor.id}`,
      '/tutors/nobody',
      '/login',
      '/login?error=Login%20failed.%20Please%20try%20again.',
      '/register',
      `/register?isGoogleAuth=true&token=${await world.tokenOf(newcomer)}&email=a%40example.com&name=Nethmi`,
      '/forgot-password',
      '/reset-password?email=a%40example.com',
      '/verify-email?token=nothing',
      '/privacy',
      '/terms',
      '/nowhere',
    ]) {
      await visitor.goto(path);
      await settled(visitor);
      expect(await violations(visitor), path).toEqual([]);
    }
    for (const tab of ['subjects', 'education', 'experience', 'reviews']) {
      await visitor.goto(`/tutors/${tutor.id}?tab=${tab}`);
      await settled(visitor);
      expect(await violations(visitor), tab).toEqual([]);
    }

    const passwordHash = await createPasswords().hash('correct horse');
    const user = await world.aStudent({ passwordHash, emailVerifiedAt: new Date() });
    await aLoggedWebhook(world.connection.db, user);
    const student = await world.browserOf(user, options);
    for (const path of ['/student/bookings', '/notifications', '/account']) {
      await student.goto(path);
      await settled(student);
      expect(await violations(student), path).toEqual([]);
    }
    for (const opener of ['Change email', 'Change password']) await student.getByRole('button', { name: opener }).click();
    expect(await violations(student), 'the open forms of the account').toEqual([]);
    await student.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aJpeg() });
    await expect(student.getByRole('dialog').getByRole('button', { name: 'Save photo' })).toBeEnabled();
    expect(await violations(student), 'cutting the photo').toEqual([]);
    await student.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await keysAndWebhooks(student);
    await student.goto('/account?leave=true');
    await expect(student.getByRole('dialog').getByText('This cannot be undone.')).toBeVisible();
    expect(await violations(student), 'leaving').toEqual([]);
    await student.goto(`/tutors/${tutor.id}?book=1`);
    const dialog = student.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Duration & Method' })).toBeVisible();
    expect(await violations(student), 'step 1').toEqual([]);
    await dialog.getByText('1 hour', { exact: true }).click();
    await dialog.getByText('Home Visit', { exact: true }).click();
    for (const step of ['Select Topic', 'Choose Day & Time', 'Contact & Confirm']) {
      await dialog.getByRole('button', { name: 'Next' }).click();
      await expect(dialog.getByRole('heading', { name: step })).toBeVisible();
      if (step === 'Choose Day & Time')
        await dialog
          .getByRole('group', { name: /^Times on/ })
          .getByRole('radio', { disabled: false })
          .first()
          .check({ force: true });
      expect(await violations(student), step).toEqual([]);
    }
    await dialog.getByRole('button', { name: 'Book Session' }).click();
    await expect(student).toHaveURL('/student/bookings');
    await expect(student.getByRole('article')).toHaveCount(1);
    expect(await violations(student), 'a booking and its toast').toEqual([]);

    const tutorPage = await world.browserOf(tutor.user, options);
    await tutorPage.goto('/tutor/bookings');
    await settled(tutorPage);
    expect(await violations(tutorPage), '/tutor/bookings').toEqual([]);
    await tutorPage.getByRole('article').getByRole('button', { name: 'Cancel' }).click();
    await expect(tutorPage.getByRole('dialog')).toBeVisible();
    expect(await violations(tutorPage), 'cancel dialog').toEqual([]);
  });

  // spec tutor-area.10 | S3 | No screen or dialog of the desk breaks a rule of accessibility, in light and dark; none scrolls sideways at 320 pixels
  //   | src/client/ui/dashboard-shell.tsx
  test(`nothing of the tutor's desk breaks a rule of accessibility, ${colorScheme}, ${name}`, async ({ world }) => {
    test.slow();
    const { db } = world.connection;
    const tutor = await world.aTutor();
    const booking = await aBooking(db, { tutor, status: 'confirmed' });
    const blog = await aBlog(db, { tutorId: tutor.id });
    const options = { colorScheme, viewport, reducedMotion: 'reduce' } as const;
    const tutorPage = await world.browserOf(tutor.user, options);
    for (const path of [
      '/tutor/dashboard',
      '/tutor/profile',
      '/tutor/bookings',
      '/tutor/bookings?view=week',
      '/tutor/blogs',
      '/tutor/blogs?show=drafts',
      '/tutor/blogs/create',
      `/tutor/blogs/edit/${blog.id}`,
      '/tutor/blogs/edit/nothing',
      `/bookings/${booking.id}`,
      '/bookings/nothing',
      '/blogs',
      `/blogs/${blog.id}`,
      '/blogs/nothing',
    ]) {
      await tutorPage.goto(path);
      await settled(tutorPage);
      expect(await violations(tutorPage), path).toEqual([]);
    }

    await tutorPage.goto('/tutor/dashboard');
    await tutorPage.getByRole('switch', { name: 'Vacation mode' }).click();
    await expect(tutorPage.getByRole('dialog')).toBeVisible();
    expect(await violations(tutorPage), 'vacation dialog').toEqual([]);

    await tutorPage.goto('/tutor/profile');
    await settled(tutorPage);
    await tutorPage.getByRole('button', { name: 'Add a subject' }).click();
    await expect(tutorPage.getByRole('dialog').getByLabel('Search subjects')).toBeVisible();
    expect(await violations(tutorPage), 'subject picker').toEqual([]);
    await tutorPage.keyboard.press('Escape');
    await tutorPage.getByLabel('Phone number').fill('12');
    await tutorPage.getByRole('button', { name: 'Add education' }).click();
    await tutorPage.getByRole('button', { name: 'Save Changes' }).click();
    await expect(tutorPage.getByText('Phone number must be 10 digits')).toBeVisible();
    expect(await violations(tutorPage), 'wrong fields').toEqual([]);
    await tutorPage.getByRole('button', { name: 'Discard' }).click();
    await expect(tutorPage.getByRole('dialog')).toContainText('Discard Changes');
    expect(await violations(tutorPage), 'discard dialog').toEqual([]);
    await tutorPage.getByRole('dialog').getByRole('button').last().click();
    await tutorPage.getByRole('button', { name: 'Delete tutor profile' }).click();
    await expect(tutorPage.getByRole('dialog')).toContainText('Delete your tutor profile?');
    expect(await violations(tutorPage), 'delete dialog').toEqual([]);

    await tutorPage.goto('/tutor/blogs/create');
    await tutorPage.getByRole('button', { name: 'Link', exact: true }).click();
    await expect(tutorPage.getByRole('dialog').getByLabel('Address')).toBeVisible();
    expect(await violations(tutorPage), 'link dialog').toEqual([]);
  });

  // spec student.12 | S4 | No screen or dialog of the student’s side breaks a rule of accessibility, in light and dark |
  //   src/client/ui/dashboard-shell.tsx
  test(`nothing of the student's side breaks a rule of accessibility, ${colorScheme}, ${name}`, async ({ world }) => {
    test.slow();
    const { db } = world.connection;
    const [tutor, student] = [await world.aTutor(), await world.aStudent()];
    const at = (hours: number) => new Date(Date.now() + hours * HOUR);
    const ahead = await aBooking(db, { student, tutor, status: 'confirmed', startTime: at(30) });
    const over = await aBooking(db, { student, tutor, status: 'confirmed', startTime: at(-5) });
    await aReview(db, {
      booking: await aBooking(db, { student, tutor, status: 'completed', startTime: at(-50) }),
      reply: 'Thank you.',
      repliedAt: at(-1),
    });
    await aBooking(db, { student, tutor, status: 'completed', startTime: at(-60) });
    const thread = await aThread(db, { student, tutor });
    const page = await world.browserOf(student, { colorScheme, viewport, reducedMotion: 'reduce' });
    const dialog = page.getByRole('dialog');
    const expectAccessible = async (where: string) => expect(await violations(page), where).toEqual([]);
    for (const path of [
      '/student/dashboard',
      '/student/bookings',
      '/student/favorites',
      '/messages',
      `/messages?thread=${thread.id}`,
      '/messages?thread=nothing',
      `/bookings/${ahead.id}`,
      `/tutors/${tutor.id}?tab=reviews`,
    ]) {
      await page.goto(path);
      await settled(page);
      await expectAccessible(path);
    }
    await page.getByRole('button', { name: `Favorite ${tutor.user.name}` }).click();
    await expect(page.getByText('Tutor added to favorites.')).toBeVisible();
    await page.goto('/student/favorites');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expectAccessible('a favorite');

    await page.goto(`/messages?thread=${thread.id}`);
    await page.getByLabel(`Message to ${tutor.user.name}`).fill('Good morning');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Today' }).getByText('Good morning')).toBeVisible();
    await expectAccessible('a conversation');

    await page.goto(`/bookings/${ahead.id}`);
    await page.getByRole('button', { name: 'Propose another time' }).click();
    await expect(dialog.getByRole('group', { name: /^Times on/ })).toBeVisible();
    await expectAccessible('proposing');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(dialog.getByText('Refundable to the student')).toBeVisible();
    await expectAccessible('cancelling');
    await page.goto(`/bookings/${over.id}`);
    await page.getByRole('button', { name: 'Report a problem' }).click();
    await expect(dialog.getByLabel('What happened?')).toBeVisible();
    await expectAccessible('a problem');
    await page.goto('/student/bookings?filter=completed');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expect(dialog.getByLabel('Your review')).toBeVisible();
    await expectAccessible('a review');
  });

  // Admins sit before wide screens; how it holds at 320 pixels is looked at on the same visit.
  if (name === 'desk') {
    test(`nothing of the admin's desk breaks a rule of accessibility, ${colorScheme}, ${name}`, async ({ world }) => {
      test.slow();
      const { db } = world.connection;
      const long = unique('W'.repeat(140));
      const [tutor, student] = [await world.aTutor({ user: { name: long } }), await world.aStudent({ name: long })];
      const subject = await aSubject(db, { name: unique(long) });
      const review = await aReview(db, {
        booking: await aBooking(db, { student, tutor, status: 'completed', startTime: new Date(Date.now() - 50 * HOUR) }),
      });
      await db.insert(reports).values({
        reporterId: tutor.user.id,
        aboutUserId: student.id,
        about: 'review',
        reviewId: review.id,
        bookingId: review.bookingId,
        snapshot: long,
        reason: 'offensive',
      });
      const page = await world.browserOf(await world.aStudent({ role: 'admin' }), { colorScheme, viewport, reducedMotion: 'reduce' });
      const dialog = page.getByRole('dialog');
      const expectAccessible = async (where: string) => expect(await violations(page), where).toEqual([]);
      const opens = async (path: string, press: () => Promise<void>) => {
        await page.goto(path);
        await settled(page);
        await expectAccessible(path);
        await page.setViewportSize({ width: 320, height: 700 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at 320 pixels`).toBe(320);
        await page.setViewportSize(viewport);
        await press();
        await expect(dialog).toBeVisible();
        await expectAccessible(`a dialog of ${path}`);
      };
      const pressed = (button: string) => () => page.getByRole('button', { name: button }).first().click();
      const chosen = (item: string) => async () => {
        await page.getByRole('button', { name: `More about ${long}` }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
        await expect(dialog.getByText('This is what happens').or(dialog.getByText('this is what happens'))).toBeVisible();
      };

      await opens(`/admin/tutors?q=${tutor.user.name}`, async () => {
        await page.getByRole('button', { name: `Review ${long}` }).click();
        await expect(dialog.getByRole('group', { name: 'Verification checks' })).toBeVisible();
      });
      await opens(`/admin/students?q=${student.name}`, chosen('Suspend'));
      await opens('/admin/subject-categories', pressed('Add Category'));
      await opens('/admin/subjects', pressed('Add Subject'));
      await opens(`/admin/subjects?topics=${subject.id}`, pressed('Create First Topic'));
      await opens('/admin/bookings', () => page.getByRole('article').first().getByRole('link').first().click());
      await opens('/admin/reports', pressed('Change State'));
      for (const path of ['/admin/dashboard', '/admin/announcements', '/admin/audit', '/admin/failed-jobs']) {
        await page.goto(path);
        await settled(page);
        await expectAccessible(path);
      }
    });
  }
}

// spec tutor-area.10
test('nothing scrolls sideways at 320 pixels', async ({ world }) => {
  const tutor = await world.aTutor();
  const student = await world.aStudent();
  await aLoggedWebhook(world.connection.db, student);
  const page = await world.browserOf(student, { viewport: { width: 320, height: 700 } });
  for (const path of [
    '/',
    '/tutors?category=all',
    `/tutors/${tutor.id}`,
    `/tutors/${tutor.id}?tab=subjects`,
    '/student/dashboard',
    '/student/bookings',
    '/student/favorites',
    '/messages',
    '/notifications',
    '/account',
    '/terms',
    '/blogs',
  ]) {
    await page.goto(path);
    await settled(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, path).toBe(0);
  }

  const tutorPage = await world.browserOf(tutor.user, { viewport: { width: 320, height: 700 } });
  for (const path of ['/tutor/dashboard', '/tutor/profile', '/tutor/bookings', '/tutor/bookings?view=week', '/tutor/blogs', '/tutor/blogs/create']) {
    await tutorPage.goto(path);
    await settled(tutorPage);
    const overflow = await tutorPage.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, path).toBe(0);
  }
});
