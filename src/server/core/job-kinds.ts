import type { BookingMailName } from '#shared/domain/mail-kinds.ts';
import type { PushKind } from '#shared/domain/push-message.ts';

/** What somebody is told by mail because an intruder would do it, too. */
export type SensitiveAction =
  | { kind: 'api_key_made'; name: string }
  | { kind: 'webhook_added' | 'webhook_moved' | 'webhook_secret_renewed'; url: string }
  | { kind: 'calendar_link_made' }
  /** By an admin, who is told of it. */
  | { kind: 'table_exported'; table: string }
  | { kind: 'account_deleted'; role: 'student' | 'tutor'; name: string };

/** Keyed hashes by which a device is recognised again. */
export type DeviceHashes = {
  /** Of the cookie; null for a caller that has none. */
  device: string | null;
  /** Of the network and the user agent, for programs that store no cookies; null where the cookie was brought. */
  network: string | null;
};

/** Who has asked for a reset: hashes only, and no secret. `known`: all by which the account may know the device, those by the previous APP_SECRET too. */
export type ResetAsker = DeviceHashes & { requestHash: string; known?: readonly string[] };

export type SecondFactorChange =
  | { kind: 'app_added' | 'app_removed' | 'recovery_codes_renewed' | 'reset' | 'google_replaced' }
  | { kind: 'passkey_added' | 'passkey_removed'; name: string }
  | { kind: 'recovery_code_used'; left: number };

/** A mail that is to be sent. It holds no secret: a code or link is made when it is sent. */
export type MailOrder =
  | { mail: 'welcome'; userId: string }
  /** Without `asker`: ordered by a version in which codes did not belong to browsers. */
  | { mail: 'password_reset'; email: string; askedAt: string; asker?: ResetAsker; isFirstPassword?: boolean }
  | { mail: 'password_changed'; userId: string; isAccessRevoked?: boolean }
  | { mail: 'sensitive_action'; userId: string; action: SensitiveAction; userAgent: string; address: string; at: string }
  | { mail: 'email_confirmation'; userId: string }
  | { mail: 'email_change'; userId: string }
  | { mail: 'email_changed'; name: string; from: string; to: string }
  | { mail: 'account_closed'; name: string; to: string }
  | { mail: 'account_suspended'; userId: string; reason: string }
  | { mail: 'account_reinstated'; userId: string }
  | { mail: 'webhook_off'; userId: string; url: string }
  | { mail: 'second_factor'; userId: string; change: SecondFactorChange; device: string; at: string }
  | { mail: 'new_device'; userId: string; device: string; at: string }
  /** To one of the parties; `about` is the instant that it tells of, and what is no longer so is not sent. */
  | { mail: 'booking'; kind: BookingMailName; bookingId: string; userId: string; about: string; from?: string }
  | { mail: 'review_received'; reviewId: string; userId: string }
  | { mail: 'profile_submitted'; tutorId: string }
  | { mail: 'profile_reminder'; tutorId: string; userId: string; missing: readonly string[] }
  | { mail: 'verification_decided'; userId: string; decision: 'verified' | 'rejected' | 'unverified'; reason: string; decidedAt: string };

/** What each kind of job is told. */
export type JobParams = {
  'mail.send': MailOrder;
  'photo.copy': { userId: string; url: string };
  /** With the path, the file goes even where the upload has gone, or never came to be. */
  'upload.sweep': { uploadId: string; path?: string };
  'files.remove': { paths: readonly string[] };
  'booking.unanswered': { bookingId: string };
  'booking.over': { bookingId: string };
  'booking.remind': { bookingId: string; hours: number };
  'proposal.lapse': { proposalId: string };
  /** Listings that the catalogue has made untrue, which wait in `listing_backlog`. */
  'listing.refresh': Record<never, never>;
  /** To one browser, so that trying again tells no other one twice; `at` is when it was news. */
  'push.send': { subscriptionId: string; kind: PushKind; title: string; url: string; at: string };
  /** One try of one delivery; a replay is asked for by the owner, and plans no other try. */
  'webhook.send': { deliveryId: string; isReplay: boolean };
};
export type JobKind = keyof JobParams;

/** Kinds that are never given up: a private file would stay for good, a request unanswered, a session never completed, a proposal never said to be over, a listing never true again. */
export const NEVER_DEAD: readonly string[] = [
  'files.remove',
  'booking.unanswered',
  'booking.over',
  'proposal.lapse',
  'listing.refresh',
] satisfies JobKind[];

/** Kinds that wait for servers which others have chosen: however long those take, they keep only each other waiting. */
export const ABROAD: readonly string[] = ['photo.copy', 'push.send'] satisfies JobKind[];
/** The same, but anybody may be the server, and take as long as is waited: they keep no push waiting either. */
export const TO_WEBHOOKS: readonly string[] = ['webhook.send'] satisfies JobKind[];

export type PlannedJob = { [K in JobKind]: { kind: K; params: JobParams[K]; dueAt?: Date; key?: string } }[JobKind];
