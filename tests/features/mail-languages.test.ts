import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import { jobsProjector } from '#server/core/jobs.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import type { Mail } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { toBookingEvent } from '#server/features/bookings/bookings.steps.ts';
import { mailProjector } from '#server/features/mail/mail.projector.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aSubject, aTopic, aTutor, uniqueEmail, withSession } from '#tests/support/factories.ts';
import { listMailJobs, runMailJob } from '#tests/support/mails.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const SITE = 'http://127.0.0.1';
const [sinhala, tamil] = [sentencesIn('si'), sentencesIn('ta')];

/** With its values, `{0}`, `{1}` … */
const filled = (sentence: string, ...values: string[]) => values.reduce((text, value, index) => text.replaceAll(`{${index}}`, value), sentence);

async function sendOnlyMail(mail: MailJob['mail']): Promise<Mail> {
  const [job, ...others] = (await listMailJobs(database)).filter((one) => one.mail === mail);
  expect(others).toEqual([]);
  const [sent] = await runMailJob(database, job ?? expect.fail('no mail was ordered'));
  return sent ?? expect.fail('no mail went out');
}

beforeEach(() => database.db.delete(jobs));

// spec s15-names.8 | S15 3, S15 7 | Mails name subjects and topics as admins have translated them, before what the catalogue of the build says |
//   src/server/core/named-texts.ts, src/server/features/mail/bookings.mail.ts
test('a mail in Sinhala names a subject and a topic as an admin has translated them', async () => {
  const { db } = database;
  const subject = await aSubject(db, { name: 'Physics (A/L)' });
  const topic = await aTopic(db, { subjectId: subject.id });
  const { catalogue } = callerAs(database, await anAdmin(db));
  await catalogue.updateSubject({ id: subject.id, nameSi: 'භෞතිකය' });
  await catalogue.updateTopic({ id: topic.id, nameSi: 'චලිතය' });
  const booking = await aBooking(db, {
    student: await aStudent(db, { locale: 'si' }),
    subjectName: subject.name,
    topics: [topic],
    status: 'confirmed',
  });
  const event = { type: 'booking.changed' as const, booking: toBookingEvent(booking), from: 'pending' as const, by: 'tutor' as const };
  await inUnitOfWork({ ...contextAs(database, null), projectors: [mailProjector, jobsProjector] }, async ({ record }) => record(event));
  const mails = (await Promise.all((await listMailJobs(database)).map((job) => runMailJob(database, job)))).flat();
  const inSinhala = mails.find(({ html }) => html.includes('<html lang="si">'));
  expect(inSinhala?.subject).toBe(filled(sinhala('Booking confirmed: {0}'), 'භෞතිකය'));
  expect(inSinhala?.text).toContain(filled(sinhala('Topics: {0}'), 'චලිතය'));
  await catalogue.deleteSubject({ id: subject.id });
});

