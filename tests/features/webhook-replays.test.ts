import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { sendWebhook } from '#server/features/webhooks/webhooks.jobs.ts';
import { WEBHOOKS } from '#shared/vocabulary/limits.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';
import { isSignedWith } from '#tests/support/webhook-receiver.ts';
import { useWebhooks } from '#tests/support/webhooks.ts';

const database = useDatabase();
const w = useWebhooks(database);
const { as, aConfirmed, aFailed, deliveriesOf, attemptsOf, endpointOf, plannedSends, done, timePasses } = w;
const [MINUTE, HOUR, DAY] = [60, 3600, 24 * 3600];
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('sending a delivery again', () => {
  const again = ({ tutor, delivery }: Awaited<ReturnType<typeof aConfirmed>>) => as(tutor.user).webhooks.replay({ id: delivery.id });

  // spec webhooks.19 | D Webhooks | Replay: the same id and bytes, signed anew, logged as one; it disturbs no planned try |
  //   src/server/features/webhooks/webhooks.commands.ts
  test('the same body is sent under its id with a new signature, and logged as a replay', async () => {
    const confirmed = await aConfirmed();
    await done();
    await timePasses(HOUR);
    expect(await again(confirmed)).toEqual({ message: 'It is being sent again' });
    await done();
    const [first, second] = w.receiver.receivedAt(confirmed.hook.url);
    if (!first || !second) expect.fail('it was not sent again');
    expect([second.body, second.headers['x-webhook-id']]).toEqual([first.body, first.headers['x-webhook-id']]);
    expect(Number(second.headers['x-webhook-timestamp']) - Number(first.headers['x-webhook-timestamp'])).toBe(HOUR);
    expect(isSignedWith(confirmed.hook.secret, second)).toBe(true);
    expect(await attemptsOf(confirmed.delivery)).toMatchObject([{ isReplay: false }, { isReplay: true, status: 204, at: at(HOUR) }]);
    expect(await deliveriesOf(confirmed.hook)).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  // spec webhooks.19
  test('a delivery that was given up becomes delivered once it is accepted', async () => {
    const failed = await aFailed();
    for (const pause of WEBHOOKS.retrySeconds) await timePasses(pause);
    expect(await deliveriesOf(failed.hook)).toMatchObject([{ state: 'failed', tries: 7 }]);
    await again(failed);
    await done();
    expect(await deliveriesOf(failed.hook)).toMatchObject([{ state: 'failed', tries: 7 }]);
    w.receiver.answerAt(failed.hook.url, 200);
    await again(failed);
    await done();
    expect(await deliveriesOf(failed.hook)).toMatchObject([{ state: 'delivered', tries: 7, nextTryAt: null }]);
    expect(await endpointOf(failed.hook)).toMatchObject({ failingSince: null });
    expect(await attemptsOf(failed.delivery)).toHaveLength(9);
  });

  // spec webhooks.19
  test('nothing planned changes, and no webhook is switched off', async () => {
    const failed = await aFailed();
    const planned = await plannedSends();
    await again(failed);
    await done();
    expect(await plannedSends()).toEqual(planned);
    expect(await deliveriesOf(failed.hook)).toMatchObject([{ state: 'pending', tries: 1, nextTryAt: at(MINUTE) }]);
    await database.db.delete(jobs);
    await timePasses(4 * DAY);
    await again(failed);
    await done();
    expect(await endpointOf(failed.hook)).toMatchObject({ failingSince: NOW, offAt: null });
    const confirmed = await aConfirmed();
    await done();
    w.receiver.answerAt(confirmed.hook.url, 500);
    await again(confirmed);
    await done();
    expect(await endpointOf(confirmed.hook)).toMatchObject({ failingSince: null });
    expect(await deliveriesOf(confirmed.hook)).toMatchObject([{ state: 'delivered' }]);
  });

  // spec webhooks.19
  test('the endpoint must be on, also while the replay waits', async () => {
    const confirmed = await aConfirmed();
    await done();
    const { tutor, hook, delivery } = confirmed;
    await as(tutor.user).webhooks.switch({ id: hook.id, isOn: false });
    await expect(again(confirmed)).rejects.toMatchObject({ code: 'CONFLICT', message: 'This webhook is switched off. Switch it on first.' });
    await sendWebhook(contextAs(database, null, { outbound: w.outbound }), { deliveryId: delivery.id, isReplay: true });
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(1);
  });

  // spec webhooks.19
  test('a double click makes one call', async () => {
    const confirmed = await aConfirmed();
    await database.db.delete(jobs);
    await database.db.update(webhookDeliveries).set({ state: 'delivered', nextTryAt: null }).where(eq(webhookDeliveries.id, confirmed.delivery.id));
    await Promise.all([1, 2, 3].map(() => again(confirmed)));
    expect(await plannedSends()).toHaveLength(1);
    await done();
    expect(w.receiver.receivedAt(confirmed.hook.url)).toHaveLength(1);
  });

  // spec webhooks.20 | S7 | Ten replays a minute and a hundred a day | src/shared/vocabulary/limits.ts
  test('ten replays a minute and a hundred a day are allowed', async () => {
    const confirmed = await aConfirmed();
    for (let index = 0; index < 10; index += 1) await again(confirmed);
    await expect(again(confirmed)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (let minute = 1; minute < 10; minute += 1) {
      await timePasses(61);
      for (let index = 0; index < 10; index += 1) await again(confirmed);
    }
    await timePasses(61);
    await expect(again(confirmed)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

// spec webhooks.21 | S7 | A call that is made twice counts once, whoever dies in between | src/server/features/webhooks/webhooks.jobs.ts
describe('two job runners', () => {
  test('each call is made once by both together', async () => {
    const other = w.aRunnerHere();
    const all = await Promise.all(Array.from({ length: 6 }, aConfirmed));
    other.wake();
    await done();
    await other.close();
    for (const { hook } of all) expect(w.receiver.receivedAt(hook.url)).toHaveLength(1);
  });

  test('when both make one attempt, as the first was too slow, it counts once and one more is planned', async () => {
    const { hook, delivery } = await aConfirmed();
    await database.db.delete(jobs);
    w.receiver.answerAt(hook.url, 'silence');
    const context = contextAs(database, null, { outbound: w.outbound });
    const both = [1, 2].map(() => sendWebhook(context, { deliveryId: delivery.id, isReplay: false }));
    await expect.poll(() => w.receiver.receivedAt(hook.url)).toHaveLength(2);
    w.receiver.release(500);
    await Promise.all(both);
    expect(await attemptsOf(delivery)).toHaveLength(2);
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'pending', tries: 1, nextTryAt: at(MINUTE) }]);
    expect(await plannedSends()).toHaveLength(1);
  });

  test('an attempt recorded by a runner that died is not repeated', async () => {
    const { hook, delivery } = await aFailed();
    await sendWebhook(contextAs(database, null, { outbound: w.outbound }), { deliveryId: delivery.id, isReplay: false });
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(1);
    expect(await plannedSends()).toHaveLength(1);
  });

  test('when the delivery ends during their call, the call is logged and nothing is planned', async () => {
    const { hook, tutor, delivery } = await aConfirmed();
    w.receiver.answerAt(hook.url, 'silence');
    const ended = done();
    await expect.poll(() => w.receiver.receivedAt(hook.url)).toHaveLength(1);
    await as(tutor.user).webhooks.switch({ id: hook.id, isOn: false });
    w.receiver.release(500);
    await ended;
    expect(await attemptsOf(delivery)).toMatchObject([{ status: 500 }]);
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'failed', tries: 0, nextTryAt: null }]);
    expect(await plannedSends()).toEqual([]);
    expect(await endpointOf(hook)).toMatchObject({ failingSince: null, isOffByFailures: false });
  });
});
