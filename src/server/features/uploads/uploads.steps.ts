import { eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { uploads } from '#db/schema/files.ts';
import type { EventRecorder } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';

type PlanContext = EventRecorder & { now: () => Date };

/** Runs in a day. The hour in the key limits it to one sweep an hour, and distinguishes it from an earlier sweep that may be running. */
export function planSweep({ record, now }: PlanContext, uploadId: string, path?: string): void {
  const dueAt = new Date(now().getTime() + UPLOADS.looseHours * HOUR_MS);
  const hour = dueAt.toISOString().slice(0, 13);
  enqueue(
    { record },
    { kind: 'upload.sweep', params: path === undefined ? { uploadId } : { uploadId, path }, dueAt, key: `upload.sweep ${uploadId} ${hour}` },
  );
}

export async function discardUpload({ db, record }: EventRecorder & { db: Executor }, { id, path }: { id: string; path: string }): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
  removeFile({ record }, path);
}

export function removeFile({ record }: EventRecorder, path: string): void {
  enqueue({ record }, { kind: 'files.remove', params: { paths: [path] } });
}
