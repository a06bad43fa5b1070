import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { FavouritesList } from '#client/features/favourites/favourites-list.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';

export const Route = createFileRoute('/student/favorites')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchInfiniteQuery(api.favourites.own.infiniteQueryOptions({}, BY_CURSOR)),
  head: ({ match }) => pageTitle(match.context.i18n._(msg`Favorite Tutors`)),
  component: FavoriteTutors,
});

function FavoriteTutors() {
  return (
    <>
      <Title order={1} mb="md">
        <Trans>Favorite Tutors</Trans>
      </Title>
      <FavouritesList />
    </>
  );
}
