import { HeartButton } from './heart-button.tsx';
import { useFavourite } from './use-favourite.ts';

export type FavouriteButtonProps = {
  tutor: { id: string; name: string };
  showsFailures?: boolean;
};

export function FavouriteButton({ tutor: { id, name }, showsFailures = false }: FavouriteButtonProps) {
  const { isPossible, isFavourite, toggle } = useFavourite({ tutorId: id, showsFailures });
  return isPossible && <HeartButton name={name} isFavourite={isFavourite} onPress={() => void toggle()} />;
}
