import { msg } from '@lingui/core/macro';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { PhotoSection } from '#client/features/account/photo-section.tsx';
import { ProfileEditorPage } from '#client/features/tutor-profile/profile-editor-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';

export const Route = createFileRoute('/tutor/profile')({
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(api.tutors.own.queryOptions());
    void queryClient.prefetchQuery(api.auth.me.queryOptions());
    void queryClient.prefetchQuery(api.catalogue.subjects.queryOptions({ active: 'true' }));
  },
  head: ({ match: { context } }) => pageTitle(context.i18n._(msg`My Profile`)),
  component: TutorProfilePage,
});

function TutorProfilePage() {
  return <ProfileEditorPage photo={<Photo />} />;
}

function Photo() {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.auth.me.queryOptions());
  return me ? <PhotoSection user={me} /> : <Skeleton height={96} width={96} circle />;
}
