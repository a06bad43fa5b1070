import { selectProfilesForVerification } from '#db/profile-verification.ts';
import type { Ctx } from '#server/core/context.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { createReset } from '#server/core/password-resets.ts';
import type { Mail } from '#server/core/ports.ts';
import { mailKindOf } from '#shared/domain/mail-kinds.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/vocabulary/locales.ts';
import {
  accountClosedMail,
  accountReinstatedMail,
  accountSuspendedMail,
  archiveReadyMail,
  confirmationMail,
  emailChangedMail,
  emailChangeMail,
  firstPasswordMail,
  newDeviceMail,
  passwordChangedMail,
  passwordResetMail,
  webhookOffMail,
  welcomeMail,
} from './accounts.mail.ts';
import { bookingMail, reviewReceivedMail } from './bookings.mail.ts';
import type { Addressee, Letter } from './email-layout.mail.ts';
import {
  type BookingDetails,
  findAccount,
  findAccountByEmail,
  findArchiveExpiry,
  findBookingDetails,
  findFoundSearch,
  findRecipient,
  findReviewDetails,
  findTutor,
  findTutorByAccount,
  hasLaterResetRequest,
  isWebhookOff,
  listPasskeyNames,
} from './mail.queries.ts';
import { createUnsubscribeUrl } from './preferences.queries.ts';
import { searchFoundMail } from './searches.mail.ts';
import { secondFactorMail, sensitiveActionMail } from './security.mail.ts';
import { profileRejectedMail, profileReminderMail, profileSubmittedMail, profileUnverifiedMail, profileVerifiedMail } from './verification.mail.ts';

type JobOf<M extends MailJob['mail']> = Extract<MailJob, { mail: M }>;

/** Reads everything again: a mail that is outdated since its order, or has been switched off, is not sent. */
export const sendMail: JobHandlers['mail.send'] = async (ctx, job) => {
  const { locale, hasOptedOut } = await findRecipient(ctx.db, job);
  if (hasOptedOut) return;
  const mail = await composeMail({ ...ctx, platform: await toLetter(ctx, locale ?? DEFAULT_LOCALE) }, job);
  if (mail) await ctx.mailer.send(mail, ctx.jobId);
};

type MailCtx = Omit<Ctx, 'platform'> & { platform: Letter };

/** Written in the language of the recipient, and so are the linked pages. Mails to all admins are in English. */
async function toLetter({ platform, namedTextsIn }: Ctx, locale: Locale): Promise<Letter> {
  return { ...platform, t: await namedTextsIn(locale), pagesUrl: locale === DEFAULT_LOCALE ? platform.publicUrl : `${platform.publicUrl}/${locale}` };
}

async function composeMail(ctx: MailCtx, job: MailJob): Promise<Mail | null> {
  const { platform } = ctx;
  switch (job.mail) {
    case 'email_changed':
      return emailChangedMail(platform, { to: job.from, name: job.name });
    case 'account_closed':
      return accountClosedMail(platform, { to: job.to, name: job.name, role: job.role });
    case 'password_reset':
      return composeResetMail(ctx, job);
    case 'account_suspended':
    case 'account_reinstated':
      return composeAccountStatusMail(ctx, job);
    case 'new_device':
      return composeNewDeviceMail(ctx, job);
    case 'second_factor':
      return composeSecondFactorMail(ctx, job);
    case 'webhook_off':
      return composeWebhookOffMail(ctx, job);
    case 'booking':
      return composeBookingMail(ctx, job);
    case 'review_received':
      return composeReviewMail(ctx, job);
    case 'profile_submitted':
      return composeSubmittedMail(ctx, job);
    case 'profile_reminder':
      return composeReminderMail(ctx, job);
    case 'verification_decided':
      return composeDecisionMail(ctx, job);
    case 'search_found':
      return composeSearchMail(ctx, job);
    case 'archive_ready':
      return composeArchiveMail(ctx, job);
    default:
      return composeAccountMail(ctx, job);
  }
}

async function composeResetMail(ctx: MailCtx, job: JobOf<'password_reset'>): Promise<Mail | null> {
  const askedAt = new Date(job.askedAt);
  if (ctx.now().getTime() - askedAt.getTime() >= CODES.codeMinutes * MINUTE_MS) return null;
  const account = await findAccountByEmail(ctx.db, job.email);
  if (account?.status !== 'active') return null;
  // A Google account has no password to reset. It may set a first one when another Google account has its address.
  if (!account.hasPassword && !job.isFirstPassword) return null;
  if (await hasLaterResetRequest(ctx.db, job)) return null;
  const { id: userId, name, email } = account;
  const codes = await createReset(ctx, { userId, email, askedAt, asker: job.asker });
  if (!codes) return null;
  if (!account.hasPassword) return firstPasswordMail(ctx.platform, { to: email, name, token: codes.token });
  return passwordResetMail(ctx.platform, { to: email, name, ...codes });
}

