import { uuidV7 } from '#db/columns.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { Projector } from '#server/core/events.ts';

const COMMAND_LINE = 'Command line';

/** What admins do is written down in the transaction that does it. */
export const auditProjector: Projector = async ({ db, now }, events) => {
  const at = now();
  const entries = events.flatMap((event) => {
    if (event.type !== 'admin.acted') return [];
    const { actor, action, subject, details = {} } = event.deed;
    const whom = { subjectId: subject.id, subjectName: subject.name };
    return [
      { id: uuidV7(at.getTime()), actorId: actor?.id ?? null, actorName: actor?.name ?? COMMAND_LINE, action, ...whom, details, createdAt: at },
    ];
  });
  if (entries.length > 0) await db.insert(auditEntries).values(entries);
};
