import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { confirmedProcedure, publicProcedure, router, sessionProcedure } from '#server/core/trpc.ts';
import { archiveInput, archiveLink, archiveView, openArchiveInput, openedArchive } from '#shared/contracts/archives.ts';
import { createArchiveLink, openArchive, requestArchive } from './archives.commands.ts';
import { getArchive } from './archives.queries.ts';

const FAILED = 'Failed to download your data. Please try again.';

export const archivesRouter = router({
  own: sessionProcedure
    .meta({ failed: 'Failed to fetch your data' })
    .output(archiveView)
    .query(({ ctx }) => getArchive(ctx)),
  request: confirmedProcedure
    .meta({ failed: 'Failed to ask for your data. Please try again.' })
    .use(rateLimit<unknown>('requestArchive', perCaller))
    .output(archiveView)
    .mutation(({ ctx }) => requestArchive(ctx)),
  link: confirmedProcedure
    .meta({ failed: FAILED })
    .input(archiveInput)
    .output(archiveLink)
    .mutation(({ ctx, input }) => createArchiveLink(ctx, input)),
  // The link is opened without a bearer token; it is signed for a session of the owner.
  open: publicProcedure
    .meta({ failed: FAILED })
    .input(openArchiveInput)
    .output(openedArchive)
    .mutation(({ ctx, input }) => openArchive(ctx, input)),
});
