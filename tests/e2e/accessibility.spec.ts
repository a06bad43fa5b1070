import type { Page } from '@playwright/test';
import type { Db } from '#db/client.ts';
import { only } from '#db/executor.ts';
import { reports } from '#db/schema/moderation.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '#shared/vocabulary/integrations.ts';
import { aBlog, aBooking, aReview, aSubject, aThread, HOUR, type User, unique } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { violations } from './support/axe.ts';
import { chooseInRow } from './support/rows.ts';
import { findSmallTargets } from './support/targets.ts';
import { visitorPaths } from './support/visitor-paths.ts';
import { expect, test } from './support/world.ts';

const PHONE = { width: 360, height: 800 };
const DESKTOP = { width: 1280, height: 900 };

type Look = { colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } };

type Looks = readonly [Look, ...Look[]];

const LIGHT_PHONE: Look = { colorScheme: 'light', viewport: PHONE };
const DARK_DESKTOP: Look = { colorScheme: 'dark', viewport: DESKTOP };
/** Both schemes on both sizes in `npm run test:deep`. */
const OTHERS: readonly Look[] = process.env.DEEP
  ? [
      { colorScheme: 'light', viewport: DESKTOP },
      { colorScheme: 'dark', viewport: PHONE },
    ]
  : [];

const EVERYWHERE: Looks = [LIGHT_PHONE, DARK_DESKTOP, ...OTHERS];
const ON_DESKTOP: Looks = [DARK_DESKTOP, ...OTHERS.filter(({ viewport }) => viewport === DESKTOP)];

/** Each screen in turn in all looks, which takes half the time of visiting it again for each; leaves the page in the first. */
async function expectAccessible(page: Page, where: string, [first, ...others]: Looks = EVERYWHERE): Promise<void> {
  for (const look of [first, ...others]) {
    await changeLook(page, look);
    expect(await violations(page), `${where}, ${look.colorScheme}, ${look.viewport.width} pixels wide`).toEqual([]);
  }
  if (others.length > 0) await changeLook(page, first);
}

/** At the width of the smallest phones; and whether a finger meets each control on the usual ones. */
async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const viewport = page.viewportSize() ?? PHONE;
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${where} at 320 pixels`).toBe(320);
  await page.setViewportSize(PHONE);
  expect.soft(await findSmallTargets(page), `${where}, smaller than a finger`).toEqual([]);
  await page.setViewportSize(viewport);
}

async function changeLook(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

/** What can be open of them on the page /account. */
async function keysAndWebhooks(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  // By key: where a button of a dialog was pressed a moment ago, a second press is ignored.
  await page.getByRole('button', { name: 'Make an API key' }).press('Enter');
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect(dialog.getByText('Please give the key a name')).toBeVisible();
  await expectAccessible(page, 'making an API key');
  await dialog.getByLabel('Name', { exact: true }).fill('මගේ වැඩසටහන');
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByLabel('Address', { exact: true }).fill('http://example.com');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Please enter an address that begins with https://')).toBeVisible();
  await expectAccessible(page, 'adding a webhook');
  await dialog.getByLabel('Address', { exact: true }).fill(`https://example.com/${'W'.repeat(140)}`);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await page.getByRole('button', { name: 'Show log' }).first().click();
  await page.getByRole('button', { name: 'Show log' }).first().click();
  await expect(page.getByText('No messages sent yet.')).toBeVisible();
  for (const state of ['Delivered', 'Given up', 'Next attempt at']) await page.locator('summary', { hasText: state }).click();
  await expectAccessible(page, 'an API key, and webhooks with their logs');
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

