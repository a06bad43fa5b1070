import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { sessions, users } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import type { JobParams } from '#server/core/job-kinds.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import type { PushKind, PushMessage } from '#shared/domain/push-message.ts';
import { PUSH } from '#shared/vocabulary/account-limits.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';

const URGENT: readonly PushKind[] = ['booking.reminder', 'message.received'];
const MAX_TOPIC_LENGTH = 32;

export async function sendPush({ db, webPush, now, textsIn }: Ctx, { subscriptionId, kind, title, url, at }: JobParams['push.send']): Promise<void> {
  const freshSeconds = kind === 'booking.reminder' ? PUSH.reminderSeconds : PUSH.freshSeconds;
  const ttlSeconds = freshSeconds - Math.floor((now().getTime() - Date.parse(at)) / 1000);
  if (!webPush || ttlSeconds <= 0) return;
  const [found] = await db
    .select({
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      serverKey: pushSubscriptions.serverKey,
      locale: users.locale,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(and(eq(pushSubscriptions.id, subscriptionId), gt(sessions.expiresAt, now()), eq(users.status, 'active')));
  if (!found) return;
  const { locale, ...device } = found;
  const t = await textsIn(locale ?? DEFAULT_LOCALE);
  const text = JSON.stringify({ kind, title: t.of(title), url: withLocale(url, t.locale) } satisfies PushMessage);
  const hasCurrentKey = device.serverKey === webPush.publicKey;
  const outcome = hasCurrentKey
    ? await webPush.send(device, { text, topic: toTopic(kind, url), isUrgent: URGENT.includes(kind), ttlSeconds })
    : 'gone';
  if (outcome === 'gone') await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
}

/** A push service replaces an undelivered message with the next of the same topic. */
function toTopic(kind: PushKind, url: string): string {
  return createHash('sha256').update(`${kind} ${url}`).digest('base64url').slice(0, MAX_TOPIC_LENGTH);
}