describe('the mail of a confirmed booking', () => {
  async function confirmBooking() {
    const student = await aStudent(database.db, { name: 'Nimal Perera', locale: 'si' });
    const tutor = await aTutor(database.db, { user: { name: 'Kamala Silva' } });
    const booking = await aBooking(database.db, { student, tutor, subjectName: 'Physics (A/L)', status: 'confirmed' });
    const event = { type: 'booking.changed' as const, booking: toBookingEvent(booking), from: 'pending' as const, by: 'tutor' as const };
    const context = { ...contextAs(database, null), projectors: [mailProjector, jobsProjector] };
    await inUnitOfWork(context, async ({ record }) => record(event));
    const mails = (await Promise.all((await listMailJobs(database)).map((job) => runMailJob(database, job)))).flat();
    const mailTo = (email: string) => mails.find(({ to }) => to === email) ?? expect.fail('no mail went out');
    return { booking, toStudent: mailTo(student.email), toTutor: mailTo(tutor.user.email) };
  }

  // spec s15-mails.1 | S15 3 | A mail is in the language of its reader: sentences, labels, names of subjects, dates and amounts |
  //   src/server/features/mail/mail.jobs.ts, src/server/features/mail/bookings.mail.ts, src/server/features/mail/email-layout.mail.ts
  test('is in Sinhala for a student who has chosen Sinhala', async () => {
    const { toStudent } = await confirmBooking();
    expect(toStudent.subject).toBe(filled(sinhala('Booking confirmed: {0}'), sinhala('Physics (A/L)')));
    expect(toStudent.html).toContain('<html lang="si">');
    const zone = filled(sinhala('{0} time'), sinhala('Colombo'));
    const time = `සඳුදා, 2026 මාර්තු 9, පෙ.ව. 9:00 – පෙ.ව. 10:00 (${zone})`;
    for (const sentence of [
      filled(sinhala('Hello {0},'), 'Nimal Perera'),
      filled(sinhala('{0} has confirmed your session.'), 'Kamala Silva'),
      filled(sinhala('Subject: {0}'), sinhala('Physics (A/L)')),
      filled(sinhala('Time: {0}'), time),
      filled(sinhala('Learning method: {0}'), sinhala('Online')),
      filled(sinhala('Price: {0}'), 'රු. 1,500'),
      sinhala('No payment is taken online yet.'),
      filled(sinhala('Unsubscribe from {0}'), sinhala('mails about bookings')),
    ]) {
      expect(toStudent.text).toContain(sentence);
      expect(toStudent.html).toContain(sentence);
    }
  });

  // spec s15-mails.2 | S15 3 | Links to pages lead to them in the language of the mail, other links have no prefix |
  //   src/server/features/mail/mail.jobs.ts
  test('leads a student who has chosen Sinhala to Sinhala pages', async () => {
    const { toStudent, booking } = await confirmBooking();
    expect(toStudent.text).toContain(`\n${SITE}/si/bookings/${booking.id}\n`);
    expect(toStudent.html).toContain(`href="${SITE}/si/bookings/${booking.id}"`);
    expect(toStudent.html).toContain(`href="${SITE}/si" class="brand"`);
    expect(toStudent.unsubscribeUrl).toContain(`${SITE}/unsubscribe?`);
  });

  // spec s15-mails.3 | S15 3 | A mail to somebody who has chosen no language is in English, with links to English pages |
  //   src/server/features/mail/mail.jobs.ts
  test('is in English for a tutor who has chosen nothing', async () => {
    const { toTutor, booking } = await confirmBooking();
    expect(toTutor.subject).toBe('Booking confirmed: Physics (A/L)');
    expect(toTutor.html).toContain('<html lang="en">');
    expect(toTutor.text).toContain('Time: Mon, 9 Mar 2026, 9:00 AM – 10:00 AM (Colombo time)');
    expect(toTutor.text).toContain(`View Booking\n${SITE}/bookings/${booking.id}\n`);
    expect(`${toTutor.text}${toTutor.html}`).not.toMatch(/\p{Script=Sinhala}/u);
  });
});

describe('the mail of a booking that we cancelled', () => {
  test('leads a student who has chosen Sinhala to tutors of the subject, by the name that the search knows', async () => {
    const student = await aStudent(database.db, { locale: 'si' });
    const figures = { refundCents: 150_000, retainedCents: 0, platformFeeCents: 0 };
    const cancelled = { status: 'cancelled', cancelledBy: 'system', ...figures } as const;
    const { id: bookingId, startTime } = await aBooking(database.db, { student, subjectName: 'Physics (A/L)', ...cancelled });
    const about = startTime.toISOString();
    const [mail] = await runMailJob(database, { mail: 'booking', kind: 'cancelled', bookingId, userId: student.id, about });
    expect(mail?.text).toContain(`\n\n${sinhala('Find another tutor')}\n${SITE}/si/tutors?category=all&subject=Physics+%28A%2FL%29\n`);
  });
});