// spec s12-seen.61 | S12 Must reach | What can be pressed on a phone is 44 pixels high, links within sentences excepted | src/client/app/theme.css,
//   src/client/ui/checkbox.module.css
test('no screen breaks a rule of accessibility, or scrolls sideways at 320 pixels', async ({ world }) => {
  test.slow(); // thirty screens
  const tutor = await world.aTutor();
  const newcomer = await world.aStudent({ role: null });
  const options = { ...LIGHT_PHONE, reducedMotion: 'reduce' } as const;
  const visitor = await world.browserOf(null, options);
  for (const path of [
    ...visitorPaths({ tutorId: tutor.id, googleToken: await world.tokenOf(newcomer) }),
    '/tutors?category=all&q=nobody-is-called-so',
  ]) {
    await visitor.goto(path);
    await settled(visitor);
    await expectAccessible(visitor, path);
    await expectNoSidewaysScroll(visitor, path);
  }
  for (const tab of ['subjects', 'education', 'experience', 'reviews']) {
    await visitor.goto(`/tutors/${tutor.id}?tab=${tab}`);
    await settled(visitor);
    await expectAccessible(visitor, tab);
    await expectNoSidewaysScroll(visitor, tab);
  }

  const passwordHash = await createPasswords().hash('correct horse');
  const user = await world.aStudent({ passwordHash, emailVerifiedAt: new Date() });
  await aLoggedWebhook(world.connection.db, user);
  const student = await world.browserOf(user, options);
  for (const path of ['/student/bookings', '/notifications', '/account']) {
    await student.goto(path);
    await settled(student);
    await expectAccessible(student, path);
    await expectNoSidewaysScroll(student, path);
  }
  for (const opener of ['Change email', 'Change password']) await student.getByRole('button', { name: opener }).click();
  await expectAccessible(student, 'the open forms of the account');
  await student.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aJpeg() });
  await expect(student.getByRole('dialog').getByRole('button', { name: 'Save photo' })).toBeEnabled();
  await expectAccessible(student, 'cutting the photo');
  await student.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await keysAndWebhooks(student);
  await student.goto('/account?leave=true');
  await expect(student.getByRole('dialog').getByText('This cannot be undone.')).toBeVisible();
  await expectAccessible(student, 'leaving');
  await student.goto(`/tutors/${tutor.id}?book=1`);
  const dialog = student.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Duration & Method' })).toBeVisible();
  await expectAccessible(student, 'step 1');
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
    await expectAccessible(student, step);
  }
  await dialog.getByRole('button', { name: 'Book Session' }).click();
  await expect(student).toHaveURL('/student/bookings');
  await expect(student.getByRole('article')).toHaveCount(1);
  await expectAccessible(student, 'a booking and its toast');

  const tutorPage = await world.browserOf(tutor.user, options);
  await tutorPage.goto('/tutor/bookings?filter=pending');
  await settled(tutorPage);
  await expectAccessible(tutorPage, '/tutor/bookings');
  await chooseInRow(tutorPage.getByRole('article'), 'Cancel');
  await expect(tutorPage.getByRole('dialog')).toBeVisible();
  await expectAccessible(tutorPage, 'cancel dialog');
});

// spec tutor-area.10 | S3 | No screen or dialog of the desk breaks a rule of accessibility, in light and dark; none scrolls sideways at 320 pixels
//   | src/client/ui/dashboard-shell.tsx
test("nothing of the tutor's desk breaks a rule of accessibility, or scrolls sideways at 320 pixels", async ({ world }) => {
  test.slow();
  const { db } = world.connection;
  const tutor = await world.aTutor();
  const booking = await aBooking(db, { tutor, status: 'confirmed' });
  const blog = await aBlog(db, { tutorId: tutor.id });
  const options = { ...LIGHT_PHONE, reducedMotion: 'reduce' } as const;
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
    await expectAccessible(tutorPage, path);
    await expectNoSidewaysScroll(tutorPage, path);
  }

  await tutorPage.goto('/tutor/dashboard');
  await tutorPage.getByRole('switch', { name: 'Vacation mode' }).click();
  await expect(tutorPage.getByRole('dialog')).toBeVisible();
  await expectAccessible(tutorPage, 'vacation dialog');

  await tutorPage.goto('/tutor/profile');
  await settled(tutorPage);
  await tutorPage.getByRole('button', { name: 'Add a subject' }).click();
  await expect(tutorPage.getByRole('dialog').getByLabel('Search subjects')).toBeVisible();
  await expectAccessible(tutorPage, 'subject picker');
  await tutorPage.keyboard.press('Escape');
  await tutorPage.getByLabel('Phone number').fill('12');
  await tutorPage.getByRole('button', { name: 'Add education' }).click();
  await tutorPage.getByRole('button', { name: 'Save Changes' }).click();
  await expect(tutorPage.getByText('Phone number must be 10 digits')).toBeVisible();
  await expectAccessible(tutorPage, 'wrong fields');
  await tutorPage.getByRole('button', { name: 'Discard' }).click();
  await expect(tutorPage.getByRole('dialog')).toContainText('Discard Changes');
  await expectAccessible(tutorPage, 'discard dialog');
  await tutorPage.getByRole('dialog').getByRole('button').last().click();
  await tutorPage.getByRole('button', { name: 'Delete tutor profile' }).click();
  await expect(tutorPage.getByRole('dialog')).toContainText('Delete your tutor profile?');
  await expectAccessible(tutorPage, 'delete dialog');

  await tutorPage.goto('/tutor/blogs/create');
  await tutorPage.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(tutorPage.getByRole('dialog').getByLabel('Address')).toBeVisible();
  await expectAccessible(tutorPage, 'link dialog');
});

