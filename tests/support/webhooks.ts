import { and, asc, eq, lte } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { only } from '#db/executor.ts';
import { jobs } from '#db/schema/jobs.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import type { OutboundHttp } from '#server/core/ports.ts';
import { sendWebhook } from '#server/features/webhooks/webhooks.jobs.ts';
import { IS_WEBHOOK } from '#server/infra/job-runner.ts';
import type { CreatedWebhook } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/outside.ts';
import { callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { aBooking, aStudent, aTutor, NOW, signedIn, type User, unique } from './factories.ts';
import { aRunner, type TestRunner } from './job-runners.ts';
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
  const aRunnerHere = () => aRunner(database, { handlers: { 'webhook.send': sendWebhook }, now: clock, which: IS_WEBHOOK, outbound });

  beforeAll(async () => {
    receiver = await aWebhookReceiver();
    runner = aRunnerHere();
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

  const as = (person: User, options: { hasRateLimits?: boolean } = {}) => callerAs(database, person, { now: clock, outbound, ...options });
  const aPlace = () => `${receiver.origin}/${unique('hook').replace(' ', '-')}`;

  async function aWebhook(person: User, { events = WEBHOOK_EVENTS }: { events?: readonly WebhookEvent[] } = {}): Promise<CreatedWebhook> {
    return as(await signedIn(database.db, person)).webhooks.add({ url: aPlace(), events: [...events] });
  }

  async function aConfirmed() {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const hook = await aWebhook(tutor.user);
    const booking = await aBooking(database.db, { student, tutor });
    await as(tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    return { student, tutor, hook, booking, delivery: only(await deliveriesOf(hook)) };
  }

  async function aFailed() {
    const confirmed = await aConfirmed();
    receiver.answerAt(confirmed.hook.url, 500);
    await done();
    return confirmed;
  }

  const deliveriesOf = ({ id }: { id: string }) =>
    database.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id)).orderBy(asc(webhookDeliveries.id));
  const attemptsOf = ({ id }: { id: string }) =>
    database.db.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, id)).orderBy(asc(webhookAttempts.at), asc(webhookAttempts.id));
  const endpointOf = async ({ id }: { id: string }) => only(await database.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)));
  const plannedSends = () => database.db.select().from(jobs).where(eq(jobs.kind, 'webhook.send')).orderBy(asc(jobs.dueAt));

  async function done(): Promise<void> {
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

  async function timePasses(seconds: number): Promise<void> {
    time = new Date(time.getTime() + seconds * 1000);
    await done();
  }

  return {
    as,
    aPlace,
    aWebhook,
    aConfirmed,
    aFailed,
    deliveriesOf,
    attemptsOf,
    endpointOf,
    plannedSends,
    done,
    timePasses,
    aRunnerHere,
    port,
    clock,
    outbound,
    get receiver() {
      return receiver;
    },
    get said() {
      return runner.said;
    },
  };
}
