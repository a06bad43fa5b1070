import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW, type User } from '#tests/support/factories.ts';
import { useVerification } from '#tests/support/verification.ts';

const database = useDatabase();
const { createTutor } = useVerification(database);
const SITE = 'http://127.0.0.1';
const REASON = 'The degree is missing.\n\nPlease add <b>the certificate</b> & a photo.';
const DECISIONS = ['verified', 'rejected', 'unverified'] as const;

async function mailsFor(order: MailJob, adminEmail: string | null = 'admins@vidya.test'): Promise<Mail[]> {
  const sent: Mail[] = [];
  const context = contextAs(database, null, { mailer: { send: async (mail) => void sent.push(mail) } });
  await sendMail({ ...context, platform: { ...context.platform, adminEmail } }, order);
  return sent;
}
async function mailFor(order: MailJob): Promise<Mail> {
  const [mail] = await mailsFor(order);
  return mail ?? expect.fail('no mail went out');
}
const ordered = async () => (await database.db.select().from(jobs)).flatMap(({ kind, params }) => (kind === 'mail.send' ? [params] : []));
const rename = ({ id }: User, name: string) => database.db.update(users).set({ name }).where(eq(users.id, id));
const decided = (user: User, decision: (typeof DECISIONS)[number], { reason = '', at = NOW } = {}): MailJob => ({
  ...{ mail: 'verification_decided', userId: user.id },
  ...{ decision, reason, decidedAt: at.toISOString() },
});
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('mails about a submitted profile', () => {
  beforeEach(() => database.db.delete(jobs));

  // spec mail.15 | R §5 E4 | E4 submitted: tutor and every admin once, a mail to ADMIN_EMAIL | src/server/features/mail/verification.mail.ts
  test('a submission queues one mail to the address for admins', async () => {
    const { id, user, caller, input } = await createTutor('not_started');
    await database.db.delete(jobs);
    await rename(user, 'Nimal <i>Perera</i>');
    await caller.tutors.saveProfile(input);
    await caller.tutors.saveProfile({ bio: 'Newer' });
    expect(await ordered()).toEqual([{ mail: 'profile_submitted', tutorId: id }]);

    const mail = await mailFor({ mail: 'profile_submitted', tutorId: id });
    expect(mail).toMatchObject({ to: 'admins@vidya.test', subject: 'A tutor profile waits for review' });
    expect(mail.text).toContain('Nimal <i>Perera</i> has submitted a profile for review.');
    expect(mail.text).toContain(`Review\n${SITE}/admin/tutors\n`);
    expect(mail.html).toContain('Nimal &lt;i&gt;Perera&lt;/i&gt; has submitted');
  });

  // spec mail.15
  test.each(['Cheap pills at evil.example', 'https://evil.example', 'write@evil.example', ' '])(
    'a name like %j is left out of the mail',
    async (name) => {
      const { id, user } = await createTutor('pending');
      await rename(user, name);
      const mail = await mailFor({ mail: 'profile_submitted', tutorId: id });
      expect(mail.text).toContain('A tutor has submitted a profile for review.');
      expect(`${mail.text} ${mail.html}`).not.toContain('evil');
    },
  );

  // spec mail.15
  test('no mail is sent where no address is configured', async () => {
    const { id } = await createTutor('pending');
    expect(await mailsFor({ mail: 'profile_submitted', tutorId: id }, null)).toEqual([]);
  });

  test.each(['not_started', 'approved', 'rejected'] as const)('no mail is sent for a profile that is %s meanwhile', async (status) => {
    const { id } = await createTutor(status);
    expect(await mailsFor({ mail: 'profile_submitted', tutorId: id })).toEqual([]);
  });

  // spec mail.15
  test('no mail is sent for a profile deleted meanwhile', async () => {
    const { id, user } = await createTutor('pending');
    await database.db.delete(users).where(eq(users.id, user.id));
    expect(await mailsFor({ mail: 'profile_submitted', tutorId: id })).toEqual([]);
  });
});

