import type { Executor } from '#db/executor.ts';
import type { AuditAction } from '#shared/vocabulary/audit.ts';
import type { BookingActor, BookingStatus, Party } from '#shared/vocabulary/bookings.ts';
import type { DocumentType, ReportState } from '#shared/vocabulary/content.ts';
import type { NotificationCategory, NotificationKind, NotificationPriority, NotificationType } from '#shared/vocabulary/notifications.ts';
import type { Role, SignUpRole } from '#shared/vocabulary/people.ts';
import type { SavedFilters } from '#shared/vocabulary/search.ts';
import type { Delivery } from './deliver.ts';
import type { PlannedJob, ResetAsker, SecondFactorChange, SensitiveAction } from './job-kinds.ts';

export type BookingEventData = {
  id: string;
  studentId: string | null;
  tutorUserId: string | null;
  tutorId: string | null;
  subjectName: string;
  status: BookingStatus;
  startTime: Date;
  endTime: Date;
};

export type VerificationDecision = 'verified' | 'rejected' | 'unverified';

export type AccountPart = 'name' | 'phone' | 'profileImage' | 'childName' | 'email';

export type RevocationCause = 'password_reset' | 'google_claim' | 'email_changed' | 'password_changed' | 'address_disowned';

export type DomainEvent =
  | { type: 'account.registered'; userId: string; role: SignUpRole }
  | { type: 'account.changed'; userId: string; role: Role | null; changed: readonly AccountPart[] }
  /** When an admin closes the account, the bookings that this cancels are refunded in full. */
  | { type: 'account.closed'; userId: string; role: Role | null; name: string; email: string; by: 'self' | 'admin' }
  | { type: 'account.emptied'; userId: string }
  | { type: 'account.suspended'; userId: string; role: Role | null; reason: string; occurredAt: Date }
  | { type: 'account.reinstated'; userId: string; role: Role | null; occurredAt: Date }
  | { type: 'admin.acted'; entry: AuditEntry }
  | { type: 'password.changed'; userId: string; isAccessRevoked: boolean }
  | { type: 'password.reset_asked'; email: string; asker: ResetAsker; isFirstPassword?: boolean }
  | { type: 'email.confirmation_asked'; userId: string }
  | { type: 'email.change_asked'; userId: string }
  | { type: 'email.changed'; name: string; from: string; to: string }
  | { type: 'photo.offered'; userId: string; url: string }
  | { type: 'photo.copied'; userId: string; url: string }
  | { type: 'photo.replaced'; url: string }
  | { type: 'job.planned'; job: PlannedJob }
  | { type: 'jobs.revived' }
  | { type: 'session.ended'; sessionId: string }
  | { type: 'device.added'; userId: string; device: string; occurredAt: Date }
  /**
   * Each feature deletes what would still give a stranger access or information. `hadUnprovenAddress`: nobody had confirmed the
   * address before, so a stranger may have set up everything, second factors and connected accounts included.
   */
  | { type: 'access.revoked'; userId: string; cause: RevocationCause; hadUnprovenAddress: boolean; currentSessionId: string | null }
  | { type: 'address.disowned'; userId: string; role: Role | null }
  | { type: 'sensitive_action.taken'; userId: string; action: SensitiveAction; client: { address: string; userAgent: string }; occurredAt: Date }
  | { type: 'second_factor.changed'; userId: string; change: SecondFactorChange; device: string; occurredAt: Date }
  | { type: 'booking.requested'; booking: BookingEventData }
  | { type: 'booking.changed'; booking: BookingEventData; from: BookingStatus; by: BookingActor }
  | { type: 'booking.link_changed'; booking: BookingEventData }
  | { type: 'booking.rescheduled'; booking: BookingEventData; by: Party; from: { startTime: Date; endTime: Date } }
  | { type: 'booking.reminder_due'; booking: BookingEventData; hours: number | null }
  | { type: 'proposal.made'; booking: BookingEventData; by: Party; startTime: Date; lapsesAt: Date; proposalId: string }
  | { type: 'proposal.declined'; booking: BookingEventData; by: Party; startTime: Date }
  | { type: 'proposal.lapsed'; booking: BookingEventData; startTime: Date }
  | { type: 'proposal.withdrawn'; booking: BookingEventData }
  | { type: 'problem.reported'; booking: BookingEventData; by: Party }
  | { type: 'review.written'; reviewId: string; tutorUserId: string | null; rating: number; review: string; isNew: boolean }
  | { type: 'review.removed'; reviewId: string; tutorUserId: string | null }
  | { type: 'review.replied'; reviewId: string; bookingId: string; studentId: string | null; tutorUserId: string; tutorName: string }
  | { type: 'message.sent'; threadId: string; messageId: string; to: string; sender: string; isBeingRead: boolean }
  | { type: 'thread.read'; threadId: string; userId: string }
  | { type: 'thread.changed'; threadId: string; userIds: readonly string[] }
  | { type: 'figures.outdated'; tutorIds: readonly string[] }
  | { type: 'profile.saved'; tutorId: string; userId: string; name: string; isVerified: boolean; changed: readonly string[] }
  | { type: 'tutor.availability_changed'; tutorId: string }
  | { type: 'tutor.closed'; tutorId: string; userId: string }
  | { type: 'tutor.emptied'; tutorId: string }
  | {
      type: 'verification.decided';
      tutorId: string;
      userId: string;
      adminId: string;
      decision: VerificationDecision;
      reason: string;
      occurredAt: Date;
    }
  | { type: 'verification.reviewed'; tutorId: string; userId: string; adminId: string; occurredAt: Date }
  | { type: 'profile.reminded'; tutorId: string; userId: string; missing: readonly string[]; occurredAt: Date }
  | { type: 'topic.moved'; topicId: string }
  | { type: 'blog.changed'; blogId: string }
  | { type: 'problem.decided'; booking: BookingEventData; state: ReportState }
  | { type: 'review.hidden'; reviewId: string; isHidden: boolean; occurredAt: Date }
  | { type: 'booking.answer_asked'; booking: BookingEventData }
  | { type: 'webhook.switched_off'; userId: string; url: string }
  | { type: 'archive.ready'; userId: string; archiveId: string }
  | { type: 'search.found'; searchId: string; userId: string; filters: SavedFilters }
  | { type: 'announcement.sent' }
  | { type: 'uploads.detached'; uploadIds: readonly string[] }
  | { type: 'upload.removed'; uploadId: string; ownerId: string; path: string }
  | { type: 'document.uploaded'; uploadId: string; ownerId: string; documentType: DocumentType }
  | { type: 'profile.submitted'; tutorId: string; userId: string; name: string }
  | { type: 'notification.requested'; notification: NotificationRequest }
  | { type: 'notification.stored'; userId: string; kind: NotificationKind; title: string; url: string | null; deviceIds: readonly string[] }
  | { type: 'notifications.changed'; userId: string };

export type AuditEntry = {
  actor: { id: string; name: string } | null;
  action: AuditAction;
  subject: { id: string | null; name: string };
  details?: Record<string, unknown>;
};

export type NotificationRequest = {
  id: string;
  userId: string;
  type: NotificationType;
  category: NotificationCategory;
  title: string;
  message: string;
  action: { label: string; url: string } | null;
  priority: NotificationPriority;
  metadata: Record<string, unknown>;
  expiresAt: Date | null;
};

export type EventRecorder = { record: (event: DomainEvent) => void };

export type ProjectionContext = EventRecorder & {
  db: Executor;
  now: () => Date;
  platform: { appName: string; zone: string; publicUrl: string };
  deliver: (delivery: Delivery) => void;
};

export type Projector = (context: ProjectionContext, events: readonly DomainEvent[]) => Promise<void>;

export function recordAuditEntry(
  { actor, record }: EventRecorder & { actor: AuditEntry['actor'] },
  action: AuditAction,
  { id, name }: AuditEntry['subject'],
  details?: AuditEntry['details'],
): void {
  const author = actor && { id: actor.id, name: actor.name };
  record({ type: 'admin.acted', entry: { actor: author, action, subject: { id, name }, ...(details && { details }) } });
}
