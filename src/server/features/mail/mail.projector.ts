import type { Executor } from '#db/executor.ts';
import { mailOptOuts } from '#db/schema/notifications.ts';
import type { BookingEventData, DomainEvent, ProjectionContext, Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import { enqueue } from '#server/core/jobs.ts';
import type { BookingMailName } from '#shared/domain/mail-kinds.ts';
import type { BookingStatus, Party } from '#shared/vocabulary/bookings.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';
import { findLocale } from './mail.queries.ts';

export const mailProjector: Projector = async (context, events) => {
  await deleteUnprovenOptOuts(context, events);
  for (const event of events) {
    const job = (await toFarewellJob(context, event)) ?? toMailJob(event, context.now());
    for (const params of job ? [job] : toBookingMailJobs(event)) enqueue(context, { kind: 'mail.send', params });
  }
};

/** Opt-outs from before the address was proven may be a stranger's. */
async function deleteUnprovenOptOuts({ db }: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  const userIds = events.flatMap((event) => (event.type === 'access.revoked' && event.hadUnprovenAddress ? [event.userId] : []));
  if (userIds.length > 0) await db.delete(mailOptOuts).where(anyOf(mailOptOuts.userId, userIds));
}

/**
 * These addresses belong to no account any more when the mail is sent, so the language is read now. The row of a closed account exists until
 * `account.emptied`.
 */
async function toFarewellJob({ db }: ProjectionContext, event: DomainEvent): Promise<MailJob | null> {
  if (event.type === 'email.changed') {
    const { name, from, to } = event;
    return { mail: 'email_changed', name, from, to, ...(await localeOf(db, { email: to })) };
  }
  if (event.type === 'account.closed') {
    const { userId, name, email, role } = event;
    return { mail: 'account_closed', name, to: email, role, ...(await localeOf(db, { userId })) };
  }
  return null;
}

async function localeOf(db: Executor, account: { userId: string } | { email: string }): Promise<{ locale?: Locale }> {
  const locale = await findLocale(db, account);
  return locale ? { locale } : {};
}

function toMailJob(event: DomainEvent, now: Date): MailJob | null {
  switch (event.type) {
    case 'account.registered':
      return { mail: 'welcome', userId: event.userId };
    case 'password.changed':
      return { mail: 'password_changed', userId: event.userId, isAccessRevoked: event.isAccessRevoked };
    case 'sensitive_action.taken': {
      const { userId, action, client, occurredAt: at } = event;
      return { mail: 'sensitive_action', userId, action, userAgent: client.userAgent, address: client.address, at: at.toISOString() };
    }
    case 'password.reset_asked':
      return {
        mail: 'password_reset',
        email: event.email,
        askedAt: now.toISOString(),
        asker: event.asker,
        ...(event.isFirstPassword && { isFirstPassword: true }),
      };
    case 'email.confirmation_asked':
      return { mail: 'email_confirmation', userId: event.userId };
    case 'email.change_asked':
      return { mail: 'email_change', userId: event.userId };
    case 'account.suspended':
      return { mail: 'account_suspended', userId: event.userId, reason: event.reason };
    case 'account.reinstated':
      return { mail: 'account_reinstated', userId: event.userId };
    case 'device.added':
      return { mail: 'new_device', userId: event.userId, device: event.device, at: event.occurredAt.toISOString() };
    case 'second_factor.changed': {
      const { userId, change, device } = event;
      return { mail: 'second_factor', userId, change, device, at: event.occurredAt.toISOString() };
    }
    case 'webhook.switched_off':
      return { mail: 'webhook_off', userId: event.userId, url: event.url };
    case 'review.written':
      return event.isNew && event.tutorUserId ? { mail: 'review_received', reviewId: event.reviewId, userId: event.tutorUserId } : null;
    case 'profile.submitted':
      return { mail: 'profile_submitted', tutorId: event.tutorId };
    case 'profile.reminded':
      return { mail: 'profile_reminder', tutorId: event.tutorId, userId: event.userId, missing: event.missing };
    case 'verification.decided':
      return {
        mail: 'verification_decided',
        userId: event.userId,
        decision: event.decision,
        reason: event.reason,
        decidedAt: event.occurredAt.toISOString(),
      };
    case 'archive.ready':
      return { mail: 'archive_ready', userId: event.userId, archiveId: event.archiveId };
    case 'search.found':
      return { mail: 'search_found', userId: event.userId, searchId: event.searchId };
    default:
      return null;
  }
}

const STATUS_MAILS: Record<BookingStatus, BookingMailName | null> = {
  pending: null,
  confirmed: 'confirmed',
  completed: null,
  cancelled: 'cancelled',
};

function toBookingMailJobs(event: DomainEvent): MailJob[] {
  switch (event.type) {
    case 'booking.requested':
      return toPartyMailJobs('requested', event.booking);
    case 'booking.changed': {
      const kind = STATUS_MAILS[event.booking.status];
      const isByTutor = kind === 'cancelled' && event.by === 'tutor';
      return kind ? toPartyMailJobs(kind, event.booking, { except: isByTutor ? 'tutor' : undefined }) : [];
    }
    case 'booking.rescheduled':
      return toPartyMailJobs('moved', event.booking, { from: event.from.startTime });
    case 'booking.reminder_due':
      return toPartyMailJobs('reminder', event.booking);
    case 'booking.answer_asked':
      return toPartyMailJobs('answer_asked', event.booking, { except: 'student' });
    case 'proposal.made':
      return toPartyMailJobs('proposed', event.booking, { about: event.startTime, except: event.by });
    default:
      return [];
  }
}

type PartyOptions = { about?: Date; from?: Date; except?: Party };

function toPartyMailJobs(
  kind: BookingMailName,
  booking: BookingEventData,
  { about = booking.startTime, from, except }: PartyOptions = {},
): MailJob[] {
  const userIdByParty = { student: booking.studentId, tutor: booking.tutorUserId } as const;
  return (['student', 'tutor'] as const).flatMap((party): MailJob[] => {
    const userId = userIdByParty[party];
    if (userId === null || party === except) return [];
    return [{ mail: 'booking', kind, bookingId: booking.id, userId, about: about.toISOString(), ...(from && { from: from.toISOString() }) }];
  });
}