describe('mails about a decision', () => {
  // spec mail.16 | R §5 E5 E6 E7 | E5 verified, E6 rejected with the reason, E7 unverified: a notification and a mail each |
  //   src/server/features/mail/verification.mail.ts
  test('each decision queues one mail in its transaction, and a refused one queues none', async () => {
    const { id, user, verification } = await createTutor('pending');
    await database.db.delete(jobs);
    await verification.reject({ id, reason: REASON });
    await verification.approve({ id });
    await expect(verification.approve({ id })).rejects.toThrow('Tutor is already verified');
    await verification.toggle({ id });
    const orders = [decided(user, 'rejected', { reason: REASON }), decided(user, 'verified'), decided(user, 'unverified')];
    expect(await ordered()).toHaveLength(3);
    expect(await ordered()).toEqual(expect.arrayContaining(orders));
  });

  // spec mail.16
  test('a tutor is informed of a verification', async () => {
    const { id, user, verification } = await createTutor('pending');
    await verification.approve({ id });
    const mail = await mailFor(decided(user, 'verified'));
    expect(mail).toMatchObject({ to: user.email, subject: 'Your profile is verified' });
    expect(mail.text).toContain(`Hello ${user.name},`);
    expect(mail.text).toContain(`View Profile\n${SITE}/tutor/profile\n`);
  });

  // spec mail.16
  test('a rejection gives the reason, line by line and never as markup', async () => {
    const { id, user, verification } = await createTutor('pending');
    await verification.reject({ id, reason: REASON });
    const mail = await mailFor(decided(user, 'rejected', { reason: REASON }));
    expect(mail).toMatchObject({ to: user.email, subject: 'Your profile was not approved' });
    expect(mail.text).toContain('\n\nThe degree is missing.\n\nPlease add <b>the certificate</b> & a photo.\n\n');
    expect(mail.html).toMatch(/<p [^>]*>The degree is missing\.<\/p>\n<p [^>]*>Please add &lt;b&gt;the certificate&lt;\/b&gt; &amp; a photo\.<\/p>/);
    expect(mail.text).toContain(`Update Profile\n${SITE}/tutor/profile\n`);
  });

  // spec mail.16
  test('an unverified tutor is notified that a new review follows', async () => {
    const { id, user, verification } = await createTutor('approved');
    await verification.toggle({ id });
    const mail = await mailFor(decided(user, 'unverified'));
    expect(mail).toMatchObject({ to: user.email, subject: 'Your profile is no longer verified' });
    expect(mail.text).toContain('An admin will review it again.');
  });

  test.each([
    ['verified', 'pending'],
    ['verified', 'rejected'],
    ['rejected', 'approved'],
    ['rejected', 'pending'],
    ['unverified', 'approved'],
    ['unverified', 'rejected'],
  ] as const)('the mail of %s is not sent once the profile is %s', async (decision, status) => {
    const { user } = await createTutor(status);
    expect(await mailsFor(decided(user, decision))).toEqual([]);
  });

  // spec mail.16
  test('a rejection is mailed once, however often it is repeated', async () => {
    const { id, user, admin, verification } = await createTutor('pending');
    await verification.reject({ id, reason: REASON });
    await callerAs(database, admin, { now: () => later(1) }).verification.reject({ id, reason: REASON });
    expect(await mailsFor(decided(user, 'rejected', { reason: REASON }))).toHaveLength(1);
    const other = 'The photo shows somebody else';
    await callerAs(database, admin, { now: () => later(2) }).verification.reject({ id, reason: other });
    expect(await mailsFor(decided(user, 'rejected', { reason: REASON }))).toEqual([]);
    expect(await mailsFor(decided(user, 'rejected', { reason: other, at: later(2) }))).toHaveLength(1);
  });

  // spec mail.16
  test.each(['approved', 'pending'] as const)('a decision on a profile that is %s is mailed once when it was reversed twice', async (status) => {
    const { id, user, admin } = await createTutor(status);
    for (const minutes of [0, 1, 2]) await callerAs(database, admin, { now: () => later(minutes) }).verification.toggle({ id });
    const decision = status === 'approved' ? 'unverified' : 'verified';
    expect(await mailsFor(decided(user, decision))).toEqual([]);
    expect(await mailsFor(decided(user, decision, { at: later(2) }))).toHaveLength(1);
  });

  // spec mail.16
  test('no mail is sent to a suspended tutor', async () => {
    const { id, user, verification } = await createTutor('pending');
    await verification.approve({ id });
    expect(await mailsFor(decided(user, 'verified'))).toHaveLength(1);
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id));
    expect(await mailsFor(decided(user, 'verified'))).toEqual([]);
  });

  test('a tutor whose profile has become incomplete is still notified of the lost badge', async () => {
    const { id, user, caller, verification } = await createTutor('approved');
    await verification.toggle({ id });
    await caller.tutors.saveProfile({ documents: [] });
    expect(await mailsFor(decided(user, 'unverified'))).toHaveLength(1);
  });

  // spec mail.16
  test.each(DECISIONS)('the mail of %s is not sent to a deleted tutor', async (decision) => {
    const { user } = await createTutor('pending');
    await database.db.delete(users).where(eq(users.id, user.id));
    expect(await mailsFor(decided(user, decision))).toEqual([]);
  });
});
