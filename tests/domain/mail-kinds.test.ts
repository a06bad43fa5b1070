import { describe, expect, test } from 'vitest';
import { describeJob } from '#shared/domain/job-text.ts';
import { type BookingMailName, MAIL_KIND_TEXT, type MailName, mailKindOf, mailKindsFor } from '#shared/domain/mail-kinds.ts';
import { MAIL_KINDS, type MailKind } from '#shared/vocabulary/notifications.ts';

// spec mail.34 | D Realtime and notifications | Five kinds, each on by default: bookings, reminders, reviews, profile and verification, saved
//   searches |
//   src/shared/domain/mail-kinds.ts
describe('the kind of a mail', () => {
  test.each<[BookingMailName, MailKind]>([
    ['requested', 'bookings'],
    ['confirmed', 'bookings'],
    ['cancelled', 'bookings'],
    ['moved', 'bookings'],
    ['proposed', 'bookings'],
    ['answer_asked', 'bookings'],
    ['reminder', 'reminders'],
  ])('about a booking that is %s: %s', (kind, expected) => {
    expect(mailKindOf({ mail: 'booking', kind })).toBe(expected);
  });

  test.each<[Exclude<MailName, 'booking'>, MailKind | null]>([
    ['review_received', 'reviews'],
    ['profile_reminder', 'profile'],
    ['verification_decided', 'profile'],
    ['search_found', 'searches'],
    ['profile_submitted', null],
    ['welcome', null],
    ['password_reset', null],
    ['password_changed', null],
    ['email_confirmation', null],
    ['email_change', null],
    ['email_changed', null],
    ['account_closed', null],
    ['account_suspended', null],
    ['account_reinstated', null],
    ['webhook_off', null],
  ])('%s: %s', (mail, expected) => {
    expect(mailKindOf({ mail })).toBe(expected);
  });

  test('is offered to every role that gets such mails', () => {
    expect(mailKindsFor('student')).toEqual(['bookings', 'reminders', 'searches']);
    expect(mailKindsFor('tutor')).toEqual(['bookings', 'reminders', 'reviews', 'profile']);
    expect([mailKindsFor('admin'), mailKindsFor(null)]).toEqual([[], []]);
  });

  test.each(MAIL_KINDS)('%s is told in words of its own', (kind) => {
    const { label, mails, covers } = MAIL_KIND_TEXT[kind];
    expect(label).toMatch(/^[A-Z]/);
    expect(mails).toMatch(/^[a-z]/);
    expect(covers).toMatch(/^[A-Z].+\.$/);
  });
});

describe('a job in words', () => {
  test.each([
    ['mail.send', { mail: 'booking', kind: 'confirmed', bookingId: 'b' }, 'Mail: booking confirmed'],
    ['mail.send', { mail: 'password_reset', email: 'nimal@example.com' }, 'Mail: code to reset a password'],
    ['mail.send', { mail: 'webhook_off', url: 'https://hooks.example.com/a-secret' }, 'Mail: webhook switched off'],
    ['webhook.send', { deliveryId: 'd' }, 'Call of a webhook'],
    ['mail.send', { mail: 'of a newer version' }, 'Mail'],
    ['mail.send', { mail: 'booking', kind: 'toString' }, 'Mail'],
    ['photo.copy', { url: 'https://photos.example/secret' }, 'Copy of a photo from Google'],
    ['upload.sweep', {}, 'Removal of an unused upload'],
    ['constructor', {}, 'Job of the kind constructor'],
  ])('%s with %j: %s', (kind, params, expected) => {
    expect(describeJob(kind, params)).toBe(expected);
  });
});
