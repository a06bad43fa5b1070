import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { notifications } from '#db/schema/notifications.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import type { OutboundHttp } from '#server/core/ports.ts';
import { createOutboundHttp } from '#server/infra/outbound-http.ts';
import { createSealer } from '#server/infra/sealer.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, NOW } from '#tests/support/factories.ts';
import { mondayAt } from '#tests/support/proposals.ts';
import { isSignedWith } from '#tests/support/webhook-receiver.ts';
import { useWebhooks } from '#tests/support/webhooks.ts';

const database = useDatabase();
const w = useWebhooks(database);
const { as, aPlace, aConfirmed, aFailed, deliveriesOf, attemptsOf, endpointOf, plannedSends, done, timePasses } = w;
const [MINUTE, HOUR, DAY] = [60, 3600, 24 * 3600];
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

/** The tutor of it has other news: another request is confirmed. */
async function moreNews({ tutor, student, hook }: Awaited<ReturnType<typeof aConfirmed>>, weeks = 1) {
  const booking = await aBooking(database.db, { student, tutor, startTime: mondayAt(9, weeks) });
  await as(tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
  return (await deliveriesOf(hook)).find(({ body }) => body.includes(booking.id)) ?? expect.fail('no news');
}

describe('a failed webhook call', () => {
  // spec webhooks.9
  test.each([301, 302, 307, 308, 304, 400, 401, 404, 410, 429, 500, 503])(
    'a call answered with %i is tried again, and redirects are not followed',
    async (status) => {
      const { hook, delivery } = await aConfirmed();
      w.receiver.answerAt(hook.url, status);
      const elsewhere = w.receiver.receivedAt(`${w.receiver.origin}/elsewhere`).length;
      await done();
      expect(await attemptsOf(delivery)).toMatchObject([{ status, problem: null }]);
      expect(await deliveriesOf(hook)).toMatchObject([{ state: 'pending', tries: 1, nextTryAt: at(MINUTE) }]);
      expect(await endpointOf(hook)).toMatchObject({ failingSince: NOW, offAt: null });
      expect(w.receiver.receivedAt(`${w.receiver.origin}/elsewhere`)).toHaveLength(elsewhere);
      expect(w.logged).toEqual([]);
    },
  );

  // spec webhooks.9
  test('a call is tried again when nobody listens there', async () => {
    const { hook, delivery, tutor } = await aConfirmed();
    const nowhere = createOutboundHttp({ allow: ['127.0.0.1:1'] });
    w.port.outbound = nowhere;
    await as(tutor.user).webhooks.change({ id: hook.id, url: 'http://127.0.0.1:1/', events: hook.events });
    await done();
    expect(await attemptsOf(delivery)).toMatchObject([{ status: null, problem: 'no_answer' }]);
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'pending', nextTryAt: at(MINUTE) }]);
  });

  // spec webhooks.9
  test('a call is tried again when there is no response within ten seconds', async () => {
    const { hook, delivery } = await aConfirmed();
    w.receiver.answerAt(hook.url, 'silence');
    const patience: number[] = [];
    const impatient: OutboundHttp = {
      ...w.receiver.outbound,
      post(url, sent) {
        patience.push(sent.timeoutMs);
        return w.receiver.outbound.post(url, { ...sent, timeoutMs: 50 });
      },
    };
    w.port.outbound = impatient;
    await done();
    expect(patience).toEqual([10_000]);
    expect(await attemptsOf(delivery)).toMatchObject([{ status: null, problem: 'no_answer' }]);
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'pending', tries: 1 }]);
  });

  // spec webhooks.10 | D Webhooks | Private addresses are refused at each call as well | src/server/infra/outbound-http.ts
  test('no call is made when the address has become private', async () => {
    const { hook, delivery } = await aConfirmed();
    w.port.outbound = createOutboundHttp({ allow: [] });
    await done();
    expect(w.receiver.receivedAt(hook.url)).toEqual([]);
    expect(await attemptsOf(delivery)).toMatchObject([{ status: null, problem: 'refused_address' }]);
  });

  // spec webhooks.13 | S7 | With another APP_SECRET nobody is called, the log says why, and a new secret mends it |
  //   src/server/features/webhooks/webhooks.jobs.ts
  test('no call is made when the secret cannot be read, until it is renewed', async () => {
    const { hook, delivery, tutor } = await aConfirmed();
    const sealedSecret = createSealer('APP_SECRET as it was once, before').seal('webhook', hook.secret);
    await database.db.update(webhookEndpoints).set({ sealedSecret }).where(eq(webhookEndpoints.id, hook.id));
    await done();
    expect(w.receiver.receivedAt(hook.url)).toEqual([]);
    expect(await attemptsOf(delivery)).toMatchObject([{ status: null, problem: 'lost_secret' }]);
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'pending', tries: 1, nextTryAt: at(MINUTE) }]);
    expect(await endpointOf(hook)).toMatchObject({ failingSince: NOW });
    const { secret } = await as(tutor.user).webhooks.renewSecret({ id: hook.id });
    await timePasses(MINUTE);
    expect(w.receiver.receivedAt(hook.url).map((call) => isSignedWith(secret, call))).toEqual([true]);
    expect(w.logged).toEqual([]);
  });

  // spec webhooks.11 | D Webhooks | Tried again after 1 min, 5 min, 30 min, 2 h, 12 h and 24 h, then given up; the first success ends it |
  //   src/server/features/webhooks/webhooks.jobs.ts
  test('a call is repeated unchanged after 1 and 5 minutes, half an hour, 2, 12 and 24 hours, and then given up', async () => {
    const { hook, delivery } = await aFailed();
    let time = 0;
    for (const pause of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, 24 * HOUR]) {
      const tries = w.receiver.receivedAt(hook.url).length;
      expect(await deliveriesOf(hook)).toMatchObject([{ state: 'pending', tries, nextTryAt: at(time + pause) }]);
      expect(await plannedSends()).toMatchObject([{ dueAt: at(time + pause) }]);
      await timePasses(pause - 1);
      expect(w.receiver.receivedAt(hook.url)).toHaveLength(tries);
      await timePasses(1);
      time += pause;
      expect(w.receiver.receivedAt(hook.url)).toHaveLength(tries + 1);
    }
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'failed', tries: 7, nextTryAt: null }]);
    expect(await plannedSends()).toEqual([]);
    const calls = w.receiver.receivedAt(hook.url);
    expect(new Set(calls.map(({ body }) => body))).toEqual(new Set([delivery.body]));
    expect(new Set(calls.map(({ headers }) => headers['x-webhook-id']))).toEqual(new Set([delivery.id]));
    expect(calls.every((call) => isSignedWith(hook.secret, call))).toBe(true);
    const stamps = calls.map(({ headers }) => Number(headers['x-webhook-timestamp']) - NOW.getTime() / 1000);
    expect(stamps).toEqual([0, 60, 360, 2160, 9360, 52_560, 138_960]);
    expect((await attemptsOf(delivery)).map((attempt) => attempt.at)).toEqual(stamps.map(at));
  });

  // spec webhooks.11
  test('the failures are forgotten with the first accepted call', async () => {
    const { hook } = await aFailed();
    w.receiver.answerAt(hook.url, 200);
    await timePasses(MINUTE);
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'delivered', tries: 2, nextTryAt: null }]);
    expect(await endpointOf(hook)).toMatchObject({ failingSince: null });
  });

  // spec webhooks.15 | S7 | Another address is another endpoint: old failures do not count against it | src/server/features/webhooks/webhooks.jobs.ts
  test('a call goes to a changed address, and a response of the old one does not count as its failure', async () => {
    const { hook, tutor, delivery } = await aConfirmed();
    w.receiver.answerAt(hook.url, 'silence');
    const ended = done();
    await expect.poll(() => w.receiver.receivedAt(hook.url)).toHaveLength(1);
    const url = aPlace();
    await as(tutor.user).webhooks.change({ id: hook.id, url, events: hook.events });
    w.receiver.release(500);
    await ended;
    expect(await attemptsOf(delivery)).toMatchObject([{ status: 500 }]);
    expect(await endpointOf(hook)).toMatchObject({ failingSince: null });
    await timePasses(MINUTE);
    expect(w.receiver.receivedAt(url)).toMatchObject([{ body: delivery.body }]);
  });
});

