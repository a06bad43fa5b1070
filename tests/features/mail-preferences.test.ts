import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { savedSearches } from '#db/schema/engagement.ts';
import { jobs } from '#db/schema/jobs.ts';
import { mailOptOuts } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { MAIL_KINDS, type MailKind } from '#shared/vocabulary/notifications.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aReview, aStudent, aTutor, HOUR, NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';

async function mailOf(order: MailJob): Promise<Mail | null> {
  const sent: Mail[] = [];
  await sendMail(contextAs(database, null, { mailer: { send: async (mail) => void sent.push(mail) } }), order);
  return sent[0] ?? null;
}
const linkIn = (url: string | undefined) => {
  const { user = '', kind = '', signature = '' } = Object.fromEntries(new URL(url ?? '').searchParams);
  return { user, kind: MAIL_KINDS.find((candidate) => candidate === kind) ?? expect.fail(`no kind ${kind}`), signature };
};
const visitor = () => callerAs(database, null).mail;

async function aTutorWithMails() {
  const startTime = new Date(NOW.getTime() + 48 * HOUR);
  const tutor = await aTutor(database.db, { verificationStatus: 'rejected', verificationDate: NOW });
  const pending = await aBooking(database.db, { tutor, startTime });
  const confirmed = await aBooking(database.db, { tutor, status: 'confirmed', startTime: new Date(startTime.getTime() + 24 * HOUR) });
  const completed = await aBooking(database.db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) });
  const review = await aReview(database.db, { booking: completed });
  const userId = tutor.user.id;
  const bookingMail = (booking: typeof pending) =>
    ({ mail: 'booking', bookingId: booking.id, userId, about: booking.startTime.toISOString() }) as const;
  const [search] = await database.db
    .insert(savedSearches)
    .values({ userId, filters: { search: 'kandy' }, key: 'a'.repeat(64), foundAt: NOW })
    .returning();
  const orders: Record<MailKind, MailJob> = {
    bookings: { ...bookingMail(pending), kind: 'requested' },
    reminders: { ...bookingMail(confirmed), kind: 'reminder' },
    reviews: { mail: 'review_received', reviewId: review.id, userId },
    profile: { mail: 'verification_decided', userId, decision: 'rejected', reason: 'Not legible', decidedAt: NOW.toISOString() },
    searches: { mail: 'search_found', userId, searchId: search?.id ?? '' },
  };
  return { tutor, userId, orders, own: callerAs(database, tutor.user).mail };
}

describe('mail preferences', () => {
  // spec mail.34
  test('all kinds are on by default, and each role has its own kinds', async () => {
    const student = await aStudent(database.db);
    expect(await callerAs(database, student).mail.preferences()).toEqual([
      { kind: 'bookings', isOn: true },
      { kind: 'reminders', isOn: true },
      { kind: 'searches', isOn: true },
    ]);
    const { own } = await aTutorWithMails();
    expect((await own.preferences()).map(({ kind }) => kind)).toEqual(['bookings', 'reminders', 'reviews', 'profile']);
    expect(await callerAs(database, await anAdmin(database.db)).mail.preferences()).toEqual([]);
  });

  // spec mail.34
  test('kinds can be switched off and on any number of times, and only for oneself', async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const own = callerAs(database, student).mail;
    for (const isOn of [false, false, true, true, false]) {
      expect(await own.setPreference({ kind: 'reminders', isOn })).toEqual({ kind: 'reminders', isOn });
      expect(await own.preferences()).toContainEqual({ kind: 'reminders', isOn });
    }
    expect(await own.preferences()).toContainEqual({ kind: 'bookings', isOn: true });
    expect(await callerAs(database, other).mail.preferences()).toContainEqual({ kind: 'reminders', isOn: true });
  });

  test('preferences are deleted with the account, and cannot be set for a deleted one', async () => {
    const student = await aStudent(database.db);
    const own = callerAs(database, student).mail;
    await own.setPreference({ kind: 'bookings', isOn: false });
    await database.db.delete(users).where(eq(users.id, student.id));
    expect(await database.db.select().from(mailOptOuts).where(eq(mailOptOuts.userId, student.id))).toEqual([]);
    await expect(own.setPreference({ kind: 'bookings', isOn: false })).rejects.toThrow('Session expired. Please login again.');
  });

  // spec mail.35 | D Realtime and notifications, S6 | Looked up when a mail is sent: one that was ordered before is spared too, and the other party
  //   gets theirs | src/server/features/mail/preferences.queries.ts
  test.each(MAIL_KINDS)('%s: switching it off also stops mails already queued, and no other kind', async (kind) => {
    const { orders, own } = await aTutorWithMails();
    await own.setPreference({ kind, isOn: false });
    for (const mailKind of MAIL_KINDS) expect((await mailOf(orders[mailKind])) === null, mailKind).toBe(mailKind === kind);
    await own.setPreference({ kind, isOn: true });
    expect(await mailOf(orders[kind])).not.toBeNull();
  });

  // spec mail.35
  test('a preference applies to its owner, and not to the other party of a booking', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const booking = await aBooking(database.db, { student, tutor });
    await callerAs(database, student).mail.setPreference({ kind: 'bookings', isOn: false });
    const order = (userId: string) =>
      ({ mail: 'booking', kind: 'requested', bookingId: booking.id, userId, about: booking.startTime.toISOString() }) as const;
    expect(await mailOf(order(student.id))).toBeNull();
    expect(await mailOf(order(tutor.user.id))).toMatchObject({ to: tutor.user.email });
  });
});

