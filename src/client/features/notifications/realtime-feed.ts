import { useState } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { type Toast, toast } from '#client/ui/toasts.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { announcementTitle, bookingUpdateCopy, isDuplicateLocal, type LocalEntry } from '#shared/domain/live-update-copy.ts';
import type { NotificationType } from '#shared/vocabulary/content.ts';
import { NOTIFICATIONS, TOASTS } from '#shared/vocabulary/limits.ts';
import { keepAnnouncement } from './local-writes.ts';

type Answers = { invalidate: () => Promise<void> };
type Utils = {
  bookings: Answers;
  notifications: Answers;
  messages: Answers;
  reviews: Answers;
  tutors: Record<'availability' | 'stats' | 'own', Answers>;
};

const ANSWERS = {
  bookings: ({ bookings }: Utils) => bookings,
  notifications: ({ notifications }: Utils) => notifications,
  messages: ({ messages }: Utils) => messages,
  reviews: ({ reviews }: Utils) => reviews,
  availability: ({ tutors }: Utils) => tutors.availability,
  stats: ({ tutors }: Utils) => tutors.stats,
  ownProfile: ({ tutors }: Utils) => tutors.own,
} as const;

/** Which answers each kind of news makes stale; those on screen are read again at once. */
const STALE = {
  // The first booking of two people opens their conversation.
  booking_update: [ANSWERS.bookings, ANSWERS.notifications, ANSWERS.availability, ANSWERS.stats, ANSWERS.messages],
  // A proposal, a problem, a review: what it is of is not told, and little of it is on screen.
  new_notification: [ANSWERS.notifications, ANSWERS.ownProfile, ANSWERS.bookings, ANSWERS.reviews],
  // What is read in a conversation is read in the bell, too.
  thread_changed: [ANSWERS.messages, ANSWERS.notifications],
  notifications_changed: [ANSWERS.notifications],
  broadcast: [],
  system_message: [],
  // Anything may have happened since the cursor was lost.
  reset: Object.values(ANSWERS),
} as const satisfies Record<InboxEvent['type'], readonly ((utils: Utils) => Answers)[]>;

type News = Required<Pick<Toast, 'title' | 'message'>> & Pick<Toast, 'link'> & { type: NotificationType };

/** Takes news one by one: says them, unless the same was said within the last minute, and has read again what they concern. */
export function makeFeed(now: () => Date = () => new Date()) {
  let said: LocalEntry[] = [];

  return async function take(event: InboxEvent, utils: Utils): Promise<void> {
    const news = isKnown(event, now()) ? null : newsOf(event);
    if (news && !isSeen(news) && !isDuplicateLocal(said, news, now())) {
      const { type, title, message, link } = news;
      const isRecent = ({ createdAt }: LocalEntry) => now().getTime() - new Date(createdAt).getTime() < NOTIFICATIONS.duplicateWindowMs;
      said = [...said.filter(isRecent), { type, title, createdAt: now() }];
      // An event stays as long as any other, whatever its colour.
      toast[type](message, { title, link, stays: TOASTS.info });
    }
    await Promise.all(STALE[event.type].map((answersOf) => answersOf(utils).invalidate()));
  };
}

/** The news of whoever is signed in, for as long as it is mounted. */
export function RealtimeFeed(): null {
  const utils = trpc.useUtils();
  const [take] = useState(() => makeFeed());

  trpc.inbox.stream.useSubscription({}, { onData: ({ data }) => void take(data, utils) });
  return null;
}

const MESSAGES = '/messages';

/** Whoever looks at their messages sees that there is another. */
function isSeen({ link }: News): boolean {
  return link?.href === MESSAGES && window.location.pathname === MESSAGES && document.visibilityState === 'visible';
}

/** Announcements come again to a page that was opened anew: this browser remembers which it has told. */
function isKnown(event: InboxEvent, now: Date): boolean {
  if (event.type !== 'broadcast' && event.type !== 'system_message') return false;
  const userId = session.viewer()?.id;
  return userId !== undefined && !keepAnnouncement(userId, event, now);
}

/** What a toast says of it, if anything. */
function newsOf(event: InboxEvent): News | null {
  switch (event.type) {
    case 'booking_update': {
      const copy = bookingUpdateCopy(event.updateType, event.booking.subject);
      return { type: event.notificationType, ...copy, link: { label: 'View Booking', href: `/bookings/${event.bookingId}` } };
    }
    case 'new_notification': {
      const { type, title, message, action } = event.notification;
      return { type, title, message, link: action ? { label: action.label, href: action.url } : undefined };
    }
    case 'broadcast':
    case 'system_message': {
      const { title, message, action } = event.announcement;
      return { type: 'info', title: announcementTitle(title), message, link: action ? { label: action.label, href: action.url } : undefined };
    }
    case 'thread_changed':
    case 'notifications_changed':
    case 'reset':
      return null;
  }
}
