import { describe, expect, it } from 'vitest';
import { bookingUpdateCopy, isDuplicateLocal } from '#shared/domain/live-update-copy.ts';
import { badgeText } from '#shared/domain/notification-badge.ts';
import { notificationCopy, type StoredParams } from '#shared/domain/notification-copy.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#shared/vocabulary/notifications.ts';

const BOOKING = { bookingId: 'b1', subject: 'Combined Mathematics' };
const FOUR = '2026-11-23T10:30:00.000Z';
const FIVE = '2026-11-24T11:30:00.000Z';
const zone = 'Asia/Colombo';

// spec notifications.9 | P §2 Notifications | Each item links to its action; a booking’s is /bookings/{id}; what was followed counts as read |
//   src/shared/domain/notification-copy.ts
// spec mail.16
describe('what a stored notification says', () => {
  const says: [NotificationKind, StoredParams, string, string, string, string | RegExp, [string, string] | null][] = [
    [
      'account.welcome',
      { role: 'tutor', appName: 'Vidya' },
      'success',
      'system',
      'Welcome to Vidya!',
      /complete your profile/i,
      ['Complete Profile', '/tutor/profile'],
    ],
    [
      'account.welcome',
      { role: 'student', appName: 'Vidya' },
      'success',
      'system',
      'Welcome to Vidya!',
      /browse tutors/i,
      ['Find Tutors', '/tutors'],
    ],
    [
      'account.password_changed',
      {},
      'warning',
      'system',
      'Password Changed',
      'Your password was changed and all other sessions were ended. If this was not you, reset it now.',
      null,
    ],
    [
      'booking.created',
      BOOKING,
      'info',
      'booking',
      'New Booking',
      'Your booking for Combined Mathematics has been created.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'booking.confirmed',
      BOOKING,
      'success',
      'booking',
      'Booking Confirmed',
      'Your booking for Combined Mathematics has been confirmed.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'booking.cancelled',
      BOOKING,
      'warning',
      'booking',
      'Booking Cancelled',
      'Your booking for Combined Mathematics has been cancelled.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'booking.completed',
      { ...BOOKING, role: 'student' },
      'info',
      'booking',
      'Booking Updated',
      'Your booking for Combined Mathematics has been updated.',
      ['Leave a Review', '/bookings/b1'],
    ],
    [
      'booking.completed',
      { ...BOOKING, role: 'tutor' },
      'info',
      'booking',
      'Booking Updated',
      'Your booking for Combined Mathematics has been updated.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'booking.moved',
      BOOKING,
      'info',
      'booking',
      'Booking Updated',
      'Your booking for Combined Mathematics has been updated.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'booking.reminder',
      { ...BOOKING, start: FOUR, zone },
      'info',
      'booking',
      'Session Reminder',
      'Your session for Combined Mathematics begins on Mon, 23 Nov 2026, 4:00 PM.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'proposal.made',
      { ...BOOKING, from: FOUR, to: FIVE, zone },
      'info',
      'booking',
      'New Time Proposed',
      'Another time was proposed for your session for Combined Mathematics: Tue, 24 Nov 2026, 5:00 PM instead of Mon, 23 Nov 2026, 4:00 PM.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'proposal.declined',
      { ...BOOKING, to: FIVE, zone },
      'info',
      'booking',
      'New Time Declined',
      'The time that you proposed for Combined Mathematics, Tue, 24 Nov 2026, 5:00 PM, was declined. The session stays as it was.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'proposal.lapsed',
      { ...BOOKING, to: FIVE, zone },
      'info',
      'booking',
      'Proposal Lapsed',
      'Nobody accepted the proposed time for Combined Mathematics, Tue, 24 Nov 2026, 5:00 PM. The session stays as it was.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'problem.reported',
      BOOKING,
      'warning',
      'booking',
      'Session Problem',
      'A problem was reported on your session for Combined Mathematics.',
      ['View', '/bookings/b1'],
    ],
    [
      'problem.to_review',
      { bookingId: 'b1', subject: 'Physics' },
      'warning',
      'system',
      'Session Problem',
      'A problem was reported on a session for Physics.',
      ['View', '/admin/reports'],
    ],
    [
      'review.received',
      { rating: 4, excerpt: 'A patient teacher.' },
      'info',
      'review',
      'New Review',
      '★★★★☆ A patient teacher.',
      ['View Dashboard', '/tutor/dashboard'],
    ],
    [
      'review.replied',
      { bookingId: 'b1', tutor: 'Kamala Silva' },
      'info',
      'review',
      'New Reply to Your Review',
      'Kamala Silva has replied to your review.',
      ['View Booking', '/bookings/b1'],
    ],
    [
      'message.received',
      { sender: 'Nimal Perera' },
      'info',
      'general',
      'New Message',
      'Nimal Perera has sent you a message.',
      ['View Messages', '/messages'],
    ],
    ['profile.submitted', {}, 'info', 'verification', 'Profile Under Review', /review/, ['View Profile', '/tutor/profile']],
    [
      'profile.to_review',
      { tutor: 'Nimal Perera' },
      'info',
      'verification',
      'Tutor Profile Submitted',
      /^Nimal Perera /,
      ['Review', '/admin/tutors'],
    ],
    ['profile.verified', {}, 'success', 'verification', 'Profile Verified', /verified/, ['View Profile', '/tutor/profile']],
    [
      'profile.rejected',
      { reason: 'The documents are blurred' },
      'error',
      'verification',
      'Profile Rejected',
      'Your profile was not approved: The documents are blurred',
      ['Update Profile', '/tutor/profile'],
    ],
    ['profile.unverified', {}, 'warning', 'verification', 'Verification Removed', /no longer verified/, ['View Profile', '/tutor/profile']],
    [
      'profile.changed',
      { tutor: 'Nimal Perera', changed: ['documents'] },
      'info',
      'verification',
      'Verified Profile Changed',
      /^Nimal Perera .* documents /,
      ['Review', '/admin/tutors'],
    ],
    ['account.suspended', { reason: 'Spam' }, 'error', 'system', 'Account Suspended', 'Your account was suspended: Spam', null],
    ['account.reinstated', {}, 'success', 'system', 'Account Reinstated', /^Your account is active again\./, null],
    [
      'booking.answer_asked',
      { bookingId: 'b-1', subject: 'Physics' },
      'info',
      'booking',
      'Booking Waits for Your Answer',
      /^A booking request for Physics waits for your answer\./,
      ['View Booking', '/bookings/b-1'],
    ],
    [
      'problem.decided',
      { bookingId: 'b-1', subject: 'Physics', state: 'resolved' },
      'info',
      'booking',
      'Session Problem',
      'The problem on your session for Physics was resolved.',
      ['View', '/bookings/b-1'],
    ],
    [
      'profile.reminded',
      { missing: ['Education', 'Profile image'] },
      'warning',
      'verification',
      'Complete Your Profile',
      /Education, Profile image\.$/,
      ['Complete Profile', '/tutor/profile'],
    ],
    [
      'webhook.switched_off',
      { url: 'https://school.example/hooks' },
      'warning',
      'system',
      'Webhook Switched Off',
      'https://school.example/hooks has not accepted messages for 3 days, so we switched it off. Switch it back on when it works again.',
      ['View Webhooks', '/account#webhooks'],
    ],
    [
      'search.found',
      { search: '“maths” · Kandy', url: '/tutors?q=maths' },
      'success',
      'general',
      'Tutor Found',
      'A tutor now matches your saved search: “maths” · Kandy',
      ['See Tutors', '/tutors?q=maths'],
    ],
    [
      'archive.ready',
      {},
      'success',
      'system',
      'Your Data Is Ready',
      'The copy of your data is ready. You can download it for one day.',
      ['Go to Download', '/account#your-data'],
    ],
    [
      'custom',
      { type: 'error', category: 'payment', title: 'T', message: 'M', action: { label: 'L', url: '/u' } },
      'error',
      'payment',
      'T',
      'M',
      ['L', '/u'],
    ],
    ['custom', { type: 'info', category: 'general', title: 'T', message: 'M', action: null }, 'info', 'general', 'T', 'M', null],
  ];

  it.each(says)('%s %o', (kind, params, type, category, title, message, action) => {
    expect(notificationCopy(kind, params)).toEqual({
      type,
      category,
      title,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      action: action && { label: action[0], url: action[1] },
    });
  });

  it('of every kind there is', () => {
    expect([...new Set(says.map(([kind]) => kind))].sort()).toEqual([...NOTIFICATION_KINDS].sort());
  });

  it.each([
    [5, '★★★★★'],
    [1, '★☆☆☆☆'],
    [9, '★★★★★'],
    [0, '★☆☆☆☆'],
    [undefined, '★☆☆☆☆'],
  ])('a rating of %s as stars', (rating, stars) => {
    expect(notificationCopy('review.received', { rating, excerpt: 'Good' }).message).toBe(`${stars} Good`);
  });

  it.each(NOTIFICATION_KINDS)('%s never throws and never shows a gap as text, whatever was stored', (kind) => {
    const { title, message, action } = notificationCopy(kind, { action: {}, subject: null });
    expect(`${title} ${message} ${action?.label} ${action?.url}`).not.toMatch(/null|\[object|NaN/);
  });

  it('an empty action is none', () => {
    expect(notificationCopy('custom', { title: 'T', message: 'M', action: {} }).action).toBeNull();
    expect(notificationCopy('custom', { title: 'T', message: 'M', action: { label: 'L' } }).action).toBeNull();
  });

  it('an unknown type or category has the default', () => {
    expect(notificationCopy('custom', { type: 'loud', category: 'x', title: 'T', message: 'M' })).toMatchObject({
      type: 'info',
      category: 'general',
    });
  });
});

describe('what has changed on a verified profile', () => {
  it.each([
    [['education'], 'the education on'],
    [['experience'], 'the experience on'],
    [['documents'], 'the documents on'],
    [['experience', 'education'], 'the education and experience on'],
    [['documents', 'education'], 'the education and documents on'],
    [['experience', 'documents'], 'the experience and documents on'],
    [['documents', 'experience', 'education'], 'the education, experience and documents on'],
    [[], 'changed'],
  ])('%j', (changed, words) => {
    const { message } = notificationCopy('profile.changed', { tutor: 'Nimal Perera', changed });
    expect(message).toBe(
      words === 'changed' ? 'Nimal Perera has changed a verified profile.' : `Nimal Perera has changed ${words} a verified profile.`,
    );
  });
});

// spec states.46 | P §4 Booking live updates | Live updates are created, updated, cancelled or confirmed, with their titles and messages |
//   src/shared/domain/live-update-copy.ts
describe('what a live update says', () => {
  it.each([
    ['created', 'New Booking', 'Your booking for Physics has been created.'],
    ['updated', 'Booking Updated', 'Your booking for Physics has been updated.'],
    ['cancelled', 'Booking Cancelled', 'Your booking for Physics has been cancelled.'],
    ['confirmed', 'Booking Confirmed', 'Your booking for Physics has been confirmed.'],
    ['moved', 'Booking Update', 'Your booking has been updated.'],
    ['constructor', 'Booking Update', 'Your booking has been updated.'],
    ['', 'Booking Update', 'Your booking has been updated.'],
  ])('%s', (update, title, message) => {
    expect(bookingUpdateCopy(update, 'Physics')).toEqual({ title, message });
  });

  it.each([undefined, ''])('without a subject (%j) it names none', (subject) => {
    expect(bookingUpdateCopy('confirmed', subject)).toEqual({ title: 'Booking Confirmed', message: 'Your booking has been updated.' });
  });
});

// spec constants.24 | C §9 | Badge: 9+ above 9 | src/shared/domain/notification-badge.ts
describe('the badge counts up to 9', () => {
  it.each([
    [0, ''],
    [1, '1'],
    [9, '9'],
    [10, '9+'],
    [1000, '9+'],
    [-1, ''],
  ])('%d unread: "%s"', (unread, text) => {
    expect(badgeText(unread)).toBe(text);
  });
});

// spec constants.3 | C §9 | The same title and type within 60 s | src/shared/vocabulary/limits.ts
describe('the same title and type within 60 seconds is a duplicate', () => {
  const now = new Date('2026-11-23T04:30:00Z');
  const shown = (secondsAgo: number) => [{ type: 'info', title: 'New Booking', createdAt: new Date(now.getTime() - secondsAgo * 1000) }];

  it.each([
    ['at once', { type: 'info', title: 'New Booking' }, 0, true],
    ['just under a minute later', { type: 'info', title: 'New Booking' }, 59.999, true],
    ['a minute later', { type: 'info', title: 'New Booking' }, 60, false],
    ['another title', { type: 'info', title: 'Booking Updated' }, 1, false],
    ['another type', { type: 'success', title: 'New Booking' }, 1, false],
  ])('%s', (_, entry, secondsAgo, isIt) => {
    expect(isDuplicateLocal(shown(secondsAgo), entry, now)).toBe(isIt);
  });

  it('also of an entry that was stored as text, among others', () => {
    const copies = [
      { type: 'error', title: 'Other', createdAt: now.toISOString() },
      ...shown(30).map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() })),
    ];
    expect(isDuplicateLocal(copies, { type: 'info', title: 'New Booking' }, now)).toBe(true);
  });
});

// spec notifications.8 | P §2 Notifications | Relative time with "ago" | src/shared/domain/relative-time.ts
// spec s8-last.10 | P §2 Notifications, S8b 9 | Within the first minute: `less than a minute ago` | src/shared/domain/relative-time.ts
describe('how long ago', () => {
  const now = new Date('2026-11-23T04:30:00Z');
  const [second, minute, hour, day] = [1, 60, 3600, 86_400];

  it.each([
    [-10 * minute, 'less than a minute ago'],
    [0, 'less than a minute ago'],
    [59 * second, 'less than a minute ago'],
    [60 * second, '1 minute ago'],
    [119 * second, '1 minute ago'],
    [2 * minute, '2 minutes ago'],
    [59 * minute, '59 minutes ago'],
    [hour, '1 hour ago'],
    [2 * hour - 1, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [day, '1 day ago'],
    [29 * day, '29 days ago'],
    [30 * day, '1 month ago'],
    [59 * day, '1 month ago'],
    [60 * day, '2 months ago'],
    [364 * day, '12 months ago'],
    [365 * day, '1 year ago'],
    [730 * day, '2 years ago'],
  ])('%d seconds: %s', (seconds, text) => {
    expect(relativeTime(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
  });
});