async function composeBookingMail(ctx: MailCtx, job: JobOf<'booking'>): Promise<Mail | null> {
  const { db, platform, now } = ctx;
  const details = await findBookingDetails(db, job.bookingId);
  if (!details || !isUpToDate(details, job, now())) return null;
  const { booking, proposal, topics } = details;
  const role = booking.studentId === job.userId ? 'student' : 'tutor';
  const person = details[role];
  if (person?.id !== job.userId || person.status !== 'active') return null;
  const length = booking.endTime.getTime() - booking.startTime.getTime();
  const from = job.from === undefined ? null : new Date(job.from);
  return bookingMail(platform, job.kind, {
    addressee: toAddressee(ctx, job, person),
    role,
    booking: {
      ...booking,
      topics,
      studentName: details.student?.name ?? '',
      tutorName: details.tutor?.name ?? '',
      cancellation: toCancellation(booking),
    },
    oldTime: from && { startTime: from, endTime: new Date(from.getTime() + length) },
    proposed: proposal,
  });
}

function isUpToDate({ booking, proposal }: BookingDetails, { kind, about, userId }: JobOf<'booking'>, now: Date): boolean {
  const { status, startTime } = booking;
  const hasSameTime = startTime.getTime() === Date.parse(about);
  switch (kind) {
    case 'requested':
      return status === 'pending' && hasSameTime;
    case 'answer_asked':
      return status === 'pending' && hasSameTime && now < startTime;
    case 'confirmed':
    case 'moved':
      return status === 'confirmed' && hasSameTime;
    case 'cancelled':
      return status === 'cancelled';
    case 'reminder':
      return status === 'confirmed' && hasSameTime && now < startTime;
    case 'proposed': {
      if (status !== 'confirmed' || proposal?.startTime.getTime() !== Date.parse(about)) return false;
      return now < proposal.lapsesAt && userId !== (proposal.proposedBy === 'student' ? booking.studentId : booking.tutorUserId);
    }
  }
}

function toCancellation({ cancelledBy: by, cancellationReason, retainedCents, platformFeeCents }: BookingDetails['booking']) {
  if (by === null || retainedCents === null || platformFeeCents === null) return null;
  return { by, reason: cancellationReason ?? '', retained: retainedCents, platformFee: platformFeeCents };
}

async function composeReviewMail(ctx: MailCtx, job: JobOf<'review_received'>): Promise<Mail | null> {
  const details = await findReviewDetails(ctx.db, job.reviewId);
  if (details?.tutor.status !== 'active') return null;
  const { tutor, studentName, ...review } = details;
  return reviewReceivedMail(ctx.platform, { ...toAddressee(ctx, job, tutor), studentName: studentName ?? '', ...review });
}

async function composeSubmittedMail({ db, platform }: MailCtx, { tutorId }: JobOf<'profile_submitted'>): Promise<Mail | null> {
  const to = platform.adminEmail;
  const tutor = to === null ? null : await findTutor(db, tutorId);
  return to !== null && tutor?.verificationStatus === 'pending' ? profileSubmittedMail(platform, { to, tutor: tutor.name }) : null;
}

async function composeReminderMail(ctx: MailCtx, job: JobOf<'profile_reminder'>): Promise<Mail | null> {
  const [tutor] = await selectProfilesForVerification(ctx.db, [job.tutorId]);
  if (tutor?.accountStatus !== 'active' || completeness(tutor).isComplete) return null;
  return profileReminderMail(ctx.platform, { ...toAddressee(ctx, job, tutor.user), missing: job.missing });
}

async function composeDecisionMail(ctx: MailCtx, job: JobOf<'verification_decided'>): Promise<Mail | null> {
  const { decision, reason, decidedAt } = job;
  const tutor = await findTutorByAccount(ctx.db, job.userId);
  if (tutor?.status !== 'active') return null;
  const { platform } = ctx;
  const { verificationStatus, verificationDate, approvedAt } = tutor;
  const addressee = toAddressee(ctx, job, tutor);
  const at = new Date(decidedAt);
  const isLast = verificationDate?.getTime() === at.getTime();
  switch (decision) {
    case 'verified':
      return isLast && verificationStatus === 'approved' ? profileVerifiedMail(platform, addressee) : null;
    case 'rejected':
      return isLast && verificationStatus === 'rejected' ? profileRejectedMail(platform, { ...addressee, reason }) : null;
    case 'unverified': {
      // This decision clears the date, so a date, or a later approval, belongs to another decision.
      const isOpen = verificationStatus === 'pending' || verificationStatus === 'not_started';
      const isOverturned = verificationDate !== null || (approvedAt !== null && approvedAt > at);
      return isOpen && !isOverturned ? profileUnverifiedMail(platform, addressee) : null;
    }
  }
}

