import { and, lte } from 'drizzle-orm';
import { bookingProposals } from '#db/schema/bookings.ts';
import { byId } from '#server/core/ids.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { lockForMove, newsOf, settle } from './bookings.steps.ts';
import { bookingOf } from './proposals.steps.ts';

/** Ends a proposal that nobody has answered, and tells both parties; one that was settled meanwhile stays as it is. */
export const lapseProposal: JobHandlers['proposal.lapse'] = (ctx, { proposalId }) =>
  inUnitOfWork(ctx, async ({ db, now, record }) => {
    const which = byId(bookingProposals.id, proposalId);
    const booking = await lockForMove(db, bookingOf(which));
    const at = now();
    const [lapsed] = await settle(db, and(which, lte(bookingProposals.lapsesAt, at)), { state: 'lapsed', at });
    if (booking && lapsed) record({ type: 'proposal.lapsed', booking: newsOf(booking), startTime: lapsed.startTime });
  });
