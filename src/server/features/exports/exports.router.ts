import { adminProcedure, publicProcedure, requireConfirmed, router } from '#server/core/trpc.ts';
import { exportInput, exportLink, openExportInput, openedExport } from '#shared/contracts/exports.ts';
import { createExportLink, openExport } from './exports.commands.ts';

const FAILED = 'Failed to export the table. Please try again.';

export const exportsRouter = router({
  link: adminProcedure
    .meta({ failed: FAILED, refused: 'Only admins can export tables' })
    .input(exportInput)
    .use(requireConfirmed)
    .output(exportLink)
    .mutation(({ ctx, input }) => createExportLink(ctx, input)),
  // The link is opened without a session; it contains for whom it was signed.
  open: publicProcedure
    .meta({ failed: FAILED })
    .input(openExportInput)
    .output(openedExport)
    .mutation(({ ctx, input }) => openExport(ctx, input)),
});
