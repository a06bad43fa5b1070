import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { webhookAttempts, webhookDeliveries } from '#db/schema/webhooks.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { HOUR, NOW } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';
import { isSignedWith } from '#tests/support/webhook-receiver.ts';
import { useWebhooks } from '#tests/support/webhooks.ts';

const database = useDatabase();
const w = useWebhooks(database);
const { apiAs, createConfirmed, createWebhook, listDeliveries, listAttempts, runDueJobs, listPlannedSends } = w;

describe('a webhook call', () => {
  // spec webhooks.8 | D Webhooks | X-Webhook-Id, X-Webhook-Timestamp and X-Webhook-Signature `v1=` with HMAC-SHA256 of `timestamp.body` |
  //   src/server/features/webhooks/webhooks.jobs.ts
  test('the signature lets the holder of the secret check who sent what, and when', async () => {
    const { hook, delivery, booking } = await createConfirmed();
    await runDueJobs();
    const [call] = w.receiver.receivedAt(hook.url);
    if (!call) expect.fail('nothing arrived');
    expect(call.method).toBe('POST');
    expect(call.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Vidya',
      'x-webhook-id': delivery.id,
      'x-webhook-timestamp': String(NOW.getTime() / 1000),
      'x-webhook-signature': expect.stringMatching(/^v1=[0-9a-f]{64}$/),
    });
    expect(isSignedWith(hook.secret, call)).toBe(true);
    expect(isSignedWith(hook.secret, { ...call, body: `${call.body} ` })).toBe(false);
    expect(isSignedWith(`${hook.secret}x`, call)).toBe(false);
    expect(call.body).toBe(delivery.body);
    expect(JSON.parse(call.body)).toEqual({
      id: delivery.id,
      type: 'booking.confirmed',
      createdAt: NOW.toISOString(),
      data: { booking: expect.objectContaining({ id: booking.id, _id: booking.id, status: 'confirmed' }) },
    });
  });

  // spec webhooks.8
  test('a call contains letters of any script, and its length is right', async () => {
    const { student, tutor, booking } = await createConfirmed();
    const hook = await createWebhook(student);
    await database.db.update(users).set({ name: 'සිතාරා தமிழ் 👩‍🏫' }).where(eq(users.id, tutor.user.id));
    await apiAs(student).bookings.cancel({ id: booking.id });
    await runDueJobs();
    const [call] = w.receiver.receivedAt(hook.url);
    if (!call) expect.fail('nothing arrived');
    expect(call.body).toContain('සිතාරා தமிழ் 👩‍🏫');
    expect(call.headers['content-length']).toBe(String(Buffer.byteLength(call.body)));
    expect(isSignedWith(hook.secret, call)).toBe(true);
  });

  // spec webhooks.4
  test('a call is signed with the new secret once it was renewed', async () => {
    const { hook, tutor } = await createConfirmed();
    const { secret } = await apiAs(tutor.user).webhooks.renewSecret({ id: hook.id });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    await runDueJobs();
    const [call] = w.receiver.receivedAt(hook.url);
    if (!call) expect.fail('nothing arrived');
    expect([isSignedWith(secret, call), isSignedWith(hook.secret, call)]).toEqual([true, false]);
  });

  // spec webhooks.9 | D Webhooks | Any 2xx within 10 s counts; no redirect is followed | src/server/features/webhooks/webhooks.jobs.ts
  test('a call answered with any 2xx completes the delivery, and is logged', async () => {
    for (const status of [200, 201, 202, 204, 299]) {
      const { hook, tutor } = await createConfirmed();
      w.receiver.answerAt(hook.url, status);
      await runDueJobs();
      const { deliveries } = await apiAs(tutor.user).webhooks.deliveries({ id: hook.id });
      expect(deliveries).toMatchObject([{ state: 'delivered', nextTryAt: null, attempts: [{ at: NOW, status, problem: null, isReplay: false }] }]);
      expect(await listPlannedSends()).toEqual([]);
    }
  });

  // spec webhooks.6
  test('a call has the booking as it was at the time of the event', async () => {
    const { hook, booking } = await createConfirmed();
    await database.db.update(bookings).set({ notes: 'Written later.' }).where(eq(bookings.id, booking.id));
    await runDueJobs();
    expect(w.receiver.receivedAt(hook.url)[0]?.body).not.toContain('Written later.');
  });
});

// spec webhooks.22 | D Webhooks | The log is kept for 30 days, and read in pages by its index | src/server/infra/sweep.ts
describe('the log of calls', () => {
  test('the log is paged, newest first', async () => {
    const { hook, tutor, delivery } = await createConfirmed();
    const more = Array.from({ length: WEBHOOKS.logPage + 4 }, (_, index) => ({
      endpointId: hook.id,
      event: 'booking.created' as const,
      body: '{}',
      state: 'delivered' as const,
      createdAt: new Date(NOW.getTime() - Math.floor(index / 2) * 1000),
    }));
    const rows = await database.db.insert(webhookDeliveries).values(more).returning({ id: webhookDeliveries.id });
    const [{ id: last } = expect.fail()] = rows.slice(-1);
    await database.db
      .insert(webhookAttempts)
      .values([0, 1].map((index) => ({ deliveryId: last, at: new Date(NOW.getTime() + index), milliseconds: 1, status: 200 + index })));
    const { db, statements } = createRecordingDb(database);
    const own = callerAs({ db }, tutor.user).webhooks;
    const first = await own.deliveries({ id: hook.id });
    expect(statements).toHaveLength(3);
    expect(first.deliveries).toHaveLength(WEBHOOKS.logPage);
    const second = await own.deliveries({ id: hook.id, cursor: first.nextCursor });
    expect(second.nextCursor).toBeNull();
    const all = [...first.deliveries, ...second.deliveries];
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set([delivery.id, ...rows.map(({ id }) => id)]));
    expect(all.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).sort((a, b) => b.getTime() - a.getTime()));
    expect(all.find(({ id }) => id === last)?.attempts).toMatchObject([{ status: 200 }, { status: 201 }]);
    await expect(own.deliveries({ id: hook.id, cursor: 'nowhere' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('the log is stored for thirty days', async () => {
    const { hook, delivery } = await createConfirmed();
    await runDueJobs();
    const days = (count: number) => new Date(NOW.getTime() + count * 24 * HOUR);
    await sweepExpired(database.db, new Date(days(WEBHOOKS.logDays).getTime() - 1));
    expect(await listAttempts(delivery)).toHaveLength(1);
    await sweepExpired(database.db, days(WEBHOOKS.logDays));
    expect([await listDeliveries(hook), await listAttempts(delivery)]).toEqual([[], []]);
  });
});
