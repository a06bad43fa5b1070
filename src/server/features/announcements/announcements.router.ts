import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { adminProcedure, router } from '#server/core/trpc.ts';
import {
  announcementsInput,
  announcementsPage,
  announcementView,
  type SendAnnouncementInput,
  sendAnnouncementInput,
  withdrawAnnouncementInput,
} from '#shared/contracts/announcements.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { sendAnnouncement, withdrawAnnouncement } from './announcements.commands.ts';
import { listAnnouncements } from './announcements.queries.ts';

const createAdminProcedure = (failed: string) => adminProcedure.meta({ failed, refused: 'Only admins can make announcements' });

export const announcementsRouter = router({
  list: createAdminProcedure('Failed to fetch announcements')
    .input(announcementsInput)
    .output(announcementsPage)
    .query(({ ctx, input }) => listAnnouncements(ctx, input)),
  send: createAdminProcedure('Failed to send the announcement. Please try again.')
    .input(sendAnnouncementInput)
    .use(rateLimit<SendAnnouncementInput>('announce', perCaller))
    .output(announcementView)
    .mutation(({ ctx, input }) => sendAnnouncement(ctx, input)),
  withdraw: createAdminProcedure('Failed to withdraw the announcement. Please try again.')
    .input(withdrawAnnouncementInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await withdrawAnnouncement(ctx, input);
      return { message: SUCCESS.announcementWithdrawn };
    }),
});
