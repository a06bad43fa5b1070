import { sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { Ctx } from './context.ts';
import type { Projector, Recording } from './events.ts';

/** A mail that is to be sent. It holds no secret: a code or link is made when it is sent. */
export type MailOrder =
  | { mail: 'welcome'; userId: string }
  | { mail: 'password_reset'; email: string }
  | { mail: 'password_changed'; userId: string }
  | { mail: 'email_confirmation'; userId: string }
  | { mail: 'email_change'; userId: string }
  | { mail: 'email_changed'; name: string; from: string; to: string }
  | { mail: 'account_closed'; name: string; to: string };

/** What each kind of job is told. */
export type JobParams = {
  'mail.send': MailOrder;
  'photo.copy': { userId: string; url: string };
  'upload.sweep': { uploadId: string };
  'files.remove': { paths: readonly string[] };
};
export type JobKind = keyof JobParams;

/** May run twice when a process dies in between: what it does a second time changes nothing, or is harmless. */
export type JobHandlers = { readonly [K in JobKind]: (ctx: Ctx, params: JobParams[K]) => Promise<void> };

export type PlannedJob = { [K in JobKind]: { kind: K; params: JobParams[K]; dueAt?: Date; key?: string } }[JobKind];

/** The topic that wakes the runners with the commit. */
export const JOBS_TOPIC = 'jobs';

/** Plans a job in the transaction of whoever records it; due at once unless it says when, and once per `key`. */
export function enqueue({ record }: Recording, job: PlannedJob): void {
  record({ type: 'job.planned', job });
}

/** Writes what was planned, and wakes the runners. */
export const jobsProjector: Projector = async ({ db, now, deliver }, events) => {
  const planned = events.flatMap((event) => (event.type === 'job.planned' ? [event.job] : []));
  if (planned.length === 0) return;
  const rows = planned.map(({ kind, params, dueAt = now(), key = null }) => ({
    id: uuidV7(now().getTime()),
    kind,
    params,
    key,
    dueAt,
    createdAt: now(),
  }));
  await db.insert(jobs).values(rows).onConflictDoNothing({ target: jobs.key, where: sql`dead_at is null` });
  deliver({ topic: JOBS_TOPIC });
};
