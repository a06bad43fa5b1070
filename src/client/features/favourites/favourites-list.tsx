import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useRef } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Empty, QueryError } from '#client/ui/page-state.tsx';
import type { FavouritesPage } from '#shared/contracts/engagement.ts';
import type { TutorCard } from '#shared/contracts/tutor-search.ts';
import { FavouriteCard, FavouritesLoading } from './favourite-card.tsx';
import classes from './favourites-list.module.css';
import { useRemovedFavourites } from './use-favourite.ts';

/** One call for a page of favourites. A page that lost one shows of the others what is known of them, until it is read again. */
function useOffers(pages: readonly FavouritesPage[]) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const findKnown = (ids: readonly string[]) => {
    const known = queryClient.getQueriesData<TutorCard[]>(trpc.tutors.cards.pathFilter()).flatMap(([, cards = []]) => cards);
    const cards = known.filter(({ id }) => ids.includes(id));
    return cards.length > 0 ? cards : undefined;
  };
  return useQueries({
    queries: pages.map(({ favourites }) => {
      const ids = favourites.map(({ tutor }) => tutor.id);
      return trpc.tutors.cards.queryOptions({ ids }, { enabled: ids.length > 0, placeholderData: () => findKnown(ids) });
    }),
  });
}

export function FavouritesList() {
  const { t } = useLingui();
  const trpc = useTRPC();
  const pages = useInfiniteQuery(trpc.favourites.own.infiniteQueryOptions({}, BY_CURSOR));
  const { data, error, isFetching } = pages;
  const offers = useOffers(data?.pages ?? []);
  const removed = useRemovedFavourites();
  const list = useRef<HTMLElement>(null);
  const title = t`Error fetching favourites.`;
  const message = errorMessage(error, t`Failed to fetch favourites`);

  if (!data) {
    if (!error) return <FavouritesLoading />;
    return <QueryError title={title} message={message} query={pages} />;
  }

  const cards = new Map(offers.flatMap(({ data: listed = [] }) => listed.map((card) => [card.id, card])));
  const isLoading = offers.some(({ isPending }) => isPending);
  const favourites = data.pages.flatMap((page) => page.favourites).filter(({ tutor }) => !removed.has(tutor.id));
  return (
    <section ref={list} tabIndex={-1} className={classes.section} aria-label={t`Favorite tutors`}>
      {favourites.length === 0 && !pages.hasNextPage && (
        <Empty
          icon={<Heart size={26} />}
          title={t`No favorite tutors yet`}
          text={t`Tap the heart on a tutor to save them here.`}
          action={
            <ButtonLink to="/tutors">
              <Trans>Find Tutors</Trans>
            </ButtonLink>
          }
        />
      )}
      <ul className={classes.list}>
        {favourites.map((favourite) => (
          <li key={favourite.id}>
            {/* The button disappears with its card. */}
            <FavouriteCard
              favourite={favourite}
              card={cards.get(favourite.tutor.id)}
              isLoading={isLoading}
              onRemove={() => list.current?.focus({ preventScroll: true })}
            />
          </li>
        ))}
      </ul>
      {error && !pages.isFetchNextPageError && (
        <div className={classes.stale} role="alert">
          <p>
            <strong>{title}</strong> {message}
          </p>
          <Button variant="default" loading={isFetching} onClick={() => void pages.refetch()}>
            <Trans>Try Again</Trans>
          </Button>
        </div>
      )}
      <MoreOfList pages={pages} failure={message} mt="1.5rem" />
    </section>
  );
}
