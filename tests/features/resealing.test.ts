import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { totpFactors } from '#db/schema/second-factor.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { SECRET_PURPOSE } from '#server/features/auth/factors.commands.ts';
import { resealFactors } from '#server/features/auth/reseal-factors.commands.ts';
import { resealWebhooks } from '#server/features/webhooks/reseal-webhooks.commands.ts';
import { WEBHOOK_PURPOSE } from '#server/features/webhooks/webhooks.steps.ts';
import { createSealer } from '#server/infra/app-secret.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const [OLDEST, PREVIOUS, PRESENT] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];

// spec s13-telemetry.10 | S13 | After APP_SECRET has changed, sealed secrets are sealed with the new one, and the previous can be removed |
//   src/server/features/auth/reseal-factors.commands.ts, src/server/features/webhooks/reseal-webhooks.commands.ts
test('secrets that the previous APP_SECRET opens are sealed with the present one; others are counted and stay', async () => {
  const { db } = database;
  const [changed, lost] = await Promise.all([aStudent(db), aStudent(db)]);
  const [previous, oldest, present] = [createSealer(PREVIOUS), createSealer(OLDEST), createSealer(PRESENT)];
  const factor = (userId: string, secret: string) => db.insert(totpFactors).values({ userId, secret, lastStep: 0, createdAt: NOW });
  await factor(changed.id, previous.seal(SECRET_PURPOSE, 'of the app'));
  await factor(lost.id, oldest.seal(SECRET_PURPOSE, 'of the app'));
  const url = 'https://example.com/hook';
  const sealedSecret = previous.seal(WEBHOOK_PURPOSE, 'of the webhook');
  await db
    .insert(webhookEndpoints)
    .values({ id: uuidV7(NOW.getTime()), userId: changed.id, url, events: ['booking.confirmed'], sealedSecret, createdAt: NOW });

  const ctx = { ...contextAs(database, null), sealer: createSealer(PRESENT, PREVIOUS) };
  expect(await resealFactors(ctx)).toEqual({ resealed: 1, unreadable: 1 });
  expect(await resealWebhooks(ctx)).toEqual({ resealed: 1, unreadable: 0 });

  const secretOf = async (userId: string) => (await db.select().from(totpFactors).where(eq(totpFactors.userId, userId)))[0]?.secret ?? '';
  expect(present.open(SECRET_PURPOSE, await secretOf(changed.id))).toBe('of the app');
  expect(oldest.open(SECRET_PURPOSE, await secretOf(lost.id))).toBe('of the app');
  const [endpoint] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.userId, changed.id));
  expect(present.open(WEBHOOK_PURPOSE, endpoint?.sealedSecret ?? '')).toBe('of the webhook');
});
