import type { Db } from '#db/client.ts';
import type { Hub } from '#server/core/hub.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { type JobEnd, type JobRunner, type JobRunnerOptions, startJobRunner } from '#server/infra/job-runner.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { type CallerOptions, contextAs } from './callers.ts';

export type LogEntry = { level: 'warn' | 'error'; message: string; details: Record<string, unknown> };
export type TestRunner = JobRunner & { logged: LogEntry[]; ended: JobEnd[]; wake: () => void };

type RunnerOptions = CallerOptions & {
  now: () => Date;
  which?: JobRunnerOptions['where'];
  handlers?: Partial<JobHandlers>;
  start?: typeof startJobRunner;
  lookGapMs?: number;
};

const NO_HANDLERS: JobHandlers = {
  'mail.send': async () => {},
  'photo.copy': async () => {},
  'upload.sweep': async () => {},
  'files.remove': async () => {},
  'booking.unanswered': async () => {},
  'booking.over': async () => {},
  'booking.remind': async () => {},
  'proposal.lapse': async () => {},
  'listing.refresh': async () => {},
  'searches.check': async () => {},
  'push.send': async () => {},
  'webhook.send': async () => {},
  'archive.make': async () => {},
  'archive.expire': async () => {},
};

/** Woken by `wake`, so that no test waits for time to pass. */
export function startTestRunner(
  { db }: { db: Db },
  { handlers, now, which, start = startJobRunner, lookGapMs, ...options }: RunnerOptions,
): TestRunner {
  const hub = createManualHub();
  const logged: LogEntry[] = [];
  const ended: JobEnd[] = [];
  const logAs = (level: LogEntry['level']) => (details: object, message: string) => void logged.push({ level, message, details: { ...details } });
  const runner = start({
    db,
    hub,
    now,
    handlers: { ...NO_HANDLERS, ...handlers },
    context: () => contextAs({ db }, null, { now, ...options }),
    log: { warn: logAs('warn'), error: logAs('error') },
    sweep: sweepExpired,
    where: which,
    ...(lookGapMs !== undefined && { lookGapMs }),
    onJobEnd: (end) => void ended.push(end),
  });
  return { ...runner, logged, ended, wake: hub.wake };
}

function createManualHub(): Hub & { wake: () => void } {
  const waiting = new Set<(isOpen: boolean) => void>();
  const all = (isOpen: boolean) => {
    for (const resume of [...waiting]) resume(isOpen);
  };
  return {
    hasChanged: () => true,
    subscribe() {
      const own = new Set<(isOpen: boolean) => void>();
      const next = () =>
        new Promise<boolean>((resolve) => {
          const resume = (isOpen: boolean) => {
            waiting.delete(resume);
            own.delete(resume);
            resolve(isOpen);
          };
          waiting.add(resume);
          own.add(resume);
        });
      const close = () => {
        for (const resume of [...own]) resume(false);
      };
      return { next, close, listen: async () => {} };
    },
    close: async () => all(false),
    wake: () => all(true),
  };
}
