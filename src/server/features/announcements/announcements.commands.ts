import { and, isNull, sql } from 'drizzle-orm';
import { toAnnouncementColumns } from '#db/announcement-texts.ts';
import { type Executor, only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { announcements } from '#db/schema/announcements.ts';
import { lockActiveAdmin, requireActive } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { runIdempotent } from '#server/core/idempotency.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { AnnouncementView, SendAnnouncementInput, WithdrawAnnouncementInput } from '#shared/contracts/announcements.ts';
import { DomainError } from '#shared/errors.ts';
import { toAnnouncementView } from './announcements.queries.ts';

export function sendAnnouncement(ctx: CtxAs<'admin'>, { idempotencyKey: key, ...input }: SendAnnouncementInput): Promise<AnnouncementView> {
  return runIdempotent(
    ctx,
    { key, body: input },
    { work: (unit) => insertAnnouncement(unit, input), toStored: ({ id }) => id, fromStored: ({ db, actor }, id) => getView(db, id, actor.name) },
  );
}

async function insertAnnouncement(unit: Unit<CtxAs<'admin'>>, { translations, ...input }: Omit<SendAnnouncementInput, 'idempotencyKey'>) {
  const { audience, title, message, action } = input;
  const { db, actor, now, record } = unit;
  const locked = await withLocks(db, { users: { keyShare: [actor.id] }, announcing: true });
  requireActive(locked.users, actor);
  const inserted = await db
    .insert(announcements)
    .values({
      number: sql`(select coalesce(max(number), 0) + 1 from announcements)`,
      type: audience === 'everyone' ? 'broadcast' : 'system_message',
      role: audience === 'everyone' ? null : audience,
      title,
      message,
      actionLabel: action?.label ?? null,
      actionUrl: action?.url ?? null,
      ...toAnnouncementColumns(translations, { hasAction: action != null }),
      sentBy: actor.id,
      createdAt: now(),
    })
    .returning();
  const announcement = only(inserted);
  record({ type: 'announcement.sent' });
  recordAuditEntry(
    unit,
    'announcement.sent',
    { id: announcement.id, name: title },
    { audience, message, sinhala: translations.si, tamil: translations.ta },
  );
  return toAnnouncementView({ ...announcement, sender: actor.name });
}

async function getView(db: Executor, id: string, sender: string): Promise<AnnouncementView> {
  const row = only(await db.select().from(announcements).where(byId(announcements.id, id)));
  return toAnnouncementView({ ...row, sender });
}

export function withdrawAnnouncement(ctx: CtxAs<'admin'>, { id }: WithdrawAnnouncementInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now } = unit;
    await lockActiveAdmin(unit);
    const [withdrawn] = await db
      .update(announcements)
      .set({ withdrawnAt: now() })
      .where(and(byId(announcements.id, id), isNull(announcements.withdrawnAt)))
      .returning({ id: announcements.id, title: announcements.title });
    if (withdrawn) {
      recordAuditEntry(unit, 'announcement.withdrawn', { id: withdrawn.id, name: withdrawn.title });
      return;
    }
    const [existing] = await db.select({ id: announcements.id }).from(announcements).where(byId(announcements.id, id));
    if (!existing) throw new DomainError('announcement.not_found');
  });
}
