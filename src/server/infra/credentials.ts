import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { and, eq, lte, sql } from 'drizzle-orm';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { Db } from '#db/client.ts';
import type { Executor } from '#db/executor.ts';
import { prepareOnce } from '#db/prepare.ts';
import { sessions, users } from '#db/schema/people.ts';
import { hasSecondFactor } from '#db/second-factor.ts';
import { createFairQueue } from '#server/core/fair-queue.ts';
import type { Passwords, Sessions } from '#server/core/ports.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { DEADLINES, HASHING, LIMITS, PASSWORDS, SESSION_HOURS, SESSIONS } from '#shared/vocabulary/limits.ts';
import type { AccountStatus, Role, SessionOrigin } from '#shared/vocabulary/people.ts';

type Owner = { name: string; email: string; role: Role | null; status: AccountStatus; hasSecondFactor: boolean };

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaOf>;
    DatabaseUserAttributes: Owner;
    DatabaseSessionAttributes: { lifetimeHours: number; origin: SessionOrigin; userAgent: string; lastUsedAt: Date; confirmedAt: Date | null };
    UserId: string;
  }
}

const TOKEN_BYTES = 32;
const HOUR = 3_600_000;
/** A token begins with the length of its session: it is hashed with the rest, so nobody can change it. */
const REMEMBERED = 'r_';
const SHORT = 's_';

const sessionAndOwner = prepareOnce((db: Executor) =>
  db
    .select({
      session: sessions,
      name: users.name,
      email: users.email,
      role: users.role,
      status: users.status,
      hasSecondFactor: hasSecondFactor(users.id),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('session_and_owner'),
);

/** Lucia's own adapter, but for the one read that every request makes: prepared, and without the password's hash. */
function adapterOf(db: Db): Adapter {
  const adapter = new DrizzlePostgreSQLAdapter(db, sessions, users);
  adapter.getSessionAndUser = async (id): Promise<[DatabaseSession | null, DatabaseUser | null]> => {
    const [row] = await sessionAndOwner(db).execute({ id });
    if (!row || isOver(row.session, row.role)) return [null, null];
    const { session, ...attributes } = row;
    const { userId, expiresAt, lifetimeHours, origin, userAgent, lastUsedAt, confirmedAt } = session;
    return [
      { id, userId, expiresAt, attributes: { lifetimeHours, origin, userAgent, lastUsedAt, confirmedAt } },
      { id: userId, attributes },
    ];
  };
  const lengthen = adapter.updateSessionExpiration.bind(adapter);
  adapter.updateSessionExpiration = async (id, expiresAt) => {
    const [session] = await db.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, id));
    const last = session ? session.createdAt.getTime() + SESSIONS.mostHours * HOUR : Number.POSITIVE_INFINITY;
    await lengthen(id, new Date(Math.min(expiresAt.getTime(), last)));
  };
  return adapter;
}

/** Used or not: the role is that of this moment, whatever it was at the sign-in. */
function isOver({ createdAt }: { createdAt: Date }, role: Role | null): boolean {
  const hours = role === 'admin' ? SESSIONS.mostHoursOfAdmin : SESSIONS.mostHours;
  return Date.now() - createdAt.getTime() >= hours * HOUR;
}

/** One per length: Lucia lengthens every session it validates to its own. */
function luciaOf(adapter: Adapter, hours: number) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(hours, 'h'),
    getUserAttributes: ({ name, email, role, status, hasSecondFactor }) => ({ name, email, role, status, hasSecondFactor }),
    getSessionAttributes: ({ lastUsedAt }) => ({ lastUsedAt }),
  });
}

/** Writes once an hour at most, however often and by how many at once a session is used. */
async function keepUse(db: Db, { id, lastUsedAt }: { id: string; lastUsedAt: Date }): Promise<void> {
  const anHourAgo = new Date(Date.now() - HOUR);
  if (lastUsedAt > anHourAgo) return;
  await db
    .update(sessions)
    .set({ lastUsedAt: new Date() })
    .where(and(eq(sessions.id, id), lte(sessions.lastUsedAt, anHourAgo)));
}

export function createSessions(db: Db): Sessions {
  const adapter = adapterOf(db);
  const remembered = luciaOf(adapter, SESSION_HOURS.remembered);
  const short = luciaOf(adapter, SESSION_HOURS.short);

  return {
    async createSession(userId, { isRemembered, origin, userAgent }) {
      const token = `${isRemembered ? REMEMBERED : SHORT}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
      const lucia = isRemembered ? remembered : short;
      const lifetimeHours = isRemembered ? SESSION_HOURS.remembered : SESSION_HOURS.short;
      const at = new Date();
      const attributes = { lifetimeHours, origin, userAgent: userAgent.slice(0, LIMITS.userAgent), lastUsedAt: at, confirmedAt: at };
      await lucia.createSession(userId, attributes, { sessionId: hashToken(token) });
      return token;
    },
    async findOwner(token) {
      const id = hashToken(token);
      const { session, user } = await (token.startsWith(SHORT) ? short : remembered).validateSession(id);
      if (!session || !user || user.status !== 'active') return null;
      await keepUse(db, session);
      return { sessionId: id, userId: user.id, role: user.role, name: user.name, email: user.email, hasSecondFactor: user.hasSecondFactor };
    },
  };
}

/** Argon2id with the library's parameters (19 MiB, two passes). */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** In the order of how often they are used, most often first. */
const MOST_COMMON = new Set(dictionary['passwords-common'].slice(0, PASSWORDS.common));

/** As `Passwords`, for whoever is said to ask: callers take turns. */
export type SharedPasswords = Passwords & { of: (caller: string) => Passwords };

/**
 * A hash keeps a core busy for tens of milliseconds, in a pool of four threads that files and names are looked up in, too:
 * half the cores, and two at most, are hashing, and the rest waits in turns.
 */
export function createPasswords(concurrency = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))): SharedPasswords {
  const nobody = hash(randomBytes(TOKEN_BYTES));
  const queue = createFairQueue({ ...HASHING, concurrency, patienceMs: DEADLINES.requestMs });
  const of = (caller: string): Passwords => ({
    hash: (password) => queue.run(caller, () => hashPassword(password)),
    isCommon: (lowerCase) => MOST_COMMON.has(lowerCase),
    verify: (stored, password) => {
      const check = async () => {
        const isRight = await verify(stored ?? (await nobody), password);
        return stored !== null && isRight;
      };
      // Before registrations, of which there can be any number: logins have waited in a queue of their own, and few come at a time.
      return queue.run(caller, check, 0);
    },
  });
  return { ...of(''), of };
}
