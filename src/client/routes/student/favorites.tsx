import { Title } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { FavouritesList } from '#client/features/favourites/favourites-list.tsx';
import { OWN_FAVOURITES } from '#client/features/favourites/own-favourites.ts';
import { titled } from '#client/lib/page-config.ts';

export const Route = createFileRoute('/student/favorites')({
  loader: ({ context: { api } }) => void api.favourites.own.prefetchInfinite(OWN_FAVOURITES),
  head: () => titled('Favorite Tutors'),
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
