import { and, asc, eq, lte } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { only } from '#db/executor.ts';
import { jobs } from '#db/schema/jobs.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import type { OutboundHttp } from '#server/core/ports.ts';
import { sendWebhook } from '#server/features/webhooks/webhooks.jobs.ts';
import { startWebhookRunner } from '#server/infra/job-runner.ts';
import type { CreatedWebhook } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/integrations.ts';
import { callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { aBooking, aStudent, aTutor, NOW, signedIn, type User, unique } from './factories.ts';
import { startTestRunner, type TestRunner } from './job-runners.ts';
import { aWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export function useWebhooks(database: TestDatabase) {
  let time = NOW;
  let receiver: WebhookReceiver;
  let runner: TestRunner;
  const clock = () => time;
  const port: { outbound: OutboundHttp | null } = { outbound: null };
  const outbound: OutboundHttp = {
    get: (url, options) => (port.outbound ?? receiver.outbound).get(url, options),
    post: (url, sent) => (port.outbound ?? receiver.outbound).post(url, sent),
    isRefused: (url) => (port.outbound ?? receiver.outbound).isRefused(url),
  };
  // With the pause between two looks, the last look of one test could find the first job of the next.
  const options = { now: clock, start: startWebhookRunner, outbound, lookGapMs: 0 };
  const startRunner = () => startTestRunner(database, { handlers: { 'webhook.send': sendWebhook }, ...options });

  beforeAll(async () => {
    receiver = await aWebhookReceiver();
    runner = startRunner();
  });
  beforeEach(async () => {
    await database.db.delete(jobs);
    time = NOW;
    port.outbound = null;
  });
  afterAll(async () => {
    receiver.release(204);
    await runner.close();
    await receiver.close();
  });

  const apiAs = (person: User, options: { hasRateLimits?: boolean } = {}) => callerAs(database, person, { now: clock, outbound, ...options });
  const createUrl = () => `${receiver.origin}/${unique('hook').replace(' ', '-')}`;

  async function createWebhook(person: User, { events = WEBHOOK_EVENTS }: { events?: readonly WebhookEvent[] } = {}): Promise<CreatedWebhook> {
    return apiAs(await signedIn(database.db, person)).webhooks.add({ url: createUrl(), events: [...events] });
  }

  async function createConfirmed() {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const hook = await createWebhook(tutor.user);
    const booking = await aBooking(database.db, { student, tutor });
    await apiAs(tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    return { student, tutor, hook, booking, delivery: only(await listDeliveries(hook)) };
  }

  async function createFailed() {
    const confirmed = await createConfirmed();
    receiver.answerAt(confirmed.hook.url, 500);
    await runDueJobs();
    return confirmed;
  }

  const listDeliveries = ({ id }: { id: string }) =>
    database.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id)).orderBy(asc(webhookDeliveries.id));
  const listAttempts = ({ id }: { id: string }) =>
    database.db.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, id)).orderBy(asc(webhookAttempts.at), asc(webhookAttempts.id));
  const findEndpoint = async ({ id }: { id: string }) => only(await database.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)));
  const listPlannedSends = () => database.db.select().from(jobs).where(eq(jobs.kind, 'webhook.send')).orderBy(asc(jobs.dueAt));

  async function runDueJobs(): Promise<void> {
    await expect
      .poll(
        async () => {
          runner.wake();
          return database.db.$count(jobs, and(eq(jobs.kind, 'webhook.send'), lte(jobs.dueAt, time)));
        },
        { timeout: 15_000 },
      )
      .toBe(0);
  }

  async function advance(seconds: number): Promise<void> {
    time = new Date(time.getTime() + seconds * 1000);
    await runDueJobs();
  }

  return {
    apiAs: apiAs,
    createUrl: createUrl,
    createWebhook: createWebhook,
    createConfirmed: createConfirmed,
    createFailed: createFailed,
    listDeliveries: listDeliveries,
    listAttempts: listAttempts,
    findEndpoint: findEndpoint,
    listPlannedSends: listPlannedSends,
    runDueJobs: runDueJobs,
    advance: advance,
    startRunner: startRunner,
    port,
    clock,
    outbound,
    get receiver() {
      return receiver;
    },
    get logged() {
      return runner.logged;
    },
  };
}
