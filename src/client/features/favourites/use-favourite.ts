import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorMessage, errorMessageWithReason, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session, useViewer } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import type { FavouritesPage } from '#shared/contracts/engagement.ts';
import { OWN_FAVOURITES } from './own-favourites.ts';
import { turnWish, useWish } from './wishes.ts';

export type FavouriteOptions = {
  tutorId: string;
  /** A failure is said, and not only logged. */
  tellsFailures: boolean;
  /** It stands in the list of favourites. */
  isListed?: boolean;
};

/** Whether a tutor is among the favourites, and the way to change that: at once, and back if it fails. */
export function useFavourite({ tutorId, tellsFailures, isListed = false }: FavouriteOptions) {
  const router = useRouter();
  const viewer = useViewer();
  const isStudent = viewer?.role === 'student';
  const { data: hearts, error } = trpc.favourites.hearts.useQuery(undefined, { enabled: isStudent && !isListed });
  const unread = tellsFailures && !hearts && error ? errorMessage(error, 'Failed to fetch favorites') : null;
  const stands = isListed || (isStudent && hearts?.includes(tutorId)) || false;
  const wish = useWish({ studentId: viewer?.id ?? '', tutorId });
  const utils = trpc.useUtils();

  useEffect(() => {
    if (unread !== null) toast.error(unread);
  }, [unread]);

  async function askToLogin(): Promise<void> {
    toast.error('Please login to add favourites');
    await router.navigate({ to: '/login', search: { redirect: router.state.location.href } });
  }

  /** With the token of whoever wants it: who is signed in by the time it goes may be another. */
  async function send(isOver: () => boolean, isWanted: boolean): Promise<void> {
    const { add, remove } = utils.client.favourites;
    const { message } = await (isWanted ? add : remove).mutate({ tutorId }, { context: { token: session.token() ?? undefined } });
    if (!isOver()) toast.success(message);
  }

  function failed(error: unknown, isWanted: boolean): void {
    if (isUnauthenticated(error)) void session.check();
    const sentence = errorMessageWithReason(
      error,
      isWanted ? 'Failed to add tutor to favorites. Please try again.' : 'Failed to remove tutor from favorites. Please try again.',
    );
    if (tellsFailures) toast.error(sentence);
    else console.warn(sentence, error);
  }

  /** Before anybody reads again, so that nothing flickers. */
  async function settled(isFavourite: boolean): Promise<void> {
    const { favourites, bookings } = utils;
    await Promise.all([favourites.hearts.cancel(), favourites.own.cancel()]);
    favourites.hearts.setData(undefined, (ids) => ids && [...(isFavourite ? [tutorId] : []), ...ids.filter((id) => id !== tutorId)]);
    if (!isFavourite) {
      favourites.own.setInfiniteData(OWN_FAVOURITES, (list) => list && { ...list, pages: list.pages.map((page) => withoutTutor(page, tutorId)) });
    }
    void Promise.all([favourites.invalidate(), bookings.studentOverview.invalidate()]);
  }

  return {
    /** Visitors are asked to log in. */
    isPossible: isStudent || !viewer,
    isFavourite: wish ?? stands,
    turn: async () => {
      const me = viewer === undefined ? await session.known() : viewer;
      if (!me) return askToLogin();
      if (me.role !== 'student') return;
      const isOver = () => session.viewer()?.id !== me.id;
      await turnWish({ studentId: me.id, tutorId }, { stands, isOver, send: (isWanted) => send(isOver, isWanted), failed, settled });
    },
  };
}

function withoutTutor(page: FavouritesPage, tutorId: string): FavouritesPage {
  return { ...page, favourites: page.favourites.filter(({ tutor }) => tutor.id !== tutorId) };
}
