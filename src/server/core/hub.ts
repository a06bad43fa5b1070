import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { ANNOUNCEMENTS_TOPIC, isTutorTopic, sessionTopic } from './deliver.ts';
import { WAKE_ALL } from './notifier.ts';
import { createRecentTopics } from './recent-topics.ts';

export type InboxRow = { userId: string; seq: number; kind: string; ref: string | null; payload: Record<string, unknown> };
export type AnnouncementRow = { number: number; role: Role | null; createdAt: Date; event: AnnouncementEvent };

export type StreamPosition = { seq: number; announcement: number };
export type HubListener<P extends StreamPosition> = (position: P, rows: readonly InboxRow[], announcements: readonly AnnouncementRow[]) => void;

export type Subscription = {
  next: () => Promise<boolean>;
  listen: <P extends StreamPosition>(position: P, listener: HubListener<P>) => Promise<void>;
  close: () => void;
};

/** `isSessionUnread`: the caller looks the session up after subscribing, so the hub need not check that it still exists. */
export type SubscriptionOptions = { userId?: string; sessionId?: string; isSessionUnread?: boolean; topics?: readonly string[] };

export type Hub = {
  /** Subscribe first and read after it: nothing is missed in between. */
  subscribe: (options: SubscriptionOptions) => Subscription;
  /** Whether this topic of a tutor was notified since that time (milliseconds); true as well where that is no longer known. */
  hasChanged: (topic: string, since: number) => boolean;
  close: () => Promise<void>;
};

export type HubSource = {
  listen: (onPayload: (payload: string) => void, onReconnect: () => void) => Promise<() => Promise<void>>;
  readInboxes: (cursors: { userId: string; after: number }[]) => Promise<InboxRow[]>;
  readAnnouncements: (after: number) => Promise<AnnouncementRow[]>;
  findLiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>;
  now?: () => number;
  onError: (error: unknown) => void;
  /** Called with every notification, and with `WAKE_ALL` when some may have been missed. */
  onTopics?: (topics: readonly string[]) => void;
};

const BATCH_MS = 5;
const RETRY_MS = 250;
/** A session that expires sends no notification, so all open ones are checked this often. */
const SESSION_CHECK_MS = MINUTE_MS;

const NO_ROWS: readonly never[] = [];

const isSessionTopic = (topic: string) => topic.startsWith(sessionTopic(''));

type Subscriber = {
  position: StreamPosition | undefined;
  listener: HubListener<StreamPosition> | undefined;
  userId: string | undefined;
  sessionId: string | undefined;
  resume: (() => void) | undefined;
  isPending: boolean;
  close: () => void;
  fail: (error: unknown) => void;
};

