import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { jobs } from '#db/schema/jobs.ts';
import type { Ctx } from '#server/core/context.ts';
import { createArchiveRoutes } from '#server/edge/secret-links.ts';
import { JOB_HANDLERS } from '#server/registry.ts';
import { callerAs, contextAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { NOW, type User } from './factories.ts';

type At = { now?: () => Date };

export function useArchives(database: TestDatabase) {
  const apiAs = (person: User, at: At = {}) => callerAs(database, person, at).archives;

  return {
    apiAs,
    /** Runs the job of the request, as a runner would. */
    async make(archiveId: string, context: Partial<Ctx> = {}) {
      await JOB_HANDLERS['archive.make']({ ...contextAs(database, null), ...context }, { archiveId });
      await database.db.delete(jobs).where(eq(jobs.key, `archive.make ${archiveId}`));
    },
    expire: (archiveId: string) => JOB_HANDLERS['archive.expire'](contextAs(database, null), { archiveId }),
    openLink: (url: string, { now = () => NOW }: At = {}, method = 'GET') =>
      createArchiveRoutes({ contextOf: () => contextAs(database, null, { now }) }).request(url, { method }),
  };
}

/** Its files as text, by name. */
export function unzip(bytes: ArrayBuffer): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, content]) => [name, strFromU8(content)]));
}
