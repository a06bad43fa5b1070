import type { DomainEvent, Projector } from '#server/core/events.ts';
import type { MailOrder } from '#server/core/job-kinds.ts';
import { enqueue } from '#server/core/jobs.ts';

/** Orders the mails that the news of an account or a profile call for. */
export const mailProjector: Projector = async (settling, events) => {
  for (const event of events) {
    const order = orderOf(event, settling.now());
    if (order) enqueue(settling, { kind: 'mail.send', params: order });
  }
};

function orderOf(event: DomainEvent, at: Date): MailOrder | null {
  switch (event.type) {
    case 'account.registered':
      return { mail: 'welcome', userId: event.userId };
    case 'password.changed':
      return { mail: 'password_changed', userId: event.userId };
    case 'password.reset_asked':
      return { mail: 'password_reset', email: event.email, askedAt: at.toISOString() };
    case 'email.confirmation_asked':
      return { mail: 'email_confirmation', userId: event.userId };
    case 'email.change_asked':
      return { mail: 'email_change', userId: event.userId };
    case 'email.changed':
      return { mail: 'email_changed', name: event.name, from: event.from, to: event.to };
    case 'account.closed':
      return { mail: 'account_closed', name: event.name, to: event.email };
    case 'profile.submitted':
      return { mail: 'profile_submitted', tutorId: event.tutorId };
    case 'verification.decided':
      return {
        mail: 'verification_decided',
        userId: event.userId,
        decision: event.decision,
        reason: event.reason,
        decidedAt: event.at.toISOString(),
      };
    default:
      return null;
  }
}
