import { eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import type { EventRecorder } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { toArchivePath } from './archives.queries.ts';

export async function removeArchive({ db, record }: EventRecorder & { db: Executor }, archiveId: string): Promise<void> {
  await db.delete(dataArchives).where(eq(dataArchives.id, archiveId));
  enqueue({ record }, { kind: 'files.remove', params: { paths: [toArchivePath(archiveId)] } });
}
