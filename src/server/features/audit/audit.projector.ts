import { uuidV7 } from '#db/columns.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { Projector } from '#server/core/events.ts';

const COMMAND_LINE = 'Command line';

export const auditProjector: Projector = async ({ db, now }, events) => {
  const createdAt = now();
  const entries = events.flatMap((event) => {
    if (event.type !== 'admin.acted') return [];
    const { actor, action, subject, details = {} } = event.entry;
    return [
      {
        id: uuidV7(createdAt.getTime()),
        actorId: actor?.id ?? null,
        actorName: actor?.name ?? COMMAND_LINE,
        action,
        subjectId: subject.id,
        subjectName: subject.name,
        details,
        createdAt,
      },
    ];
  });
  if (entries.length > 0) await db.insert(auditEntries).values(entries);
};
