import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { accented } from '#build/pseudo.ts';
import { only } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { DEMO_EMAILS } from '#seed/logins.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { visitorPaths } from '#tests/e2e/support/visitor-paths.ts';
import { test as base, expect, type World } from '#tests/e2e/support/world.ts';
import { aBlog, aBooking, aProposal, aReview, aThread, HOUR, type User } from '#tests/support/factories.ts';
import { Explorer, type Findings, noFindings, say } from './explorer.ts';
import { knownTexts, readStored } from './known.ts';

/** Reports what was found when a test is over. */
const test = base.extend<{ findings: Findings }>({
  findings: async ({ world }, use) => {
    const findings = noFindings();
    const before = await readStored(world.connection.db);
    await use(findings);
    const isKnown = knownTexts([before, await readStored(world.connection.db)]);
    const plain = [...findings.texts].filter(([text]) => !isKnown(text)).map(([text, where]) => `in English: ${text}   at ${where}`);
    const overflow = [...findings.overflow].map(([what, where]) => `${what}   at ${where}`);
    const found = [...plain, ...overflow];
    if (process.env.SCREENS) process.stdout.write(findings.screens.map((line) => `${line}\n`).join(''));
    process.stdout.write(`${findings.screens.length} screens, ${findings.texts.size} texts\n`);
    process.stdout.write(found.map((line) => `${line}\n`).join(''));
    expect(found).toEqual([]);
  },
});

const at = (hours: number) => new Date(Date.now() + hours * HOUR);
const demo = async ({ connection: { db } }: World, email: string): Promise<User> => only(await db.select().from(users).where(eq(users.email, email)));

test('all that visitors see is translated, and fits', async ({ world, findings }) => {
  const tutor = await world.aTutor({ headline: 'Physics with experiments', introductionVideo: 'dQw4w9WgXcQ' });
  const { db } = world.connection;
  await aReview(db, { booking: await aBooking(db, { tutor, status: 'completed', startTime: at(-50) }), reply: 'Thank you.', repliedAt: at(-1) });
  const blog = await aBlog(db, { tutorId: tutor.id });
  const newcomer = await world.aStudent({ role: null });
  const explorer = new Explorer(await world.browserOf(null), findings);
  for (const path of [
    ...visitorPaths({ tutorId: tutor.id, googleToken: await world.tokenOf(newcomer) }),
    '/tutors?category=all&q=%E0%B6%B1%E0%B7%9C%E0%B6%AF%E0%B6%B1%E0%B7%8A%E0%B6%B1%E0%B7%8F',
    ...['subjects', 'education', 'experience', 'reviews'].map((tab) => `/tutors/${tutor.id}?tab=${tab}`),
    '/blogs',
    `/blogs/${blog.id}`,
    '/blogs/nothing',
  ])
    await explorer.explore(path);
});

test('all that students see is translated, and fits', async ({ world, findings }) => {
  const { db } = world.connection;
  const tutor = await world.aTutor();
  const passwordHash = await createPasswords().hash('correct horse');
  const student = await world.aStudent({ passwordHash, emailVerifiedAt: new Date() });
  const ahead = await aBooking(db, { student, tutor, status: 'confirmed', startTime: at(30), meetingLink: 'https://meet.example.com/a' });
  const over = await aBooking(db, { student, tutor, status: 'confirmed', startTime: at(-5) });
  const pending = await aBooking(db, { student, tutor, status: 'pending', startTime: at(54) });
  await aProposal(db, { booking: pending, lapsesAt: at(20), createdAt: at(-1) });
  await aBooking(db, { student, tutor, status: 'cancelled', startTime: at(70), cancellationReason: 'Ill', cancelledBy: 'tutor' });
  const done = await aBooking(db, { student, tutor, status: 'completed', startTime: at(-50) });
  await aReview(db, { booking: done, reply: 'Thank you.', repliedAt: at(-1) });
  await aBooking(db, { student, tutor, status: 'completed', startTime: at(-60) });
  const thread = await aThread(db, { student, tutor });
  const page = await world.browserOf(student);
  const explorer = new Explorer(page, findings);
  await book(page, { explorer, tutorId: tutor.id });
  for (const path of [
    '/student/dashboard',
    '/student/bookings',
    ...['pending', 'confirmed', 'completed', 'cancelled'].map((filter) => `/student/bookings?filter=${filter}`),
    '/student/bookings?view=month',
    '/student/favorites',
    '/messages',
    `/messages?thread=${thread.id}`,
    '/messages?thread=nothing',
    ...[ahead, over, pending, done].map(({ id }) => `/bookings/${id}`),
    '/bookings/nothing',
    '/notifications',
    `/tutors/${tutor.id}`,
    `/tutors/${tutor.id}?tab=reviews`,
    '/account',
    '/account?leave=true',
  ])
    await explorer.explore(path);
});

