import { EVERYONE, sessionTopic } from './deliver.ts';

export type InboxRow = { userId: string; seq: number; kind: string; ref: string | null; payload: Record<string, unknown> };

/** What a follower is woken with: new rows of its inbox, and the topics that were named. */
export type Wake = { rows: readonly InboxRow[]; topics: readonly string[]; everyone: boolean };

export type Follower = {
  /** Waits; null once closed. */
  next: () => Promise<Wake | null>;
  /** Rows after this are handed on; unset, only topics are. */
  follow: (afterSeq: number) => void;
  close: () => void;
};

/** With a session it is closed as soon as that has ended: looked up once when it is opened, whenever it is named, and every minute. */
export type Followed = { userId?: string; sessionId?: string; topics?: readonly string[] };

export type Hub = {
  /** Follows the inbox of a person and topics, from this call on: follow first, read after. */
  open: (names: Followed) => Follower;
  close: () => Promise<void>;
};

export type HubSources = {
  /** Calls `heard` per payload, and `again` whenever it listens anew: news may have been missed. Answers how to stop. */
  listen: (heard: (payload: string) => void, again: () => void) => Promise<() => Promise<void>>;
  read: (cursors: { userId: string; after: number }[]) => Promise<InboxRow[]>;
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
  userId: string | undefined;
  sessionId: string | undefined;
  topics: readonly string[];
  after: number | undefined;
  /** Woken before it was known what it had read. */
  isBehind: boolean;
  give: (wake: Wake) => void;
  close: () => void;
};

/** Listens once per process, gathers wakes for 5 ms, and reads once for all who are connected. */
export async function createHub({ listen, read, alive, failed }: HubSources): Promise<Hub> {
  const followers = new Map<string, Set<Entry>>();
  let woken = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const wake = (names: readonly string[], delayMs = GATHER_MS) => {
    for (const name of names) if (name === EVERYONE || followers.has(name)) woken.add(name);
    if (woken.size > 0 && !isClosed) timer ??= setTimeout(() => void flush(), delayMs);
  };

  async function flush(): Promise<void> {
    const names = woken;
    woken = new Set();
    timer = undefined;
    const everyone = names.has(EVERYONE);
    const entries = new Set<Entry>();
    for (const name of everyone ? followers.keys() : names) for (const entry of followers.get(name) ?? []) entries.add(entry);
    const cursors = new Map<string, number>();
    for (const entry of entries) {
      const { userId, after } = entry;
      if (userId === undefined || !(everyone || names.has(userId))) continue;
      if (after === undefined) entry.isBehind = true;
      else cursors.set(userId, Math.min(after, cursors.get(userId) ?? after));
    }
    try {
      await endWithSessions(entries, names, everyone);
      const rows = cursors.size > 0 ? await read([...cursors].map(([userId, after]) => ({ userId, after }))) : [];
      const [rowsOf, wakeOf] = [grouped(rows), wakesOf(names, everyone)];
      for (const entry of entries) hand(entry, rowsOf, wakeOf(entry.topics));
    } catch (error) {
      failed(error);
      wake([...names], RETRY_MS);
    }
  }

  /** One question for all whose session may have ended. */
  async function endWithSessions(entries: ReadonlySet<Entry>, names: ReadonlySet<string>, everyone: boolean): Promise<void> {
    const isNamed = everyone || [...names].some(isSessionTopic);
    if (!isNamed) return;
    const doubtful = [...entries].filter(({ sessionId }) => sessionId !== undefined && (everyone || names.has(sessionTopic(sessionId))));
    if (doubtful.length === 0) return;
    const living = await alive([...new Set(doubtful.flatMap(({ sessionId = [] }) => sessionId))]);
    for (const { sessionId = '', close } of doubtful) if (!living.has(sessionId)) close();
  }

  const watch = setInterval(() => wake([...followers.keys()].filter(isSessionTopic)), SESSIONS_MS).unref();
  const stop = await listen(
    (payload) => wake(payload.split(' ')),
    () => wake([EVERYONE]),
  );

  return {
    open({ userId, sessionId, topics = [] }) {
      const session = sessionId === undefined ? [] : [sessionTopic(sessionId)];
      const names = [...(userId === undefined ? [] : [userId]), ...session, ...topics];
      const catchUp = () => wake(userId === undefined ? [] : [userId]);
      const { entry, follower } = makeFollower({ userId, sessionId, topics, catchUp }, () => {
        for (const name of names) {
          const others = followers.get(name);
          others?.delete(entry);
          if (others?.size === 0) followers.delete(name);
        }
      });
      for (const name of names) followers.set(name, (followers.get(name) ?? new Set()).add(entry));
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

/** Those who follow the same topics are handed the same wake. */
function wakesOf(names: ReadonlySet<string>, everyone: boolean): (topics: readonly string[]) => Wake {
  const wakes = new Map<readonly string[], Wake>();
  return (topics) => {
    const wake = wakes.get(topics) ?? { rows: [], topics: topics.filter((name) => everyone || names.has(name)), everyone };
    wakes.set(topics, wake);
    return wake;
  };
}

/** Gives an entry what it has not had yet, if anything. */
function hand(entry: Entry, rowsOf: Map<string, InboxRow[]>, wake: Wake): void {
  const { userId = '', after = Infinity } = entry;
  const rows = rowsOf.size === 0 ? [] : (rowsOf.get(userId) ?? []).filter(({ seq }) => seq > after);
  const last = rows.at(-1);
  if (last) entry.after = last.seq;
  if (last) entry.give({ ...wake, rows });
  else if (wake.topics.length > 0 || wake.everyone) entry.give(wake);
}

type Opening = Pick<Entry, 'userId' | 'sessionId' | 'topics'> & { catchUp: () => void };

function makeFollower({ userId, sessionId, topics, catchUp }: Opening, leave: () => void): { entry: Entry; follower: Follower } {
  const waiting: Wake[] = [];
  let resume: ((wake: Wake | null) => void) | undefined;
  let isClosed = false;

  const close = () => {
    isClosed = true;
    waiting.length = 0;
    leave();
    resume?.(null);
    resume = undefined;
  };
  const entry: Entry = {
    userId,
    sessionId,
    topics,
    after: undefined,
    isBehind: false,
    give(wake) {
      if (isClosed) return;
      if (!resume) return void waiting.push(wake);
      resume(wake);
      resume = undefined;
    },
    close,
  };
  const next = () => {
    const first = waiting.shift();
    if (first || isClosed) return Promise.resolve(first ?? null);
    return new Promise<Wake | null>((resolve) => {
      resume = resolve;
    });
  };
  const follow = (after: number) => {
    entry.after = after;
    if (entry.isBehind) catchUp();
    entry.isBehind = false;
  };
  return { entry, follower: { next, close, follow } };
}

function grouped(rows: readonly InboxRow[]): Map<string, InboxRow[]> {
  const groups = new Map<string, InboxRow[]>();
  for (const row of rows) groups.set(row.userId, [...(groups.get(row.userId) ?? []), row]);
  return groups;
}
