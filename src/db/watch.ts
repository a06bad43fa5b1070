import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import postgres, { type Options } from 'postgres';
import { askServer, type Dialer, READS_ONLY } from './addresses.ts';

type OnListen = { onPayload: (payload: string) => void; onListen: () => void };

export type Watch = {
  isAlive: () => boolean;
  /** The server neither answers nor refuses: a statement sent now would wait for long. */
  isSilent: () => boolean;
  /** Called when a connection was closed: looks for a server that answers. */
  suspect: () => void;
  /** Called with the error of a statement: a server that no longer takes writes is left at once. */
  onError: (error: unknown) => void;
  /** Also checks twice a second, on the same connection, that the server answers and takes writes. `onListen` is called again after each reconnect. */
  listen: (channel: string, on: OnListen) => Promise<() => Promise<void>>;
  stop: () => void;
};

export type WatchParts = {
  addresses: readonly string[];
  dialer: Dialer;
  options: Options<Record<string, never>>;
  /** Options of the connection that listens: it has its own name, and none of its statements takes long. */
  listener: Options<Record<string, never>>;
  /** The `statement_timeout` of the server; null where there is none. */
  longestStatementMs: number | null;
  oldestStatementMs: () => number;
};

const PAUSE_MS = 100;
/** On a slow network a new connection may take seconds, so the next address is tried in parallel after this time. */
const NEXT_ADDRESS_MS = 500;
const CHECK_MS = 500;
/** Enough for a round trip on a slow network to a busy server; until then a request waits as usual. */
const TIMEOUT_MS = 2_000;
const FIRST_TIMEOUT_MS = 10_000;
const GRACE_MS = 1_000;

const READ_ONLY = '25006';
const LATE = Symbol('late');

/** A commit that waits for a synchronous standby has no time limit, and goes on waiting after its connection has ended. */
const WAITS_FOR_STANDBY = `select exists (
  select from pg_stat_activity where datname = current_database() and usename = current_user and wait_event = 'SyncRep') as "isWaiting"`;

export function watchDatabase({ addresses, dialer, options, listener, longestStatementMs, oldestStatementMs }: WatchParts): Watch {
  let isAlive = true;
  let isSilent = false;
  let isStopped = false;
  let search: { found: Promise<void>; end: () => void } | null = null;
  let endListening = () => {};

  /** Resolves when one of the addresses answers and takes writes. */
  function findServer(): Promise<void> {
    if (search) return search.found;
    let next = dialer.current();
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    let hasMetStandby = false;
    let resolveFound = () => {};
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      search = null;
      resolveFound();
    };
    function tryNext(): void {
      const index = next % addresses.length;
      next += 1;
      timer = setTimeout(tryNext, NEXT_ADDRESS_MS).unref();
      void askServer(addresses[index] ?? '', options).then((answer) => {
        if (isOver) return;
        isAlive = answer === 'writes';
        hasMetStandby ||= answer === 'reads';
        if (isAlive) {
          // Where the address itself moves (a virtual IP), connections may have been opened to the standby meanwhile.
          if (dialer.switchTo(index) || hasMetStandby) dialer.dropAll();
          return end();
        }
        clearTimeout(timer);
        timer = setTimeout(tryNext, PAUSE_MS).unref();
      });
    }
    const found = new Promise<void>((resolve) => {
      resolveFound = resolve;
    });
    search = { found, end };
    tryNext();
    return found;
  }

  /** When a query is late but a new connection is answered, the old connections have gone silent and are replaced. */
  async function answerOf<T>(query: Promise<T>, timeoutMs: number): Promise<T> {
    const timeout = new AbortController();
    // `immediate` lets the event loop first read what has arrived, because this process itself may have been blocked.
    const late = pause(timeoutMs, undefined, { signal: timeout.signal })
      .then(() => immediate())
      .then(() => LATE);
    late.catch(() => {});
    const answer = await Promise.race([query, late]).finally(() => timeout.abort());
    if (answer !== LATE) return answer as T;
    isAlive = false;
    isSilent = true;
    const lateAnswer = await Promise.race([query, findServer().then(() => LATE)]).finally(() => {
      isSilent = false;
    });
    if (lateAnswer === LATE) {
      dialer.dropAll();
      throw new Error('The connection has gone silent');
    }
    isAlive = true;
    return lateAnswer as T;
  }

  async function listenOnce(channel: string, { onPayload, onListen }: OnListen): Promise<void> {
    let lose = (_: Error) => {};
    const lost = new Promise<never>((_, reject) => {
      lose = reject;
    });
    lost.catch(() => {});
    endListening = () => lose(new Error('Nobody listens any more'));
    const events = { onnotify: (_: string, payload: string) => onPayload(payload), onclose: () => lose(new Error('The connection was closed')) };
    const single = { socket: dialer.socket, max: 1, idle_timeout: undefined, max_lifetime: null, fetch_types: false };
    const sql = postgres(addresses[0] ?? '', { ...listener, ...single, ...events });
    const ask = (text: string, timeoutMs: number) => Promise.race([lost, answerOf(sql.unsafe(text).execute(), timeoutMs)]);
    try {
      await ask(`listen "${channel}"`, FIRST_TIMEOUT_MS);
      onListen();
      while (!isStopped) {
        const [server] = await ask(READS_ONLY, TIMEOUT_MS);
        if (server?.isReadOnly) {
          isAlive = false;
          dialer.dropAll();
          throw new Error('The server takes no writes');
        }
        const mostMs = silentMs();
        const isWaiting = mostMs < Number.POSITIVE_INFINITY && (await ask(WAITS_FOR_STANDBY, TIMEOUT_MS))[0]?.isWaiting;
        dialer.dropSilent(isWaiting ? Number.POSITIVE_INFINITY : mostMs);
        await Promise.race([lost, pause(CHECK_MS, undefined, { ref: false })]);
      }
    } finally {
      await sql.end({ timeout: 0 }).catch(() => {});
    }
  }

  /** A statement that takes longer than `statement_timeout` means that its connection has gone silent. */
  function silentMs(): number {
    const most = longestStatementMs === null ? Number.POSITIVE_INFINITY : longestStatementMs + GRACE_MS;
    return oldestStatementMs() > most ? most : Number.POSITIVE_INFINITY;
  }

  return {
    isAlive: () => isAlive,
    isSilent: () => isSilent,
    suspect() {
      if (!isStopped) void findServer();
    },
    onError(error) {
      if (!(error instanceof postgres.PostgresError) || error.code !== READ_ONLY || isStopped) return;
      dialer.dropAll();
      void findServer();
    },
    listen(channel, { onPayload, onListen }) {
      let isOver = false;
      return new Promise((resolve, reject) => {
        let hasListened = false;
        const stopListening = async () => {
          isOver = true;
          endListening();
        };
        const started = () => {
          hasListened = true;
          onListen();
          resolve(stopListening);
        };
        async function listenOn(): Promise<void> {
          while (!isOver && !isStopped) {
            await listenOnce(channel, { onPayload, onListen: started }).catch((error: unknown) => {
              if (!hasListened) reject(error);
            });
            if (!hasListened || isOver || isStopped) return;
            await findServer();
            await pause(PAUSE_MS / 10);
          }
        }
        void listenOn();
      });
    },
    stop() {
      isStopped = true;
      search?.end();
      endListening();
    },
  };
}
