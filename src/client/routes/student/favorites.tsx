import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { FavouritesList } from '#client/features/favourites/favourites-list.tsx';
import { pageTitle } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/student/favorites')({
  loader: ({ context: { api } }) => void api.favourites.own.prefetchInfinite({}),
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
