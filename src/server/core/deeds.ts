import type { AuditAction } from '#shared/vocabulary/content.ts';
import type { Deed, Recording } from './events.ts';

/** For the audit log: what an admin, or the command line (null), does to whom or what, in the unit of work that does it. */
export function recordDeed(
  { actor, record }: Recording & { actor: Deed['actor'] },
  action: AuditAction,
  { id, name }: Deed['subject'],
  details?: Deed['details'],
): void {
  const by = actor && { id: actor.id, name: actor.name };
  record({ type: 'admin.acted', deed: { actor: by, action, subject: { id, name }, ...(details && { details }) } });
}