// spec webhooks.12 | D Webhooks | Nothing but failures for 3 days switches an endpoint off, gives up what waits and tells the owner, in the app and
//   by a mail that always goes | src/server/features/webhooks/webhooks.jobs.ts
describe('an endpoint that has accepted nothing for three days', () => {
  const failing = async () => {
    const confirmed = await aFailed();
    await timePasses(3 * DAY - 1);
    return confirmed;
  };

  test('the next failure switches it off, gives up what waits, and informs the owner', async () => {
    const confirmed = await failing();
    const { hook, tutor } = confirmed;
    await moreNews(confirmed);
    await done();
    expect(await endpointOf(hook)).toMatchObject({ failingSince: NOW, offAt: null });
    await timePasses(1);
    const waiting = (await deliveriesOf(hook)).filter(({ state }) => state === 'pending');
    expect(waiting).toHaveLength(2);
    await moreNews(confirmed, 2);
    await done();
    expect(await endpointOf(hook)).toMatchObject({ failingSince: NOW, offAt: at(3 * DAY), isOffByFailures: true });
    expect((await deliveriesOf(hook)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    const told = await database.db.select().from(notifications).where(eq(notifications.userId, tutor.user.id));
    expect(told.filter(({ kind }) => kind === 'webhook.switched_off')).toMatchObject([{ params: { url: hook.url } }]);
    const mails = await database.db.select().from(jobs).where(eq(jobs.kind, 'mail.send'));
    expect(mails.map(({ params }) => params)).toContainEqual({ mail: 'webhook_off', userId: tutor.user.id, url: hook.url });

    const calls = w.receiver.receivedAt(hook.url).length;
    await timePasses(2 * DAY);
    const booking = await aBooking(database.db, { ...confirmed, startTime: mondayAt(9, 4) });
    await as(tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    expect(await deliveriesOf(hook)).toHaveLength(3);
    await done();
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(calls);
    expect(await as(tutor.user).webhooks.switch({ id: hook.id, isOn: true })).toMatchObject({
      offAt: null,
      failingSince: null,
      isOffByFailures: false,
    });
    await moreNews(confirmed, 3);
    await done();
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(calls + 1);
    expect(await endpointOf(hook)).toMatchObject({ failingSince: at(5 * DAY), offAt: null });
  });

  test('one accepted call in between keeps it on', async () => {
    const confirmed = await failing();
    const { hook } = confirmed;
    w.receiver.answerAt(hook.url, 200);
    await moreNews(confirmed);
    await done();
    w.receiver.answerAt(hook.url, 500);
    await timePasses(2);
    await moreNews(confirmed, 2);
    await done();
    expect(await endpointOf(hook)).toMatchObject({ failingSince: at(3 * DAY + 1), offAt: null });
  });
});
