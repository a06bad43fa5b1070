import type { BookingMailName, MailName } from './mail-kinds.ts';

const MAILS: Record<Exclude<MailName, 'booking'>, string> = {
  welcome: 'welcome',
  password_reset: 'code to reset a password',
  password_changed: 'password changed',
  sensitive_action: 'notice of a sensitive action',
  email_confirmation: 'confirmation of an address',
  email_change: 'confirmation of a new address',
  email_changed: 'address changed',
  account_closed: 'account deleted',
  account_suspended: 'account suspended',
  account_reinstated: 'account reinstated',
  webhook_off: 'webhook switched off',
  new_device: 'sign-in from a new device',
  second_factor: 'change of two-step sign-in',
  review_received: 'new review',
  profile_submitted: 'profile submitted for review',
  profile_reminder: 'reminder to complete the profile',
  verification_decided: 'decision on a profile',
  search_found: 'tutor for a saved search',
  archive_ready: 'copy of the data of an account',
};

const BOOKING_MAILS: Record<BookingMailName, string> = {
  requested: 'booking requested',
  confirmed: 'booking confirmed',
  cancelled: 'booking cancelled',
  moved: 'booking moved to another time',
  reminder: 'session reminder',
  proposed: 'new time proposed',
  answer_asked: 'reminder to answer a request',
};

const JOBS: Record<string, string> = {
  'mail.send': 'Mail',
  'photo.copy': 'Copy of a photo from Google',
  'upload.sweep': 'Removal of an unused upload',
  'files.remove': 'Removal of files',
  'booking.unanswered': 'Expiry of an unanswered request',
  'booking.over': 'Completion of a session',
  'booking.remind': 'Reminder of a session',
  'proposal.lapse': 'Expiry of a proposed time',
  'push.send': 'Push notification',
  'webhook.send': 'Call of a webhook',
  'searches.check': 'Check of the saved searches',
  'archive.make': 'Copy of the data of an account',
  'archive.expire': 'Removal of a copy of the data of an account',
  'listing.refresh': 'Update of listings after a catalogue change',
};

export function describeJob(kind: string, params: Readonly<Record<string, unknown>>): string {
  const job = lookUp(JOBS, kind) ?? `Job of the kind ${kind}`;
  const mail = params.mail === 'booking' ? lookUp(BOOKING_MAILS, params.kind) : lookUp(MAILS, params.mail);
  return kind === 'mail.send' && mail !== null ? `${job}: ${mail}` : job;
}

function lookUp(labels: Readonly<Record<string, string>>, name: unknown): string | null {
  return typeof name === 'string' && Object.hasOwn(labels, name) ? (labels[name] ?? null) : null;
}
