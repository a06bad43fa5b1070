import type { AuditAction } from '#shared/vocabulary/content.ts';
import type { AuditEntry, EventRecorder } from './events.ts';

export function recordAuditEntry(
  { actor, record }: EventRecorder & { actor: AuditEntry['actor'] },
  action: AuditAction,
  { id, name }: AuditEntry['subject'],
  details?: AuditEntry['details'],
): void {
  const author = actor && { id: actor.id, name: actor.name };
  record({ type: 'admin.acted', entry: { actor: author, action, subject: { id, name }, ...(details && { details }) } });
}
