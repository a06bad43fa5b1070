export type FailureKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict' | 'limited' | 'unavailable';

type Row = { readonly kind: FailureKind; readonly message: string };

/** Every error of the product: a stable code, its kind and the exact message. `{name}` is replaced by a param. */
export const ERRORS = {
  'request.invalid': { kind: 'invalid', message: 'Invalid input' },
  'request.body': { kind: 'invalid', message: 'Invalid request body' },
  'request.too_large': { kind: 'invalid', message: 'Request is too large' },
  'request.too_complex': { kind: 'invalid', message: 'Request has too many values, or is nested too deeply' },
  'request.unknown_path': { kind: 'not_found', message: 'Not found' },
  'request.key_reused': { kind: 'conflict', message: 'This request key was already used' },
  'request.limited': { kind: 'limited', message: 'Too many requests. Please try again later.' },
  'server.unavailable': { kind: 'unavailable', message: 'Something went wrong' },

  'auth.required': { kind: 'unauthenticated', message: 'Authentication required' },
  'auth.expired': { kind: 'unauthenticated', message: 'Session expired. Please login again.' },
  'auth.credentials': { kind: 'unauthenticated', message: 'Invalid email or password' },
  'auth.code': { kind: 'invalid', message: 'Invalid or expired code' },
  'auth.link': { kind: 'invalid', message: 'Invalid or expired link' },
  'auth.link_password_required': {
    kind: 'forbidden',
    message: 'Please open this link where you are signed in to the account, or enter the password of the account.',
  },
  'auth.current_password': { kind: 'invalid', message: 'Current password is incorrect' },
  'auth.password_common': { kind: 'invalid', message: 'This password is one of the most common ones. Please choose another one.' },
  'auth.password_personal': { kind: 'invalid', message: 'A password cannot contain your name or email address. Please choose another one.' },
  'auth.password_admin': { kind: 'invalid', message: 'The password of an admin must be at least 12 characters' },
  'auth.second_factor_required': {
    kind: 'unauthenticated',
    message: 'This account signs in with a second step. Please send the code of the authenticator app, or a recovery code, as well.',
  },
  'auth.second_factor_code': { kind: 'invalid', message: 'This code is wrong or was already used. Please enter the current one.' },
  'auth.second_factor_setup_required': { kind: 'forbidden', message: 'Admins need two-step sign-in. Please set it up on your account page first.' },
  'auth.challenge': { kind: 'invalid', message: 'This sign-in took too long or had too many wrong codes. Please start again.' },
  'auth.enrolment': { kind: 'invalid', message: 'This took too long. Please start again.' },
  'auth.totp_on': { kind: 'conflict', message: 'An authenticator app is already set up' },
  'auth.last_second_factor': {
    kind: 'conflict',
    message: 'Admins need two-step sign-in. Please add a passkey or an authenticator app before you remove this one.',
  },
  'auth.second_factor_off': { kind: 'conflict', message: 'Two-step sign-in is not set up' },
  'auth.passkey': { kind: 'invalid', message: 'This passkey does not work here. Please try again, or sign in another way.' },
  'auth.passkey_taken': { kind: 'conflict', message: 'This passkey is already set up' },
  'auth.passkey_not_found': { kind: 'not_found', message: 'Passkey not found' },
  'auth.too_many_passkeys': { kind: 'conflict', message: 'You can have at most 10 passkeys' },
  'auth.not_google': { kind: 'invalid', message: 'This account was not created with Google' },
  'auth.role_chosen': { kind: 'conflict', message: 'A role has already been chosen for this account' },
  'auth.google_failed': { kind: 'invalid', message: 'Login failed. Please try again.' },
  'auth.google_cancelled': { kind: 'invalid', message: 'Sign-in with Google was cancelled.' },
  'auth.google_unverified': { kind: 'invalid', message: 'Google has not verified the email address of this account.' },
  'auth.google_other': {
    kind: 'conflict',
    message: 'Your account is connected to another Google account. Please sign in with your password, or use Forgot password to get a code by email.',
  },
  'auth.google_other_mailed': {
    kind: 'conflict',
    message: 'Your account is connected to another Google account. We have emailed you a link to set a password to sign in with.',
  },
  'auth.google_unavailable': { kind: 'unavailable', message: 'Sign-in with Google is not available at the moment.' },
  'auth.email_unchanged': { kind: 'invalid', message: 'This is already your email address' },
  'auth.email_from_google': { kind: 'invalid', message: 'You sign in with Google, so your email address comes from there.' },
  'auth.confirmation_required': { kind: 'forbidden', message: 'Please confirm that it is you to continue.' },
  'auth.email_unconfirmed': { kind: 'forbidden', message: 'Please confirm your email address first. Open the link that we have sent to it.' },
  'auth.google_mismatch': { kind: 'invalid', message: 'This is not the Google account that you sign in with here.' },
  'auth.by_key': { kind: 'forbidden', message: 'This cannot be done with an API key' },
  'auth.role': { kind: 'forbidden', message: 'This is not available for your account' },
  'auth.suspended': { kind: 'forbidden', message: 'This account is suspended. Please contact {email}.' },
  'user.not_found': { kind: 'not_found', message: 'User not found' },
  'auth.email_taken': { kind: 'conflict', message: 'An account with this email already exists' },
  'auth.google_account': {
    kind: 'invalid',
    message: 'This account was created using Google OAuth. Password reset is not available. Please use Continue with Google to sign in.',
  },

  'account.last_admin': { kind: 'conflict', message: 'The last admin cannot be deleted' },
  'account.not_fresh': { kind: 'invalid', message: 'Please continue with Google again to confirm that it is you.' },
  'account.status_invalid': { kind: 'invalid', message: 'Invalid account status' },
  'account.suspension_reason': { kind: 'invalid', message: 'Please provide a reason for suspension' },
  'account.own_suspension': { kind: 'conflict', message: 'You cannot suspend your own account' },
  'account.suspended_already': { kind: 'conflict', message: 'This account was already suspended, for another reason' },
  'account.last_admin_suspended': { kind: 'conflict', message: 'The last admin cannot be suspended' },
  'archive.not_found': { kind: 'not_found', message: 'This copy of your data is no longer available. Please ask for a new one.' },
  'archive.in_progress': { kind: 'conflict', message: 'A copy of your data is already being made' },
  'student.not_found': { kind: 'not_found', message: 'Student not found' },
  'session.not_found': { kind: 'not_found', message: 'Session not found' },

  'tutor.not_found': { kind: 'not_found', message: 'Tutor Not Found' },
  'tutor.contact_limited': {
    kind: 'limited',
    message: 'The contact details of many tutors were shown within a short time. Please try again later.',
  },
  'tutor.profile_not_found': { kind: 'not_found', message: 'Tutor profile not found' },
  'tutor.subject_unknown': { kind: 'invalid', message: 'Selected subject not found' },
  'tutor.subject_twice': { kind: 'invalid', message: 'Subject already added' },
  'tutor.too_many_topics': { kind: 'invalid', message: 'You can select maximum 5 topics per subject' },
  'tutor.too_many_slots': { kind: 'invalid', message: 'Maximum 3 time slots allowed per day' },
  'tutor.slot_time': { kind: 'invalid', message: 'Please use HH:MM times' },
  'tutor.slot_order': { kind: 'invalid', message: 'Slot end must be later than its start' },
  'tutor.slots_overlap': { kind: 'invalid', message: 'Time slots on the same day must not overlap' },
  'tutor.education_year': { kind: 'invalid', message: 'Please enter a valid year' },
  'tutor.availability': { kind: 'invalid', message: 'Invalid availability' },
  'tutor.subject_added': { kind: 'conflict', message: 'Subject already added' },
  'tutor.entry_not_found': { kind: 'not_found', message: 'Selected subject not found' },
  'tutor.profile_changed': { kind: 'conflict', message: 'This profile was changed in another tab' },

  'days_off.order': { kind: 'invalid', message: 'The last day cannot be before the first' },
  'days_off.past': { kind: 'invalid', message: 'Please choose a day from today on' },
  'days_off.too_far': { kind: 'invalid', message: 'Days off can be planned up to 366 days ahead' },
  'days_off.hours': { kind: 'invalid', message: 'The end must be later than the start' },
  'days_off.one_date': { kind: 'invalid', message: 'Hours can be blocked on a single date only' },
  'days_off.too_many': { kind: 'conflict', message: 'You can plan at most 100 days off' },
  'days_off.not_found': { kind: 'not_found', message: 'Day off not found' },

  'verification.verified': { kind: 'conflict', message: 'Tutor is already verified' },
  'verification.unverify_first': { kind: 'conflict', message: 'Unverify this tutor first' },
  'verification.checks': { kind: 'invalid', message: 'Please complete all verification checks before approving' },
  'verification.not_verified': { kind: 'conflict', message: 'Tutor is not verified' },
  'verification.unchanged': { kind: 'conflict', message: 'Nothing has changed since this tutor was verified' },
  'verification.outdated': { kind: 'conflict', message: 'This profile has changed since you opened it. Please look at it again.' },
  'verification.complete': { kind: 'conflict', message: 'This profile is already complete' },
  'verification.reminded': { kind: 'conflict', message: 'A reminder was sent less than an hour ago' },
  'verification.reason': { kind: 'invalid', message: 'Please provide a reason for rejection' },

  'blog.not_found': { kind: 'not_found', message: 'Blog not found' },
  'blog.changed': { kind: 'conflict', message: 'This post was changed in another tab' },
  'blog.too_many': { kind: 'conflict', message: 'You can have at most 500 posts' },
  'blog.author_rejected': { kind: 'conflict', message: 'Posts can be published again once your profile is no longer rejected' },

  'subject.not_found': { kind: 'not_found', message: 'Subject not found' },
  'subject.name_taken': { kind: 'conflict', message: 'A subject with this name already exists' },
  'subject.category_unknown': { kind: 'invalid', message: 'Category not found' },
  'category.not_found': { kind: 'not_found', message: 'Category not found' },
  'category.name_taken': { kind: 'conflict', message: 'A category with this name already exists' },
  'category.order_outdated': { kind: 'conflict', message: 'The categories have changed meanwhile. Please try again.' },
  'topic.not_found': { kind: 'not_found', message: 'Topic not found' },
  'topic.name_taken': { kind: 'conflict', message: 'This subject already has a topic with this name' },

  'availability.range': { kind: 'invalid', message: 'Invalid date range' },

  'booking.not_found': { kind: 'not_found', message: 'Booking not found' },
  'booking.time_invalid': { kind: 'invalid', message: 'Please choose a valid date and time' },
  'booking.in_past': { kind: 'invalid', message: 'Booking date must be in the future' },
  'booking.too_soon': { kind: 'invalid', message: 'Please book at least one day ahead' },
  'booking.too_far': { kind: 'invalid', message: 'Bookings can be made up to 28 days ahead' },
  'booking.notice': { kind: 'invalid', message: 'This tutor needs at least {notice} notice' },
  'booking.duration': { kind: 'invalid', message: 'Duration must be 1, 2 or 3 hours' },
  'booking.duration_mismatch': { kind: 'invalid', message: 'Duration does not match the selected time' },
  'booking.group': { kind: 'invalid', message: 'Group sessions cannot be booked' },
  'booking.method_invalid': { kind: 'invalid', message: 'Please choose a valid learning method' },
  'booking.mode_unavailable': { kind: 'invalid', message: 'The tutor does not offer this learning method' },
  'booking.home_visit_unverified': {
    kind: 'conflict',
    message:
      'Only verified tutors can be booked for home visits, and this tutor is not verified yet. Please choose another learning method or tutor.',
  },
  'booking.subject_unknown': { kind: 'invalid', message: 'Selected subject not found' },
  'booking.tutor_on_vacation': { kind: 'conflict', message: 'Tutor is on Vacation. This tutor is not accepting new bookings.' },
  'booking.outside_slots': { kind: 'conflict', message: 'The tutor is not available at this time' },
  'booking.slot_taken': { kind: 'conflict', message: 'This time is already booked' },
  'booking.too_many_pending_tutor': {
    kind: 'conflict',
    message: 'You have 3 requests that this tutor has not answered yet. Please wait for an answer, or cancel one of them.',
  },
  'booking.too_many_pending': {
    kind: 'conflict',
    message: 'You have 10 requests that have not been answered yet. Please wait for an answer, or cancel one of them.',
  },
  'booking.email_unconfirmed': {
    kind: 'conflict',
    message: 'Until your email address is confirmed, you can have 2 requests that have not been answered. Please open the link in our mail.',
  },
  'booking.status_invalid': { kind: 'invalid', message: 'Invalid booking status' },
  'booking.not_pending': { kind: 'conflict', message: 'Only pending bookings can be confirmed' },
  'booking.not_confirmed': { kind: 'conflict', message: 'Only confirmed bookings can be completed' },
  'booking.not_ended': { kind: 'conflict', message: 'This session has not ended yet' },
  'booking.price_changed': { kind: 'conflict', message: 'The price of this session has changed. Please check it and try again.' },
  'booking.terms_changed': { kind: 'conflict', message: 'What you owe for cancelling has changed. Please check it and try again.' },
  'booking.not_cancellable': { kind: 'conflict', message: 'This booking can no longer be cancelled' },
  'booking.link': { kind: 'invalid', message: 'Please enter a link that begins with https:// or http://' },
  'booking.no_link': { kind: 'conflict', message: 'Only a confirmed online session has a meeting link' },
  'booking.reason_missing': { kind: 'invalid', message: 'Please give a reason for cancelling' },

  'booking.only_tutors_move': { kind: 'forbidden', message: 'Only tutors can confirm or complete bookings' },
  'booking.view_only': { kind: 'forbidden', message: 'Only students and tutors can change booking statuses' },
  'booking.only_tutors_remind': { kind: 'forbidden', message: 'Only tutors can send reminders' },
  'booking.answered': { kind: 'conflict', message: 'Reminders can only be sent for pending bookings' },
  'booking.no_reminder': { kind: 'conflict', message: 'Reminders can only be sent for upcoming confirmed bookings' },

  'proposal.not_found': { kind: 'not_found', message: 'Proposal not found' },
  'proposal.not_open': { kind: 'conflict', message: 'This proposal is no longer open' },
  'proposal.not_confirmed': { kind: 'conflict', message: 'Only confirmed bookings can be moved to another time' },
  'proposal.too_late': { kind: 'conflict', message: 'Another time can be proposed until 2 hours before the start' },
  'proposal.too_near': { kind: 'conflict', message: 'Please choose a time that is more than 2 hours away' },
  'proposal.same_time': { kind: 'invalid', message: 'Please choose another time than the present one' },

  'problem.status': { kind: 'conflict', message: 'Only confirmed or completed sessions can be reported' },
  'problem.too_early': { kind: 'conflict', message: 'A problem can be reported once the session has begun' },
  'problem.too_late': { kind: 'conflict', message: 'A problem can be reported until 14 days after the session' },
  'problem.reported': { kind: 'conflict', message: 'You have already reported a problem on this session' },
  'report.already': { kind: 'conflict', message: 'You have already reported this' },
  'report.own': { kind: 'conflict', message: 'You cannot report yourself' },
  'report.not_found': { kind: 'not_found', message: 'What you want to report is no longer there' },

  'report.unknown': { kind: 'not_found', message: 'Report not found' },
  'report.moved_on': { kind: 'conflict', message: 'Another admin has changed this report meanwhile' },
  'report.another_open': { kind: 'conflict', message: 'The same person has another open report on this session' },

  'review.not_found': { kind: 'not_found', message: 'Review not found' },
  'review.none': { kind: 'not_found', message: 'No review found for this booking' },
  'review.not_completed': { kind: 'conflict', message: 'Only completed bookings can be reviewed' },
  'review.replied': { kind: 'conflict', message: 'You have already replied to this review' },

  'thread.not_found': { kind: 'not_found', message: 'Conversation not found' },
  'thread.no_booking': { kind: 'conflict', message: 'You can message each other once a session is booked' },
  'thread.closed': { kind: 'conflict', message: 'This conversation is closed' },
  'thread.unanswered': {
    kind: 'conflict',
    message: 'You have sent {count} messages. You can send more when the tutor replies or once you book a session.',
  },
  'message.id_taken': { kind: 'conflict', message: 'This message was already sent' },

  'job.not_found': { kind: 'not_found', message: 'This job is no longer there' },
  'job.tried_again': { kind: 'conflict', message: 'This job is being tried again already' },
  'job.superseded': { kind: 'conflict', message: 'A newer job does the same. You can discard this one.' },

  'push.not_set_up': { kind: 'conflict', message: 'Push notifications are not set up on this site.' },
  'push.refused': { kind: 'invalid', message: 'The push service of this browser cannot be used.' },

  'key.not_found': { kind: 'not_found', message: 'API key not found' },
  'key.too_many': { kind: 'conflict', message: 'You can have at most 10 API keys' },
  'saved_search.not_found': { kind: 'not_found', message: 'Saved search not found' },
  'saved_search.too_many': { kind: 'conflict', message: 'You can save at most 10 searches. Please delete one on your account page first.' },
  'saved_search.day_over': { kind: 'invalid', message: 'This day can no longer be booked. Please choose another one.' },
  'webhook.not_found': { kind: 'not_found', message: 'Webhook not found' },
  'webhook.too_many': { kind: 'conflict', message: 'You can have at most 5 webhooks' },
  'webhook.url': { kind: 'invalid', message: 'Please enter an address that begins with https://' },
  'webhook.url_private': { kind: 'invalid', message: 'This address is not on the public internet, so it cannot be called.' },
  'webhook.url_taken': { kind: 'conflict', message: 'You already have a webhook with this address' },
  'webhook.off': { kind: 'conflict', message: 'This webhook is switched off. Switch it on first.' },
  'webhook.delivery_not_found': { kind: 'not_found', message: 'This delivery is no longer in the log' },

  'announcement.not_found': { kind: 'not_found', message: 'Announcement not found' },

  'notification.not_found': { kind: 'not_found', message: 'Notification not found' },
  'notification.type': { kind: 'invalid', message: 'Invalid notification type' },

  'upload.unknown': { kind: 'invalid', message: 'Invalid document ID' },
  'upload.too_many': { kind: 'invalid', message: 'You can only add {count} more image(s). Maximum 5 images allowed total.' },
  'upload.none': { kind: 'invalid', message: 'No file uploaded' },
  'upload.photo_type': { kind: 'invalid', message: 'Please select a valid image file (JPG, PNG, or GIF)' },
  'upload.photo_size': { kind: 'invalid', message: 'File size must be less than 2MB' },
  'upload.too_many_loose': { kind: 'limited', message: 'Too many requests. Please try again later.' },
  'upload.document_type': { kind: 'invalid', message: '{file} is not a supported file type. Please upload JPG or PNG images only.' },
  'upload.document_size': { kind: 'invalid', message: '{file} is too large. Maximum file size is 2MB.' },
  'upload.not_found': { kind: 'not_found', message: 'Image not found' },
  'upload.not_yours': { kind: 'forbidden', message: 'You can only delete your own images' },
  'upload.photo_url': { kind: 'invalid', message: 'Invalid profile image URL' },
} as const satisfies Record<string, Row>;

export type ErrorCode = keyof typeof ERRORS;
export type Params = Record<string, string | number>;

export type Refusal = {
  params?: Params;
  /** Free starts for the same session, ISO 8601 UTC. */
  nextFree?: string[];
  /** In seconds. */
  retryAfter?: number;
  field?: string;
};

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly refusal: Refusal;

  constructor(code: ErrorCode, refusal: Refusal = {}, message: string = ERRORS[code].message) {
    super(filled(message, refusal.params));
    this.name = 'DomainError';
    this.code = code;
    this.refusal = refusal;
  }
}

function filled(sentence: string, params: Params = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(params[name] ?? gap));
}
