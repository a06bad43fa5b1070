import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementForm } from '#client/features/announcements/announcement-form.tsx';
import { AnnouncementsSent } from '#client/features/announcements/announcements-sent.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/admin/announcements')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchInfiniteQuery(api.announcements.list.infiniteQueryOptions({}, BY_CURSOR)),
  head: () => pageTitle('Announcements'),
  component: AnnouncementsPage,
});

function AnnouncementsPage() {
  return (
    <Page title="Announcements" intro="A message to everyone, or to one role.">
      <AnnouncementForm />
      <AnnouncementsSent />
    </Page>
  );
}
