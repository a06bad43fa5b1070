import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { announcements } from '#db/schema/announcements.ts';
import { users } from '#db/schema/people.ts';
import type { Actor, Ctx, SignedIn } from '#server/core/context.ts';
import type { Hub } from '#server/core/hub.ts';
import { prepared } from '#server/core/prepared.ts';
import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import { ANNOUNCEMENT_DAYS } from '#shared/vocabulary/limits.ts';

export type Announced = typeof announcements.$inferSelect;

const DAY = 24 * 3_600_000;

const deliverable = prepared((db: Executor) =>
  db
    .select()
    .from(announcements)
    .where(and(isNull(announcements.withdrawnAt), sql`${announcements.createdAt} > ${sql.placeholder('from')}::timestamptz`))
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

/** Those who were woken by one announcement read it together: a wake resumes all of them before the next macrotask. */
const readings = new WeakMap<Hub, Promise<Announced[]>>();

function readTogether({ hub, db, now }: Pick<Ctx, 'hub' | 'db' | 'now'>): Promise<Announced[]> {
  const under = readings.get(hub);
  if (under) return under;
  const reading = new Promise<void>((resume) => setImmediate(resume)).then(() => {
    readings.delete(hub);
    return deliverable(db).execute({ from: new Date(now().getTime() - ANNOUNCEMENT_DAYS * DAY).toISOString() });
  });
  readings.set(hub, reading);
  return reading;
}

/** What was announced after this one and is delivered still, for whomever it is. */
export async function announcedAfter(ctx: SignedIn, number: number): Promise<Announced[]> {
  return (await readTogether(ctx)).filter((one) => one.number > number);
}

/** As `announcedAfter`, for whoever was away: nobody gets what is older than the account. */
export async function announcedMeanwhile(ctx: SignedIn, number: number): Promise<Announced[]> {
  const missed = await announcedAfter(ctx, number);
  if (missed.length === 0) return missed;
  const [account] = await accounts(ctx.db).execute({ id: ctx.actor.id });
  return missed.filter(({ createdAt }) => account && createdAt >= account.createdAt);
}

/** What this person is told of it: null where it is for another role. */
export function announcementTo(
  { role }: Actor,
  { type, role: to, id, title, message, actionLabel, actionUrl, createdAt }: Announced,
): AnnouncementEvent | null {
  if (to !== null && to !== role) return null;
  const action = actionLabel !== null && actionUrl !== null ? { label: actionLabel, url: actionUrl } : null;
  return { type, announcement: { id, title, message, action, createdAt } };
}