describe('a mail to an address that no account has any more', () => {
  // spec s15-mails.4 | S15 3 | The last mails to an address, of a deleted account and of a changed address, are in the language of the account |
  //   src/server/features/mail/mail.projector.ts
  test('is in the language of the deleted account', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, locale: 'ta' });
    await callerAs(database, person).account.leave({ password: PASSWORD });
    expect(await database.db.$count(users, eq(users.id, person.id))).toBe(0);
    const mail = await sendOnlyMail('account_closed');
    expect(mail).toMatchObject({ to: person.email, subject: tamil('Your account was deleted') });
    expect(mail.html).toContain('<html lang="ta">');
    expect(mail.text).toContain(tamil('Your favorites and saved searches.'));
    expect(mail.text).toContain(
      `${tamil('Your bookings')}: ${tamil('Subject, time, price and status, without your name, your child’s name, your phone number, your address and your notes.')}`,
    );
  });

  // spec s15-mails.4
  test('is in the language of the account that has another address now', async () => {
    const pendingEmail = uniqueEmail();
    const person = await withSession(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH, locale: 'ta', pendingEmail }));
    const token = await createMailedLink(contextAs(database, null), { userId: person.id, purpose: 'email_change', email: pendingEmail });
    await callerAs(database, person).auth.verifyEmail({ token });
    expect(await sendOnlyMail('email_changed')).toMatchObject({ to: person.email, subject: tamil('Your email address was changed') });
  });
});

// spec s15-mails.5 | S15 3 | A mail that somebody asked for by an address is in the language of its account, not of the browser |
//   src/server/features/mail/mail.queries.ts
test('a reset of a password is in the language of the account', async () => {
  const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, locale: 'si' });
  await callerAs(database, null).auth.forgotPassword({ email: person.email.toUpperCase() });
  const mail = await sendOnlyMail('password_reset');
  expect(mail).toMatchObject({ to: person.email, subject: sinhala('Your code to reset your password') });
  expect(mail.text).toContain(`${sinhala('Reset Password')}\n${SITE}/si/reset-password?email=${encodeURIComponent(person.email)}&token=`);
});

// spec s15-mails.6 | S15 3 | Mails to all admins are in English | src/server/features/mail/verification.mail.ts
test('the mail about a submitted profile is in English, whatever the tutor speaks', async () => {
  const tutor = await aTutor(database.db, { user: { name: 'Kamala Silva', locale: 'si' }, verificationStatus: 'pending' });
  const [mail] = await runMailJob(database, { mail: 'profile_submitted', tutorId: tutor.id });
  expect(mail).toMatchObject({ subject: 'A tutor profile waits for review' });
  expect(mail?.text).toContain(`Review\n${SITE}/admin/tutors\n`);
  expect(mail?.text).toMatch(/^Hello,\n/);
});

// spec s15-mails.8 | S15 3 | The reason that the system wrote for a cancellation is in the language of its reader, one that a person wrote is as written |
//   src/shared/domain/cancellation-copy.ts, src/server/features/mail/bookings.mail.ts, src/client/features/bookings/booking-content.tsx
describe('the mail of a cancelled booking', () => {
  const reasons = ['No response from tutor', 'Student is no longer available', 'Tutor is no longer available'];

  async function sendCancellation(cancelledBy: 'system' | 'tutor', cancellationReason: string): Promise<Mail> {
    const student = await aStudent(database.db, { locale: 'ta' });
    const amounts = { refundCents: 150_000, retainedCents: 0, platformFeeCents: 0 };
    const booking = await aBooking(database.db, { student, status: 'cancelled', cancelledBy, cancellationReason, ...amounts });
    const about = booking.startTime.toISOString();
    const [mail] = await runMailJob(database, { mail: 'booking', kind: 'cancelled', bookingId: booking.id, userId: student.id, about });
    return mail ?? expect.fail('no mail went out');
  }

  test.each(reasons)('has the reason of the system in the language of the reader: %s', async (reason) => {
    const { text } = await sendCancellation('system', reason);
    expect(text).toContain(`\n${tamil(reason)}\n`);
    expect(text).not.toContain(reason);
  });

  test('has the reason of a person as it was written', async () => {
    const { text } = await sendCancellation('tutor', reasons[0] ?? '');
    expect(text).toContain(`\n${reasons[0]}\n`);
  });
});
