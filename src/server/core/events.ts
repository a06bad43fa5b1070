import type { Executor } from '#db/executor.ts';
import type { BookingActor, BookingStatus, Party } from '#shared/vocabulary/bookings.ts';
import type {
  AuditAction,
  DocumentType,
  NotificationCategory,
  NotificationKind,
  NotificationPriority,
  NotificationType,
  ReportState,
} from '#shared/vocabulary/content.ts';
import type { Role, SignUpRole } from '#shared/vocabulary/people.ts';
import type { Delivery } from './deliver.ts';
import type { PlannedJob, ResetAsker, SecondFactorChange, SensitiveAction } from './job-kinds.ts';

/** The part of a booking that those who react to its news need. */
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

/** What an admin has made of a tutor's verification. */
export type VerificationDecision = 'verified' | 'rejected' | 'unverified';

export type AccountPart = 'name' | 'phone' | 'profileImage' | 'childName' | 'email';

/** `password_changed`: by the person who is signed in, who asked for it. */
export type RevocationCause = 'password_reset' | 'google_claim' | 'email_changed' | 'password_changed' | 'address_disowned';

/** What can happen; internal, never sent to a client. */
export type DomainEvent =
  | { type: 'account.registered'; userId: string; role: SignUpRole }
  | { type: 'account.changed'; userId: string; role: Role | null; changed: readonly AccountPart[] }
  /** By themselves, or by an admin: then a booking gives back all. */
  | { type: 'account.closed'; userId: string; role: Role | null; name: string; email: string; by: 'self' | 'admin' }
  /** What they leave to others is in order: the account itself may go. */
  | { type: 'account.emptied'; userId: string }
  | { type: 'account.suspended'; userId: string; role: Role | null; reason: string; at: Date }
  | { type: 'account.reinstated'; userId: string; role: Role | null; at: Date }
  /** What an admin, or the command line, did to whom or what: the audit log keeps it. */
  | { type: 'admin.acted'; entry: AuditEntry }
  /** `isAccessRevoked`: API keys, webhooks and calendar links have gone with it. */
  | { type: 'password.changed'; userId: string; isAccessRevoked: boolean }
  | { type: 'password.reset_asked'; email: string; asker: ResetAsker; isFirstPassword?: boolean }
  | { type: 'email.confirmation_asked'; userId: string }
  | { type: 'email.change_asked'; userId: string }
  | { type: 'email.changed'; name: string; from: string; to: string }
  | { type: 'photo.offered'; userId: string; url: string }
  | { type: 'photo.copied'; userId: string; url: string }
  | { type: 'photo.replaced'; url: string }
  | { type: 'job.planned'; job: PlannedJob }
  /** Jobs that had been given up are due again. */
  | { type: 'jobs.revived' }
  | { type: 'session.ended'; sessionId: string }
  /** Somebody has signed in from a device that the account did not know; `device` is what its browser and system are called. */
  | { type: 'device.added'; userId: string; device: string; at: Date }
  /**
   * Somebody else may have had the account: each feature removes what would still let them in or tell them something.
   * `hadUnprovenAddress`, of a reset, a claim, or an address that is disowned: until now nobody had shown that the address is theirs, so a stranger may have
   * set up whatever is there, ways of signing in included.
   */
  | { type: 'access.revoked'; userId: string; cause: RevocationCause; hadUnprovenAddress: boolean; keptSessionId: string | null }
  /** Its owner says that a stranger registered with the address: nobody is there to keep an appointment. */
  | { type: 'address.disowned'; userId: string; role: Role | null }
  /** Something that an intruder would do, too: its owner is told by mail. */
  | { type: 'sensitive_action.taken'; userId: string; action: SensitiveAction; client: { address: string; userAgent: string }; at: Date }
  /** How somebody signs in beside the password is not as it was, or a recovery code was used: its owner is told by mail. */
  | { type: 'second_factor.changed'; userId: string; change: SecondFactorChange; device: string; at: Date }
  | { type: 'booking.requested'; booking: BookingEventData }
  | { type: 'booking.changed'; booking: BookingEventData; from: BookingStatus; by: BookingActor }
  /** Its parties have another meeting link: nothing else of it is new, and nobody is notified. */
  | { type: 'booking.link_changed'; booking: BookingEventData }
  /** Its parties have agreed on another time. */
  | { type: 'booking.rescheduled'; booking: BookingEventData; from: { startTime: Date; endTime: Date } }
  /** `hours`: how long before the start; null for one that somebody asked for. */
  | { type: 'booking.reminder_due'; booking: BookingEventData; hours: number | null }
  | { type: 'proposal.made'; booking: BookingEventData; by: Party; startTime: Date; lapsesAt: Date; proposalId: string }
  | { type: 'proposal.declined'; booking: BookingEventData; by: Party; startTime: Date }
  | { type: 'proposal.lapsed'; booking: BookingEventData; startTime: Date }
  /** Another one took its place, or it was taken back: the parties read again, and nobody is notified. */
  | { type: 'proposal.withdrawn'; booking: BookingEventData }
  | { type: 'problem.reported'; booking: BookingEventData; by: Party }
  | { type: 'review.written'; reviewId: string; tutorUserId: string | null; rating: number; review: string; isNew: boolean }
  | { type: 'review.removed'; reviewId: string; tutorUserId: string | null }
  | { type: 'review.replied'; reviewId: string; bookingId: string; studentId: string | null; tutorUserId: string; tutorName: string }
  /** `isBeingRead`: the recipient has the conversation before them. */
  | { type: 'message.sent'; threadId: string; messageId: string; to: string; sender: string; isBeingRead: boolean }
  /** This person has seen all that the other side has written there. */
  | { type: 'thread.read'; threadId: string; userId: string }
  /** Those who see the thread read it again. */
  | { type: 'thread.changed'; threadId: string; userIds: readonly string[] }
  /** What these tutors are counted by has changed without a booking or profile of theirs that changed. */
  | { type: 'figures.outdated'; tutorIds: readonly string[] }
  | { type: 'profile.saved'; tutorId: string; userId: string; name: string; isVerified: boolean; changed: readonly string[] }
  /** Vacation or days off have changed: whoever watches the tutor reads again, as after `profile.saved`. */
  | { type: 'tutor.availability_changed'; tutorId: string }
  | { type: 'tutor.closed'; tutorId: string; userId: string }
  /** What it left to others is in order: the profile itself may go. */
  | { type: 'tutor.emptied'; tutorId: string }
  /** A reason comes with a rejection only. */
  | { type: 'verification.decided'; tutorId: string; userId: string; adminId: string; decision: VerificationDecision; reason: string; at: Date }
  /** An admin has looked at what has changed since the approval, which is renewed by it. */
  | { type: 'verification.reviewed'; tutorId: string; userId: string; adminId: string; at: Date }
  /** An admin asks for what is missing: labels of the ten items. */
  | { type: 'profile.reminded'; tutorId: string; userId: string; missing: readonly string[]; at: Date }
  /** A topic belongs to another subject now, and to nobody's selection. */
  | { type: 'topic.moved'; topicId: string }
  | { type: 'problem.decided'; booking: BookingEventData; state: ReportState }
  /** An admin hides a review, or shows it again. */
  | { type: 'review.hidden'; reviewId: string; isHidden: boolean; at: Date }
  /** An admin asks the tutor to answer a request. */
  | { type: 'booking.answer_asked'; booking: BookingEventData }
  /** An endpoint has answered nothing but failures for days, and is called no more. */
  | { type: 'webhook.switched_off'; userId: string; url: string }
  | { type: 'announcement.sent' }
  /** Uploads that no longer hang where they did; what then hangs on nothing goes after a day. */
  | { type: 'uploads.detached'; uploadIds: readonly string[] }
  /** The owner takes an upload away; whoever shows it lets go of it. */
  | { type: 'upload.removed'; uploadId: string; ownerId: string; path: string }
  | { type: 'document.uploaded'; uploadId: string; ownerId: string; documentType: DocumentType }
  | { type: 'profile.submitted'; tutorId: string; userId: string; name: string }
  | { type: 'notification.requested'; notification: NotificationRequest }
  /** Somebody who is signed in somewhere has been notified of this. */
  | { type: 'notification.stored'; userId: string; kind: NotificationKind; title: string; url: string | null }
  /** Somebody has read or removed some of theirs: their other browsers show it. */
  | { type: 'notifications.changed'; userId: string };

/** Null: the command line. `subjectName` is the name of the day, and `details` whatever makes the entry understood. */
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

/** Sees every batch of events of a transaction; writes its own tables, records more, or delivers. */
export type Projector = (context: ProjectionContext, events: readonly DomainEvent[]) => Promise<void>;
