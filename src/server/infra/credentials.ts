import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { hash, verify } from '@node-rs/argon2';
import { and, eq, lte, sql } from 'drizzle-orm';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import { hasSecondFactor } from '#db/accounts.ts';
import type { Db } from '#db/client.ts';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { sessions, users } from '#db/schema/people.ts';
import { createFairQueue } from '#server/core/fair-queue.ts';
import type { Passwords, Sessions } from '#server/core/ports.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { HASHING, PASSWORDS, SESSION_HOURS, SESSIONS } from '#shared/vocabulary/account-limits.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { DEADLINES, LIMITS } from '#shared/vocabulary/limits.ts';
import type { AccountStatus, Role, SessionOrigin } from '#shared/vocabulary/people.ts';

type Owner = { name: string; email: string; role: Role | null; status: AccountStatus; hasSecondFactor: boolean; lastSeq: number };

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseUserAttributes: Owner;
    DatabaseSessionAttributes: { lifetimeHours: number; origin: SessionOrigin; userAgent: string; lastUsedAt: Date; confirmedAt: Date | null };
    UserId: string;
  }
}

const TOKEN_BYTES = 32;
/** The prefix says how long the session lasts; it is hashed with the rest, so nobody can change it. */
const REMEMBERED = 'r_';
const SHORT = 's_';

const selectSessionAndOwner = prepareOnce((db: Executor) =>
  db
    .select({
      session: sessions,
      name: users.name,
      email: users.email,
      role: users.role,
      status: users.status,
      hasSecondFactor: hasSecondFactor(users.id),
      lastSeq: sql`coalesce((select last_seq from inboxes where inboxes.user_id = ${users.id}), 0)`.mapWith(Number),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('session_and_owner'),
);

/** Lucia's adapter, but the query that every request makes is prepared and leaves out the password hash. */
function createAdapter(db: Db, now: () => Date): Adapter {
  const adapter = new DrizzlePostgreSQLAdapter(db, sessions, users);
  // Lucia uses the clock of this machine, so its times are shifted by the difference to ours.
  const ahead = () => Date.now() - now().getTime();
  adapter.getSessionAndUser = async (id): Promise<[DatabaseSession | null, DatabaseUser | null]> => {
    const [row] = await selectSessionAndOwner(db).execute({ id });
    if (!row || isTooOld(row.session, row.role, now())) return [null, null];
    const { session, ...attributes } = row;
    const { userId, expiresAt, lifetimeHours, origin, userAgent, lastUsedAt, confirmedAt } = session;
    return [
      { id, userId, expiresAt: new Date(expiresAt.getTime() + ahead()), attributes: { lifetimeHours, origin, userAgent, lastUsedAt, confirmedAt } },
      { id: userId, attributes },
    ];
  };
  const extend = adapter.updateSessionExpiration.bind(adapter);
  adapter.updateSessionExpiration = async (id, expiresAt) => {
    const [session] = await db.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, id));
    const latestEnd = session ? session.createdAt.getTime() + SESSIONS.mostHours * HOUR_MS : Number.POSITIVE_INFINITY;
    await extend(id, new Date(Math.min(expiresAt.getTime() - ahead(), latestEnd)));
  };
  const store = adapter.setSession.bind(adapter);
  adapter.setSession = (session) => store({ ...session, expiresAt: new Date(session.expiresAt.getTime() - ahead()) });
  return adapter;
}

function isTooOld({ createdAt }: { createdAt: Date }, role: Role | null, now: Date): boolean {
  const hours = role === 'admin' ? SESSIONS.mostHoursOfAdmin : SESSIONS.mostHours;
  return now.getTime() - createdAt.getTime() >= hours * HOUR_MS;
}

/** One instance for each lifetime, because Lucia extends every session that it validates to the lifetime of the instance. */
function createLucia(adapter: Adapter, hours: number) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(hours, 'h'),
    getUserAttributes: ({ name, email, role, status, hasSecondFactor, lastSeq }) => ({ name, email, role, status, hasSecondFactor, lastSeq }),
    getSessionAttributes: ({ lastUsedAt }) => ({ lastUsedAt }),
  });
}

async function recordUse(db: Db, { id, lastUsedAt }: { id: string; lastUsedAt: Date }, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  if (lastUsedAt > hourAgo) return;
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, id), lte(sessions.lastUsedAt, hourAgo)));
}

export function createSessions(db: Db, now: () => Date = () => new Date()): Sessions {
  const adapter = createAdapter(db, now);
  const remembered = createLucia(adapter, SESSION_HOURS.remembered);
  const short = createLucia(adapter, SESSION_HOURS.short);

  return {
    async createSession(userId, { isRemembered, origin, userAgent }) {
      const token = `${isRemembered ? REMEMBERED : SHORT}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
      const lucia = isRemembered ? remembered : short;
      const lifetimeHours = isRemembered ? SESSION_HOURS.remembered : SESSION_HOURS.short;
      const at = now();
      const attributes = { lifetimeHours, origin, userAgent: userAgent.slice(0, LIMITS.userAgent), lastUsedAt: at, confirmedAt: at };
      await lucia.createSession(userId, attributes, { sessionId: hashToken(token) });
      return token;
    },
    async findOwner(token) {
      const id = hashToken(token);
      const { session, user } = await (token.startsWith(SHORT) ? short : remembered).validateSession(id);
      if (!session || !user || user.status !== 'active') return null;
      await recordUse(db, session, now());
      const { id: userId, role, name, email, hasSecondFactor, lastSeq } = user;
      return { sessionId: id, userId, role, name, email, hasSecondFactor, lastSeq };
    },
  };
}

/** Argon2id with the library's parameters (19 MiB, two passes). */
export const hashPassword = (password: string): Promise<string> => hash(password);

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first new password, because the lists of the library take 10 MB of memory. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, PASSWORDS.common));
}

export type PasswordsByCaller = Passwords & { forCaller: (caller: string) => Passwords };

/**
 * A hash keeps a core busy for tens of milliseconds, on one of the four threads that file reads and DNS look-ups use too.
 * So hashes are computed on half of the cores, at most on two.
 */
export function createPasswords(concurrency = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))): PasswordsByCaller {
  const dummyHash = hash(randomBytes(TOKEN_BYTES));
  const queue = createFairQueue({ ...HASHING, concurrency, timeoutMs: DEADLINES.requestMs });
  const forCaller = (caller: string): Passwords => ({
    hash: (password) => queue.run(caller, () => hashPassword(password)),
    loadCommon: () => (commonPasswords ??= readCommonPasswords()),
    verify: (storedHash, password) => {
      const check = async () => {
        const isRight = await verify(storedHash ?? (await dummyHash), password);
        return storedHash !== null && isRight;
      };
      // Rank 0, ahead of registrations, which nothing limits in number: logins have already waited in their own queue.
      return queue.run(caller, check, 0);
    },
  });
  return { ...forCaller(''), forCaller };
}
