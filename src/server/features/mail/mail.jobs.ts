import { judgedProfiles } from '#db/judged-profiles.ts';
import { issueCode } from '#server/core/codes.ts';
import type { Ctx } from '#server/core/context.ts';
import type { MailOrder } from '#server/core/job-kinds.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { issueReset } from '#server/core/password-resets.ts';
import type { Mail } from '#server/core/ports.ts';
import { mailKindOf } from '#shared/domain/mail-kinds.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { CODES } from '#shared/vocabulary/limits.ts';
import {
  accountClosedMail,
  accountReinstatedMail,
  accountSuspendedMail,
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
import type { Addressee } from './email-layout.mail.ts';
import {
  accountByEmail,
  accountById,
  bookingToTell,
  isResetAskedAgain,
  isWebhookOff,
  passkeyNames,
  reviewToTell,
  type ToldBooking,
  tutorById,
  tutorOfAccount,
} from './mail.queries.ts';
import { isUnwanted, unsubscribeUrlFor } from './preferences.queries.ts';
import { secondFactorMail, sensitiveActionMail } from './security.mail.ts';
import { profileRejectedMail, profileReminderMail, profileSubmittedMail, profileUnverifiedMail, profileVerifiedMail } from './verification.mail.ts';

type ResetOrder = Extract<MailOrder, { mail: 'password_reset' }>;
type ReviewOrder = Extract<MailOrder, { mail: 'review_received' }>;
type ReminderOrder = Extract<MailOrder, { mail: 'profile_reminder' }>;
type SubmissionOrder = Extract<MailOrder, { mail: 'profile_submitted' }>;
type StandingOrder = Extract<MailOrder, { mail: 'account_suspended' | 'account_reinstated' }>;
type DeviceOrder = Extract<MailOrder, { mail: 'new_device' }>;
type FactorOrder = Extract<MailOrder, { mail: 'second_factor' }>;
type WebhookOrder = Extract<MailOrder, { mail: 'webhook_off' }>;
type BookingOrder = Extract<MailOrder, { mail: 'booking' }>;
type DecisionOrder = Extract<MailOrder, { mail: 'verification_decided' }>;

/** Reads again what the mail is about, and whether it is wanted: what is no longer so, nobody is told. */
export const sendMail: JobHandlers['mail.send'] = async (ctx, order) => {
  if (await isUnwanted(ctx.db, order)) return;
  const mail = await mailOf(ctx, order);
  if (mail) await ctx.mailer.send(mail);
};

async function mailOf(ctx: Ctx, order: MailOrder): Promise<Mail | null> {
  const { platform } = ctx;
  switch (order.mail) {
    case 'email_changed':
      return emailChangedMail(platform, { to: order.from, name: order.name });
    case 'account_closed':
      return accountClosedMail(platform, { to: order.to, name: order.name });
    case 'password_reset':
      return resetOf(ctx, order);
    case 'account_suspended':
    case 'account_reinstated':
      return standingOf(ctx, order);
    case 'new_device':
      return newDeviceOf(ctx, order);
    case 'second_factor':
      return secondFactorOf(ctx, order);
    case 'webhook_off':
      return webhookOffOf(ctx, order);
    case 'booking':
      return bookingOf(ctx, order);
    case 'review_received':
      return reviewOf(ctx, order);
    case 'profile_submitted':
      return submittedOf(ctx, order);
    case 'profile_reminder':
      return reminderOf(ctx, order);
    case 'verification_decided':
      return decidedOf(ctx, order);
    default:
      return ofAccount(ctx, order);
  }
}

/** A code goes to those alone who have a password and may sign in with it, and who still wait for it: of one device the last that was asked for. */
async function resetOf(ctx: Ctx, order: ResetOrder): Promise<Mail | null> {
  const askedAt = new Date(order.askedAt);
  if (ctx.now().getTime() - askedAt.getTime() >= CODES.codeMinutes * 60_000) return null;
  const account = await accountByEmail(ctx.db, order.email);
  if (account?.status !== 'active') return null;
  // An account of Google has none to reset; it gets its first one where another Google account has its address.
  if (!account.hasPassword && !order.isFirstPassword) return null;
  if (await isResetAskedAgain(ctx.db, order)) return null;
  const { id: userId, name, email } = account;
  const secrets = await issueReset(ctx, { userId, email, askedAt, asker: order.asker });
  if (!secrets) return null;
  if (!account.hasPassword) return firstPasswordMail(ctx.platform, { to: email, name, token: secrets.token });
  return passwordResetMail(ctx.platform, { to: email, name, ...secrets });
}

/** To whoever is still a party of it, if it still stands as the order tells. */
async function bookingOf(ctx: Ctx, order: BookingOrder): Promise<Mail | null> {
  const { db, platform, now } = ctx;
  const told = await bookingToTell(db, order.bookingId);
  if (!told || !isStillSo(told, order, now())) return null;
  const { booking, proposal, topics } = told;
  const role = booking.studentId === order.userId ? 'student' : 'tutor';
  const person = told[role];
  if (person?.id !== order.userId || person.status !== 'active') return null;
  const length = booking.endTime.getTime() - booking.startTime.getTime();
  const from = order.from === undefined ? null : new Date(order.from);
  return bookingMail(platform, order.kind, {
    addressee: addresseeOf(ctx, order, person),
    role,
    booking: { ...booking, topics, studentName: told.student?.name ?? '', tutorName: told.tutor?.name ?? '', cancellation: cancellationOf(booking) },
    oldTime: from && { startTime: from, endTime: new Date(from.getTime() + length) },
    proposed: proposal,
  });
}

/** Another status or another time has a mail of its own. */
function isStillSo({ booking, proposal }: ToldBooking, { kind, about, userId }: BookingOrder, now: Date): boolean {
  const { status, startTime } = booking;
  const isOfThisTime = startTime.getTime() === Date.parse(about);
  switch (kind) {
    case 'requested':
      return status === 'pending' && isOfThisTime;
    case 'answer_asked':
      return status === 'pending' && isOfThisTime && now < startTime;
    case 'confirmed':
    case 'moved':
      return status === 'confirmed' && isOfThisTime;
    case 'cancelled':
      return status === 'cancelled';
    case 'reminder':
      return status === 'confirmed' && isOfThisTime && now < startTime;
    case 'proposed': {
      if (status !== 'confirmed' || proposal?.startTime.getTime() !== Date.parse(about)) return false;
      return now < proposal.lapsesAt && userId !== (proposal.proposedBy === 'student' ? booking.studentId : booking.tutorUserId);
    }
  }
}

function cancellationOf({ cancelledBy: by, cancellationReason, refundCents, retainedCents, platformFeeCents }: ToldBooking['booking']) {
  if (by === null || refundCents === null || retainedCents === null || platformFeeCents === null) return null;
  return { by, reason: cancellationReason ?? '', refund: refundCents, retained: retainedCents, platformFee: platformFeeCents };
}

async function reviewOf(ctx: Ctx, order: ReviewOrder): Promise<Mail | null> {
  const told = await reviewToTell(ctx.db, order.reviewId);
  if (told?.tutor.status !== 'active') return null;
  const { tutor, studentName, ...review } = told;
  return reviewReceivedMail(ctx.platform, { ...addresseeOf(ctx, order, tutor), studentName: studentName ?? '', ...review });
}

async function submittedOf({ db, platform }: Ctx, { tutorId }: SubmissionOrder): Promise<Mail | null> {
  const to = platform.adminEmail;
  const tutor = to === null ? null : await tutorById(db, tutorId);
  return to !== null && tutor?.verificationStatus === 'pending' ? profileSubmittedMail(platform, { to, tutor: tutor.name }) : null;
}

/** Nobody is asked for what is there by now. */
async function reminderOf(ctx: Ctx, order: ReminderOrder): Promise<Mail | null> {
  const [tutor] = await judgedProfiles(ctx.db, [order.tutorId]);
  if (tutor?.accountStatus !== 'active' || completeness(tutor).isComplete) return null;
  return profileReminderMail(ctx.platform, { ...addresseeOf(ctx, order, tutor.user), missing: order.missing });
}

/** The last decision is told, unless submitting again has answered it; one that was overturned is none any more. */
async function decidedOf(ctx: Ctx, order: DecisionOrder): Promise<Mail | null> {
  const { decision, reason, decidedAt } = order;
  const tutor = await tutorOfAccount(ctx.db, order.userId);
  if (tutor?.status !== 'active') return null;
  const { platform } = ctx;
  const { verificationStatus, verificationDate, approvedAt } = tutor;
  const addressee = addresseeOf(ctx, order, tutor);
  const at = new Date(decidedAt);
  const isLast = verificationDate?.getTime() === at.getTime();
  switch (decision) {
    case 'verified':
      return isLast && verificationStatus === 'approved' ? profileVerifiedMail(platform, addressee) : null;
    case 'rejected':
      return isLast && verificationStatus === 'rejected' ? profileRejectedMail(platform, { ...addressee, reason }) : null;
    case 'unverified': {
      // Such a decision leaves no date: one that is there, or a later approval, is of another.
      const isOpen = verificationStatus === 'pending' || verificationStatus === 'not_started';
      const isOverturned = verificationDate !== null || (approvedAt !== null && approvedAt > at);
      return isOpen && !isOverturned ? profileUnverifiedMail(platform, addressee) : null;
    }
  }
}

/** With the way out, where it is a mail that they may do without. */
function addresseeOf({ platform, signer }: Ctx, order: MailOrder, { id, name, email }: { id: string; name: string; email: string }): Addressee {
  const kind = mailKindOf(order);
  return { to: email, name, unsubscribe: kind && { kind, url: unsubscribeUrlFor({ platform, signer }, { user: id, kind }) } };
}

/** Not to whom the opposite has happened meanwhile. */
async function standingOf({ db, platform }: Ctx, order: StandingOrder): Promise<Mail | null> {
  const account = await accountById(db, order.userId);
  if (!account) return null;
  const addressee = { to: account.email, name: account.name };
  if (order.mail === 'account_suspended')
    return account.status === 'suspended' ? accountSuspendedMail(platform, { ...addressee, reason: order.reason }) : null;
  return account.status === 'active' ? accountReinstatedMail(platform, addressee) : null;
}

async function newDeviceOf({ db, platform }: Ctx, { userId, device, at }: DeviceOrder): Promise<Mail | null> {
  const account = await accountById(db, userId);
  if (account?.status !== 'active') return null;
  return newDeviceMail(platform, { to: account.email, name: account.name, device, at: new Date(at) });
}

async function secondFactorOf({ db, platform }: Ctx, { userId, change, device, at }: FactorOrder): Promise<Mail | null> {
  const account = await accountById(db, userId);
  if (account?.status !== 'active') return null;
  return secondFactorMail(platform, { to: account.email, name: account.name, change, device, at: new Date(at) });
}

/** Not of one that was switched on again, or taken away. */
async function webhookOffOf({ db, platform }: Ctx, order: WebhookOrder): Promise<Mail | null> {
  const account = await accountById(db, order.userId);
  if (account?.status !== 'active' || !(await isWebhookOff(db, order))) return null;
  return webhookOffMail(platform, { to: account.email, name: account.name, url: order.url });
}

async function ofAccount(
  ctx: Ctx,
  order: Exclude<
    Extract<MailOrder, { userId: string }>,
    DecisionOrder | BookingOrder | StandingOrder | DeviceOrder | FactorOrder | WebhookOrder | ReviewOrder | ReminderOrder
  >,
): Promise<Mail | null> {
  const { platform } = ctx;
  const { userId } = order;
  const account = await accountById(ctx.db, userId);
  if (!account) return null;
  const { name, email, role, pendingEmail, hasPassword } = account;
  const isProven = account.emailVerifiedAt !== null;
  const tokenTo = (address: string, purpose: 'email_confirmation' | 'email_change') => issueCode(ctx, { userId, purpose, email: address });
  switch (order.mail) {
    case 'sensitive_action':
      return sensitiveActionMail(platform, { ...order, at: new Date(order.at), to: email, name, hasPassword });
    case 'welcome':
      if (role !== 'student' && role !== 'tutor') return null;
      return welcomeMail(platform, { to: email, name, role, token: isProven ? null : await tokenTo(email, 'email_confirmation') });
    case 'password_changed':
      return passwordChangedMail(platform, {
        to: email,
        name,
        isAccessRevoked: order.isAccessRevoked ?? false,
        passkeys: await passkeyNames(ctx.db, userId),
      });
    case 'email_confirmation':
      return isProven ? null : confirmationMail(platform, { to: email, name, token: await tokenTo(email, 'email_confirmation') });
    case 'email_change':
      return pendingEmail === null ? null : emailChangeMail(platform, { to: pendingEmail, name, token: await tokenTo(pendingEmail, 'email_change') });
  }
}
