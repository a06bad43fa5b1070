import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { insertRows } from '#db/rows.ts';
import { jobs } from '#db/schema/jobs.ts';

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
  // PostgreSQL runs the last CTE first, so transactions that plan jobs with the same key wait for each other before they lock an inbox.
  const writes = [...(inboxRows.length > 0 ? [insertInboxEvents(inboxRows)] : []), ...(planned.length > 0 ? [planJobs(planned)] : [])];
  if (writes.length > 0) {
    last();
    await db.execute(sql`with ${sql.join(writes, sql`, `)} select`);
  }
  return topics;
}

type InboxDelivery = Extract<Delivery, { to: string }> & { position: number };

const insertInboxEvents = (rows: readonly InboxDelivery[]): SQL => sql`
  due as (
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due ("to" uuid, position int, kind text, ref uuid, payload jsonb)
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

const planJobs = (rows: readonly JobRow[]): SQL => sql`planned as (${insertRows(jobs, rows)} on conflict (key) where dead_at is null do nothing)`;

export const tutorTopic = (tutorId: string): string => `tutor:${tutorId}`;
export const isTutorTopic = (topic: string): boolean => topic.startsWith(tutorTopic(''));
export const ANNOUNCEMENTS_TOPIC = 'announcements';
export const SESSION_TOPICS = 'session:';
export const sessionTopic = (sessionId: string): string => SESSION_TOPICS + sessionId;
