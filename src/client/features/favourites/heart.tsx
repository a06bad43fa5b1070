import { useViewer } from '#client/lib/session/session.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { FavouriteButtonProps } from './favourite-button.tsx';
import { HeartButton, useLoginForFavourites } from './heart-button.tsx';

const FavouriteButton = lazyPart(() => import('./favourite-button.tsx').then((module) => module.FavouriteButton));

/** Visitors are asked to log in; only students need the code that saves. */
export function Heart(props: FavouriteButtonProps) {
  const viewer = useViewer();
  const askToLogin = useLoginForFavourites();
  const { name } = props.tutor;
  if (viewer === null) return <HeartButton name={name} isFavourite={false} onPress={() => void askToLogin()} />;
  if (viewer && viewer.role !== 'student') return null;
  return <FavouriteButton {...props} fallback={<HeartButton name={name} isFavourite={false} />} />;
}