describe('optional mails', () => {
  // spec mail.38
  test.each(MAIL_KINDS)('a mail of the kind %s has a link in its footer that switches it off for this person', async (kind) => {
    const { orders, userId } = await aTutorWithMails();
    const mail = await mailOf(orders[kind]);
    const url = mail?.unsubscribeUrl ?? '';
    expect(linkIn(url)).toMatchObject({ user: userId, kind });
    expect(mail?.text).toMatch(/\nUnsubscribe from [a-z ]+: http\S+\n$/);
    expect(mail?.text).toContain(url);
    expect(mail?.html).toContain(`<a href="${url.replaceAll('&', '&amp;')}"`);
    expect(await visitor().offer(linkIn(url))).toEqual({ kind, isOn: true });
  });

  // spec mail.36 | D Realtime and notifications | Account mails always go, and say nothing of unsubscribing; nor does the one to ADMIN_EMAIL |
  //   src/shared/domain/mail-kinds.ts
  test.each<Exclude<MailJob['mail'], 'booking'>>(['welcome', 'password_changed', 'email_confirmation', 'account_reinstated'])(
    'a mail about the account is not optional and is always sent: %s',
    async (mail) => {
      const tutor = await aTutor(database.db);
      for (const kind of MAIL_KINDS) await callerAs(database, tutor.user).mail.setPreference({ kind, isOn: false });
      const sent = await mailOf({ mail, userId: tutor.user.id } as MailJob);
      expect(sent).toMatchObject({ to: tutor.user.email });
      expect(sent?.unsubscribeUrl).toBeUndefined();
      expect(`${sent?.text} ${sent?.html}`).not.toMatch(/unsubscribe/i);
    },
  );

  // spec mail.36
  test('the mail to the address for admins is not optional', async () => {
    const tutor = await aTutor(database.db, { verificationStatus: 'pending' });
    await callerAs(database, tutor.user).mail.setPreference({ kind: 'profile', isOn: false });
    const sent = await mailOf({ mail: 'profile_submitted', tutorId: tutor.id });
    expect([sent?.to, sent?.unsubscribeUrl]).toEqual(['admins@vidya.test', undefined]);
  });
});

describe('the link in a mail', () => {
  beforeEach(() => database.db.delete(jobs));
  const aLink = async () => {
    const { orders, own, userId } = await aTutorWithMails();
    return { own, userId, link: linkIn((await mailOf(orders.reviews))?.unsubscribeUrl) };
  };

  // spec mail.37
  test('the link switches its kind off without a login, any number of times', async () => {
    const { own, link } = await aLink();
    for (let times = 0; times < 2; times += 1) expect(await visitor().unsubscribe(link)).toEqual({ kind: 'reviews', isOn: false });
    expect(await visitor().offer(link)).toEqual({ kind: 'reviews', isOn: false });
    expect((await own.preferences()).filter(({ isOn }) => !isOn)).toEqual([{ kind: 'reviews', isOn: false }]);
  });

  // spec mail.37
  test('the link with another kind, person or signature is invalid', async () => {
    const { own, link } = await aLink();
    const stranger = await aStudent(database.db);
    const other = (await aLink()).link;
    const wrong = [
      { ...link, kind: 'bookings' as const },
      { ...link, user: stranger.id },
      { ...link, user: UNKNOWN },
      { ...link, signature: other.signature },
      { ...link, signature: `${link.signature}A` },
      { ...link, signature: '' },
    ];
    for (const invalid of wrong) {
      await expect(visitor().offer(invalid)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Not found' });
      await expect(visitor().unsubscribe(invalid)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Not found' });
    }
    expect((await own.preferences()).every(({ isOn }) => isOn)).toBe(true);
  });

  test('the link of a deleted account does nothing', async () => {
    const { link, userId } = await aLink();
    await database.db.delete(users).where(eq(users.id, userId));
    expect(await visitor().offer(link)).toEqual({ kind: 'reviews', isOn: false });
    expect(await visitor().unsubscribe(link)).toEqual({ kind: 'reviews', isOn: false });
    expect(await database.db.select().from(mailOptOuts).where(eq(mailOptOuts.userId, userId))).toEqual([]);
  });
});
