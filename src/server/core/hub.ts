import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { ANNOUNCEMENTS_TOPIC, sessionTopic, WAKE_ALL } from './deliver.ts';

export type InboxRow = { userId: string; seq: number; kind: string; ref: string | null; payload: Record<string, unknown> };
/** One object for all who hear it; a role of null is everyone. */
export type Announced = { number: number; role: Role | null; createdAt: Date; event: AnnouncementEvent };

/** How far somebody has been told: the last row of their inbox, and the last announcement. */
export type Place = { seq: number; announcement: number };
/** In order, and at least what stands behind the place, which it moves on: telling twice tells once. */
export type Tell<P extends Place> = (place: P, rows: readonly InboxRow[], announced: readonly Announced[]) => void;

export type Follower = {
  /** Waits until one of its topics is named, or has been since the last time; false once closed. */
  next: () => Promise<boolean>;
  /** Tells whatever comes behind the place, until it is closed; fails with what `tell` throws. */
  hear: <P extends Place>(place: P, tell: Tell<P>) => Promise<void>;
  close: () => void;
};

/**
 * A person: their inbox, and what is announced.
 * With a session it is closed as soon as that has ended: looked up once when it is opened, whenever it is named, and every minute.
 */
export type Followed = { userId?: string; sessionId?: string; topics?: readonly string[] };

export type Hub = {
  /** Follows from this call on: follow first, read after. */
  open: (names: Followed) => Follower;
  close: () => Promise<void>;
};

export type HubSources = {
  /** Calls `heard` per payload, and `again` whenever it listens anew: news may have been missed. Answers how to stop. */
  listen: (heard: (payload: string) => void, again: () => void) => Promise<() => Promise<void>>;
  read: (cursors: { userId: string; after: number }[]) => Promise<InboxRow[]>;
  announced: (after: number) => Promise<Announced[]>;
  /** Which of these sessions are not over. */
  alive: (sessionIds: string[]) => Promise<ReadonlySet<string>>;
  failed: (error: unknown) => void;
};

const isSessionTopic = (name: string) => name.startsWith(sessionTopic(''));

const GATHER_MS = 5;
const RETRY_MS = 250;
/** A session that runs out says nothing. */
const SESSIONS_MS = 60_000;

type Entry = {
  /** Both only of who hears. */
  place: Place | undefined;
  tell: Tell<Place> | undefined;
  userId: string | undefined;
  sessionId: string | undefined;
  resume: (() => void) | undefined;
  /** Named while it neither heard nor waited. */
  isBehind: boolean;
  close: () => void;
  fail: (error: unknown) => void;
};

