import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { type CallerOptions, contextAs } from './callers.ts';

/** What the job sends: one mail or none. */
export async function runMailJob(database: { db: Db }, job: MailJob, options: CallerOptions = {}): Promise<Mail[]> {
  const mails: Mail[] = [];
  await sendMail(contextAs(database, null, { ...options, mailer: { send: async (mail) => void mails.push(mail) } }), job);
  return mails;
}

export async function listMailJobs({ db }: { db: Db }): Promise<MailJob[]> {
  const rows = await db.select({ params: jobs.params }).from(jobs).where(eq(jobs.kind, 'mail.send')).orderBy(jobs.id);
  // The column's type is that of all kinds of jobs.
  return rows.map(({ params }) => params as MailJob);
}
