import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { insertOnce } from '#db/rows.ts';
import { jobs } from '#db/schema/jobs.ts';
import { textOnce } from '#db/text-once.ts';

export type Delivery = { to: string; kind: string; ref: string | null; payload: object } | { topic: string } | { job: JobRow };
type JobRow = Required<Pick<typeof jobs.$inferInsert, 'id' | 'kind' | 'params' | 'ownerId' | 'key' | 'dueAt' | 'createdAt'>>;

/**
 * The last step of a transaction, in one statement; `last` has COMMIT sent with it. Returns the topics to notify after the commit.
 * Inboxes are locked in the order of user ids, so that two transactions never deadlock.
 */
export async function deliver(db: Executor, deliveries: readonly Delivery[], last: () => void): Promise<readonly string[]> {
  const inboxRows = deliveries.filter((delivery) => 'to' in delivery).map((row, index) => ({ ...row, position: index }));
  const planned = deliveries.flatMap((delivery) => ('job' in delivery ? delivery.job : []));
  const topics = [...new Set(deliveries.flatMap((delivery) => ('to' in delivery ? delivery.to : 'topic' in delivery ? delivery.topic : [])))];
  const write = toWrite(JSON.stringify(inboxRows), { hasInboxRows: inboxRows.length > 0, planned });
  if (write) {
    last();
    await db.execute(write);
  }
  return topics;
}

function toWrite(rows: string, { hasInboxRows, planned }: { hasInboxRows: boolean; planned: readonly JobRow[] }): SQL | null {
  if (planned.length === 0) return hasInboxRows ? insertInboxEvents({ rows }) : null;
  return hasInboxRows ? insertBoth(planned, { rows }) : planJobs(planned);
}

const inboxEventsFrom = (rows: Placeholder<'rows'>): SQL => sql`
  due as (
    select * from jsonb_to_recordset(${rows}::jsonb) as due ("to" uuid, position int, kind text, ref uuid, payload jsonb)
  ), taken as (
    insert into inboxes as inbox (user_id, last_seq)
    select "to", count(*) from due group by "to" order by "to"
    on conflict (user_id) do update set last_seq = inbox.last_seq + excluded.last_seq
    returning user_id, last_seq
  ), stored as (
    insert into inbox_events (user_id, seq, kind, ref, payload)
    select "to", last_seq - count(*) over person + row_number() over (person order by position), kind, ref, payload
    from due join taken on user_id = "to" window person as (partition by "to")
  )`;

const jobsFrom = (insert: SQL): SQL => sql`planned as (${insert} on conflict (key) where dead_at is null do nothing)`;

const insertInboxEvents = textOnce<'rows'>((value) => sql`with ${inboxEventsFrom(value('rows'))} select`);
const planJobs = insertOnce(jobs, (insert) => sql`with ${jobsFrom(insert)} select`);
// PostgreSQL runs the last CTE first, so transactions that plan jobs with the same key wait for each other before they lock an inbox.
const insertBoth = insertOnce<typeof jobs, 'rows'>(jobs, (insert, value) => sql`with ${inboxEventsFrom(value('rows'))}, ${jobsFrom(insert)} select`);

export const tutorTopic = (tutorId: string): string => `tutor:${tutorId}`;
export const isTutorTopic = (topic: string): boolean => topic.startsWith(tutorTopic(''));
export const ANNOUNCEMENTS_TOPIC = 'announcements';
export const SESSION_TOPICS = 'session:';
export const sessionTopic = (sessionId: string): string => SESSION_TOPICS + sessionId;
