import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { apiKeys } from '#db/schema/access.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { knownDevices } from '#db/schema/devices.ts';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { sessions } from '#db/schema/people.ts';
import { passkeys } from '#db/schema/second-factor.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { isAfterCursor } from '#server/core/cursor.ts';
import { AUDIT_TEXT } from '#shared/domain/audit-text.ts';
import { defineList, inOnePage, inPages, type PersonalList } from './list-entries.queries.ts';

/** The ways of signing in and other access, without the secrets. */
export function listAccessLists(db: Executor, userId: string): PersonalList[] {
  return [
    defineList('sessions', ['signedInWith', 'browser', 'createdAt', 'lastUsedAt', 'expiresAt'], () =>
      inOnePage(() => {
        const { origin: signedInWith, userAgent: browser, createdAt, lastUsedAt, expiresAt } = sessions;
        return db
          .select({ signedInWith, browser, createdAt, lastUsedAt, expiresAt })
          .from(sessions)
          .where(eq(sessions.userId, userId))
          .orderBy(desc(createdAt));
      }),
    ),
    defineList('known-devices', ['firstUsedAt', 'lastUsedAt'], () =>
      inOnePage(() =>
        db
          .select({ firstUsedAt: knownDevices.createdAt, lastUsedAt: knownDevices.lastUsedAt })
          .from(knownDevices)
          .where(eq(knownDevices.userId, userId))
          .orderBy(desc(knownDevices.lastUsedAt)),
      ),
    ),
    defineList('passkeys', ['name', 'createdAt', 'lastUsedAt'], () =>
      inOnePage(() =>
        db
          .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
          .from(passkeys)
          .where(eq(passkeys.userId, userId)),
      ),
    ),
    defineList('api-keys', ['name', 'scope', 'createdAt', 'lastUsedAt'], () =>
      inOnePage(() =>
        db
          .select({ name: apiKeys.name, scope: apiKeys.scope, createdAt: apiKeys.createdAt, lastUsedAt: apiKeys.lastUsedAt })
          .from(apiKeys)
          .where(eq(apiKeys.userId, userId)),
      ),
    ),
    defineList('push-notifications', ['service', 'createdAt'], () =>
      inOnePage(async () => {
        const { endpoint, createdAt } = pushSubscriptions;
        const rows = await db.select({ endpoint, createdAt }).from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
        // The rest of the URL is a secret of the browser.
        return rows.map((row) => ({ service: URL.canParse(row.endpoint) ? new URL(row.endpoint).host : '', createdAt: row.createdAt }));
      }),
    ),
    defineList('webhooks', ['url', 'events', 'createdAt', 'switchedOffAt'], () =>
      inOnePage(() => {
        const { url, events, createdAt, offAt: switchedOffAt } = webhookEndpoints;
        return db.select({ url, events, createdAt, switchedOffAt }).from(webhookEndpoints).where(eq(webhookEndpoints.userId, userId));
      }),
    ),
    defineList('webhook-messages', ['url', 'event', 'state', 'createdAt'], () => readDeliveries(db, userId)),
    defineList('decisions-of-admins', ['decision', 'reason', 'createdAt'], () => readDecisions(db, userId)),
  ];
}

async function* readDeliveries(db: Executor, userId: string) {
  const { id, event, state, createdAt } = webhookDeliveries;
  const endpoints = await db
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId));
  for (const { id: endpointId, url } of endpoints) {
    const pages = inPages(({ after, limit }) =>
      db
        .select({ id, event, state, createdAt })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.endpointId, endpointId), isAfterCursor(createdAt, id, after)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(limit),
    );
    for await (const rows of pages) yield rows.map((row) => ({ ...row, url }));
  }
}

/** Decisions of admins about the account and its profile, without the admin and without internal notes. */
async function* readDecisions(db: Executor, userId: string) {
  const { id, action, subjectId, createdAt } = auditEntries;
  const reason = sql<string | null>`${auditEntries.details} ->> 'reason'`;
  const profiles = await db.select({ id: tutorProfiles.id }).from(tutorProfiles).where(eq(tutorProfiles.userId, userId));
  const pages = inPages(({ after, limit }) =>
    db
      .select({ id, action, reason, createdAt })
      .from(auditEntries)
      .where(
        and(
          or(eq(subjectId, userId), inArray(subjectId, profiles.length > 0 ? profiles.map((profile) => profile.id) : [userId])),
          isAfterCursor(createdAt, id, after),
        ),
      )
      .orderBy(downwards(createdAt), downwards(id))
      .limit(limit),
  );
  for await (const rows of pages) yield rows.map((row) => ({ ...row, decision: AUDIT_TEXT[row.action].label }));
}
