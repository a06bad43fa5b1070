import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { sendWebhook } from '#server/features/webhooks/webhooks.jobs.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';
import { isSignedWith } from '#tests/support/webhook-receiver.ts';
import { useWebhooks } from '#tests/support/webhooks.ts';

const database = useDatabase();
const w = useWebhooks(database);
const { apiAs, createConfirmed, createFailed, listDeliveries, listAttempts, findEndpoint, listPlannedSends, runDueJobs, advance } = w;
const [MINUTE, HOUR, DAY] = [60, 3600, 24 * 3600];
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('sending a delivery again', () => {
  const replay = ({ tutor, delivery }: Awaited<ReturnType<typeof createConfirmed>>) => apiAs(tutor.user).webhooks.replay({ id: delivery.id });

  // spec webhooks.19 | D Webhooks | Replay: the same id and bytes, signed anew, logged as one; it disturbs no planned try |
  //   src/server/features/webhooks/webhooks.commands.ts
  test('the same body is sent under its id with a new signature, and logged as a replay', async () => {
    const confirmed = await createConfirmed();
    await runDueJobs();
    await advance(HOUR);
    expect(await replay(confirmed)).toEqual({ message: 'It is being sent again' });
    await runDueJobs();
    const [first, second] = w.receiver.receivedAt(confirmed.hook.url);
    if (!first || !second) expect.fail('it was not sent again');
    expect([second.body, second.headers['x-webhook-id']]).toEqual([first.body, first.headers['x-webhook-id']]);
    expect(Number(second.headers['x-webhook-timestamp']) - Number(first.headers['x-webhook-timestamp'])).toBe(HOUR);
    expect(isSignedWith(confirmed.hook.secret, second)).toBe(true);
    expect(await listAttempts(confirmed.delivery)).toMatchObject([{ isReplay: false }, { isReplay: true, status: 204, at: at(HOUR) }]);
    expect(await listDeliveries(confirmed.hook)).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  // spec webhooks.19
  test('a delivery that was given up becomes delivered once it is accepted', async () => {
    const failed = await createFailed();
    for (const pause of WEBHOOKS.retrySeconds) await advance(pause);
    expect(await listDeliveries(failed.hook)).toMatchObject([{ state: 'failed', tries: 7 }]);
    await replay(failed);
    await runDueJobs();
    expect(await listDeliveries(failed.hook)).toMatchObject([{ state: 'failed', tries: 7 }]);
    w.receiver.answerAt(failed.hook.url, 200);
    await replay(failed);
    await runDueJobs();
    expect(await listDeliveries(failed.hook)).toMatchObject([{ state: 'delivered', tries: 7, nextTryAt: null }]);
    expect(await findEndpoint(failed.hook)).toMatchObject({ failingSince: null });
    expect(await listAttempts(failed.delivery)).toHaveLength(9);
  });

  // spec webhooks.19
  test('nothing planned changes, and no webhook is switched off', async () => {
    const failed = await createFailed();
    const planned = await listPlannedSends();
    await replay(failed);
    await runDueJobs();
    expect(await listPlannedSends()).toEqual(planned);
    expect(await listDeliveries(failed.hook)).toMatchObject([{ state: 'pending', tries: 1, nextTryAt: at(MINUTE) }]);
    await database.db.delete(jobs);
    await advance(4 * DAY);
    await replay(failed);
    await runDueJobs();
    expect(await findEndpoint(failed.hook)).toMatchObject({ failingSince: NOW, offAt: null });
    const confirmed = await createConfirmed();
    await runDueJobs();
    w.receiver.answerAt(confirmed.hook.url, 500);
    await replay(confirmed);
    await runDueJobs();
    expect(await findEndpoint(confirmed.hook)).toMatchObject({ failingSince: null });
    expect(await listDeliveries(confirmed.hook)).toMatchObject([{ state: 'delivered' }]);
  });

  // spec webhooks.19
  test('the endpoint must be on, also while the replay waits', async () => {
    const confirmed = await createConfirmed();
    await runDueJobs();
    const { tutor, hook, delivery } = confirmed;
    await apiAs(tutor.user).webhooks.switch({ id: hook.id, isOn: false });
    await expect(replay(confirmed)).rejects.toMatchObject({ code: 'CONFLICT', message: 'This webhook is switched off. Switch it on first.' });
    await sendWebhook(contextAs(database, null, { outbound: w.outbound }), { deliveryId: delivery.id, isReplay: true });
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(1);
  });

  // spec webhooks.19
  test('a double click makes one call', async () => {
    const confirmed = await createConfirmed();
    await database.db.delete(jobs);
    await database.db.update(webhookDeliveries).set({ state: 'delivered', nextTryAt: null }).where(eq(webhookDeliveries.id, confirmed.delivery.id));
    await Promise.all([1, 2, 3].map(() => replay(confirmed)));
    expect(await listPlannedSends()).toHaveLength(1);
    await runDueJobs();
    expect(w.receiver.receivedAt(confirmed.hook.url)).toHaveLength(1);
  });

  // spec webhooks.20 | S7 | Ten replays a minute and a hundred a day | src/shared/vocabulary/limits.ts
  test('ten replays a minute and a hundred a day are allowed', async () => {
    const confirmed = await createConfirmed();
    for (let index = 0; index < 10; index += 1) await replay(confirmed);
    await expect(replay(confirmed)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (let minute = 1; minute < 10; minute += 1) {
      await advance(61);
      for (let index = 0; index < 10; index += 1) await replay(confirmed);
    }
    await advance(61);
    await expect(replay(confirmed)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

// spec webhooks.21 | S7 | A call that is made twice counts once, whoever dies in between | src/server/features/webhooks/webhooks.jobs.ts
describe('two job runners', () => {
  test('each call is made once by both together', async () => {
    const other = w.startRunner();
    const all = await Promise.all(Array.from({ length: 6 }, createConfirmed));
    other.wake();
    await runDueJobs();
    await other.close();
    for (const { hook } of all) expect(w.receiver.receivedAt(hook.url)).toHaveLength(1);
  });

  test('when both make one attempt, as the first was too slow, it counts once and one more is planned', async () => {
    const { hook, delivery } = await createConfirmed();
    await database.db.delete(jobs);
    w.receiver.answerAt(hook.url, 'silence');
    const context = contextAs(database, null, { outbound: w.outbound });
    const sends = [1, 2].map(() => sendWebhook(context, { deliveryId: delivery.id, isReplay: false }));
    await expect.poll(() => w.receiver.receivedAt(hook.url)).toHaveLength(2);
    w.receiver.release(500);
    await Promise.all(sends);
    expect(await listAttempts(delivery)).toHaveLength(2);
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'pending', tries: 1, nextTryAt: at(MINUTE) }]);
    expect(await listPlannedSends()).toHaveLength(1);
  });

  test('an attempt recorded by a runner that died is not repeated', async () => {
    const { hook, delivery } = await createFailed();
    await sendWebhook(contextAs(database, null, { outbound: w.outbound }), { deliveryId: delivery.id, isReplay: false });
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(1);
    expect(await listPlannedSends()).toHaveLength(1);
  });

  test('when the delivery ends during their call, the call is logged and nothing is planned', async () => {
    const { hook, tutor, delivery } = await createConfirmed();
    w.receiver.answerAt(hook.url, 'silence');
    const ended = runDueJobs();
    await expect.poll(() => w.receiver.receivedAt(hook.url)).toHaveLength(1);
    await apiAs(tutor.user).webhooks.switch({ id: hook.id, isOn: false });
    w.receiver.release(500);
    await ended;
    expect(await listAttempts(delivery)).toMatchObject([{ status: 500 }]);
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'failed', tries: 0, nextTryAt: null }]);
    expect(await listPlannedSends()).toEqual([]);
    expect(await findEndpoint(hook)).toMatchObject({ failingSince: null, isOffByFailures: false });
  });
});