export async function createHub({
  listen,
  readInboxes,
  readAnnouncements,
  findLiveSessions,
  now = Date.now,
  onError,
  onTopics = () => {},
}: HubSource): Promise<Hub> {
  const subscribersByTopic = new Map<string, Set<Subscriber>>();
  let pendingTopics = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const changes = createRecentTopics(now);

  const schedule = (topics: readonly string[], delayMs = BATCH_MS) => {
    for (const topic of topics) if (topic === WAKE_ALL || subscribersByTopic.has(topic)) pendingTopics.add(topic);
    if (pendingTopics.size > 0 && !isClosed) timer ??= setTimeout(() => void flush(), delayMs);
  };

  async function flush(): Promise<void> {
    const pending = pendingTopics;
    pendingTopics = new Set();
    timer = undefined;
    const topics = pending.has(WAKE_ALL) ? [...subscribersByTopic.keys()] : [...pending];
    try {
      const sessionTopics = topics.filter(isSessionTopic);
      if (sessionTopics.length > 0) await closeEndedSessions(sessionTopics.flatMap((topic) => [...(subscribersByTopic.get(topic) ?? [])]));
      await notifySubscribers(topics);
    } catch (error) {
      onError(error);
      schedule([...pending], RETRY_MS);
    }
  }

  async function closeEndedSessions(subscribers: readonly Subscriber[]): Promise<void> {
    const liveSessions = await findLiveSessions([...new Set(subscribers.flatMap(({ sessionId = [] }) => sessionId))]);
    for (const { sessionId = '', close } of subscribers) if (!liveSessions.has(sessionId)) close();
  }

  async function notifySubscribers(topics: readonly string[]): Promise<void> {
    const listening: Subscriber[] = [];
    const cursors = new Map<string, number>();
    let firstAnnouncement = Infinity;
    for (const topic of topics) {
      for (const subscriber of subscribersByTopic.get(topic) ?? []) {
        const { position } = subscriber;
        if (!position) {
          if (!isSessionTopic(topic)) wakeSubscriber(subscriber);
          continue;
        }
        listening.push(subscriber);
        if (topic === ANNOUNCEMENTS_TOPIC) firstAnnouncement = Math.min(firstAnnouncement, position.announcement);
        else if (topic === subscriber.userId) cursors.set(topic, Math.min(position.seq, cursors.get(topic) ?? Infinity));
      }
    }
    const [rows, announcements] = await Promise.all([
      cursors.size > 0 ? readInboxes([...cursors].map(([userId, after]) => ({ userId, after }))) : NO_ROWS,
      firstAnnouncement < Infinity ? readAnnouncements(firstAnnouncement) : NO_ROWS,
    ]);
    const rowsByUser = rows.length > 0 ? groupByUser(rows) : null;
    for (const subscriber of listening) callListener(subscriber, rowsByUser?.get(subscriber.userId ?? '') ?? NO_ROWS, announcements);
  }

  function handlePayload(payload: string): void {
    const topics = payload.split(' ');
    onTopics(topics);
    for (const topic of topics) {
      if (topic === WAKE_ALL) changes.forget();
      else if (isTutorTopic(topic)) changes.add(topic);
    }
    schedule(topics);
  }

  function handleListen(): void {
    onTopics([WAKE_ALL]);
    changes.forget();
    schedule([WAKE_ALL]);
  }

  const everyMinute = setInterval(() => {
    changes.rotate();
    schedule([...subscribersByTopic.keys()].filter(isSessionTopic));
  }, SESSION_CHECK_MS).unref();
  const stopListening = await listen(handlePayload, handleListen);

  return {
    hasChanged: changes.hasComeSince,
    subscribe({ userId, sessionId, isSessionUnread = false, topics = [] }) {
      const ownTopics = userId === undefined ? topics : [userId, ANNOUNCEMENTS_TOPIC, ...topics];
      const sessionTopics = sessionId === undefined ? [] : [sessionTopic(sessionId)];
      const allTopics = [...ownTopics, ...sessionTopics];
      const scheduleCatchUp = () => schedule(ownTopics);
      const { subscriber, subscription } = createSubscription({ userId, sessionId, scheduleCatchUp }, () => {
        for (const topic of allTopics) {
          const subscribers = subscribersByTopic.get(topic);
          subscribers?.delete(subscriber);
          if (subscribers?.size === 0) subscribersByTopic.delete(topic);
        }
      });
      for (const topic of allTopics) subscribersByTopic.set(topic, (subscribersByTopic.get(topic) ?? new Set()).add(subscriber));
      // The session may have ended after it was read and before this subscription.
      if (!isSessionUnread) schedule(sessionTopics);
      return subscription;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(everyMinute);
      for (const subscriber of new Set([...subscribersByTopic.values()].flatMap((subscribers) => [...subscribers]))) subscriber.close();
      // Rejects when the connection is already lost; then there is nothing left to stop.
      await stopListening().catch(() => {});
    },
  };
}

function callListener(subscriber: Subscriber, rows: readonly InboxRow[], announcements: readonly AnnouncementRow[]): void {
  try {
    if (subscriber.position) subscriber.listener?.(subscriber.position, rows, announcements);
  } catch (error) {
    subscriber.fail(error);
    subscriber.close();
  }
}

function wakeSubscriber(subscriber: Subscriber): void {
  if (subscriber.resume) subscriber.resume();
  else subscriber.isPending = true;
}

type SubscriberOptions = Pick<Subscriber, 'userId' | 'sessionId'> & { scheduleCatchUp: () => void };
type NewSubscription = { subscriber: Subscriber; subscription: Subscription };

function createSubscription({ userId, sessionId, scheduleCatchUp }: SubscriberOptions, unsubscribe: () => void): NewSubscription {
  let isClosed = false;
  let end = () => {};
  const close = () => {
    isClosed = true;
    unsubscribe();
    subscriber.position = undefined;
    subscriber.resume?.();
    end();
  };
  const subscriber: Subscriber = {
    position: undefined,
    listener: undefined,
    userId,
    sessionId,
    resume: undefined,
    isPending: false,
    close,
    fail: () => {},
  };
  const next = async () => {
    if (!subscriber.isPending && !isClosed) {
      await new Promise<void>((resolve) => {
        subscriber.resume = resolve;
      });
    }
    subscriber.resume = undefined;
    subscriber.isPending = false;
    return !isClosed;
  };
  const listen = <P extends StreamPosition>(position: P, listener: HubListener<P>) =>
    new Promise<void>((resolve, reject) => {
      if (isClosed) return resolve();
      end = resolve;
      subscriber.fail = reject;
      subscriber.position = position;
      // It is only called with the position given here.
      subscriber.listener = listener as HubListener<StreamPosition>;
      if (subscriber.isPending) scheduleCatchUp();
    });
  return { subscriber, subscription: { next, listen, close } };
}

function groupByUser(rows: readonly InboxRow[]): Map<string, InboxRow[]> {
  const rowsByUser = new Map<string, InboxRow[]>();
  for (const row of rows) {
    const userRows = rowsByUser.get(row.userId);
    if (userRows) userRows.push(row);
    else rowsByUser.set(row.userId, [row]);
  }
  return rowsByUser;
}
