import { adminProcedure, router } from '#server/core/trpc.ts';
import { auditInput, auditPage } from '#shared/contracts/audit.ts';
import { listAuditEntries } from './audit.queries.ts';

export const auditRouter = router({
  list: adminProcedure
    .meta({ failed: 'Failed to fetch the audit log', refused: 'Only admins can view the audit log' })
    .input(auditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAuditEntries(ctx, input)),
});