/** Listens once per process, gathers names for 5 ms, reads once for all who are connected, and tells all of them in one go. */
export async function createHub({ listen, read, announced, alive, failed }: HubSources): Promise<Hub> {
  const followers = new Map<string, Set<Entry>>();
  let woken = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const wake = (names: readonly string[], delayMs = GATHER_MS) => {
    for (const name of names) if (name === WAKE_ALL || followers.has(name)) woken.add(name);
    if (woken.size > 0 && !isClosed) timer ??= setTimeout(() => void flush(), delayMs);
  };

  async function flush(): Promise<void> {
    const named = woken;
    woken = new Set();
    timer = undefined;
    const names = named.has(WAKE_ALL) ? [...followers.keys()] : [...named];
    try {
      const sessions = names.filter(isSessionTopic);
      if (sessions.length > 0) await endWith(sessions.flatMap((name) => [...(followers.get(name) ?? [])]));
      await tellAll(names);
    } catch (error) {
      failed(error);
      wake([...named], RETRY_MS);
    }
  }

  /** One question for all whose session may have ended. */
  async function endWith(doubtful: readonly Entry[]): Promise<void> {
    const living = await alive([...new Set(doubtful.flatMap(({ sessionId = [] }) => sessionId))]);
    for (const { sessionId = '', close } of doubtful) if (!living.has(sessionId)) close();
  }

  /** Looks at everybody once: with a thousand of them, whatever is looked at costs. Who is named twice is told once, by their place. */
  async function tellAll(names: readonly string[]): Promise<void> {
    const hearers: Entry[] = [];
    const cursors = new Map<string, number>();
    let after = Infinity;
    for (const name of names) {
      for (const entry of followers.get(name) ?? []) {
        const { place } = entry;
        if (!place) {
          if (!isSessionTopic(name)) ring(entry);
          continue;
        }
        hearers.push(entry);
        if (name === ANNOUNCEMENTS_TOPIC) after = Math.min(after, place.announcement);
        else if (name === entry.userId) cursors.set(name, Math.min(place.seq, cursors.get(name) ?? Infinity));
      }
    }
    const [rows, news] = await Promise.all([
      cursors.size > 0 ? read([...cursors].map(([userId, after]) => ({ userId, after }))) : NONE,
      after < Infinity ? announced(after) : NONE,
    ]);
    const rowsOf = rows.length > 0 ? grouped(rows) : null;
    for (const entry of hearers) tell(entry, rowsOf?.get(entry.userId ?? '') ?? NONE, news);
  }

  const watch = setInterval(() => wake([...followers.keys()].filter(isSessionTopic)), SESSIONS_MS).unref();
  const stop = await listen(
    (payload) => wake(payload.split(' ')),
    () => wake([WAKE_ALL]),
  );

  return {
    open({ userId, sessionId, topics = [] }) {
      const names = userId === undefined ? topics : [userId, ANNOUNCEMENTS_TOPIC, ...topics];
      const session = sessionId === undefined ? [] : [sessionTopic(sessionId)];
      const all = [...names, ...session];
      const catchUp = () => wake(names);
      const { entry, follower } = makeFollower({ userId, sessionId, catchUp }, () => {
        for (const name of all) {
          const others = followers.get(name);
          others?.delete(entry);
          if (others?.size === 0) followers.delete(name);
        }
      });
      for (const name of all) followers.set(name, (followers.get(name) ?? new Set()).add(entry));
      // It may have ended between its being read and its being followed.
      wake(session);
      return follower;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(watch);
      for (const entry of new Set([...followers.values()].flatMap((entries) => [...entries]))) entry.close();
      await stop();
    },
  };
}

const NONE: readonly never[] = [];

/** Who cannot be told harms nobody else. */
function tell(entry: Entry, rows: readonly InboxRow[], news: readonly Announced[]): void {
  try {
    if (entry.place) entry.tell?.(entry.place, rows, news);
  } catch (error) {
    entry.fail(error);
    entry.close();
  }
}

function ring(entry: Entry): void {
  if (entry.resume) entry.resume();
  else entry.isBehind = true;
}

type Opening = Pick<Entry, 'userId' | 'sessionId'> & { catchUp: () => void };

function makeFollower({ userId, sessionId, catchUp }: Opening, leave: () => void): { entry: Entry; follower: Follower } {
  let isClosed = false;
  let end = () => {};
  const close = () => {
    isClosed = true;
    leave();
    entry.place = undefined;
    entry.resume?.();
    end();
  };
  const entry: Entry = { place: undefined, tell: undefined, userId, sessionId, resume: undefined, isBehind: false, close, fail: () => {} };
  const next = async () => {
    if (!entry.isBehind && !isClosed) {
      await new Promise<void>((resolve) => {
        entry.resume = resolve;
      });
    }
    entry.resume = undefined;
    entry.isBehind = false;
    return !isClosed;
  };
  const hear = <P extends Place>(place: P, tell: Tell<P>) =>
    new Promise<void>((resolve, reject) => {
      if (isClosed) return resolve();
      end = resolve;
      entry.fail = reject;
      entry.place = place;
      // It is given its own place only.
      entry.tell = tell as Tell<Place>;
      if (entry.isBehind) catchUp();
    });
  return { entry, follower: { next, hear, close } };
}

function grouped(rows: readonly InboxRow[]): Map<string, InboxRow[]> {
  const groups = new Map<string, InboxRow[]>();
  for (const row of rows) {
    const group = groups.get(row.userId);
    if (group) group.push(row);
    else groups.set(row.userId, [row]);
  }
  return groups;
}
