import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import type { OutboundHttp } from '#server/core/ports.ts';
import { createSealer } from '#server/infra/app-secret.ts';
import { createOutboundHttp } from '#server/infra/outbound-http.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, NOW } from '#tests/support/factories.ts';
import { mondayAt } from '#tests/support/proposals.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { isSignedWith } from '#tests/support/webhook-receiver.ts';
import { useWebhooks } from '#tests/support/webhooks.ts';

const database = useDatabase();
const w = useWebhooks(database);
const { apiAs, createUrl, createConfirmed, createFailed, listDeliveries, listAttempts, findEndpoint, listPlannedSends, runDueJobs, advance } = w;
const [MINUTE, HOUR, DAY] = [60, 3600, 24 * 3600];
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

async function createMoreEvents({ tutor, student, hook }: Awaited<ReturnType<typeof createConfirmed>>, weeks = 1) {
  const booking = await aBooking(database.db, { student, tutor, startTime: mondayAt(9, weeks) });
  await apiAs(tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
  return (await listDeliveries(hook)).find(({ body }) => body.includes(booking.id)) ?? expect.fail('no news');
}

describe('a failed webhook call', () => {
  // spec webhooks.9
  test.each([301, 302, 307, 308, 304, 400, 401, 404, 410, 429, 500, 503])(
    'a call answered with %i is tried again, and redirects are not followed',
    async (status) => {
      const { hook, delivery } = await createConfirmed();
      w.receiver.answerAt(hook.url, status);
      const redirectedCount = w.receiver.receivedAt(`${w.receiver.origin}/elsewhere`).length;
      await runDueJobs();
      expect(await listAttempts(delivery)).toMatchObject([{ status, problem: null }]);
      expect(await listDeliveries(hook)).toMatchObject([{ state: 'pending', tries: 1, nextTryAt: at(MINUTE) }]);
      expect(await findEndpoint(hook)).toMatchObject({ failingSince: NOW, offAt: null });
      expect(w.receiver.receivedAt(`${w.receiver.origin}/elsewhere`)).toHaveLength(redirectedCount);
      expect(w.logged).toEqual([]);
    },
  );

  // spec webhooks.9
  test('a call is tried again when nobody listens there', async () => {
    const { hook, delivery, tutor } = await createConfirmed();
    const nowhere = createOutboundHttp({ allow: ['127.0.0.1:1'] });
    w.port.outbound = nowhere;
    await apiAs(tutor.user).webhooks.change({ id: hook.id, url: 'http://127.0.0.1:1/', events: hook.events });
    await runDueJobs();
    expect(await listAttempts(delivery)).toMatchObject([{ status: null, problem: 'no_answer' }]);
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'pending', nextTryAt: at(MINUTE) }]);
  });

  // spec webhooks.9
  test('a call is tried again when there is no response within ten seconds', async () => {
    const { hook, delivery } = await createConfirmed();
    w.receiver.answerAt(hook.url, 'silence');
    const delays: number[] = [];
    const impatient: OutboundHttp = {
      ...w.receiver.outbound,
      post(url, sent) {
        delays.push(sent.timeoutMs);
        return w.receiver.outbound.post(url, { ...sent, timeoutMs: 50 });
      },
    };
    w.port.outbound = impatient;
    await runDueJobs();
    expect(delays).toEqual([10_000]);
    expect(await listAttempts(delivery)).toMatchObject([{ status: null, problem: 'no_answer' }]);
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'pending', tries: 1 }]);
  });

  // spec webhooks.10 | D Webhooks | Private addresses are refused at each call as well | src/server/infra/outbound-http.ts
  test('no call is made when the address has become private', async () => {
    const { hook, delivery } = await createConfirmed();
    w.port.outbound = createOutboundHttp({ allow: [] });
    await runDueJobs();
    expect(w.receiver.receivedAt(hook.url)).toEqual([]);
    expect(await listAttempts(delivery)).toMatchObject([{ status: null, problem: 'refused_address' }]);
  });

  // spec webhooks.13 | S7 | With another APP_SECRET nobody is called, the log says why, and a new secret mends it |
  //   src/server/features/webhooks/webhooks.jobs.ts
  test('no call is made when the secret cannot be read, until it is renewed', async () => {
    const { hook, delivery, tutor } = await createConfirmed();
    const sealedSecret = createSealer('APP_SECRET as it was once, before').seal('webhook', hook.secret);
    await database.db.update(webhookEndpoints).set({ sealedSecret }).where(eq(webhookEndpoints.id, hook.id));
    await runDueJobs();
    expect(w.receiver.receivedAt(hook.url)).toEqual([]);
    expect(await listAttempts(delivery)).toMatchObject([{ status: null, problem: 'lost_secret' }]);
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'pending', tries: 1, nextTryAt: at(MINUTE) }]);
    expect(await findEndpoint(hook)).toMatchObject({ failingSince: NOW });
    const { secret } = await apiAs(tutor.user).webhooks.renewSecret({ id: hook.id });
    await advance(MINUTE);
    expect(w.receiver.receivedAt(hook.url).map((call) => isSignedWith(secret, call))).toEqual([true]);
    expect(w.logged).toEqual([]);
  });

  // spec webhooks.11 | D Webhooks | Tried again after 1 min, 5 min, 30 min, 2 h, 12 h and 24 h, then given up; the first success ends it |
  //   src/server/features/webhooks/webhooks.jobs.ts
  test('a call is repeated unchanged after 1 and 5 minutes, half an hour, 2, 12 and 24 hours, and then given up', async () => {
    const { hook, delivery } = await createFailed();
    let time = 0;
    for (const pause of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, 24 * HOUR]) {
      const tries = w.receiver.receivedAt(hook.url).length;
      expect(await listDeliveries(hook)).toMatchObject([{ state: 'pending', tries, nextTryAt: at(time + pause) }]);
      expect(await listPlannedSends()).toMatchObject([{ dueAt: at(time + pause) }]);
      await advance(pause - 1);
      expect(w.receiver.receivedAt(hook.url)).toHaveLength(tries);
      await advance(1);
      time += pause;
      expect(w.receiver.receivedAt(hook.url)).toHaveLength(tries + 1);
    }
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'failed', tries: 7, nextTryAt: null }]);
    expect(await listPlannedSends()).toEqual([]);
    const calls = w.receiver.receivedAt(hook.url);
    expect(new Set(calls.map(({ body }) => body))).toEqual(new Set([delivery.body]));
    expect(new Set(calls.map(({ headers }) => headers['x-webhook-id']))).toEqual(new Set([delivery.id]));
    expect(calls.every((call) => isSignedWith(hook.secret, call))).toBe(true);
    const stamps = calls.map(({ headers }) => Number(headers['x-webhook-timestamp']) - NOW.getTime() / 1000);
    expect(stamps).toEqual([0, 60, 360, 2160, 9360, 52_560, 138_960]);
    expect((await listAttempts(delivery)).map((attempt) => attempt.at)).toEqual(stamps.map(at));
  });

  // spec webhooks.11
  test('the failures are forgotten with the first accepted call', async () => {
    const { hook } = await createFailed();
    w.receiver.answerAt(hook.url, 200);
    await advance(MINUTE);
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'delivered', tries: 2, nextTryAt: null }]);
    expect(await findEndpoint(hook)).toMatchObject({ failingSince: null });
  });

  // spec webhooks.15 | S7 | Another address is another endpoint: old failures do not count against it | src/server/features/webhooks/webhooks.jobs.ts
  test('a call goes to a changed address, and a response of the old one does not count as its failure', async () => {
    const { hook, tutor, delivery } = await createConfirmed();
    w.receiver.answerAt(hook.url, 'silence');
    const ended = runDueJobs();
    await expect.poll(() => w.receiver.receivedAt(hook.url)).toHaveLength(1);
    const url = createUrl();
    await apiAs(tutor.user).webhooks.change({ id: hook.id, url, events: hook.events });
    w.receiver.release(500);
    await ended;
    expect(await listAttempts(delivery)).toMatchObject([{ status: 500 }]);
    expect(await findEndpoint(hook)).toMatchObject({ failingSince: null });
    await advance(MINUTE);
    expect(w.receiver.receivedAt(url)).toMatchObject([{ body: delivery.body }]);
  });
});