async function composeSearchMail(ctx: MailCtx, job: JobOf<'search_found'>): Promise<Mail | null> {
  const details = await findFoundSearch(ctx.db, job.searchId);
  if (details?.person.status !== 'active') return null;
  return searchFoundMail(ctx.platform, { ...toAddressee(ctx, job, details.person), filters: details.filters });
}

async function composeArchiveMail({ db, platform, now }: MailCtx, { userId, archiveId }: JobOf<'archive_ready'>): Promise<Mail | null> {
  const account = await findAccount(db, userId);
  const expiresAt = await findArchiveExpiry(db, archiveId);
  if (account?.status !== 'active' || expiresAt === null || expiresAt <= now()) return null;
  return archiveReadyMail(platform, { to: account.email, name: account.name, expiresAt });
}

function toAddressee({ platform, signer }: MailCtx, job: MailJob, { id, name, email }: { id: string; name: string; email: string }): Addressee {
  const kind = mailKindOf(job);
  return { to: email, name, unsubscribe: kind && { kind, url: createUnsubscribeUrl({ platform, signer }, { user: id, kind }) } };
}

async function composeAccountStatusMail({ db, platform }: MailCtx, job: JobOf<'account_suspended' | 'account_reinstated'>): Promise<Mail | null> {
  const account = await findAccount(db, job.userId);
  if (!account) return null;
  const addressee = { to: account.email, name: account.name };
  if (job.mail === 'account_suspended')
    return account.status === 'suspended' ? accountSuspendedMail(platform, { ...addressee, reason: job.reason }) : null;
  return account.status === 'active' ? accountReinstatedMail(platform, addressee) : null;
}

async function composeNewDeviceMail({ db, platform }: MailCtx, { userId, device, at }: JobOf<'new_device'>): Promise<Mail | null> {
  const account = await findAccount(db, userId);
  if (account?.status !== 'active') return null;
  return newDeviceMail(platform, { to: account.email, name: account.name, device, at: new Date(at) });
}

async function composeSecondFactorMail({ db, platform }: MailCtx, { userId, change, device, at }: JobOf<'second_factor'>): Promise<Mail | null> {
  const account = await findAccount(db, userId);
  if (account?.status !== 'active') return null;
  return secondFactorMail(platform, { to: account.email, name: account.name, change, device, at: new Date(at) });
}

async function composeWebhookOffMail({ db, platform }: MailCtx, job: JobOf<'webhook_off'>): Promise<Mail | null> {
  const account = await findAccount(db, job.userId);
  if (account?.status !== 'active' || !(await isWebhookOff(db, job))) return null;
  return webhookOffMail(platform, { to: account.email, name: account.name, url: job.url });
}

async function composeAccountMail(
  ctx: MailCtx,
  job: JobOf<'sensitive_action' | 'welcome' | 'password_changed' | 'email_confirmation' | 'email_change'>,
): Promise<Mail | null> {
  const { platform } = ctx;
  const { userId } = job;
  const account = await findAccount(ctx.db, userId);
  if (!account) return null;
  const { name, email, role, pendingEmail, hasPassword } = account;
  const isConfirmed = account.emailVerifiedAt !== null;
  const issueToken = (address: string, purpose: 'email_confirmation' | 'email_change') => createMailedLink(ctx, { userId, purpose, email: address });
  switch (job.mail) {
    case 'sensitive_action':
      return sensitiveActionMail(platform, { ...job, at: new Date(job.at), to: email, name, hasPassword });
    case 'welcome':
      if (role !== 'student' && role !== 'tutor') return null;
      return welcomeMail(platform, { to: email, name, role, token: isConfirmed ? null : await issueToken(email, 'email_confirmation') });
    case 'password_changed':
      return passwordChangedMail(platform, {
        to: email,
        name,
        isAccessRevoked: job.isAccessRevoked ?? false,
        passkeys: await listPasskeyNames(ctx.db, userId),
      });
    case 'email_confirmation':
      return isConfirmed ? null : confirmationMail(platform, { to: email, name, token: await issueToken(email, 'email_confirmation') });
    case 'email_change':
      return pendingEmail === null
        ? null
        : emailChangeMail(platform, { to: pendingEmail, name, token: await issueToken(pendingEmail, 'email_change') });
  }
}
