import { Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { FavouritesList } from '#client/features/favourites/favourites-list.tsx';
import { pageTitle } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/student/favorites')({
  loader: ({ context: { api } }) => void api.favourites.own.prefetchInfinite({}),
  head: () => pageTitle('Favorite Tutors'),
  component: FavoriteTutors,
});

function FavoriteTutors() {
  return (
    <>
      <Title order={1} mb="md">
        Favorite Tutors
      </Title>
      <FavouritesList />
    </>
  );
}
