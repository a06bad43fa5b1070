import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { formatDate } from '#shared/domain/zone.ts';
import { aBooking, anAdmin, aSubject, aTopic, unique } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { dateInDays, expect, test } from './support/world.ts';

const PASSWORD = 'correct horse';
const DAY = 86_400_000;

async function registerTutor(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Full name').fill('තිළිණි Weerasinghe');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('radio', { name: /Tutor/ }).check();
  await page.getByRole('checkbox', { name: /I agree to the/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/tutor/profile');
}

// spec profile.4 | P §2 Tutor area, R §4.1 4 | The photo is that of the account: chosen, cut and saved at once | src/client/routes/tutor/profile.tsx
// spec verification.3
test('a new tutor fills the profile on a phone, is under review, and sees live that an admin has approved it', async ({ world, baseURL }) => {
  test.slow();
  const { db } = world.connection;
  const subject = await aSubject(db, { name: unique('Physics') });
  for (const name of ['Mechanics', 'Waves']) await aTopic(db, { subjectId: subject.id, name });
  const email = `thilini.${Date.now()}@example.com`;
  const page = await world.browserOf(null, { viewport: { width: 360, height: 800 } });
  await registerTutor(page, email);
  await expect(page.getByRole('heading', { name: 'My Profile', level: 1 })).toBeVisible();
  await expect(page.getByText('Not submitted yet')).toBeVisible();

  await page.getByLabel('Phone number').fill('0712345678');
  await page.getByRole('radio', { name: 'Female' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Sinhala' }).check({ force: true });
  await page.getByLabel('About you and your teaching').fill('Twelve years of physics, with an experiment in every lesson. ஆய்வு.');
  await page.getByRole('button', { name: 'Add education' }).click();
  await page.getByLabel('Degree or qualification').fill('BSc in Physics');
  await page.getByLabel('Institution').fill('University of Peradeniya');
  await page.getByLabel('Year').fill('2012');
  await page.getByRole('button', { name: 'Add experience' }).click();
  await page.getByLabel('Title').fill('Teacher');
  await page.getByLabel('School or company').fill('Royal College');
  await page.getByLabel('Duration').fill('2013 - 2024');
  await page.getByLabel('Description').fill('Advanced level classes.');
  await page.getByLabel('Where you teach').fill('Kandy, Peradeniya');

  // The tab crashes, and nothing that was typed is lost.
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('Peradeniya'));
  await page.reload();
  await expect(page.getByText('We restored your unsaved changes')).toBeVisible();
  await expect(page.getByLabel('Institution')).toHaveValue('University of Peradeniya');

  await page.getByRole('button', { name: 'Add a subject' }).click();
  const picker = page.getByRole('dialog');
  await picker.getByLabel('Search subjects').fill(subject.name);
  // By key: a press in a dialog that has just opened in the place of the last press is ignored.
  await picker.getByRole('button', { name: subject.name }).press('Enter');
  await page.getByRole('checkbox', { name: 'Mechanics' }).check({ force: true });
  await page.getByRole('switch', { name: /^Online/ }).check({ force: true });
  await page.getByLabel('Rate for an online hour').fill('1500');
  await page.getByRole('button', { name: 'Add a time on Monday' }).click();

  await page.locator('input[type=file][aria-label="Verification documents"]').setInputFiles([
    { name: 'degree.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aJpeg()) },
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
  ]);
  await expect(page.getByText('notes.pdf is not a supported file type. Please upload JPG or PNG images only.').first()).toBeVisible();
  await expect(page.getByText('1 image(s) uploaded successfully!')).toBeVisible();

  const photo = page.locator('#photo');
  await photo.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aJpeg()) });
  await page.getByRole('dialog').getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Profile image uploaded successfully!')).toBeVisible();

  await page.getByRole('button', { name: 'Submit for Review' }).press('Enter');
  await expect(page.getByText('Profile updated successfully! Your profile is now complete and submitted for admin review.')).toBeVisible();
  await expect(page.getByText('Under Review', { exact: true })).toBeVisible();

  const [tutor] = await db
    .select({ id: tutorProfiles.id })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(eq(users.email, email));
  const token = await world.tokenOf(await anAdmin(db));
  const approved = await fetch(`${baseURL}/api/admin/tutors/${tutor?.id}/approve`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(approved.status).toBe(200);
  await expect(page.getByRole('status').filter({ hasText: 'Verified' })).toBeVisible({ timeout: 2000 });
  await world.mailTo(email, 'verified');

  // What was submitted a moment ago is found.
  const visitor = await world.browserOf(null);
  await visitor.goto(`/tutors?category=all&q=${encodeURIComponent(subject.name)}`);
  await expect(visitor.getByRole('article')).toHaveCount(1);
  await expect(visitor.getByRole('article')).toContainText('තිළිණි Weerasinghe');
});

// spec profile.29
test('of two tabs that save, the second is told, and nothing typed there is lost', async ({ world }) => {
  const tutor = await world.aTutor();
  const first = await world.browserOf(tutor.user);
  const second = await first.context().newPage();
  for (const tab of [first, second]) {
    await tab.goto('/tutor/profile');
    await expect(tab.getByLabel('Where you teach')).toHaveValue('Colombo');
  }
  await second.getByLabel('About you and your teaching').fill('Written in the second tab.');
  await first.getByLabel('Where you teach').fill('Galle');
  await first.getByRole('button', { name: 'Save Changes' }).click();
  await expect(first.getByText('Profile updated successfully!')).toBeVisible();

  await expect(second.getByText('This profile was changed in another tab').first()).toBeVisible();
  await expect(second.getByLabel('About you and your teaching')).toHaveValue('Written in the second tab.');
  await second.getByRole('button', { name: 'Save mine anyway' }).click();
  await expect(second.getByText('Profile updated successfully!')).toBeVisible();
  await second.reload();
  await expect(second.getByLabel('About you and your teaching')).toHaveValue('Written in the second tab.');
});

// spec booking.11
test('Back closes the dialog on top, and nothing typed behind it is lost', async ({ world }) => {
  const tutor = await world.aTutor();
  const page = await world.browserOf(tutor.user);
  await page.goto('/tutor/dashboard');
  await page.getByRole('link', { name: 'My Profile' }).first().click();
  await page.getByLabel('About you and your teaching').fill('Not saved yet.');
  await page.getByRole('button', { name: 'Add a subject' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a subject' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/tutor/profile');
  await expect(page.getByLabel('About you and your teaching')).toHaveValue('Not saved yet.');
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/tutor/dashboard');
});

test('a tutor confirms a request, cancels it with a reason, and the student sees both at once', async ({ world }) => {
  const { db } = world.connection;
  const tutor = await world.aTutor();
  const student = await world.aStudent({ name: unique('Kasun Fernando') });
  const startTime = new Date(Math.ceil(Date.now() / DAY) * DAY + 3 * DAY + 3.5 * 3_600_000);
  const booking = await aBooking(db, { tutor, student, status: 'pending', startTime, endTime: new Date(startTime.getTime() + 3_600_000) });
  const tutorPage = await world.browserOf(tutor.user);
  const watching = await world.browserOf(student);
  await watching.goto(`/bookings/${booking.id}`);
  await tutorPage.goto('/tutor/dashboard');
  await tutorPage
    .getByRole('link', { name: new RegExp(student.name) })
    .first()
    .click();
  await expect(tutorPage).toHaveURL(`/bookings/${booking.id}`);

  await tutorPage.getByRole('button', { name: 'Confirm' }).click();
  await tutorPage.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(tutorPage.getByText('Booking confirmed successfully')).toBeVisible();
  await expect(watching.getByText('Confirmed', { exact: true }).first()).toBeVisible();

  await tutorPage.getByRole('button', { name: 'Cancel', exact: true }).click();
  const dialog = tutorPage.getByRole('dialog');
  await expect(dialog).toContainText('Under our cancellation terms');
  await expect(dialog).toContainText('Owed by the student');
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(dialog.getByText('Please give a reason for cancelling')).toBeVisible();
  await dialog.getByLabel('Reason for cancelling').fill('I am ill.');
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(tutorPage.getByText('Booking cancelled successfully')).toBeVisible();
  await expect(watching.getByText('I am ill.')).toBeVisible();
});

// spec s3.3
test('a tutor goes on vacation and comes back, and the other tab follows within a second', async ({ world }) => {
  const tutor = await world.aTutor();
  const tutorPage = await world.browserOf(tutor.user);
  const other = await tutorPage.context().newPage();
  for (const tab of [tutorPage, other]) {
    await tab.goto('/tutor/dashboard');
    await expect(tab.getByRole('switch', { name: /Vacation/ })).not.toBeChecked();
  }
  await tutorPage.getByRole('switch', { name: /Vacation/ }).click({ force: true });
  await tutorPage.getByRole('dialog').getByRole('button', { name: 'Turn On' }).click();
  await expect(tutorPage.getByText('Vacation mode enabled successfully! You are now unavailable for new bookings.')).toBeVisible();
  await expect(other.getByRole('switch', { name: /Vacation/ })).toBeChecked({ timeout: 1000 });

  const student = await world.browserOf(await world.aStudent());
  await student.goto(`/tutors/${tutor.id}`);
  await expect(student.getByText('Tutor is on Vacation').first()).toBeVisible();
});

// spec days-off.10
test('days off are not offered to students, and the bookings inside stay', async ({ world }) => {
  const tutor = await world.aTutor();
  const tutorPage = await world.browserOf(tutor.user);
  await tutorPage.goto('/tutor/profile');
  const date = dateInDays(3);
  const form = tutorPage.getByRole('form', { name: 'Plan days off' });
  await form.getByLabel('First day').fill(date);
  await form.getByRole('button', { name: /Add/ }).click();
  await tutorPage.getByRole('dialog').getByRole('button', { name: /Add/ }).click();
  await expect(tutorPage.getByText('Days off added successfully')).toBeVisible();

  const student = await world.browserOf(await world.aStudent());
  await student.goto(`/tutors/${tutor.id}?book=1`);
  const dialog = student.getByRole('dialog');
  await dialog.getByText('1 hour', { exact: true }).click();
  await dialog.getByText('Online', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('radio', { name: `${formatDate(date)}: no times` })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: `${formatDate(dateInDays(4))}: 8 times` })).toBeVisible();
});

// spec blogs.3 | S3, D Tutor profile and verification | The editor: text with headings, lists, links and images of the own uploads |
//   src/client/features/blogs/blog-editor.tsx
// spec blogs.5
test('a tutor writes a post that saves itself, publishes it, and a student likes it', async ({ world }) => {
  const tutor = await world.aTutor();
  const tutorPage = await world.browserOf(tutor.user);
  const title = unique('How to draw a force');
  await tutorPage.goto('/tutor/blogs/create');
  await tutorPage.getByLabel('Title').fill(title);
  const content = tutorPage.getByRole('textbox', { name: 'Content' });
  await content.click();
  await tutorPage.getByRole('button', { name: 'Heading', exact: true }).click();
  // The editor takes the focus in the next frame.
  await expect(content).toBeFocused();
  await tutorPage.keyboard.type('Begin with the body');
  await tutorPage.keyboard.press('Enter');
  await tutorPage.keyboard.type('Then every arrow, one by one.');
  await expect(tutorPage.getByText('Draft saved')).toBeVisible();
  await tutorPage.reload();
  await expect(tutorPage.getByRole('textbox', { name: 'Content' })).toContainText('Then every arrow, one by one.');
  await tutorPage.getByRole('button', { name: 'Image', exact: true }).click();
  const dialog = tutorPage.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'force.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aJpeg()) });
  await dialog.getByLabel('Description').fill('A box on a slope');
  await dialog.getByRole('button', { name: 'Add image' }).click();
  await expect(content.getByRole('img', { name: 'A box on a slope' })).toBeVisible();
  await tutorPage.getByRole('button', { name: 'Publish' }).click();
  await expect(tutorPage).toHaveURL('/tutor/blogs');
  await expect(tutorPage.getByText('Published (1)')).toBeVisible();

  const student = await world.browserOf(await world.aStudent());
  await student.goto(`/blogs?q=${encodeURIComponent(title)}`);
  await student.getByRole('link', { name: title }).click();
  await expect(student.getByRole('heading', { name: 'Begin with the body' })).toBeVisible();
  await expect(student.getByRole('img', { name: 'A box on a slope' })).toBeVisible();
  // It is shown before it is stored, and a reload would cut it off.
  const stored = student.waitForResponse((response) => response.url().includes('blogs.like'));
  await student.getByRole('button', { name: 'Like' }).click();
  await expect(student.getByText('1 like')).toBeVisible();
  await stored;
  await student.reload();
  await expect(student.getByRole('button', { name: 'Liked' })).toBeVisible();
});