// spec student.12 | S4 | No screen or dialog of the student’s side breaks a rule of accessibility, in light and dark |
//   src/client/ui/dashboard-shell.tsx
test("nothing of the student's side breaks a rule of accessibility, or scrolls sideways at 320 pixels", async ({ world }) => {
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
  const page = await world.browserOf(student, { ...LIGHT_PHONE, reducedMotion: 'reduce' });
  const dialog = page.getByRole('dialog');
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
    await expectAccessible(page, path);
    await expectNoSidewaysScroll(page, path);
  }
  await page.getByRole('button', { name: `Favorite ${tutor.user.name}` }).click();
  await expect(page.getByText('Tutor added to favorites.')).toBeVisible();
  await page.goto('/student/favorites');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectAccessible(page, 'a favorite');

  await page.goto(`/messages?thread=${thread.id}`);
  await page.getByLabel(`Message to ${tutor.user.name}`).fill('Good morning');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Today' }).getByText('Good morning')).toBeVisible();
  await expectAccessible(page, 'a conversation');

  await page.goto(`/bookings/${ahead.id}`);
  await page.getByRole('button', { name: 'Propose another time' }).click();
  await expect(dialog.getByRole('group', { name: /^Times on/ })).toBeVisible();
  await expectAccessible(page, 'proposing');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog.getByText('You owe', { exact: true })).toBeVisible();
  await expectAccessible(page, 'cancelling');
  await page.goto(`/bookings/${over.id}`);
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await expect(dialog.getByLabel('What happened?')).toBeVisible();
  await expectAccessible(page, 'a problem');
  await page.goto('/student/bookings?filter=completed');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(dialog.getByLabel('Your review')).toBeVisible();
  await expectAccessible(page, 'a review');
});

// Admins sit before wide screens; how it holds at 320 pixels is looked at on the same visit.
test("nothing of the admin's desk breaks a rule of accessibility, or scrolls sideways at 320 pixels", async ({ world }) => {
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
  const page = await world.browserOf(await world.aStudent({ role: 'admin' }), { ...DARK_DESKTOP, reducedMotion: 'reduce' });
  const dialog = page.getByRole('dialog');
  const opens = async (path: string, press: () => Promise<void>) => {
    await page.goto(path);
    await settled(page);
    await expectAccessible(page, path, ON_DESKTOP);
    await expectNoSidewaysScroll(page, path);
    await press();
    await expect(dialog).toBeVisible();
    await expectAccessible(page, `a dialog of ${path}`, ON_DESKTOP);
  };
  const pressed = (button: string) => () => page.getByRole('button', { name: button }).first().click();
  const chosen = (item: string) => async () => {
    await page.getByRole('button', { name: `More about ${long}` }).click();
    await expect(page.getByRole('menuitem', { name: item, exact: true })).toBeVisible();
    await expectAccessible(page, `the menu of ${long}`, ON_DESKTOP);
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await expect(dialog.getByText('This is what happens').or(dialog.getByText('this is what happens'))).toBeVisible();
    // Closing it takes a moment.
    await expect(page.locator('[role=menu]')).toHaveCount(0);
  };

  await opens(`/admin/tutors?q=${tutor.user.name}`, async () => {
    await page.getByRole('button', { name: `Review ${long}` }).click();
    await expect(dialog.getByRole('group', { name: 'Verification checks' })).toBeVisible();
  });
  await opens(`/admin/students?q=${student.name}`, chosen('Suspend'));
  await opens('/admin/subject-categories', pressed('Add Category'));
  await opens('/admin/subjects', pressed('Add Subject'));
  await opens(`/admin/subjects?topics=${subject.id}`, pressed('Create First Topic'));
  await opens('/admin/bookings', () => page.getByRole('row').getByRole('link').first().click());
  await opens('/admin/reports', pressed('Change State'));
  for (const path of ['/admin/dashboard', '/admin/announcements', '/admin/audit', '/admin/failed-jobs', '/admin/verification']) {
    await page.goto(path);
    await settled(page);
    await expectAccessible(page, path, ON_DESKTOP);
  }
});
