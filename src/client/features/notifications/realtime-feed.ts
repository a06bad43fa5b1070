import { msg } from '@lingui/core/macro';
import { type Query, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useEffect, useState } from 'react';
import { i18nOfPage } from '#client/lib/i18n.ts';
import { ownActsOf } from '#client/lib/realtime/own-acts.ts';
import { type Api, useTRPC } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { type Toast, toast } from '#client/ui/toasts.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { announcementIn, announcementTitle, bookingUpdateCopy, isDuplicateLocal, type LocalEntry } from '#shared/domain/live-update-copy.ts';
import { withoutLocale } from '#shared/domain/locale-paths.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { NOTIFICATIONS, TOASTS } from '#shared/vocabulary/limits.ts';
import type { NotificationType } from '#shared/vocabulary/notifications.ts';
import { storeAnnouncement } from './announcements.ts';
import { copyInLanguage } from './copy-in-language.ts';

const QUERIES = {
  bookings: ({ bookings }: Api) => bookings.pathFilter(),
  notifications: ({ notifications }: Api) => notifications.pathFilter(),
  messages: ({ messages }: Api) => messages.pathFilter(),
  reviews: ({ reviews }: Api) => reviews.pathFilter(),
  savedSearches: ({ savedSearches }: Api) => savedSearches.pathFilter(),
  archives: ({ archives }: Api) => archives.pathFilter(),
  availability: ({ tutors }: Api) => tutors.availability.pathFilter(),
  ownProfile: ({ tutors }: Api) => tutors.own.pathFilter(),
  reports: ({ moderation }: Api) => moderation.desk.pathFilter(),
  verification: ({ verification }: Api) => verification.pathFilter(),
} as const;

const STALE = {
  // The first booking of two people opens their conversation.
  booking_update: [QUERIES.bookings, QUERIES.notifications, QUERIES.availability, QUERIES.messages],
  // A proposal, a problem, a review, a profile to verify, a tutor for a saved search or a copy of one's data: the event does not say which.
  new_notification: [
    ...[QUERIES.notifications, QUERIES.ownProfile, QUERIES.bookings, QUERIES.reviews, QUERIES.savedSearches, QUERIES.archives],
    ...[QUERIES.reports, QUERIES.verification],
  ],
  // Reading a conversation also reads its notification.
  thread_changed: [QUERIES.messages, QUERIES.notifications],
  notifications_changed: [QUERIES.notifications],
  broadcast: [],
  system_message: [],
  // Anything may have happened since the cursor was lost.
  reset: Object.values(QUERIES),
} as const satisfies Record<InboxEvent['type'], readonly ((trpc: Api) => QueryFilters)[]>;

type EventToast = Required<Pick<Toast, 'title' | 'message'>> & Pick<Toast, 'link'> & { type: NotificationType };

/** Shows no toast if the same was shown within the last minute. */
export function makeEventHandler(now: () => Date = () => new Date()) {
  let recent: LocalEntry[] = [];

  return async function handleEvent(event: InboxEvent, trpc: Api, queryClient: QueryClient): Promise<void> {
    const shown = isOwn(event) || isKnown(event, now()) ? null : toToast(event);
    // Of announcements, `isKnown` has decided by when they were sent.
    const isRepeated = shown !== null && !isAnnouncement(event) && isDuplicateLocal(recent, shown, now());
    if (shown && !isOnScreen(shown) && !isRepeated) {
      const { type, title, message, link } = shown;
      const isRecent = ({ createdAt }: LocalEntry) => now().getTime() - new Date(createdAt).getTime() < NOTIFICATIONS.duplicateWindowMs;
      recent = [...recent.filter(isRecent), { type, title, createdAt: now() }];
      // All toasts of events stay equally long, whatever their colour.
      toast[type](message, { title, link, duration: TOASTS.info });
    }
    const acts = ownActsOf(queryClient);
    const booking = event.type === 'booking_update' ? event.booking : null;
    if (booking && isOwn(event)) await acts.settled();
    const act = booking && acts.takeAct(booking);
    const predicate = (query: Query) => !(act && isOwn(event) && acts.isReadSince(query, act));
    await Promise.all(STALE[event.type].map((select) => queryClient.invalidateQueries({ ...select(trpc), predicate })));
  };
}

export function RealtimeFeed(): null {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [handleEvent] = useState(() => makeEventHandler());
  useEffect(() => void ownActsOf(queryClient), [queryClient]);

  useSubscription(trpc.inbox.stream.subscriptionOptions({}, { onData: ({ data }) => void handleEvent(data, trpc, queryClient) }));
  return null;
}

const MESSAGES = '/messages';

function isOnScreen({ link }: EventToast): boolean {
  return link?.href === MESSAGES && withoutLocale(window.location.pathname) === MESSAGES && document.visibilityState === 'visible';
}

function isOwn(event: InboxEvent): boolean {
  return 'isOwn' in event && event.isOwn === true;
}

const isAnnouncement = (event: InboxEvent) => event.type === 'broadcast' || event.type === 'system_message';

function isKnown(event: InboxEvent, now: Date): boolean {
  if (!isAnnouncement(event)) return false;
  const userId = session.viewer()?.id;
  return userId !== undefined && !storeAnnouncement(userId, event, now);
}

function toToast(event: InboxEvent): EventToast | null {
  switch (event.type) {
    case 'booking_update': {
      const copy = bookingUpdateCopy(event.updateType, event.booking.subject, textsOf(i18nOfPage()));
      return { type: event.notificationType, ...copy, link: { label: i18nOfPage()._(msg`View Booking`), href: `/bookings/${event.bookingId}` } };
    }
    case 'new_notification': {
      const { type, title, message, action } = copyInLanguage(i18nOfPage(), event.notification);
      return { type, title, message, link: action ? { label: action.label, href: action.url } : undefined };
    }
    case 'broadcast':
    case 'system_message': {
      const { title, message, action } = announcementIn(i18nOfPage().locale, event.announcement);
      return {
        type: 'info',
        title: announcementTitle(title, textsOf(i18nOfPage())),
        message,
        link: action ? { label: action.label, href: action.url } : undefined,
      };
    }
    case 'thread_changed':
    case 'notifications_changed':
    case 'reset':
      return null;
  }
}
