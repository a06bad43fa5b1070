import type { BookingMailName } from '#shared/domain/mail-kinds.ts';
import type { PushKind } from '#shared/domain/push-message.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type SensitiveAction =
  | { kind: 'api_key_made'; name: string }
  | { kind: 'webhook_added' | 'webhook_moved' | 'webhook_secret_renewed'; url: string }
  | { kind: 'calendar_link_made' }
  | { kind: 'table_exported'; table: string }
  | { kind: 'account_deleted'; role: 'student' | 'tutor'; name: string };

export type DeviceHashes = {
  device: string | null;
  network: string | null;
};

export type ResetAsker = DeviceHashes & { requestHash: string; known?: readonly string[] };

export type SecondFactorChange =
  | { kind: 'app_added' | 'app_removed' | 'recovery_codes_renewed' | 'reset' }
  | { kind: 'passkey_added' | 'passkey_removed'; name: string }
  | { kind: 'recovery_code_used'; left: number };

/** Without secrets: a code or link is made when the mail is sent. */
export type MailJob =
  | { mail: 'welcome'; userId: string }
  /** Jobs of older versions have no `asker`. */
  | { mail: 'password_reset'; email: string; askedAt: string; asker?: ResetAsker; isFirstPassword?: boolean }
  | { mail: 'password_changed'; userId: string; isAccessRevoked?: boolean }
  | { mail: 'sensitive_action'; userId: string; action: SensitiveAction; userAgent: string; address: string; at: string }
  | { mail: 'email_confirmation'; userId: string }
  | { mail: 'email_change'; userId: string }
  | { mail: 'email_changed'; name: string; from: string; to: string; locale?: Locale | null }
  | { mail: 'account_closed'; name: string; to: string; role?: Role | null; locale?: Locale | null }
  | { mail: 'account_suspended'; userId: string; reason: string }
  | { mail: 'account_reinstated'; userId: string }
  | { mail: 'webhook_off'; userId: string; url: string }
  | { mail: 'second_factor'; userId: string; change: SecondFactorChange; device: string; at: string }
  | { mail: 'new_device'; userId: string; device: string; at: string }
  | { mail: 'booking'; kind: BookingMailName; bookingId: string; userId: string; about: string; from?: string }
  | { mail: 'review_received'; reviewId: string; userId: string }
  | { mail: 'profile_submitted'; tutorId: string }
  | { mail: 'profile_reminder'; tutorId: string; userId: string; missing: readonly string[] }
  | { mail: 'verification_decided'; userId: string; decision: 'verified' | 'rejected' | 'unverified'; reason: string; decidedAt: string }
  | { mail: 'search_found'; userId: string; searchId: string }
  | { mail: 'archive_ready'; userId: string; archiveId: string };

export type JobParams = {
  'mail.send': MailJob;
  'photo.copy': { userId: string; url: string };
  'upload.sweep': { uploadId: string; path?: string };
  'files.remove': { paths: readonly string[] };
  'booking.unanswered': { bookingId: string };
  'booking.over': { bookingId: string };
  'booking.remind': { bookingId: string; hours: number };
  'proposal.lapse': { proposalId: string };
  'listing.refresh': Record<never, never>;
  'searches.check': Record<never, never>;
  'push.send': { subscriptionId: string; kind: PushKind; title: string; url: string; at: string };
  'webhook.send': { deliveryId: string; isReplay: boolean };
  'archive.make': { archiveId: string };
  'archive.expire': { archiveId: string };
};
export type JobKind = keyof JobParams;

/** Nothing else does the work of these jobs: without them a private file, an open request or a wrong listing would stay for ever. */
export const ENDLESSLY_RETRIED_KINDS: readonly string[] = [
  'files.remove',
  'booking.unanswered',
  'booking.over',
  'proposal.lapse',
  'listing.refresh',
  'searches.check',
  'archive.expire',
] satisfies JobKind[];

export const OUTBOUND_KINDS: readonly string[] = ['photo.copy', 'push.send'] satisfies JobKind[];
/** They have a runner of their own: anybody may own the receiving server and let each call time out, and push messages must not wait for that. */
export const WEBHOOK_KINDS: readonly string[] = ['webhook.send'] satisfies JobKind[];

/** Only a few jobs of one owner run at a time (`startJobRunners`). */
type OwnerOf<K extends JobKind> = K extends 'webhook.send' ? { ownerId: string } : { ownerId?: undefined };
export type PlannedJob = { [K in JobKind]: { kind: K; params: JobParams[K]; dueAt?: Date; key?: string } & OwnerOf<K> }[JobKind];