test('all that a student with a history sees is translated, and fits', async ({ world, findings }) => {
  const demoExplorer = new Explorer(await world.browserOf(await demo(world, DEMO_EMAILS.student)), findings);
  for (const path of [
    '/',
    '/student/dashboard',
    '/student/bookings',
    '/student/favorites',
    '/messages',
    '/notifications',
    '/account',
    '/tutors?category=all',
  ])
    await demoExplorer.explore(path);
});

test('all that tutors see is translated, and fits', async ({ world, findings }) => {
  const { db } = world.connection;
  const tutor = await world.aTutor({ user: { emailVerifiedAt: new Date() } });
  const pending = await aBooking(db, { tutor, status: 'pending', startTime: at(30) });
  const confirmed = await aBooking(db, { tutor, status: 'confirmed', startTime: at(54) });
  const over = await aBooking(db, { tutor, status: 'confirmed', startTime: at(-5) });
  const blog = await aBlog(db, { tutorId: tutor.id });
  await aBlog(db, { tutorId: tutor.id, status: 'draft' });
  const explorer = new Explorer(await world.browserOf(tutor.user), findings);
  for (const path of [
    '/tutor/dashboard',
    '/tutor/profile',
    '/tutor/bookings',
    '/tutor/bookings?filter=pending',
    '/tutor/bookings?view=week',
    '/tutor/bookings?view=month',
    '/tutor/earnings',
    '/tutor/blogs',
    '/tutor/blogs?show=drafts',
    '/tutor/blogs/create',
    `/tutor/blogs/edit/${blog.id}`,
    '/tutor/blogs/edit/nothing',
    ...[pending, confirmed, over].map(({ id }) => `/bookings/${id}`),
    '/messages',
    '/notifications',
    '/account',
    `/tutors/${tutor.id}`,
  ])
    await explorer.explore(path);
  const unfinished = await world.aTutor({
    bio: '',
    isVerified: false,
    verificationStatus: 'rejected',
    rejectionReason: 'Nothing is readable.',
    subjects: [],
  });
  const other = new Explorer(await world.browserOf(unfinished.user), findings);
  for (const path of ['/tutor/dashboard', '/tutor/profile', '/tutor/bookings', '/tutor/earnings', '/tutor/blogs']) await other.explore(path);
});

test('all that a tutor with a history sees is translated, and fits', async ({ world, findings }) => {
  const known = new Explorer(await world.browserOf(await demo(world, DEMO_EMAILS.tutor)), findings);
  for (const path of [
    '/tutor/dashboard',
    '/tutor/profile',
    '/tutor/bookings',
    '/tutor/earnings',
    '/messages',
    '/notifications',
    '/tutor/blogs',
    '/account',
  ])
    await known.explore(path);
});

/** A session, from the first step of its dialog to the list of bookings. */
async function book(page: Page, { explorer, tutorId }: { explorer: Explorer; tutorId: string }): Promise<void> {
  const dialog = page.getByRole('dialog');
  await explorer.open(`/tutors/${tutorId}?book=1`);
  // The last of the lengths, and of the methods.
  for (const choice of await dialog.getByRole('radio', { disabled: false }).all()) await choice.check({ force: true });
  for (const step of ['Select Topic', 'Choose Day & Time', 'Contact & Confirm']) {
    await dialog.getByRole('button', { name: say('Next') }).click();
    await expect(dialog.getByRole('heading', { name: say(step) })).toBeVisible();
    await explorer.look(step);
    if (step !== 'Choose Day & Time') continue;
    const times = dialog.getByRole('group', { name: accented('Times on') });
    await times.getByRole('radio', { disabled: false }).first().check({ force: true });
    await explorer.look(`${step}, chosen`);
  }
  await dialog.getByRole('button', { name: say('Book Session') }).click();
  await explorer.look('booking without an address');
  await page.keyboard.press('Escape');
  await explorer.look('leaving a booking');
}
