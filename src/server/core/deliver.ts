import { sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';

export type Delivery = { to: string; kind: string; ref: string | null; payload: object } | { topic: string };

export const NOTIFY_CHANNEL = 'news';
export const WAKE_ALL = '*';

const MAX_TOPICS = 200;
const MAX_BYTES = 7900;

/**
 * The last step of a transaction; answers what it was about. Inboxes are numbered in the order of users, so that two transactions never
 * wait for each other. The only NOTIFY goes with it, and is sent at the commit.
 */
export async function deliver(db: Executor, deliveries: readonly Delivery[]): Promise<readonly string[]> {
  if (deliveries.length === 0) return [];
  const rows = deliveries.filter((delivery) => 'to' in delivery).map((row, index) => ({ ...row, position: index }));
  const topics = [...new Set(deliveries.map((delivery) => ('to' in delivery ? delivery.to : delivery.topic)))];
  const text = topics.join(' ');
  const notify = sql`select pg_notify(${NOTIFY_CHANNEL}, ${topics.length > MAX_TOPICS || text.length > MAX_BYTES ? WAKE_ALL : text})`;
  if (rows.length === 0) await db.execute(notify);
  else {
    await db.execute(sql`
      with due as (
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
      )
      ${notify}`);
  }
  return topics;
}

export const tutorTopic = (tutorId: string): string => `tutor:${tutorId}`;
export const isTutorTopic = (topic: string): boolean => topic.startsWith(tutorTopic(''));
export const ANNOUNCEMENTS_TOPIC = 'announcements';
export const SESSION_TOPICS = 'session:';
export const sessionTopic = (sessionId: string): string => SESSION_TOPICS + sessionId;
