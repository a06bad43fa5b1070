import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { announcements } from '#db/schema/announcements.ts';
import { users } from '#db/schema/people.ts';
import type { Actor, Ctx, SignedIn } from '#server/core/context.ts';
import type { Hub } from '#server/core/hub.ts';
import { prepared } from '#server/core/prepared.ts';
import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import { ANNOUNCEMENT_DAYS } from '#shared/vocabulary/limits.ts';

/** Its event is one object for all who hear it, and is serialised once. */
export type Announced = Pick<typeof announcements.$inferSelect, 'number' | 'role' | 'createdAt'> & { event: AnnouncementEvent };

const DAY = 24 * 3_600_000;

const deliverable = prepared((db: Executor) =>
  db
    .select()
    .from(announcements)
    .where(
      and(
        gt(announcements.number, sql.placeholder('after')),
        isNull(announcements.withdrawnAt),
        sql`${announcements.createdAt} > ${sql.placeholder('from')}::timestamptz`,
      ),
    )
    .orderBy(asc(announcements.number))
    .prepare('announcements_deliverable'),
);

const accounts = prepared((db: Executor) =>
  db
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account_age'),
);

type Reading = { after: number; announced: Promise<readonly Announced[]> };
const readings = new WeakMap<Hub, Reading>();

/**
 * At least what was announced after this one and is delivered still, for whomever it is.
 * Those who were woken together read it together, from the earliest of their places on: a wake resumes all of them before the next macrotask.
 */
export function announcedAfter({ hub, db, now }: Pick<Ctx, 'hub' | 'db' | 'now'>, number: number): Promise<readonly Announced[]> {
  const under = readings.get(hub);
  if (under) {
    under.after = Math.min(under.after, number);
    return under.announced;
  }
  const resumed = new Promise<void>((resume) => setImmediate(resume));
  const reading: Reading = { after: number, announced: resumed.then(() => read()) };
  readings.set(hub, reading);
  return reading.announced;

  async function read(): Promise<Announced[]> {
    readings.delete(hub);
    const from = new Date(now().getTime() - ANNOUNCEMENT_DAYS * DAY).toISOString();
    return (await deliverable(db).execute({ after: reading.after, from })).map(toAnnounced);
  }
}

/** As `announcedAfter`, for whoever was away: nobody gets what is older than the account. */
export async function announcedMeanwhile(ctx: SignedIn, number: number): Promise<readonly Announced[]> {
  const missed = await announcedAfter(ctx, number);
  if (missed.every((one) => one.number <= number)) return [];
  const [account] = await accounts(ctx.db).execute({ id: ctx.actor.id });
  return missed.filter(({ createdAt }) => account && createdAt >= account.createdAt);
}

/** What this person is told of it: null where it is for another role. */
export function announcementTo({ role }: Actor, { role: to, event }: Announced): AnnouncementEvent | null {
  return to === null || to === role ? event : null;
}

function toAnnounced(row: typeof announcements.$inferSelect): Announced {
  const { number, type, role, id, title, message, actionLabel, actionUrl, createdAt } = row;
  const action = actionLabel !== null && actionUrl !== null ? { label: actionLabel, url: actionUrl } : null;
  return { number, role, createdAt, event: { type, announcement: { id, title, message, action, createdAt } } };
}