// spec webhooks.12 | D Webhooks | Nothing but failures for 3 days switches an endpoint off, gives up what waits and tells the owner, in the app and
//   by a mail that always goes | src/server/features/webhooks/webhooks.jobs.ts
describe('an endpoint that has accepted nothing for three days', () => {
  const failing = async () => {
    const confirmed = await createFailed();
    await advance(3 * DAY - 1);
    return confirmed;
  };

  test('the next failure switches it off, gives up what waits, and informs the owner', async () => {
    const confirmed = await failing();
    const { hook, tutor } = confirmed;
    await createMoreEvents(confirmed);
    await runDueJobs();
    expect(await findEndpoint(hook)).toMatchObject({ failingSince: NOW, offAt: null });
    await advance(1);
    const waiting = (await listDeliveries(hook)).filter(({ state }) => state === 'pending');
    expect(waiting).toHaveLength(2);
    await createMoreEvents(confirmed, 2);
    await runDueJobs();
    expect(await findEndpoint(hook)).toMatchObject({ failingSince: NOW, offAt: at(3 * DAY), isOffByFailures: true });
    expect((await listDeliveries(hook)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    const notices = await selectNotifications(database, tutor.user.id);
    expect(notices.filter(({ kind }) => kind === 'webhook.switched_off')).toMatchObject([{ params: { url: hook.url } }]);
    const mails = await database.db.select().from(jobs).where(eq(jobs.kind, 'mail.send'));
    expect(mails.map(({ params }) => params)).toContainEqual({ mail: 'webhook_off', userId: tutor.user.id, url: hook.url });

    const calls = w.receiver.receivedAt(hook.url).length;
    await advance(2 * DAY);
    const booking = await aBooking(database.db, { ...confirmed, startTime: mondayAt(9, 4) });
    await apiAs(tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    expect(await listDeliveries(hook)).toHaveLength(3);
    await runDueJobs();
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(calls);
    expect(await apiAs(tutor.user).webhooks.switch({ id: hook.id, isOn: true })).toMatchObject({
      offAt: null,
      failingSince: null,
      isOffByFailures: false,
    });
    await createMoreEvents(confirmed, 3);
    await runDueJobs();
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(calls + 1);
    expect(await findEndpoint(hook)).toMatchObject({ failingSince: at(5 * DAY), offAt: null });
  });

  test('one accepted call in between keeps it on', async () => {
    const confirmed = await failing();
    const { hook } = confirmed;
    w.receiver.answerAt(hook.url, 200);
    await createMoreEvents(confirmed);
    await runDueJobs();
    w.receiver.answerAt(hook.url, 500);
    await advance(2);
    await createMoreEvents(confirmed, 2);
    await runDueJobs();
    expect(await findEndpoint(hook)).toMatchObject({ failingSince: at(3 * DAY + 1), offAt: null });
  });
});
