import { useLingui } from '@lingui/react/macro';
import { type Mutation, onlineManager, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage, errorMessageWithReason, isTemporary } from '#client/lib/rpc/errors.ts';
import { useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { session, useViewer } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import type { FavouritesPage } from '#shared/contracts/engagement.ts';
import { useLoginForFavourites } from './heart-button.tsx';

type Variables = { userId: string; tutorId: string; isFavourite: boolean };

// Without the user: the cache is cleared when somebody else signs in.
const ANY_TUTOR = ['favourites', 'change'];
// Only `useFavourite` has this key.
const toVariables = ({ state }: Mutation) => state.variables as Variables;

export type FavouriteOptions = {
  tutorId: string;
  showsFailures: boolean;
  isListed?: boolean;
};

/** A toggle is shown at once and rolled back on failure, with one call at a time for each tutor. */
export function useFavourite({ tutorId, showsFailures, isListed = false }: FavouriteOptions) {
  const { t } = useLingui();
  const askToLogin = useLoginForFavourites();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const viewer = useViewer();
  const isStudent = viewer?.role === 'student';
  const { data: favouriteIds, error } = useQuery(trpc.favourites.hearts.queryOptions(undefined, { enabled: isStudent && !isListed }));
  const isSaved = isListed || (isStudent && favouriteIds?.includes(tutorId)) || false;
  const mutationKey = [...ANY_TUTOR, tutorId];
  const pending = useMutationState({ filters: { mutationKey, status: 'pending' }, select: toVariables });

  const unreadMessage = showsFailures && !favouriteIds && error ? errorMessage(error, t`Failed to fetch favorites`) : null;
  useEffect(() => {
    if (unreadMessage !== null) toast.error(unreadMessage);
  }, [unreadMessage]);

  const mutations = queryClient.getMutationCache();
  const findPending = () => mutations.findAll({ mutationKey, status: 'pending' });

  function dropQueued(): void {
    for (const mutation of findPending()) if (mutation.state.isPaused) mutations.remove(mutation);
  }

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async ({ isFavourite }: Variables) => {
      const { add, remove } = client.favourites;
      // With its own token: somebody else may be signed in by the time a batch is sent.
      return await (isFavourite ? add : remove).mutate({ tutorId }, { context: { token: session.token() ?? undefined } });
    },
    onSuccess: async ({ message }, { userId, isFavourite }) => {
      if (session.viewer()?.id !== userId) return;
      toast.success(message);
      await showSaved(isFavourite);
    },
    onError: (error, { userId, isFavourite }) => {
      if (session.viewer()?.id !== userId) return;
      dropQueued();
      // It may be saved. Without a network the stale hearts are read when it is back.
      if (isTemporary(error)) void readAgain(onlineManager.isOnline() ? 'active' : 'none');
      const message = errorMessageWithReason(
        error,
        isFavourite ? t`Failed to add tutor to favorites. Please try again.` : t`Failed to remove tutor from favorites. Please try again.`,
      );
      if (showsFailures) toast.error(message);
      else console.warn(message, error);
    },
  });

  /** Writes to the cache before anything is refetched, so that nothing flickers. */
  async function showSaved(isFavourite: boolean): Promise<void> {
    const { favourites } = trpc;
    await Promise.all([favourites.hearts, favourites.own].map((queries) => queryClient.cancelQueries(queries.pathFilter())));
    queryClient.setQueryData(
      favourites.hearts.queryKey(),
      (ids) => ids && [...(isFavourite ? [tutorId] : []), ...ids.filter((id) => id !== tutorId)],
    );
    if (!isFavourite) {
      queryClient.setQueryData(
        favourites.own.infiniteQueryKey({}),
        (list) => list && { ...list, pages: list.pages.map((page) => withoutTutor(page, tutorId)) },
      );
    }
    void readAgain('active');
  }

  function readAgain(refetchType: 'active' | 'none'): Promise<unknown> {
    const read = [trpc.favourites, trpc.bookings.studentOverview];
    return Promise.all(read.map((procedure) => queryClient.invalidateQueries({ ...procedure.pathFilter(), refetchType })));
  }

  /** Without a value, the other one than is shown. */
  async function change(next?: boolean): Promise<void> {
    const account = viewer === undefined ? await session.waitForViewer() : viewer;
    if (!account) return askToLogin();
    if (account.role !== 'student') return;
    // From the cache: a second press may come before the first one is rendered.
    const pressed = findPending().map(toVariables);
    const isFavourite = next ?? !(pressed.at(-1)?.isFavourite ?? isSaved);
    dropQueued();
    const [running] = pressed;
    if (running?.isFavourite !== isFavourite) mutate({ userId: account.id, tutorId, isFavourite });
  }

  return {
    isFavourite: pending.at(-1)?.isFavourite ?? isSaved,
    toggle: () => change(),
    add: () => change(true),
  };
}

export function useRemovedFavourites(): ReadonlySet<string> {
  const pending = useMutationState({ filters: { mutationKey: ANY_TUTOR, status: 'pending' }, select: toVariables });
  const isFavouriteById = new Map(pending.map(({ tutorId, isFavourite }) => [tutorId, isFavourite]));
  return new Set([...isFavouriteById].flatMap(([tutorId, isFavourite]) => (isFavourite ? [] : tutorId)));
}

function withoutTutor(page: FavouritesPage, tutorId: string): FavouritesPage {
  return { ...page, favourites: page.favourites.filter(({ tutor }) => tutor.id !== tutorId) };
}
