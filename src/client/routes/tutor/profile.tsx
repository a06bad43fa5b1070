import { msg } from '@lingui/core/macro';
import { Skeleton } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { PhotoSection } from '#client/features/account/photo-section.tsx';
import { ProfileEditorPage } from '#client/features/tutor-profile/profile-editor-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';

export const Route = createFileRoute('/tutor/profile')({
  loader: ({ context: { api } }) => {
    void api.tutors.own.prefetch();
    void api.auth.me.prefetch();
    void api.catalogue.subjects.prefetch({ active: 'true' });
  },
  head: ({ match: { context } }) => pageTitle(context.i18n._(msg`My Profile`)),
  component: TutorProfilePage,
});

function TutorProfilePage() {
  return <ProfileEditorPage photo={<Photo />} />;
}

function Photo() {
  const { data: me } = trpc.auth.me.useQuery();
  return me ? <PhotoSection user={me} /> : <Skeleton height={96} width={96} circle />;
}
